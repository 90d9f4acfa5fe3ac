import { Feed, type Item } from 'feed'

import { readPageFacts } from '../../db/read-page-facts.ts'
import { readNewestPages, readPageText } from '../../db/read-site-pages.ts'
import { type PageFacts, pageFacts } from '../../site/page-facts.ts'
import { wordsFor } from '../../site/words/words-for.ts'
import { siteAddress } from '../../site/site-address.ts'
import { escapeHtml } from '../markdown/escape.ts'
import { perEdition } from '../per-edition.ts'
import { sentText } from '../send-text.ts'

const ENTRIES = 50
/** Of one page; a feed reader shows the rest by the link. */
const MAX_CHARACTERS = 10_000

/** The pages that are new or were changed last, with what they tell of themselves and their text, as an Atom feed. */
export const siteFeed = perEdition((site, { mirror, hidden }) => {
  const { config } = site
  const { untitled } = wordsFor(config.language)
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
  for (const { id } of pages) {
    const source = readPageFacts(mirror, id)
    const text = readPageText(mirror, id, MAX_CHARACTERS)
    if (source) feed.addItem(entryOf(pageFacts(source, config), text, untitled))
  }
  return sentText(inLanguage(feed.atom1(), config.language), 'application/atom+xml')
})

/** The library writes no language into an Atom document. */
function inLanguage(atom: string, language: string): string {
  return atom.replace('<feed ', `<feed xml:lang="${escapeHtml(language)}" `)
}

function entryOf(facts: PageFacts, text: string, untitled: string): Item {
  return {
    // Titles and summaries are HTML to a feed reader.
    title: escapeHtml(xmlText(facts.title)) || untitled,
    id: `urn:uuid:${facts.pageId}`,
    link: facts.url,
    published: instant(facts.publishedTime),
    date: instant(facts.lastEditedTime),
    description: escapeHtml(xmlText(facts.description)),
    content: contentOf(facts, xmlText(text)),
    // Without one, the author of the feed counts.
    ...(facts.isAuthorNamed && { author: [{ name: xmlText(facts.author) }] })
  }
}

/** A page's text, a paragraph for each block, and a link to the whole page where it is not all. */
function contentOf({ title, url }: PageFacts, text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  if (text.length < MAX_CHARACTERS) return paragraphs.join('\n')
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(xmlText(title))} …</a>`
  return [...paragraphs, `<p>${link}</p>`].join('\n')
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
