import { safeHref } from '../blocks/safe-href.ts'
import { useWords } from '../words.ts'
import type { NavigationItem } from './Document.tsx'

/**
 * The links twice, of which the style sheet shows one: in a row where there is room, else in a menu
 * that opens without a script.
 */
export function SiteNavigation({ items }: { items: NavigationItem[] }) {
  const words = useWords()
  return (
    <>
      <nav className="site-navigation" aria-label={words.siteNavigation}>
        <NavigationLinks items={items} />
      </nav>
      <details className="site-menu">
        <summary>{words.menu}</summary>
        <nav aria-label={words.siteNavigation}>
          <NavigationLinks items={items} />
        </nav>
      </details>
    </>
  )
}

function NavigationLinks({ items }: { items: NavigationItem[] }) {
  return (
    <ul>
      {items.map(({ title, href, isExternal, isCurrent }) => (
        <li key={href}>
          <a
            href={safeHref(href)?.href}
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
