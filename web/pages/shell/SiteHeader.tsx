import type { Shell } from './shell.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { SearchForm } from '../search/SearchForm.tsx'
import { ShownIcon } from './ShownIcon.tsx'
import { SiteNavigation } from './SiteNavigation.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { notion } from '../../blocks/vocabulary.ts'

/** The site's icon and name, its navigation, the theme switch and the search field. */
export function SiteHeader({ shell }: { shell: Shell }) {
  const { config, navigation, mark } = shell
  return (
    <header className={`site-header ${notion.site.header}`}>
      <div className={`site-header-inner ${notion.site.row}`}>
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
