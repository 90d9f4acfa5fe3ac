import PQueue from 'p-queue'

import { isHeavyQuery } from '../../../db/limits/heavy-page.ts'
import { readPageDigest } from '../../../db/lists/read-site-pages.ts'
import { parsePageQuery } from '../../../site/addresses/page-query.ts'
import { ApiError } from '../../errors.ts'
import { type JobFailure, type JobResult, JobWorker } from '../../process/job-worker.ts'
import type { PublishedMirror } from '../../publication/mirror-watcher.ts'
import { LastGoodHtml } from './last-good-html.ts'
import type { PageOutcomes } from './page-outcomes.ts'
import { type PageRequest, type RenderRequest, publicationKey, requestKey } from './page-request.ts'
import type { RenderAnswer, RenderJob } from './render-thread.ts'

/** Pages that may wait for the process. Further requests are answered with `busy`. */
const MAX_WAITING = 16
/** How long a visitor waits for new HTML if there is older HTML. */
const PATIENCE_WITH_OLD_HTML_MS = 3000

/** Limits of rendering one heavy page. */
export interface RenderLimits {
  /** CPU time of one attempt. */
  cpuMs: number
  /** How long a visitor waits; shorter than the timeout of common proxies. */
  patienceMs: number
}

interface HeavyOptions {
  limits: RenderLimits
  outcomes: PageOutcomes
  /** Receives the reason why a page was not rendered in time. */
  onFailure: (error: unknown) => void
}

/** A page in the queue, at the publication that its request saw. */
interface QueuedPage {
  published: PublishedMirror
  job: RenderJob
  digest: string
  /** What is recorded as too slow: the page without its query, unless the query is expensive. */
  slowRequest: PageRequest
}

/**
 * Renders heavy pages one at a time in a child process, so that other visitors need not wait. A page
 * that exceeds the limit of CPU time is rendered again, plainly. A page that still is not ready in
 * time is answered with its last good HTML.
 */
export class HeavyPages {
  readonly #options: HeavyOptions
  readonly #worker: JobWorker<RenderJob, RenderAnswer>
  readonly #lastGood = new LastGoodHtml()
  /** Pages that are rendered or queued, by request: concurrent requests share one result. */
  readonly #running = new Map<string, Promise<string | undefined>>()
  readonly #queue = new PQueue({ concurrency: 1 })

  constructor(options: HeavyOptions) {
    this.#options = options
    const { limits, onFailure } = options
    const thread = new URL('./render-thread.ts', import.meta.url)
    this.#worker = new JobWorker({ thread, cpuLimitMs: limits.cpuMs, onFailure })
  }

  /**
   * The HTML of a page; undefined if the mirror has no such page. Throws `ApiError` page_late or
   * busy, or the error that rendering threw.
   */
  async render(published: PublishedMirror, request: RenderRequest): Promise<string | undefined> {
    const running = this.#join(published, request)
    // The feed waits for each of its entries.
    if (request.isEntry) return running
    const { patienceMs } = this.#options.limits
    const hasHtml = this.#lastGood.has(request)
    try {
      return await within(
        running,
        hasHtml ? Math.min(patienceMs, PATIENCE_WITH_OLD_HTML_MS) : patienceMs
      )
    } catch (error) {
      const isDelay = error instanceof ApiError && error.statusCode === 503
      const html = isDelay ? this.#lastGood.find(published, request) : undefined
      if (html === undefined) throw error
      return html
    }
  }

  close(): void {
    this.#worker.close()
  }

  async #join(published: PublishedMirror, request: RenderRequest): Promise<string | undefined> {
    const key = `${publicationKey(published)} ${requestKey(request)}`
    const running = this.#running.get(key)
    if (running) return running
    // The feed requests one entry after the other, once per publication.
    if (!request.isEntry && this.#running.size >= MAX_WAITING) throw new ApiError('busy')
    const page = queuedPage(published, request)
    this.#modeOf(page)
    const started = this.#queue
      .add(() => this.#render(page))
      .finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }

  /** Throws `ApiError` for a page that must not be rendered now. */
  #modeOf({ published, job, digest }: QueuedPage): 'full' | 'plain' {
    const mode = this.#options.outcomes.modeOf(job, [publicationKey(published), digest])
    if (mode === 'failed') throw new ApiError('page_failed')
    if (mode === 'late') throw new ApiError('page_late')
    return mode
  }

  async #render(page: QueuedPage): Promise<string | undefined> {
    const { published, job, digest, slowRequest } = page
    // The outcome of another request may have changed the mode in the meantime.
    const mode = this.#modeOf(page)
    const first = await this.#worker.run({ ...job, isPlain: mode === 'plain' })
    // Entries of the feed are always plain.
    const canBePlain = isTooSlow(first) && mode === 'full' && !job.isEntry
    const result = canBePlain ? await this.#worker.run({ ...job, isPlain: true }) : first
    if (isTooSlow(result)) this.#options.outcomes.slow(slowRequest, digest, 'late')
    else if (canBePlain) this.#options.outcomes.slow(slowRequest, digest, 'plain')
    if (result.kind !== 'rendered') throw this.#errorOf(job, result)
    const { html } = result
    if (html !== undefined && !job.isEntry) this.#lastGood.add(published, job, html)
    return html
  }

  #errorOf({ pageId }: RenderJob, result: Exclude<Result, { kind: 'rendered' }>): Error {
    if (result.kind === 'failed') {
      return Object.assign(new Error(result.message), { stack: result.stack })
    }
    if (result.kind === 'moved') return new ApiError('mirror_unreadable')
    const { limits, onFailure } = this.#options
    const reason = reasonOf(result, limits)
    if (result.kind !== 'closed') onFailure(new Error(`page ${pageId} is not rendered: ${reason}`))
    return new ApiError('page_late')
  }
}

type Result = JobResult<RenderAnswer>

/** Whether another attempt would probably exceed the limits as well. */
function isTooSlow({ kind }: Result): boolean {
  return kind === 'late' || kind === 'gone'
}

function reasonOf(result: JobFailure, { cpuMs }: RenderLimits): string {
  if (result.kind === 'late') return `it took more than ${cpuMs} ms of CPU time`
  if (result.kind === 'gone') return `its process ended: ${result.message}`
  return 'its process got no CPU time'
}

function queuedPage(published: PublishedMirror, request: RenderRequest): QueuedPage {
  const { mirror, inode } = published
  const isQueryHeavy = isHeavyQuery(mirror, parsePageQuery(request.search))
  return {
    published,
    job: { ...request, inode, file: mirror.$client.name },
    digest: readPageDigest(mirror, request.pageId) ?? '',
    slowRequest: isQueryHeavy ? request : { ...request, search: '' }
  }
}

async function within<T>(result: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('page_late')), limitMs)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
