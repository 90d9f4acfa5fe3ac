import type { Analytics } from '../../../site/config/analytics.ts'
import type { SiteConfig } from '../../../site/config/config.ts'

export interface NavigationItem {
  title: string
  /** Where `title` is only its beginning. */
  wholeTitle?: string | undefined
  href: string
  isExternal: boolean
  isCurrent: boolean
}

/** What every page needs besides its own content. */
export interface Shell {
  config: SiteConfig
  /** Addresses of the built assets. */
  assets: {
    script: string
    styles: string[]
    /** A script that sets the theme before anything is painted. */
    theme: string
    /** Faces that are preloaded: on every page, and on those with code. */
    fonts: { always: string[]; code: string[] }
  }
  /** For the footer. */
  year: number
  navigation: NavigationItem[]
  /** The site's own icon, as `ShownIcon` takes it; without one the shipped mark stands in its place. */
  mark?: string | undefined
  /** What counts page views. */
  analytics?: Analytics
  /** Scripts that only development adds. */
  devScripts?: string[]
}
