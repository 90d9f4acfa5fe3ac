import type { Shell } from '../shell.ts'
import { SearchButton } from '../../search/SearchButton.tsx'
import { SearchForm } from '../../search/SearchForm.tsx'
import { ShownIcon } from '../ShownIcon.tsx'
import { Fixed } from './Fixed.tsx'
import { MenuButton } from './MenuButton.tsx'
import { areInHeader, NavigationLinks } from './SiteNavigation.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { notion } from '../../../blocks/vocabulary.ts'
import { useMessages } from '../../../messages.ts'

/** One row: the menu of narrow windows, the site's name, its links, the search and the theme. */
export function SiteHeader({ shell, isAlone }: { shell: Shell; isAlone: boolean }) {
  const { config, mark } = shell
  const hasSearch = config.isSearchEnabled && !isAlone
  return (
    <header className={`site-header ${notion.site.header}`}>
      <div className={`site-header-inner ${notion.site.row}`}>
        {!isAlone && (
          <Fixed>
            <MenuButton />
          </Fixed>
        )}
        <a className="site-name" href="/">
          {/* Both take the same space. */}
          {mark === undefined ? <Lantern /> : <ShownIcon icon={mark} className="site-icon" />}
          <span>{config.name}</span>
        </a>
        {areInHeader(shell) && <HeaderLinks shell={shell} />}
        <Fixed>
          <HeaderTools hasSearch={hasSearch} />
        </Fixed>
      </div>
    </header>
  )
}

function HeaderTools({ hasSearch }: { hasSearch: boolean }) {
  return (
    <>
      {hasSearch && <SearchForm id="site-search" />}
      {hasSearch && <SearchButton />}
      <ThemeSwitch />
    </>
  )
}

/** The mark of a site without an icon: a lantern of one inventory slot. */
function Lantern() {
  return (
    <svg className="site-icon" viewBox="0 0 6 6" aria-hidden="true">
      <path fill="#3b352c" d="M0 0h6v6H0z" />
      <path fill="#e8862e" d="M1 1h4v4H1z" />
      <path fill="#ffd27a" d="M2 1h2v2H2z" />
    </svg>
  )
}

function HeaderLinks({ shell }: { shell: Shell }) {
  return (
    <nav className="site-navigation" aria-label={useMessages().siteNavigation}>
      <NavigationLinks items={shell.navigation} />
    </nav>
  )
}
