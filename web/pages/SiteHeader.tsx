import type { Shell } from './Document.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SiteNavigation } from './SiteNavigation.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** The site's icon and name, its navigation, the search field and the switch of the theme. */
export function SiteHeader({ shell }: { shell: Shell }) {
  const { config, navigation } = shell
  return (
    <header className="site-header">
      <div className="site-header-inner">
        <a className="site-name" href="/">
          <SiteMark icon={config.defaultPageIcon} />
          {config.name}
        </a>
        {navigation.length > 0 && <SiteNavigation items={navigation} />}
        <ThemeSwitch />
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
