import { Feed } from 'feed'

import { type SitePage, readNewestPages, readPageText } from '../../db/read-site-pages.ts'
import { encodePath, siteAddress } from '../../site/site-address.ts'
import { escapeHtml } from '../markdown/escape.ts'
import { perEdition } from '../per-edition.ts'
import { sentText } from '../send-text.ts'

const ENTRIES = 50
/** Of one page; a feed reader shows the rest by the link. */
const MAX_CHARACTERS = 10_000
const SUMMARY_CHARACTERS = 300

/** The pages that are new or were changed last, with their text, as an Atom feed. */
export const siteFeed = perEdition((site, { mirror, hidden }) => {
  const { config } = site
  const address = (href: string) => siteAddress(config.domain, href)
  const pages = readNewestPages(mirror, hidden, { from: 0, limit: ENTRIES })
  const feed = new Feed({
    id: address('/'),
    title: xmlText(config.name),
    description: xmlText(config.description),
    language: config.language,
    link: address('/'),
    updated: instant(pages[0]?.lastEditedTime ?? 0),
    generator: 'fansite',
    feedLinks: { atom: address('/feed.xml') },
    author: { name: xmlText(config.author), link: address('/') }
  })
  for (const page of pages) {
    const text = xmlText(readPageText(mirror, page.id, MAX_CHARACTERS))
    feed.addItem({
      // Titles and summaries are HTML to a feed reader.
      title: escapeHtml(xmlText(page.title)) || 'Untitled',
      id: `urn:uuid:${page.id}`,
      link: address(encodePath(page.path)),
      published: instant(page.createdTime),
      date: instant(page.lastEditedTime),
      description: escapeHtml(text.slice(0, SUMMARY_CHARACTERS).toWellFormed()),
      content: contentOf(page, text, config.domain)
    })
  }
  return sentText(feed.atom1(), 'application/atom+xml')
})

/** A page's text, a paragraph for each block, and a link to the whole page where it is not all. */
function contentOf(page: SitePage, text: string, domain: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  if (text.length < MAX_CHARACTERS) return paragraphs.join('\n')
  const href = escapeHtml(siteAddress(domain, encodePath(page.path)))
  return [...paragraphs, `<p><a href="${href}">${escapeHtml(page.title)} …</a></p>`].join('\n')
}

/** A record may hold any number as its time, and a feed needs one. */
function instant(milliseconds: number): Date {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}

/** Text without the signs that XML cannot hold, however they are written. */
function xmlText(text: string): string {
  return text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
}
