import type { NavigationItem, Shell } from './Document.tsx'
import { SearchForm } from './SearchForm.tsx'

/** The site's name, its navigation and the search field. On phones the navigation folds into a menu. */
export function SiteHeader({ shell }: { shell: Shell }) {
  const { config, navigation } = shell
  return (
    <header className="site-header">
      <div className="site-header-inner">
        <a className="site-name" href="/">
          <SiteMark icon={config.defaultPageIcon} />
          {config.name}
        </a>
        {navigation.length > 0 && <Navigation items={navigation} />}
        {config.isSearchEnabled && <SearchForm id="site-search" />}
      </div>
    </header>
  )
}

/** An emoji of the site's own, or a lantern drawn by the style sheet. */
function SiteMark({ icon }: { icon: string | null }) {
  const isEmoji = icon !== null && !icon.includes('/') && !icon.includes(':')
  return (
    <span className={isEmoji ? 'site-emoji' : 'site-mark'} aria-hidden="true">
      {isEmoji ? icon : null}
    </span>
  )
}

/**
 * The links twice, of which the style sheet shows one: in a row where there is room, else in a menu
 * that opens without a script.
 */
function Navigation({ items }: { items: NavigationItem[] }) {
  return (
    <>
      <nav className="site-navigation" aria-label="Site">
        <NavigationLinks items={items} />
      </nav>
      <details className="site-menu">
        <summary>Menu</summary>
        <nav aria-label="Site">
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
            href={href}
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
