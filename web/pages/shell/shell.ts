import type { Analytics } from '../../../site/config/analytics.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import type { Hosting } from '../../../site/config/hosting.ts'
import type { Chapters } from '../../blocks/spoilers/chapters.ts'
import type { TreeBranch } from '../../../site/pages/site-tree.ts'

export interface NavigationItem {
  title: string
  /** The full title if `title` is truncated. */
  wholeTitle?: string | undefined
  href: string
  isExternal: boolean
  isCurrent: boolean
}

/** What every page needs besides its own content. */
export interface Shell {
  /** Its `domain` includes the base path. */
  config: SiteConfig
  /**
   * The path of the site on its host, without a slash at its end; empty for the root. Components link
   * to paths of the site; it is added to the HTML (`server/render/document/add-base-path.ts`).
   */
  basePath: string
  /** `static` if no server answers, which the document tells scripts; by default `server`. */
  hosting?: Hosting
  /** Addresses of the built assets. */
  assets: {
    script: string
    /** Inlined style sheet of the first screen; without it, `styles` are in the head. */
    criticalStyles?: string
    styles: string[]
    /** The site's own style sheet; the first paint waits for it, so that nothing changes. */
    customStyles?: string | undefined
    /** Script that applies a stored theme. */
    theme: string
    /** Preloaded fonts. */
    fonts: string[]
    /** Script of the worker that runs SQL. */
    queryWorker: string
  }
  /** Copyright year in the footer. */
  year: number
  navigation: NavigationItem[]
  /** Reads the site's tree around the page, when its place is rendered; none if it is switched off. */
  tree?: () => TreeBranch | undefined
  /** The covered pages; none before the first publication. */
  chapters: Chapters
  /** The site's icon, as for `ShownIcon`; without one, the default mark is shown. */
  mark?: string | undefined
  analytics?: Analytics
  /** Scripts for development only. */
  devScripts?: string[]
}
