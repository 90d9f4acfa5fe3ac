import { hash } from 'node:crypto'

import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { Analytics } from '../../site/config/analytics.ts'
import { readCodeVersion } from '../process/load-module.js'
import type { PublishedSite } from '../publication/published-site.ts'
import { type PageAssets, readPageAssets } from '../render/document/page-assets.ts'
import type { CompiledSlots } from '../render/slots/compiled-slots.ts'
import type { RenderSite } from '../render/worker/render-request.ts'

/** What responses are made of besides a publication. */
export interface Rendering {
  /** For render processes. */
  site: RenderSite
  /** Components of the site's own. */
  slots: CompiledSlots | undefined
  /** Identifies it all: what was made with other settings has to be made again. */
  settings: string
}

interface RenderingParts {
  assets?: PageAssets | undefined
  analytics?: Analytics | undefined
  slots?: CompiledSlots | undefined
  /** Address of the site's own style sheet. */
  customStyles?: string | undefined
  paths: MirrorPaths
  site: PublishedSite
}

/** What responses are rendered with, and the hash of it. Throws if the web build is missing. */
export function renderingOf(parts: RenderingParts): Rendering {
  const { analytics, customStyles, site, slots, paths } = parts
  const { config, basePath, hosting } = site
  const assets = parts.assets ?? readPageAssets({ theme: config.theme, basePath })
  const place = { config, basePath, hosting }
  const made = { ...place, assets: parts.assets, analytics, customStyles }
  return {
    site: { ...made, assetFolder: paths.assets },
    slots,
    settings: hash(
      'sha256',
      JSON.stringify([readCodeVersion(), place, assets, analytics, customStyles, slots?.hash])
    )
  }
}
