import { isHeavyPage, isHeavyQuery } from '../../db/limits/heavy-page.ts'
import { readPageDigest } from '../../db/lists/read-site-pages.ts'
import { parsePageQuery } from '../../site/addresses/page-query.ts'
import { ApiError } from '../errors.ts'
import type { JobFailure } from '../process/job-worker.ts'
import { type PublishedMirror, publicationKey } from '../publication/mirror-source.ts'
import { receivedResponse } from '../responses/finished-response.ts'
import { PageOutcomes, withoutQuery } from './worker/page-outcomes.ts'
import { type LaneResult, RenderLane } from './worker/render-lane.ts'
import {
  type RenderJob,
  type RenderRequest,
  type RenderSite,
  requestKey
} from './worker/render-request.ts'
import type { Made } from './worker/make-response.ts'

/** Requests of visitors that may wait for each lane; further ones are answered with `busy`. */
const MAX_WAITING = { quick: 200, slow: 16 }
/** CPU time of one job in the quick lane; what takes longer moves to the slow lane. */
const QUICK_CPU_MS = 1000

/** Limits of rendering one page. */
export interface RenderLimits {
  /** CPU time of one attempt. */
  cpuMs: number
  /** How long a visitor waits; shorter than the timeout of common proxies. */
  patienceMs: number
}

/** Besides light pages: what takes little time on most sites. */
const quickKinds: ReadonlySet<string> = new Set(['app', 'tag', 'tags'])

/** Who waits for a rendering, the most important first. */
export type Waiting = 'visitor' | 'feed' | 'background'
const priorities = { visitor: 2, feed: 1, background: 0 }

interface QueueOptions {
  site: RenderSite
  cpuMs: number
  /** Renders in this process, when a child process cannot open the mirror that is served. */
  renderHere: (request: RenderRequest) => Promise<Made>
  /** Receives the reason why something could not be rendered. */
  onFailure: (error: unknown) => void
}

/** A request in the queue, at the publication that it saw. */
interface Queued {
  published: PublishedMirror
  request: RenderRequest
  /** Of the page, to notice that it has changed; empty for other requests. */
  digest: string
}

/**
 * Renders in child processes, so that nothing slow blocks the server. There are two lanes: one for
 * pages that are expected to be light, one for all others and for work that no visitor waits for. A
 * page that exceeds the limit of CPU time is rendered again, plainly.
 */
export class RenderQueue {
  readonly #options: QueueOptions
  readonly #outcomes = new PageOutcomes()
  readonly #lanes: { quick: RenderLane; slow: RenderLane }
  /** What is rendered or queued, by publication and request: concurrent requests share one result. */
  readonly #running = new Map<string, Promise<Made>>()
  readonly #waiting = { quick: 0, slow: 0 }
  /** Whether pages are heavy, by id, for one publication. */
  #heaviness: { publication: string; isHeavy: Map<string, boolean> } | undefined

