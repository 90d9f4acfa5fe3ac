import type { Analytics } from '../../site/config/analytics.ts'
import type { Chapters } from '../../web/blocks/spoilers/chapters.ts'
import type { Shell } from '../../web/pages/shell/shell.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { type PageAssets, readPageAssets } from './document/page-assets.ts'
import { siteChapters } from '../publication/site-index.ts'
import { navigationLinks } from './navigation-links.ts'
import { emojiMark, siteMark } from './site-mark.ts'
import { siteTree } from './site-tree.ts'
import type { SlotFault } from './slots/slot-fault.ts'
import type { SlotModule } from './slots/slot-module.ts'
import { dateFormatter } from '../../site/locales/formatters.ts'

/** Returns the shell of a page, whose link is marked in the navigation, or of another document. */
export type SiteShell = (path?: string, pageId?: string) => Shell

/** What every document is rendered with. */
export interface RenderContext {
  site: PublishedSite
  shell: SiteShell
  /** Components of the site's own, if it has any. */
  slots?: SlotModule | undefined
  onSlotFault?: (fault: SlotFault) => void
}

/** Before the first publication the shell has no navigation. Throws if the web build is missing. */
export function siteShell(
  site: PublishedSite,
  options: {
    assets?: PageAssets | undefined
    analytics?: Analytics | undefined
    /** Address of the site's own style sheet. */
    customStyles?: string | undefined
  }
): SiteShell {
  const { config, basePath, hosting } = site
  const { theme } = config
  const { devScripts, ...found } = options.assets ?? readPageAssets({ theme, basePath })
  const assets = { ...found, customStyles: options.customStyles }
  return (currentPath, pageId) => {
    const links = site.isReady() ? navigationLinks(site) : []
    const navigation = links.map((link) => ({ ...link, isCurrent: link.href === currentPath }))
    const mark = site.isReady() ? siteMark(site) : emojiMark(config.defaultPageIcon)
    const year = yearNow(config.timeZone)
    const analytics = options.analytics ?? {}
    const chapters: Chapters = site.isReady() ? siteChapters(site) : new Map()
    const place = { config, basePath, hosting }
    const shell = { ...place, assets, analytics, mark, navigation, chapters, year }
    const tree = () => (site.isReady() ? siteTree(site, pageId) : undefined)
    return {
      ...shell,
      ...(config.isSiteTreeEnabled && { tree }),
      ...(devScripts && { devScripts })
    }
  }
}

/** The current year in the site's time zone. */
function yearNow(timeZone: string): number {
  return Number(dateFormatter('en', { year: 'numeric', timeZone }).format())
}
