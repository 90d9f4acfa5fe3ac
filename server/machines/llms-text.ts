import { readPageText } from '../../db/read-site-pages.ts'
import type { SitePage } from '../../db/read-site-pages.ts'
import { readCollections } from '../../db/read-collections.ts'
import { markdownPath } from '../../site/markdown-path.ts'
import { encodePath, siteAddress } from '../../site/site-address.ts'
import { destination } from '../markdown/escape.ts'
import { titleText } from '../markdown/page-link.ts'
import { type Edition, perEdition } from '../per-edition.ts'
import { sentText } from '../send-text.ts'
import type { Site } from '../site.ts'
import { sitePages } from './site-entries.ts'

/** More links than this are no overview; the sitemap has them all. */
const MAX_LINKS = 2000
const NOTE_CHARACTERS = 160

/** `/llms.txt`: what the site is, and its pages as Markdown, in the shape of llmstxt.org. */
export const siteLlmsText = perEdition((site, edition) => {
  const { name, description } = site.config
  const pages = sitePages(site).slice(0, MAX_LINKS)
  const sections = [
    section(
      'Pages',
      pages.filter(({ collectionId }) => collectionId === null),
      { site, edition }
    ),
    ...readCollections(edition.mirror).map((collection) =>
      section(
        titleText(collection.name),
        pages.filter(({ collectionId }) => collectionId === collection.id),
        { site, edition }
      )
    ),
    optional(site)
  ]
  const head = [`# ${titleText(name)}`, `> ${titleText(description)}`]
  const note = 'Every page stands as Markdown at its address with `.md` behind it.'
  return sentText([...head, note, ...sections.filter(Boolean), ''].join('\n\n'), 'text/plain')
})

function section(
  title: string,
  pages: SitePage[],
  { site, edition }: { site: Site; edition: Edition }
): string {
  const lines = pages.map((page) => {
    const text = readPageText(edition.mirror, page.id, NOTE_CHARACTERS).trim()
    const words = text.length < NOTE_CHARACTERS - 1 ? text : text.replace(/\s\S*$/, '…')
    const note = text === '' ? '' : `: ${titleText(words)}`
    return `- ${link(site, page.title, encodePath(markdownPath(page)))}${note}`
  })
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`
}

/** What a reader with little room may leave out. */
function optional(site: Site): string {
  const { isMirrorDownloadEnabled } = site.config
  const lists: [string, string][] = [
    ['All pages', '/all-pages'],
    ['Recent changes', '/recent-changes'],
    ['Feed of changes', '/feed.xml'],
    ['Every address', '/sitemap.xml'],
    ...(isMirrorDownloadEnabled ? [['The wiki as SQLite', '/mirror.db'] as [string, string]] : [])
  ]
  const lines = lists.map(([title, href]) => `- ${link(site, title, href)}`)
  return `## Optional\n\n${lines.join('\n')}`
}

function link(site: Site, title: string, href: string): string {
  return `[${titleText(title)}](${destination(siteAddress(site.config.domain, href))})`
}
