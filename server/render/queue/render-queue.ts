import { readPageDigest } from '../../../db/lists/read-site-pages.ts'
import { ApiError } from '../../errors.ts'
import { type PublishedMirror, publicationKey } from '../../publication/mirror-source.ts'
import { receivedResponse } from '../../responses/finished-response.ts'
import type { CompiledSlots } from '../slots/compiled-slots.ts'
import { isHeavyHere, isQueryHeavy } from '../worker/is-heavy.ts'
import { KnownHeavy } from './known-heavy.ts'
import { PageOutcomes, withoutQuery } from './page-outcomes.ts'
import { failed, notRendered, renderedAgain, renderedPlain } from './render-failures.ts'
import { type LaneResult, RenderLane } from './render-lane.ts'
import {
  type RenderJob,
  type RenderRequest,
  type RenderSite,
  requestKey
} from '../worker/render-request.ts'
import type { Made } from '../worker/make-response.ts'
import { type Queued, RenderTask, type Waiting, priorities } from './render-task.ts'

/** Requests of visitors that may wait for each lane; further ones are answered with `busy`. */
const MAX_WAITING = { quick: 200, slow: 16, data: 16 }
/** CPU time of one job in the quick lane; what takes longer moves to the slow lane. */
const QUICK_CPU_MS = 1000
/** CPU time of rows of the mirror, whose order and conditions are the visitor's. */
const DATA_CPU_MS = 2000
/** Niceness of the processes: finished pages, which the server sends, come first, then light pages. */
const NICE = { quick: 5, slow: 10, data: 15 }

/** Pauses before the first retry: of a page that was too slow, and of one whose processes ended. */
const SLOW_PAUSE_MS = 60_000
const ENDED_PAUSE_MS = 1000

/** Limits of rendering one page. */
export interface RenderLimits {
  /** CPU time of one attempt. */
  cpuMs: number
  /** How long a visitor waits; shorter than the timeout of common proxies. */
  patienceMs: number
}

type Lane = 'quick' | 'slow' | 'data'

interface QueueOptions {
  site: RenderSite
  cpuMs: number
  /** Components of the site's own. */
  slots: CompiledSlots | undefined
  /** Renders in this process, when a child process cannot open the mirror that is served. */
  renderHere: (request: RenderRequest) => Promise<Made>
  /** Receives the reason why something could not be rendered. */
  onFailure: (error: unknown) => void
}

/**
 * Renders in child processes, so that nothing slow blocks the server. There are three lanes: the quick one
 * for what visitors wait for, the slow one for heavy pages and for those without a waiting visitor, and one
 * for rows of the mirror, so that their statements delay no page. The process of the quick lane estimates a
 * page first, and returns a heavy one. A page that exceeds the limit of CPU time is rendered again, plainly.
 */
export class RenderQueue {
  readonly #options: QueueOptions
  readonly #outcomes = new PageOutcomes()
  readonly #lanes: Record<Lane, RenderLane>
  readonly #heavy = new KnownHeavy()
  /** What is rendered or queued, by publication and request. */
  readonly #tasks = new Map<string, RenderTask>()
  #isClosed = false

