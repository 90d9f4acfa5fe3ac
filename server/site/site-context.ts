import { type MirrorPaths, mirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { spoilerCopies } from '../../db/mirror/spoiler-copies.ts'
import type { Analytics } from '../../site/config/analytics.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import type { Hosting } from '../../site/config/hosting.ts'
import { Downloads } from '../download/downloads.ts'
import { cardRefresher } from '../pictures/social-image/refresh-cards.ts'
import { type CardLimits, SocialImages } from '../pictures/social-image/social-images.ts'
import { Variants } from '../pictures/variants/variants.ts'
import { StatementPool } from '../process/statement/statement-pool.ts'
import { MirrorWatcher } from '../publication/mirror-watcher.ts'
import { PublishedSite } from '../publication/published-site.ts'
import type { SharedCache } from '../publication/redis/shared-cache.ts'
import { type CustomStyles, readCustomStyles } from '../render/document/custom-styles.ts'
import type { PageAssets } from '../render/document/page-assets.ts'
import type { CompiledSlots } from '../render/slots/compiled-slots.ts'
import type { RenderLimits } from '../render/queue/render-queue.ts'
import { type SiteShell, siteShell } from '../render/site-shell.ts'
import type { CacheLimits, KeptResponses } from '../responses/kept-responses.ts'
import { openKeptResponses } from '../responses/open-kept-responses.ts'
import { type Rendering, renderingOf } from '../responses/rendering.ts'
import { SiteSearch } from '../search/site-search.ts'

/** What routes answer from; each takes the parts that it needs. */
export interface SiteContext {
  site: PublishedSite
  /** Follows the mirror file. */
  watcher: MirrorWatcher
  shell: SiteShell
  /** The site's own style sheet. */
  custom: CustomStyles | undefined
  /** What responses are made of besides a publication. */
  rendering: Rendering
  /** The finished responses. */
  responses: KeptResponses
  search: SiteSearch
  /** Runs the statements of visitors. */
  statements: StatementPool
  /** Copies of the mirror for `/mirror.db`. */
  downloads: Downloads
  /** Smaller copies of pictures. */
  variants: Variants
  /** Preview pictures of pages. */
  socialImages: SocialImages
  /** Brings the stored preview pictures in line with the publication that is served. */
  refreshCards: (site: PublishedSite) => Promise<void>
}

/** What a site is served from and with. */
export interface ServingOptions {
  config: SiteConfig
  /** The data directory, or a mirror file. */
  dataDir: string
  /** Whether a server answers visitors, or files that are made of its responses; `server` by default. */
  hosting?: Hosting | undefined
  /** Services that count page views; none by default. */
  analytics?: Analytics | undefined
  /** Whether a publication may be replaced by an older one. */
  isRollbackAllowed?: boolean
  /** Pause between two looks at the mirror file, 250 by default; with 0, each request looks. */
  lookIntervalMs?: number
  /** Disk space for smaller copies of pictures. */
  maxVariantBytes?: number
  /** How long a smaller copy is waited for before the original is sent; 4,000 by default. */
  variantPatienceMs?: number
  cardLimits?: CardLimits
  /** Limits for rendering a page: by default 4,000 ms of CPU time, and visitors wait 25 s. */
  renderLimits?: Partial<RenderLimits>
  /** Limits of keeping responses; 512 MB, of which none is sent more than 10 s after it is stale. */
  cache?: Partial<CacheLimits>
}

interface ContextOptions extends ServingOptions {
  /** The path that the site is mounted at, without a slash at its end; empty for the root. */
  basePath: string
  assets?: PageAssets | undefined
  /** Components of the site's own. */
  slots?: CompiledSlots | undefined
  /** What this server shares with others. */
  shared?: SharedCache | undefined
  onMirrorFailure: (error: unknown) => void
  onDownloadFailure: (error: unknown) => void
  onPictureFailure: (error: unknown) => void
  onRenderFailure: (error: unknown) => void
  onSearchFailure: (error: unknown) => void
}

/** Opens what the routes of a site use; see `closeSiteContext`. Throws if the web build is missing. */
export function openSiteContext(options: ContextOptions): SiteContext {
  const { onPictureFailure } = options
  const { paths, watcher, site } = openPublishedSite(options)
  const { config } = site
  const custom = readCustomStyles(config.customCss)
  const withStyles = { ...options, customStyles: custom?.href }
  const shell = siteShell(site, withStyles)
  const rendering = renderingOf({ ...withStyles, paths, site })
  const socialImages = new SocialImages(paths, {
    ...options.cardLimits,
    shared: options.shared,
    onFailure: onPictureFailure
  })
  return {
    site,
    watcher,
    shell,
    custom,
    rendering,
    responses: openKeptResponses({ ...options, rendering, paths, site, shell, watcher }),
    search: new SiteSearch(site, paths.folder, options.onSearchFailure),
    statements: new StatementPool(),
    downloads: new Downloads(paths, options.onDownloadFailure),
    variants: new Variants(paths, {
      maxBytes: options.maxVariantBytes,
      patienceMs: options.variantPatienceMs,
      onFailure: onPictureFailure
    }),
    socialImages,
    refreshCards: cardRefresher(socialImages)
  }
}

/** Opens the mirror that everything public is made of, and follows its file. */
export function openPublishedSite(
  options: Pick<
    ContextOptions,
    | 'config'
    | 'dataDir'
    | 'basePath'
    | 'hosting'
    | 'isRollbackAllowed'
    | 'lookIntervalMs'
    | 'onMirrorFailure'
  >
): { paths: MirrorPaths; watcher: MirrorWatcher; site: PublishedSite } {
  const {
    basePath,
    hosting = 'server',
    isRollbackAllowed,
    lookIntervalMs,
    onMirrorFailure
  } = options
  const paths = publicPaths(options)
  const watcher = new MirrorWatcher(paths, {
    config: options.config,
    isRollbackAllowed,
    lookIntervalMs,
    onFailure: onMirrorFailure
  })
  const config = configBelow(options.config, basePath)
  const place = { assetFolder: paths.assets, basePath, hosting }
  const site = new PublishedSite(config, { source: watcher, ...place })
  return { paths, watcher, site }
}

/** The mirror that everything public is made of. */
function publicPaths({ config, dataDir }: Pick<ContextOptions, 'config' | 'dataDir'>): MirrorPaths {
  const paths = mirrorPaths(dataDir)
  const copies = spoilerCopies(paths.file, config.spoilers)
  return copies ? { ...paths, file: copies.public } : paths
}

/** The configuration of a site below a path: absolute addresses begin with its `domain`. */
function configBelow(config: SiteConfig, basePath: string): SiteConfig {
  return basePath === '' ? config : { ...config, domain: config.domain + basePath }
}

/**
 * Closes what a site has opened, and waits for all that is `running`. Nothing uses the data directory any
 * more when this resolves, child processes included.
 */
export async function closeSiteContext(
  context: SiteContext,
  running: Iterable<Promise<void>>
): Promise<void> {
  context.search.close()
  await Promise.all([
    context.responses.close(),
    context.statements.close(),
    context.watcher.close(),
    context.socialImages.stop()
  ])
  // It stops early, because nothing is served any more.
  await Promise.all(running)
  await context.downloads.close()
  await context.variants.close()
  await context.socialImages.close()
}
