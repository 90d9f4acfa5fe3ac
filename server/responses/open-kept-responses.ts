import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { MirrorWatcher } from '../publication/mirror-watcher.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from '../render/site-shell.ts'
import { SlotFaults } from '../render/slots/slot-fault.ts'
import { loadSlotModule } from '../render/slots/slot-module.ts'
import { type RenderLimits, RenderQueue } from '../render/queue/render-queue.ts'
import { CurrentMaker } from './current-maker.ts'
import { type CacheLimits, KeptResponses } from './kept-responses.ts'
import type { Rendering } from './rendering.ts'
import { ResponseMaker } from './response-maker.ts'
import { ResponseStore } from './store/response-store.ts'

const defaultCache: CacheLimits = { maxBytes: 512_000_000, maxStaleMs: 10_000 }
const defaultLimits: RenderLimits = { cpuMs: 4000, patienceMs: 25_000 }

interface OpenOptions {
  rendering: Rendering
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
  const { rendering, site, shell, watcher, paths, onRenderFailure } = options
  const { slots } = rendering
  const { cpuMs, patienceMs } = { ...defaultLimits, ...options.renderLimits }
  const { maxBytes, maxStaleMs } = { ...defaultCache, ...options.cache }
  const queue = new RenderQueue({
    site: rendering.site,
    cpuMs,
    slots,
    renderHere: async (request) => {
      // Loaded when it is needed: with its languages of code and its formulas it is half of the modules.
      const { makeResponse } = await import('../render/worker/make-response.ts')
      const module = slots && (await loadSlotModule(slots.file()))
      return makeResponse({ site, shell, slots: module }, request, { isPlain: false })
    },
    onFailure: onRenderFailure
  })
  const responses = new KeptResponses({
    site,
    queue,
    maker: new CurrentMaker({
      site,
      maker: new ResponseMaker(site, queue),
      look: () => watcher.look(),
      waitForReplacement: () => watcher.waitForReplacement(),
      hold: () => watcher.hold(),
      slotFaults: new SlotFaults(onRenderFailure)
    }),
    store: new ResponseStore({
      // A build has files of its own.
      paths: site.hosting === 'static' ? { ...paths, folder: undefined } : paths,
      settings: rendering.settings,
      maxBytes,
      excludedPageIds: site.config.excludedPageIds,
      onFailure: onRenderFailure
    }),
    maxStaleMs,
    patienceMs,
    onFailure: onRenderFailure
  })
  watcher.onPublication((published) => responses.enter(published))
  return responses
}