  constructor(options: QueueOptions) {
    this.#options = options
    const { cpuMs, onFailure } = options
    this.#lanes = {
      quick: new RenderLane({ cpuLimitMs: QUICK_CPU_MS, nice: NICE.quick, onFailure }),
      slow: new RenderLane({ cpuLimitMs: cpuMs, nice: NICE.slow, onFailure }),
      data: new RenderLane({ cpuLimitMs: DATA_CPU_MS, nice: NICE.data, onFailure })
    }
  }

  /** Renders a request. Throws `ApiError` page_failed, page_late or busy. */
  async render(
    published: PublishedMirror,
    request: RenderRequest,
    waiting: Waiting = 'visitor'
  ): Promise<Made> {
    // The parts of a feed are requested one after the other, also while the server closes its mirror.
    if (this.#isClosed) throw new ApiError('page_late')
    const publication = publicationKey(published)
    const isFailed = () => this.#outcomes.modeOf(request, [publication]) === 'failed'
    if (isFailed()) throw new ApiError('page_failed')
    try {
      return await this.#join(published, request, waiting)
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Concurrent requests share one result, which is reported once.
      if (!isFailed()) this.#options.onFailure(failed(request, error))
      this.#outcomes.fail(request, publication)
      throw new ApiError('page_failed')
    }
  }

  /** Resolves when nothing is rendered any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.close()))
  }

  /** Moves a rendering that may be queued forward, if `waiting` is more important than who waits so far. */
  prefer(published: PublishedMirror, request: RenderRequest, waiting: Waiting): void {
    const task = this.#tasks.get(taskKey(published, request))
    if (task) this.#prefer(task, waiting)
  }

  #join(published: PublishedMirror, request: RenderRequest, waiting: Waiting): Promise<Made> {
    const key = taskKey(published, request)
    const known = this.#tasks.get(key)
    // The parts of two feeds may be of different publications.
    if (known && request.kind !== 'feed-document') {
      this.#prefer(known, waiting)
      return known.result
    }
    const queued = { published, request, digest: digestOf(published, request) }
    this.#modeOf(queued)
    const task = new RenderTask(queued, waiting)
    const lane = this.#laneOf(task)
    if (waiting === 'visitor' && this.#isFull(lane)) throw new ApiError('busy')
    this.#enqueue(task, lane)
    this.#tasks.set(key, task)
    const forget = () => void (this.#tasks.get(key) === task && this.#tasks.delete(key))
    task.result.then(forget, forget)
    return task.result
  }

  /** Queues a task once more, in front of what is less important, unless a lane works on it. */
  #prefer(task: RenderTask, waiting: Waiting): void {
    if (task.isStarted || priorities[task.waiting] >= priorities[waiting]) return
    task.waiting = waiting
    this.#enqueue(task, this.#laneOf(task))
  }

  #laneOf({ waiting, queued: { published, request } }: RenderTask): Lane {
    if (request.kind === 'data' || request.kind === 'api-rows') return 'data'
    const isHeavy = this.#heavy.has(publicationKey(published), request)
    return waiting === 'visitor' && !isHeavy ? 'quick' : 'slow'
  }

  #isFull(lane: Lane): boolean {
    return this.#lanes[lane].size >= MAX_WAITING[lane]
  }

  #enqueue(task: RenderTask, lane: Lane): void {
    const work = lane === 'quick' ? this.#tryQuickly : this.#renderSlowly
    this.#lanes[lane].add(async (run) => {
      if (task.isStarted) return
      task.isStarted = true
      try {
        const made = await work.call(this, task, run)
        if (made) task.resolve(made)
      } catch (error) {
        task.reject(error)
      }
    }, priorities[task.waiting])
  }

  /** Undefined if the request is heavy: it then waits for the slow lane. */
  async #tryQuickly(task: RenderTask, run: RenderLane['run']): Promise<Made | undefined> {
    const { published, request } = task.queued
    const result = await run({ ...jobOf(task.queued, this.#options), isOnlyIfLight: true })
    // Another file, which may be damaged, has taken the path of the mirror that is open here.
    if (result.kind === 'moved') return this.#renderHere(task.queued)
    if (result.kind !== 'heavy' && !isTooSlow(result)) return this.#made(task.queued, result)
    // A process that ended says nothing about the page: it may have been killed from outside.
    if (result.kind === 'gone') this.#options.onFailure(renderedAgain(request, result))
    else {
      const part = result.kind === 'heavy' ? result.part : 'page'
      this.#heavy.add(publicationKey(published), request, part)
    }
    if (this.#isFull('slow')) throw new ApiError('busy')
    task.isStarted = false
    this.#enqueue(task, 'slow')
    return undefined
  }

  /** Throws `ApiError` mirror_unreadable for a heavy request, which would block the server. */
  async #renderHere({ published, request }: Queued): Promise<Made> {
    if (isHeavyHere(published.mirror, request)) throw new ApiError('mirror_unreadable')
    return this.#options.renderHere(request)
  }

  async #renderSlowly({ queued }: RenderTask, run: RenderLane['run']): Promise<Made> {
    // The outcome of another request may have changed the mode in the meantime.
    const mode = this.#modeOf(queued)
    const job = jobOf(queued, this.#options)
    const first = await this.#runTwice(run, { ...job, isPlain: mode === 'plain' })
    const canBePlain = isTooSlow(first) && mode === 'full' && queued.request.kind === 'page'
    const result = canBePlain ? await run({ ...job, isPlain: true }) : first
    if (mode === 'full' && !isTooSlow(first)) return this.#made(queued, first)
    const slowRequest = slowPart(queued)
    const isEnded = [first, result].some(({ kind }) => kind === 'gone')
    const publication = publicationKey(queued.published)
    const outcome = {
      digest: queued.digest,
      publication,
      firstPauseMs: isEnded ? ENDED_PAUSE_MS : SLOW_PAUSE_MS
    }
    if (isTooSlow(result)) this.#outcomes.slow(slowRequest, { ...outcome, mode: 'late' })
    else if (canBePlain && this.#outcomes.slow(slowRequest, { ...outcome, mode: 'plain' })) {
      const { slots, onFailure } = this.#options
      onFailure(renderedPlain(queued.request, first, slots !== undefined))
    }
    // It ends the process each time, which must not disturb the quick lane.
    if (isEnded) this.#heavy.add(publication, queued.request, 'page')
    const made = this.#made(queued, result)
    return { ...made, expiresAt: this.#outcomes.retryAt(slowRequest) ?? made.expiresAt }
  }

  /** Runs a job again if its process ends. */
  async #runTwice(run: RenderLane['run'], job: RenderJob): Promise<LaneResult> {
    const first = await run(job)
    if (first.kind !== 'gone') return first
    this.#options.onFailure(renderedAgain(job.request, first))
    return run(job)
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
    if (result.kind === 'heavy') throw new Error('only the quick lane estimates a request')
    if (result.kind !== 'closed') this.#options.onFailure(notRendered(request, result))
    throw new ApiError('page_late')
  }
}

function received(made: Made): Made {
  const { result } = made
  return result && 'bodies' in result ? { ...made, result: receivedResponse(result) } : made
}

function taskKey(published: PublishedMirror, request: RenderRequest): string {
  return `${publicationKey(published)} ${requestKey(request)}`
}

function jobOf({ published, request }: Queued, { site, slots }: QueueOptions): RenderJob {
  const { mirror, fileId } = published
  const from = { site, file: mirror.$client.name, fileId, slots: slots?.file() }
  return { ...from, request, isPlain: false, isOnlyIfLight: false }
}

function digestOf({ mirror }: PublishedMirror, request: RenderRequest): string {
  return 'pageId' in request ? (readPageDigest(mirror, request.pageId) ?? '') : ''
}

/** What is recorded as too slow: the page without its query, unless the query is expensive. */
function slowPart({ published, request }: Queued): RenderRequest {
  const isOwn = isQueryHeavy(published.mirror, request)
  return isOwn ? request : withoutQuery(request)
}

/** Whether another attempt would probably exceed the limits as well. */
function isTooSlow({ kind }: LaneResult): boolean {
  return kind === 'late' || kind === 'gone'
}