  constructor(options: QueueOptions) {
    this.#options = options
    const { cpuMs, onFailure } = options
    this.#lanes = {
      quick: new RenderLane({ cpuLimitMs: QUICK_CPU_MS, onFailure }),
      slow: new RenderLane({ cpuLimitMs: cpuMs, onFailure })
    }
  }

  /** Renders a request. Throws `ApiError` page_failed, page_late or busy. */
  async render(
    published: PublishedMirror,
    request: RenderRequest,
    waiting: Waiting = 'visitor'
  ): Promise<Made> {
    const publication = publicationKey(published)
    const isFailed = () => this.#outcomes.modeOf(request, [publication]) === 'failed'
    if (isFailed()) throw new ApiError('page_failed')
    try {
      return await this.#join(published, request, waiting)
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Concurrent requests share one result, which is reported once.
      if (!isFailed()) this.#options.onFailure(failure(request, error))
      this.#outcomes.fail(request, publication)
      throw new ApiError('page_failed')
    }
  }

  close(): void {
    this.#lanes.quick.close()
    this.#lanes.slow.close()
  }

  async #join(published: PublishedMirror, request: RenderRequest, waiting: Waiting): Promise<Made> {
    // A visitor must not wait behind background work.
    const key = `${publicationKey(published)} ${waiting === 'visitor'} ${requestKey(request)}`
    const running = this.#running.get(key)
    // The parts of two feeds may be of different publications.
    if (running && request.kind !== 'feed-document') return running
    const queued = { published, request, digest: digestOf(published, request) }
    this.#modeOf(queued)
    const isSlow = waiting !== 'visitor' || this.#isHeavy(published, request)
    const lane = isSlow ? 'slow' : 'quick'
    if (waiting === 'visitor' && this.#waiting[lane] >= MAX_WAITING[lane])
      throw new ApiError('busy')
    this.#waiting[lane]++
    const started = this.#start(queued, lane, waiting).finally(() => {
      this.#waiting[lane]--
      this.#running.delete(key)
    })
    this.#running.set(key, started)
    return started
  }

  async #start(queued: Queued, lane: 'quick' | 'slow', waiting: Waiting): Promise<Made> {
    const priority = priorities[waiting]
    if (lane === 'quick') {
      const result = await this.#lanes.quick.add(
        (run) => run(jobOf(queued, this.#options.site)),
        priority
      )
      // Another file, which may be damaged, has taken the path of the mirror that is open here.
      if (result.kind === 'moved') return this.#options.renderHere(queued.request)
      if (!isTooSlow(result)) return this.#made(queued, result)
      this.#remember(queued.published, queued.request)
    }
    return this.#lanes.slow.add((run) => this.#renderSlowly(queued, run), priority)
  }

  async #renderSlowly(queued: Queued, run: RenderLane['run']): Promise<Made> {
    // The outcome of another request may have changed the mode in the meantime.
    const mode = this.#modeOf(queued)
    const job = jobOf(queued, this.#options.site)
    const first = await run({ ...job, isPlain: mode === 'plain' })
    const canBePlain = isTooSlow(first) && mode === 'full' && queued.request.kind === 'page'
    const result = canBePlain ? await run({ ...job, isPlain: true }) : first
    const slowRequest = slowPart(queued)
    if (isTooSlow(result)) this.#outcomes.slow(slowRequest, queued.digest, 'late')
    else if (canBePlain) this.#outcomes.slow(slowRequest, queued.digest, 'plain')
    const made = this.#made(queued, result)
    if (mode === 'full' && !canBePlain) return made
    return { ...made, expiresAt: this.#outcomes.retryAt(slowRequest) ?? made.expiresAt }
  }

  /** Throws `ApiError` for what must not be rendered now. */
  #modeOf({ published, request, digest }: Queued): 'full' | 'plain' {
    const mode = this.#outcomes.modeOf(request, [publicationKey(published), digest])
    if (mode === 'failed') throw new ApiError('page_failed')
    if (mode === 'late') throw new ApiError('page_late')
    return mode
  }

  #made({ request }: Queued, result: LaneResult): Made {
    if (result.kind === 'rendered') return received(result)
    if (result.kind === 'failed') {
      throw Object.assign(new Error(result.message), { stack: result.stack })
    }
    if (result.kind === 'moved') throw new ApiError('mirror_unreadable')
    const { cpuMs, onFailure } = this.#options
    if (result.kind !== 'closed') {
      onFailure(new Error(`${nameOf(request)} is not rendered: ${reasonOf(result, cpuMs)}`))
    }
    throw new ApiError('page_late')
  }

  #isHeavy(published: PublishedMirror, request: RenderRequest): boolean {
    if (quickKinds.has(request.kind)) return false
    if (request.kind !== 'page' && request.kind !== 'markdown') return true
    if (this.#isHeavyPage(published, request.pageId)) return true
    return request.kind === 'page' && isQueryHeavy(published, request.search)
  }

  /** Estimated once per publication. */
  #isHeavyPage(published: PublishedMirror, pageId: string): boolean {
    const isHeavy = this.#heavinessOf(published)
    const known = isHeavy.get(pageId) ?? isHeavyPage(published.mirror, pageId)
    isHeavy.set(pageId, known)
    return known
  }

  /** Remembers a page that is heavy although it was expected to be light. */
  #remember(published: PublishedMirror, request: RenderRequest): void {
    if ('pageId' in request) this.#heavinessOf(published).set(request.pageId, true)
  }

  #heavinessOf(published: PublishedMirror): Map<string, boolean> {
    const publication = publicationKey(published)
    if (this.#heaviness?.publication !== publication) {
      this.#heaviness = { publication, isHeavy: new Map() }
    }
    return this.#heaviness.isHeavy
  }
}

function received(made: Made): Made {
  const { result } = made
  return result && 'bodies' in result ? { ...made, result: receivedResponse(result) } : made
}

function jobOf({ published, request }: Queued, site: RenderSite): RenderJob {
  const { mirror, inode } = published
  return { site, file: mirror.$client.name, inode, request, isPlain: false }
}

function digestOf({ mirror }: PublishedMirror, request: RenderRequest): string {
  return 'pageId' in request ? (readPageDigest(mirror, request.pageId) ?? '') : ''
}

/** What is recorded as too slow: the page without its query, unless the query is expensive. */
function slowPart({ published, request }: Queued): RenderRequest {
  const isOwn = request.kind === 'page' && isQueryHeavy(published, request.search)
  return isOwn ? request : withoutQuery(request)
}

function isQueryHeavy({ mirror }: PublishedMirror, search: string): boolean {
  return search !== '' && isHeavyQuery(mirror, parsePageQuery(search))
}

/** Whether another attempt would probably exceed the limits as well. */
function isTooSlow({ kind }: LaneResult): boolean {
  return kind === 'late' || kind === 'gone'
}

function reasonOf(result: JobFailure, cpuMs: number): string {
  if (result.kind === 'late') return `it took more than ${cpuMs} ms of CPU time`
  if (result.kind === 'gone') return `its process ended: ${result.message}`
  return 'its process got no CPU time'
}

function nameOf(request: RenderRequest): string {
  return 'pageId' in request ? `page ${request.pageId}` : request.kind
}

function failure(request: RenderRequest, cause: unknown): Error {
  return new Error(`${nameOf(request)} cannot be rendered: ${String(cause)}`, { cause })
}
