import { createHash, randomUUID } from 'node:crypto'

import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { Analytics } from '../../site/config/analytics.ts'
import { readBuildDigest } from '../process/load-module.js'
import type { MirrorWatcher } from '../publication/mirror-watcher.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { type PageAssets, readPageAssets } from '../render/document/page-assets.ts'
import type { SiteShell } from '../render/site-shell.ts'
import { makeResponse } from '../render/worker/make-response.ts'
import type { CompiledSlots } from '../render/slots/compiled-slots.ts'
import { SlotFaults } from '../render/slots/slot-fault.ts'
import { loadSlotModule } from '../render/slots/slot-module.ts'
import { type RenderLimits, RenderQueue } from '../render/render-queue.ts'
import { type CacheLimits, KeptResponses } from './kept-responses.ts'
import { ResponseMaker } from './response-maker.ts'
import { ResponseStore } from './store/response-store.ts'

const defaultCache: CacheLimits = { maxBytes: 512_000_000, maxStaleMs: 10_000 }
const defaultLimits: RenderLimits = { cpuMs: 4000, patienceMs: 25_000 }

interface OpenOptions {
  assets?: PageAssets | undefined
  analytics?: Analytics | undefined
  /** Components of the site's own. */
  slots?: CompiledSlots | undefined
  /** Address of the site's own style sheet. */
  customStyles?: string | undefined
  renderLimits?: Partial<RenderLimits> | undefined
  cache?: Partial<CacheLimits> | undefined
  paths: MirrorPaths
  site: PublishedSite
  shell: SiteShell
  watcher: MirrorWatcher
  /** Receives the reason why something could not be rendered. */
  onRenderFailure: (error: unknown) => void
}

/** Opens the kept responses of a site; they follow its publications. */
export function openKeptResponses(options: OpenOptions): KeptResponses {
  const { analytics, customStyles, site, shell, slots, watcher, paths, onRenderFailure } = options
  const { cpuMs, patienceMs } = { ...defaultLimits, ...options.renderLimits }
  const { maxBytes, maxStaleMs } = { ...defaultCache, ...options.cache }
  const { config, basePath, hosting } = site
  const rendered = {
    config,
    basePath,
    hosting,
    assets: options.assets,
    analytics,
    customStyles,
    assetFolder: paths.assets
  }
  const queue = new RenderQueue({
    site: rendered,
    cpuMs,
    slots,
    renderHere: async (request) => {
      const module = slots && (await loadSlotModule(slots.file()))
      return makeResponse({ site, shell, slots: module }, request, { isPlain: false })
    },
    onFailure: onRenderFailure
  })
  const assets = options.assets ?? readPageAssets({ theme: config.theme, basePath })
  // Modules that run from their sources may change without a new build.
  const build = readBuildDigest() ?? randomUUID()
  const place = { config, basePath, hosting }
  const settings = digestOf([build, place, assets, analytics, customStyles, slots?.hash])
  const responses = new KeptResponses({
    site,
    look: () => watcher.look(),
    waitForReplacement: () => watcher.waitForReplacement(),
    hold: () => watcher.hold(),
    queue,
    maker: new ResponseMaker(site, queue),
    store: new ResponseStore({
      paths,
      settings,
      maxBytes,
      excludedPageIds: config.excludedPageIds,
      onFailure: onRenderFailure
    }),
    maxStaleMs,
    patienceMs,
    slotFaults: new SlotFaults(onRenderFailure),
    onFailure: onRenderFailure
  })
  watcher.onPublication((published) => responses.enter(published))
  return responses
}

function digestOf(settings: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex')
}
