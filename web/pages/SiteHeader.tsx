import type { Shell } from './Document.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SiteNavigation } from './SiteNavigation.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** The site's icon: an emoji, or a picture of the mirror. */
export type SiteMark = { emoji: string } | { src: string; srcSet: string | undefined }

/** The site's icon and name, its navigation, the search field and the switch of the theme. */
export function SiteHeader({ shell }: { shell: Shell }) {
  const { config, navigation, mark } = shell
  return (
    <header className="site-header">
      <div className="site-header-inner">
        <a className="site-name" href="/">
          <Mark mark={mark} />
          {config.name}
        </a>
        {navigation.length > 0 && <SiteNavigation items={navigation} name={config.name} />}
        <ThemeSwitch />
        {config.isSearchEnabled && <SearchForm id="site-search" />}
      </div>
    </header>
  )
}

/** In the same room whatever it is; the name beside it says the same. */
function Mark({ mark }: { mark: SiteMark | undefined }) {
  if (!mark) return <span className="site-mark" aria-hidden="true" />
  if ('emoji' in mark) {
    return (
      <span className="site-emoji" aria-hidden="true">
        {mark.emoji}
      </span>
    )
  }
  const { src, srcSet } = mark
  const sizes = srcSet && '24px'
  return <img {...{ src, srcSet, sizes }} className="site-icon" alt="" width={24} height={24} />
}
