import { readPagePaths } from '../../db/lists/find-page.ts'
import { readSubPages } from '../../db/lists/read-sub-pages.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import type { NavigationItem } from '../../web/pages/shell/shell.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite, ServedPublication } from '../publication/published-site.ts'

type Link = Omit<NavigationItem, 'isCurrent'>

/** Links of the default navigation style, to sub-pages of the start page. */
const MAX_LINKS = 6
/** Characters of a page title; configured titles are not shortened. */
const MAX_TITLE = 24

/** The navigation links of the header, without `isCurrent`. */
export const navigationLinks = perPublication((site, publication): Link[] =>
  site.config.navigationStyle === 'custom'
    ? configuredLinks(site, publication)
    : subPageLinks(site, publication)
)

function configuredLinks({ config }: PublishedSite, { mirror }: ServedPublication): Link[] {
  const links = config.navigationLinks
  const ids = links.flatMap(({ pageId }) => pageId ?? [])
  const paths = readPagePaths(mirror, ids)
  return links.flatMap(({ title, pageId, url }) => {
    const href = url ?? paths[pageId ?? '']
    // A page that is not in the mirror would be a dead link; the sync warns about it.
    return href === undefined ? [] : [{ title, href, isExternal: url !== undefined }]
  })
}

function subPageLinks({ config }: PublishedSite, { mirror }: ServedPublication): Link[] {
  const { untitled } = messagesFor(config)
  return readSubPages(mirror, MAX_LINKS).map(({ title, path }) => {
    const whole = title.trim()
    const short = shortTitle(whole)
    return {
      title: short || untitled,
      wholeTitle: short === whole ? undefined : shortLabel(whole),
      href: path,
      isExternal: false
    }
  })
}

/** Truncated after a word if one ends in the second half, otherwise within a word. */
function shortTitle(title: string): string {
  const characters = [...title]
  if (characters.length <= MAX_TITLE) return title
  const start = characters.slice(0, MAX_TITLE).join('')
  const end = start.search(/\s\S*$/)
  return `${start.slice(0, end > MAX_TITLE / 2 ? end : undefined).trimEnd()}…`
}
