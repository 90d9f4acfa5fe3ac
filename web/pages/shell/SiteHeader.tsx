import type { Shell } from './shell.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { SearchForm } from '../search/SearchForm.tsx'
import { ShownIcon } from './ShownIcon.tsx'
import { SiteNavigation } from './SiteNavigation.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** The site's icon and name, its navigation, the theme switch and the search field. */
export function SiteHeader({ shell }: { shell: Shell }) {
  const { config, navigation, mark } = shell
  return (
    <header className="site-header">
      <div className="site-header-inner">
        <a className="site-name" href="/">
          {/* Both take the same space. */}
          {mark === undefined ? (
            <span className="site-mark" aria-hidden="true" />
          ) : (
            <ShownIcon icon={mark} className="site-icon" />
          )}
          {config.name}
        </a>
        {navigation.length > 0 && <SiteNavigation items={navigation} name={config.name} />}
        <ThemeSwitch />
        {config.isSearchEnabled && <SearchForm id="site-search" />}
      </div>
      {config.isSearchEnabled && <SearchButton />}
    </header>
  )
}
