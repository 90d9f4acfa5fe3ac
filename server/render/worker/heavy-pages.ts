import PQueue from 'p-queue'

import { isHeavyQuery } from '../../../db/limits/page-cost.ts'
import { readPageDigest } from '../../../db/lists/read-site-pages.ts'
import { parsePageQuery } from '../../../site/addresses/page-query.ts'
import { ApiError } from '../../errors.ts'
import { type JobFailure, type JobResult, JobWorker } from '../../process/job-worker.ts'
import type { PublishedMirror } from '../../publication/mirror-watcher.ts'
import { LastGoodHtml } from './last-good-html.ts'
import type { PageOutcomes } from './page-outcomes.ts'
import { type PageRequest, type RenderRequest, publicationKey, requestKey } from './page-request.ts'
import type { RenderAnswer, RenderJob } from './render-thread.ts'

/** Pages that may wait for the process; later visitors are asked to come again. */
const MAX_WAITING = 16
/** How long a visitor waits for new HTML where older HTML is at hand. */
const PATIENCE_WITH_HTML_MS = 3000

/** What a heavy page may take. */
export interface RenderLimits {
  /** CPU time of rendering it once. */
  cpuMs: number
  /** How long a visitor waits: less than proxies do. */
  patienceMs: number
}

interface HeavyOptions {
  limits: RenderLimits
  outcomes: PageOutcomes
  /** Hears why a page could not be rendered in time. */
  onFailure: (error: unknown) => void
}

/** A page that is about to be rendered, at the publication that its visitor saw. */
interface Waiting {
  published: PublishedMirror
  job: RenderJob
  digest: string
  /** What is remembered as too slow: the page itself, unless the visitor's query costs much. */
  blamed: PageRequest
}

/**
 * Renders heavy pages in a process of their own, one at a time and within a limit of CPU time, so that
 * other visitors need not wait. A page beyond the limit is rendered plainly. A page that is late all
 * the same gets its last good HTML.
 */
export class HeavyPages {
  readonly #options: HeavyOptions
  readonly #worker: JobWorker<RenderJob, RenderAnswer>
  readonly #lastGood = new LastGoodHtml()
  /** Pages being rendered or waiting, by what was asked: many may ask for one. */
  readonly #running = new Map<string, Promise<string | undefined>>()
  readonly #queue = new PQueue({ concurrency: 1 })

  constructor(options: HeavyOptions) {
    this.#options = options
    const { limits, onFailure } = options
    const thread = new URL('./render-thread.ts', import.meta.url)
    this.#worker = new JobWorker({ thread, cpuLimitMs: limits.cpuMs, onFailure })
  }

  /**
   * The HTML of a page; undefined when the mirror has no such page. Throws `ApiError` page_late and
   * busy, and the error of a page that throws one.
   */
  async render(published: PublishedMirror, request: RenderRequest): Promise<string | undefined> {
    const running = this.#join(published, request)
    // The feed waits for its entries.
    if (request.isEntry) return running
    const { patienceMs } = this.#options.limits
    const hasHtml = this.#lastGood.has(request)
    try {
      return await within(
        running,
        hasHtml ? Math.min(patienceMs, PATIENCE_WITH_HTML_MS) : patienceMs
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
    // The feed asks for one entry after the other, once in a publication.
    if (!request.isEntry && this.#running.size >= MAX_WAITING) throw new ApiError('busy')
    const waiting = waitingFor(published, request)
    this.#modeOf(waiting)
    const started = this.#queue
      .add(() => this.#render(waiting))
      .finally(() => this.#running.delete(key))
    this.#running.set(key, started)
    return started
  }

  /** Throws `ApiError` for a page that is not tried now. */
  #modeOf({ published, job, digest }: Waiting): 'full' | 'plain' {
    const mode = this.#options.outcomes.modeOf(job, [publicationKey(published), digest])
    if (mode === 'failed') throw new ApiError('page_failed')
    if (mode === 'late') throw new ApiError('page_late')
    return mode
  }

  async #render(waiting: Waiting): Promise<string | undefined> {
    const { published, job, digest, blamed } = waiting
    // Other requests may have found out more while this one waited.
    const mode = this.#modeOf(waiting)
    const first = await this.#worker.run({ ...job, isPlain: mode === 'plain' })
    // An entry of the feed is plain already.
    const mayBePlain = isTooMuch(first) && mode === 'full' && !job.isEntry
    const result = mayBePlain ? await this.#worker.run({ ...job, isPlain: true }) : first
    if (isTooMuch(result)) this.#options.outcomes.slow(blamed, digest, 'late')
    else if (mayBePlain) this.#options.outcomes.slow(blamed, digest, 'plain')
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

/** Whether a page would probably take as much again. */
function isTooMuch({ kind }: Result): boolean {
  return kind === 'late' || kind === 'gone'
}

function reasonOf(result: JobFailure, { cpuMs }: RenderLimits): string {
  if (result.kind === 'late') return `it took more than ${cpuMs} ms of CPU time`
  if (result.kind === 'gone') return `its process ended: ${result.message}`
  return 'its process got no CPU time'
}

function waitingFor(published: PublishedMirror, request: RenderRequest): Waiting {
  const { mirror, inode } = published
  const isQueryHeavy = isHeavyQuery(mirror, parsePageQuery(request.search))
  return {
    published,
    job: { ...request, inode, file: mirror.$client.name },
    digest: readPageDigest(mirror, request.pageId) ?? '',
    blamed: isQueryHeavy ? request : { ...request, search: '' }
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
