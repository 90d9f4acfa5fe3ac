import { safeHref } from '../../blocks/context/safe-href.ts'
import { joinClasses } from '../../blocks/context/join-classes.ts'
import { useMessages } from '../../messages.ts'
import type { NavigationItem } from './shell.ts'

/**
 * The links twice, of which the style sheet shows one: in a row where there is room, else in a menu
 * that opens without a script.
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

/** Letters of the text's size for which there is room beside the search field on a desktop. */
const ROOM = 74
/** What the space around a link takes, in letters, and how much larger those of the site's name are. */
const LINK_SPACE = 4
const NAME_SCALE = 1.5

/** Whether the links take a row of their own, also while the style sheet alone knows how wide letters are. */
function isWide(items: NavigationItem[], name: string): boolean {
  const links = items.reduce((sum, { title }) => sum + lettersOf(title) + LINK_SPACE, 0)
  return links + lettersOf(name) * NAME_SCALE > ROOM
}

/** Kana and kanji are twice as wide as Latin letters. */
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
