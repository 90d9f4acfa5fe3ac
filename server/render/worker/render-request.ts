import type { Analytics } from '../../../site/config/analytics.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import type { Hosting } from '../../../site/config/hosting.ts'
import type { ResponseRequest } from '../../responses/response-request.ts'
import type { PageAssets } from '../document/page-assets.ts'

/** What a render process makes: a response, or a part of the feed. */
export type RenderRequest =
  | ResponseRequest
  /** The ids of the pages of the feed, as JSON. */
  | { kind: 'feed-pages' }
  /** The article of a page for the feed. */
  | { kind: 'entry'; pageId: string }
  /** The feed with the HTML of its entries by page id. */
  | { kind: 'feed-document'; entries: Record<string, string> }

/** Identifies a request in queues and outcomes. */
export function requestKey(request: RenderRequest): string {
  if (request.kind === 'feed-document') return request.kind
  if (request.kind === 'page') return `page ${request.pageId}${request.search}`
  return JSON.stringify(request)
}

/** The site as a render process needs it. */
export interface RenderSite {
  /** Its `domain` includes the base path. */
  config: SiteConfig
  /** See `PublishedSite`. */
  basePath: string
  /** `server` by default. */
  hosting?: Hosting
  /** The folder of the fetched files. */
  assetFolder: string
  assets: PageAssets | undefined
  analytics: Analytics | undefined
  /** Address of the site's own style sheet. */
  customStyles?: string | undefined
}

/** Something to render. Plain values, because it is sent to another process. */
export interface RenderJob {
  site: RenderSite
  file: string
  /** See `fileIdOf`: of the served mirror. A file that has replaced it may not have been verified yet. */
  fileId: string
  request: RenderRequest
  /** Path of the site's components, see `loadSlotModule`. */
  slots?: string | undefined
  /** Without typesetting and with few rows of each view: for a page that is too slow with them. */
  isPlain: boolean
  /** Whether a heavy request is only estimated, and not rendered. */
  isOnlyIfLight: boolean
}
