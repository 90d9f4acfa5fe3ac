import { readPagePaths } from '../../db/lists/find-page.ts'
import { readSubPages } from '../../db/lists/read-sub-pages.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import type { NavigationItem } from '../../web/pages/shell/shell.ts'
import { type ServedPublication, perPublication } from '../publication/per-publication.ts'
import type { Site } from '../site-context.ts'

type Link = Omit<NavigationItem, 'isCurrent'>

/** Sub-pages of the start page in the header; the start page itself lists all of them. */
const MAX_LINKS = 6
/** Characters of a page title in the header; titles from the configuration are not shortened. */
const MAX_TITLE = 24

/** The links of the header, before the current page is marked. */
export const navigationLinks = perPublication((site, publication): Link[] =>
  site.config.navigationStyle === 'custom'
    ? configuredLinks(site, publication)
    : subPages(site, publication)
)

function configuredLinks({ config }: Site, { mirror, hidden }: ServedPublication): Link[] {
  const links = config.navigationLinks
  const ids = links.flatMap(({ pageId }) => (pageId && !hidden.has(pageId) ? [pageId] : []))
  const paths = readPagePaths(mirror, ids)
  return links.flatMap(({ title, pageId, url }) => {
    const href = url ?? paths[pageId ?? '']
    // A page that is not in the mirror would be a dead link. The sync warns about it.
    return href === undefined ? [] : [{ title, href, isExternal: url !== undefined }]
  })
}

function subPages({ config }: Site, { mirror, hidden }: ServedPublication): Link[] {
  const { untitled } = messagesFor(config.language)
  return readSubPages(mirror, hidden, MAX_LINKS).map(({ title, path }) => {
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

/** Truncates between words if a word ends in the second half of the allowed length. */
function shortTitle(title: string): string {
  const characters = [...title]
  if (characters.length <= MAX_TITLE) return title
  const start = characters.slice(0, MAX_TITLE).join('')
  const end = start.search(/\s\S*$/)
  return `${start.slice(0, end > MAX_TITLE / 2 ? end : undefined).trimEnd()}…`
}
