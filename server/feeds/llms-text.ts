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
import { sentText } from '../http/send-text.ts'
import type { PublishedSite, ServedPublication } from '../publication/published-site.ts'
import { sitePages } from '../publication/site-index.ts'

/** More links than this are no overview; the sitemap has them all. */
const MAX_LINKS = 2000

/** `/llms.txt`: what the site is, and its pages as Markdown, in the shape of llmstxt.org. */
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
    ...readCollections(publication.mirror).map((collection) =>
      section(
        titleText(shortLabel(collection.name)),
        pages.filter(({ collectionId }) => collectionId === collection.id),
        { site, publication }
      )
    ),
    optional(site)
  ]
  const head = [`# ${titleText(name)}`, `> ${titleText(description)}`]
  return sentText(
    [...head, lists.asMarkdown, ...sections.filter(Boolean), ''].join('\n\n'),
    'text/plain'
  )
})

function section(
  title: string,
  pages: SitePage[],
  { site, publication }: { site: PublishedSite; publication: ServedPublication }
): string {
  const lines = pages.map((page) => {
    const facts = readPageFacts(publication.mirror, page.id)
    const words = shortLabel(facts?.named.description ?? facts?.firstWords ?? '')
    const note = words ? `: ${titleText(words)}` : ''
    return `- ${link(site, page.title, encodePath(markdownPath(page)))}${note}`
  })
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`
}

/** What a reader with little room may leave out. */
function optional(site: PublishedSite): string {
  const { isMirrorDownloadEnabled, language } = site.config
  const words = messagesFor(language).lists
  const lists: [string, string][] = [
    [words.allPages, '/all-pages'],
    [words.recentChanges, '/recent-changes'],
    [words.feed, '/feed.xml'],
    [words.everyAddress, '/sitemap.xml'],
    ...(isMirrorDownloadEnabled ? [[words.asDatabase, '/mirror.db'] as [string, string]] : [])
  ]
  const lines = lists.map(([title, href]) => `- ${link(site, title, href)}`)
  // A word of the format, in every language.
  return `## Optional\n\n${lines.join('\n')}`
}

function link(site: PublishedSite, title: string, href: string): string {
  return `[${titleText(title)}](${destination(siteAddress(site.config.domain, href))})`
}
