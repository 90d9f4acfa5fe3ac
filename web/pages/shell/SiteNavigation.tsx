import { safeHref } from '../../blocks/context/safe-href.ts'
import { joinClasses } from '../../blocks/context/join-classes.ts'
import { useMessages } from '../../messages.ts'
import type { NavigationItem } from './shell.ts'

/**
 * The links twice, of which the style sheet shows one: in a row if it fits, else in a menu that
 * opens without script.
 */
export function SiteNavigation({ items, name }: { items: NavigationItem[]; name: string }) {
  const messages = useMessages()
  const classes = joinClasses('site-navigation', isWide(items, name) && 'own-row')
  return (
    <>
      <nav className={classes} aria-label={messages.siteNavigation}>
        <NavigationLinks items={items} />
      </nav>
      <details className="site-menu">
        <summary>{messages.menu}</summary>
        <nav aria-label={messages.menu}>
          <NavigationLinks items={items} />
        </nav>
      </details>
    </>
  )
}

/** Width available beside the search field on a desktop, in letters of the text size. */
const ROOM = 74
/** Width of the space around a link, in letters, and the scale of the site's name. */
const LINK_SPACE = 4
const NAME_SCALE = 1.5

/** Whether the links need a row of their own; estimated, since only CSS knows letter widths. */
function isWide(items: NavigationItem[], name: string): boolean {
  const links = items.reduce((sum, { title }) => sum + lettersOf(title) + LINK_SPACE, 0)
  return links + lettersOf(name) * NAME_SCALE > ROOM
}

/** The width in Latin letters; kana and kanji are twice as wide. */
function lettersOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter >= '\u2e80' ? 2.2 : 1), 0)
}

function NavigationLinks({ items }: { items: NavigationItem[] }) {
  return (
    <ul>
      {items.map(({ title, wholeTitle, href, isExternal, isCurrent }) => (
        <li key={href}>
          <a
            href={safeHref(href)?.href}
            title={wholeTitle}
            rel={isExternal ? 'noopener noreferrer' : undefined}
            aria-current={isCurrent ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
