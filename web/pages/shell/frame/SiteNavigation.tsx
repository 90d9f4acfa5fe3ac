import { safeHref } from '../../../blocks/context/safe-href.ts'
import { PageAnchor } from '../../../blocks/spoilers/PageAnchor.tsx'
import type { NavigationItem, Shell } from '../shell.ts'

/** Width available beside the search field on a desktop, in letters of the text size. */
const ROOM = 74
/** Width of the space around a link, in letters, and the scale of the site's name. */
const LINK_SPACE = 4
const NAME_SCALE = 1.5

/**
 * Whether the links fit into the header; the panel has them in any case. Estimated, since only CSS
 * knows letter widths.
 */
export function areInHeader({ navigation, config }: Shell): boolean {
  const links = navigation.reduce((sum, { title }) => sum + lettersOf(title) + LINK_SPACE, 0)
  return navigation.length > 0 && links + lettersOf(config.name) * NAME_SCALE <= ROOM
}

/** The width in Latin letters; kana and kanji are twice as wide. */
function lettersOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter >= '\u2e80' ? 2.2 : 1), 0)
}

/** The links that the configuration names, or else those of the start page. */
export function NavigationLinks({ items }: { items: NavigationItem[] }) {
  return (
    <ul>
      {items.map(({ title, wholeTitle, href, isExternal, isCurrent }) => (
        <li key={href}>
          <PageAnchor
            href={safeHref(href)?.href}
            title={wholeTitle}
            rel={isExternal ? 'noopener noreferrer' : undefined}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {title}
          </PageAnchor>
        </li>
      ))}
    </ul>
  )
}
