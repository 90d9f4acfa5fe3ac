import { keys } from '../../db/changes/change-keys.ts'
import { noteRead } from '../../db/changes/record-reads.ts'
import { readPageFacts } from '../../db/page/read-page-facts.ts'
import type { SitePage } from '../../db/lists/read-site-pages.ts'
import { readCollections } from '../../db/collections/read-collections.ts'
import { markdownPath } from '../../site/addresses/markdown-path.ts'
import { encodePath, siteAddress } from '../../site/addresses/site-address.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { destination } from '../markdown/text/escape.ts'
import { titleText } from '../markdown/page-link.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite, ServedPublication } from '../publication/published-site.ts'
import { sitePages } from '../publication/site-index.ts'

/** The file is an overview; the sitemap has all pages. */
const MAX_LINKS = 2000

/** `/llms.txt` (llmstxt.org): the description of the site, and links to its pages as Markdown. */
export const llmsText = perPublication((site, publication) => {
  const { name, description, language } = site.config
  const { lists } = messagesFor(language)
  const pages = sitePages(site).slice(0, MAX_LINKS)
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
  const head = [`# ${titleText(name)}`, `> ${titleText(description)}`]
  return [...head, lists.asMarkdown, ...sections.filter(Boolean), ''].join('\n\n')
})

/** `readCollections` leaves it to its callers to note what they use. */
function notedCollections({ mirror }: ServedPublication) {
  const collections = readCollections(mirror)
  for (const { id } of collections) noteRead(keys.collection(id))
  return collections
}

function section(
  title: string,
  pages: SitePage[],
  { site, publication }: { site: PublishedSite; publication: ServedPublication }
): string {
  const lines = pages.map((page) => {
    const facts = readPageFacts(publication.mirror, page.id)
    const text = shortLabel(facts?.named.description ?? facts?.firstWords ?? '')
    const note = text ? `: ${titleText(text)}` : ''
    return `- ${link(site, page.title, encodePath(markdownPath(page)))}${note}`
  })
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`
}

/** Links that a model with little context may skip. */
function optional(site: PublishedSite): string {
  const { isMirrorDownloadEnabled, language } = site.config
  const messages = messagesFor(language).lists
  const lists: [string, string][] = [
    [messages.allPages, '/all-pages'],
    [messages.recentChanges, '/recent-changes'],
    [messages.feed, '/feed.xml'],
    [messages.everyAddress, '/sitemap.xml'],
    ...(isMirrorDownloadEnabled ? [[messages.asDatabase, '/mirror.db'] as [string, string]] : [])
  ]
  const lines = lists.map(([title, href]) => `- ${link(site, title, href)}`)
  // A keyword of the format, not translated.
  return `## Optional\n\n${lines.join('\n')}`
}

function link(site: PublishedSite, title: string, href: string): string {
  return `[${titleText(title)}](${destination(siteAddress(site.config.domain, href))})`
}
