import type { BlockContent, ListItem, PhrasingContent } from 'mdast'

import { keys } from '../../db/changes/change-keys.ts'
import { noteRead } from '../../db/changes/record-reads.ts'
import { readPageFacts } from '../../db/page/read-page-facts.ts'
import { readCollections } from '../../db/collections/read-collections.ts'
import { markdownPath } from '../../site/addresses/markdown-path.ts'
import { encodePath, siteAddress } from '../../site/addresses/site-address.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { destination } from '../markdown/text/destination.ts'
import { linked, markdownText, paragraph } from '../markdown/text/markdown-text.ts'
import { titleText } from '../markdown/page-link.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite, ServedPublication } from '../publication/published-site.ts'
import { type OrderedPage, orderedPages } from '../publication/site-index.ts'

/** The file is an overview; the sitemap has all pages. */
const MAX_LINKS = 2000

/** `/llms.txt` (llmstxt.org): the description of the site, and links to its pages as Markdown. */
export const llmsText = perPublication((site, publication) => {
  const { name, description } = site.config
  const { lists } = messagesFor(site.config)
  const pages = orderedPages(site).slice(0, MAX_LINKS)
  const sections = [
    section(
      lists.plainPages,
      pages.filter(({ collectionId }) => collectionId === null),
      { site, publication }
    ),
    ...notedCollections(publication).map((collection) =>
      section(
        titleText(shortLabel(collection.name)),
        pages.filter(({ collectionId }) => collectionId === collection.id),
        { site, publication }
      )
    ),
    optional(site)
  ]
  return markdownText([
    { type: 'heading', depth: 1, children: linked(undefined, titleText(name)) },
    { type: 'blockquote', children: paragraph(linked(undefined, titleText(description))) },
    ...paragraph(withCode(lists.asMarkdown)),
    ...sections.flat()
  ])
})

/** A text of the interface with code between backticks. */
function withCode(text: string): PhrasingContent[] {
  return text
    .split(/`([^`]+)`/)
    .map((value, index) => ({ type: index % 2 === 1 ? 'inlineCode' : 'text', value }) as const)
    .filter(({ value }) => value !== '')
}

/** `readCollections` leaves it to its callers to note what they use. */
function notedCollections({ mirror }: ServedPublication) {
  const collections = readCollections(mirror)
  for (const { id } of collections) noteRead(keys.collection(id))
  return collections
}

function section(
  title: string,
  pages: OrderedPage[],
  { site, publication }: { site: PublishedSite; publication: ServedPublication }
): BlockContent[] {
  const items = pages.map((page) => {
    const facts = readPageFacts(publication.mirror, page.id)
    const text = shortLabel(facts?.named.description ?? facts?.firstWords ?? '')
    const note = text ? `: ${titleText(text)}` : ''
    return linkItem(site, { title: page.title, href: encodePath(markdownPath(page)), note })
  })
  return items.length === 0 ? [] : titledList(title, items)
}

function titledList(title: string, children: ListItem[]): BlockContent[] {
  return [
    { type: 'heading', depth: 2, children: linked(undefined, title) },
    { type: 'list', spread: false, children }
  ]
}

/** Links that a model with little context may skip. */
function optional(site: PublishedSite): BlockContent[] {
  // A folder has no such file.
  const isMirrorOffered = site.config.isMirrorDownloadEnabled && site.hosting === 'server'
  const messages = messagesFor(site.config).lists
  const lists: [string, string][] = [
    [messages.allPages, '/all-pages'],
    [messages.recentChanges, '/recent-changes'],
    [messages.feed, '/feed.xml'],
    [messages.everyAddress, '/sitemap.xml'],
    ...(isMirrorOffered ? [[messages.asDatabase, '/mirror.db'] as [string, string]] : [])
  ]
  const items = lists.map(([title, href]) => linkItem(site, { title, href, note: '' }))
  // A keyword of the format, not translated.
  return titledList('Optional', items)
}

function linkItem(
  site: PublishedSite,
  { title, href, note }: { title: string; href: string; note: string }
): ListItem {
  const url = destination(siteAddress(site.config.domain, href))
  const text = note === '' ? [] : linked(undefined, note)
  return {
    type: 'listItem',
    children: paragraph([...linked(url, titleText(title)), ...text])
  }
}
