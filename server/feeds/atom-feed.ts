import { Feed, type Item } from 'feed'

import { readPageFacts } from '../../db/page/read-page-facts.ts'
import { type SitePage, readPageText } from '../../db/lists/read-site-pages.ts'
import { type PageFacts, pageFacts } from '../../site/pages/page-facts.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { coveringRules } from '../../site/spoilers/spoiler-rule.ts'
import { siteAddress } from '../../site/addresses/site-address.ts'
import { readLanguages } from '../render/document/page-languages.ts'
import { escapeHtml } from '../markdown/text/html.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { newestPages } from '../publication/site-index.ts'
import { dated } from './dated.ts'

const ENTRIES = 50
/** HTML of one entry; for a longer page its text is sent. Keeps the feed below 5 MB. */
const MAX_ENTRY_HTML = 100_000
/** Characters of the text of a page that is too long or cannot be rendered. */
const MAX_CHARACTERS = 10_000

/** The ids of the pages edited last, the entries of the feed. */
export function feedPageIds(site: PublishedSite): string[] {
  return feedPages(site).map(({ id }) => id)
}

/**
 * The pages edited last, with their content, as an Atom feed (RFC 4287). `entries` is their HTML by
 * page id; a page without HTML, or with too much, is listed with its text.
 */
export function atomFeed(site: PublishedSite, entries: Record<string, string>): string {
  const { config } = site
  const { mirror } = site.served()
  const { untitled } = messagesFor(config)
  const address = (href: string) => siteAddress(config.domain, href)
  const pages = feedPages(site)
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
  const covering = coveringRules(config)
  const languages: string[] = []
  for (const { id } of pages) {
    const source = readPageFacts(mirror, id, { covering })
    if (!source) continue
    const facts = pageFacts(source, config)
    const html = entries[id]
    const isShort = html !== undefined && html.length <= MAX_ENTRY_HTML
    const content = isShort ? html : textContent(facts, readPageText(mirror, id, MAX_CHARACTERS))
    feed.addItem(entryOf(facts, xmlText(content), untitled))
    languages.push(readLanguages(mirror, id, config).language)
  }
  return withLanguages(feed.atom1(), config.language, languages)
}

function feedPages(site: PublishedSite): SitePage[] {
  // A feed reader covers nothing.
  return newestPages(site)
    .filter(({ spoiler }) => spoiler === null)
    .slice(0, ENTRIES)
}

/** The library writes neither the language of the feed nor those of its entries. */
function withLanguages(atom: string, language: string, ofEntries: string[]): string {
  // No text contains this tag: all are escaped or HTML.
  let index = 0
  return atom
    .replace('<feed ', `<feed ${languageMark(language)} `)
    .replaceAll('<entry>', (entry) => {
      const own = ofEntries[index++] ?? language
      return own === language ? entry : `<entry ${languageMark(own)}>`
    })
}

function languageMark(tag: string): string {
  return `xml:lang="${escapeHtml(tag)}"`
}

function entryOf(facts: PageFacts, content: string, untitled: string): Item {
  return {
    // The library writes titles and summaries with type="html".
    title: escapeHtml(xmlText(facts.title)) || untitled,
    id: `urn:uuid:${facts.pageId}`,
    link: facts.url,
    published: instant(facts.publishedTime),
    date: instant(facts.lastEditedTime),
    description: escapeHtml(xmlText(facts.description)),
    content,
    // An entry without an author inherits that of the feed.
    ...(facts.isAuthorNamed && { author: [{ name: xmlText(facts.author) }] })
  }
}

/** A paragraph for each block, and a link to the page if the text is truncated. */
function textContent({ title, url }: PageFacts, text: string): string {
  // Truncation may split a surrogate pair.
  const lines = text
    .toWellFormed()
    .split('\n')
    .filter((line) => line.trim() !== '')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  if (text.length < MAX_CHARACTERS) return paragraphs.join('\n')
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(title)} …</a>`
  return [...paragraphs, `<p>${link}</p>`].join('\n')
}

/** 1970 for an invalid time: records may contain any number, and Atom requires a date. */
function instant(milliseconds: number): Date {
  return dated(milliseconds) ?? new Date(0)
}

/** Removes characters that XML 1.0 does not allow, escaped or not. */
function xmlText(text: string): string {
  return text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
}
