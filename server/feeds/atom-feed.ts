import { setImmediate } from 'node:timers/promises'

import { Feed, type Item } from 'feed'

import { readPageFacts } from '../../db/page/read-page-facts.ts'
import { readNewestPages, readPageText } from '../../db/lists/read-site-pages.ts'
import { type PageFacts, pageFacts } from '../../site/pages/page-facts.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { siteAddress } from '../../site/addresses/site-address.ts'
import { escapeHtml } from '../markdown/text/escape.ts'
import { ApiError } from '../errors.ts'
import { perPublication } from '../publication/per-publication.ts'
import { type SentText, sentText } from '../http/send-text.ts'
import type { SiteRenderer } from '../render/site-renderer.ts'

const ENTRIES = 50
/** A page with more than this is represented by the beginning of its text, so that a feed stays below 5 MB. */
const MAX_ENTRY_HTML = 100_000
/** Of the text of such a page, or one that cannot be drawn; a feed reader shows the rest by the link. */
const MAX_CHARACTERS = 10_000

/** The pages that are new or were changed last, with what they tell of themselves and what stands on them, as an Atom feed. */
export const atomFeed = (renderer: SiteRenderer) =>
  perPublication(async (site, { mirror, excluded }): Promise<SentText> => {
    const { config } = site
    const { untitled } = messagesFor(config.language)
    const address = (href: string) => siteAddress(config.domain, href)
    const pages = readNewestPages(mirror, excluded, { from: 0, limit: ENTRIES })
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
    // Read at once, drawn one after the other: by then the mirror may be another one.
    const sources = pages.flatMap(({ id }) => {
      const source = readPageFacts(mirror, id)
      const text = readPageText(mirror, id, MAX_CHARACTERS)
      return source ? [{ facts: pageFacts(source, config), text }] : []
    })
    for (const { facts, text } of sources) {
      const html = await drawn(renderer, facts.pageId)
      const isShort = html !== undefined && html.length <= MAX_ENTRY_HTML
      const content = isShort ? html : textContent(facts, text)
      feed.addItem(entryOf(facts, xmlText(content), untitled))
      // Other visitors need not wait for all of it.
      await setImmediate()
    }
    return sentText(inLanguage(feed.atom1(), config.language), 'application/atom+xml')
  })

/** Undefined for a page that cannot be drawn: who draws has logged why. */
async function drawn(renderer: SiteRenderer, pageId: string): Promise<string | undefined> {
  try {
    return await renderer.renderEntry(pageId)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The library writes no language into an Atom document. */
function inLanguage(atom: string, language: string): string {
  return atom.replace('<feed ', `<feed xml:lang="${escapeHtml(language)}" `)
}

function entryOf(facts: PageFacts, content: string, untitled: string): Item {
  return {
    // Titles and summaries are HTML to a feed reader.
    title: escapeHtml(xmlText(facts.title)) || untitled,
    id: `urn:uuid:${facts.pageId}`,
    link: facts.url,
    published: instant(facts.publishedTime),
    date: instant(facts.lastEditedTime),
    description: escapeHtml(xmlText(facts.description)),
    content,
    // Without one, the author of the feed counts.
    ...(facts.isAuthorNamed && { author: [{ name: xmlText(facts.author) }] })
  }
}

/** A page's text, a paragraph for each block, and a link to the whole page where it is not all. */
function textContent({ title, url }: PageFacts, text: string): string {
  // Where it is cut, half a letter may be left.
  const lines = text
    .toWellFormed()
    .split('\n')
    .filter((line) => line.trim() !== '')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  if (text.length < MAX_CHARACTERS) return paragraphs.join('\n')
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(title)} …</a>`
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
