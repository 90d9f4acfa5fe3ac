import { mirrorPaths } from '../db/mirror/mirror-paths.ts'
import type { Analytics } from '../site/config/analytics.ts'
import type { SiteConfig } from '../site/config/config.ts'
import { Downloads } from './download/downloads.ts'
import { cardRefresher } from './pictures/social-image/refresh-cards.ts'
import { type CardLimits, SocialImages } from './pictures/social-image/social-images.ts'
import { Variants } from './pictures/variants/variants.ts'
import { PublishedSite } from './publication/published-site.ts'
import type { SharedCache } from './publication/redis/shared-cache.ts'
import type { PageAssets } from './render/page-assets.ts'
import { SiteRenderer } from './render/site-renderer.ts'
import { type SiteShell, siteShell } from './render/site-shell.ts'
import type { RenderLimits } from './render/worker/heavy-pages.ts'
import { SiteSearch } from './search/site-search.ts'

/** What routes answer from; each takes the parts that it needs. */
export interface SiteContext {
  site: PublishedSite
  shell: SiteShell
  renderer: SiteRenderer
  search: SiteSearch
  /** Copies of the mirror for `/mirror.db`. */
  downloads: Downloads
  /** Smaller copies of pictures. */
  variants: Variants
  /** Preview pictures of pages. */
  socialImages: SocialImages
  /** Brings the stored preview pictures in line with the publication that is served. */
  refreshCards: (site: PublishedSite) => Promise<void>
}

interface ContextOptions {
  config: SiteConfig
  /** The data directory, or a mirror file. */
  dataDir: string
  assets?: PageAssets | undefined
  analytics?: Analytics | undefined
  maxVariantBytes?: number | undefined
  renderLimits?: Partial<RenderLimits> | undefined
  isRollbackAllowed?: boolean | undefined
  cardLimits?: CardLimits | undefined
  /** What this server shares with others. */
  shared?: SharedCache | undefined
  onMirrorFailure: (error: unknown) => void
  onDownloadFailure: (error: unknown) => void
  onPictureFailure: (error: unknown) => void
  onRenderFailure: (error: unknown) => void
  onSearchFailure: (error: unknown) => void
}

/** Throws if the web build is missing. */
export function openSiteContext(options: ContextOptions): SiteContext {
  const { config, isRollbackAllowed, onPictureFailure } = options
  const paths = mirrorPaths(options.dataDir)
  const site = new PublishedSite(config, paths, {
    isRollbackAllowed,
    onFailure: options.onMirrorFailure
  })
  const shell = siteShell(site, options)
  const socialImages = new SocialImages(paths, {
    ...options.cardLimits,
    shared: options.shared,
    onFailure: onPictureFailure
  })
  return {
    site,
    shell,
    renderer: new SiteRenderer(site, shell, {
      limits: options.renderLimits,
      onFailure: options.onRenderFailure
    }),
    search: new SiteSearch(site, paths.folder, options.onSearchFailure),
    downloads: new Downloads(paths, options.onDownloadFailure),
    variants: new Variants(paths, {
      maxBytes: options.maxVariantBytes,
      onFailure: onPictureFailure
    }),
    socialImages,
    refreshCards: cardRefresher(socialImages)
  }
}

export async function closeSiteContext(context: SiteContext): Promise<void> {
  context.renderer.close()
  context.search.close()
  context.site.close()
  await context.downloads.close()
  await context.variants.close()
  await context.socialImages.close()
}
