import PQueue from 'p-queue'

import type { PublishedMirror } from '../live-mirror.ts'
import { ApiError } from '../errors.ts'
import { parsePageQuery } from '../../site/page-query.ts'
import { isHeavyPage, isHeavyQuery } from '../../db/weigh-page.ts'
import type { DrawingAnswer, DrawingJob } from './answer-drawings.ts'
import { type DrawingResult, DrawingWorker } from './drawing-worker.ts'
import { drawAsked } from './draw-entry.tsx'
import type { PageRequest } from './draw-page.tsx'
import { FailedPages } from './failed-pages.ts'

/** Heavy pages that may wait for the thread; who comes then is asked to come again. */
const MAX_WAITING = 16

interface DrawerOptions {
  /** How long drawing a heavy page may take. */
  limitMs: number
  /** Hears why a page could not be drawn. */
  onFailure: (error: unknown) => void
}

/**
 * Draws pages. Light ones at once; heavy ones (`isHeavyPage`, `isHeavyQuery`) in a thread of their own, so that other
 * visitors need not wait for them, one at a time and within a limit of time and memory;
 * what takes longer is drawn plainly.
 */
export class PageDrawer {
  readonly #onFailure: DrawerOptions['onFailure']
  readonly #limitMs: number
  readonly #worker: DrawingWorker<DrawingJob, DrawingAnswer>
  readonly #failed = new FailedPages()
  /** Pages being drawn or waiting, by what was asked: many may ask for one. */
  readonly #running = new Map<string, Promise<string | undefined>>()
  readonly #queue = new PQueue({ concurrency: 1 })
  #weights: { state: string; isHeavy: Map<string, boolean> } | undefined

  constructor({ limitMs, onFailure }: DrawerOptions) {
    this.#onFailure = onFailure
    this.#limitMs = limitMs
    const script = new URL('drawing-thread.js', import.meta.url)
    this.#worker = new DrawingWorker({ script, limitMs, onFailure })
  }

  /**
   * The HTML of a page; undefined when the mirror has none such. Throws `ApiError` page_failed for a
   * page that cannot be drawn, and busy when too many wait.
   */
  async draw(published: PublishedMirror, request: PageRequest): Promise<string | undefined> {
    const state = stateOf(published)
    if (this.#failed.has(state, request)) throw new ApiError('page_failed')
    if (!this.#isHeavy(published, request)) return this.#drawHere(published, request)
    const key = JSON.stringify([state, request.pageId, request.search, request.isEntry])
    const running = this.#running.get(key) ?? this.#enqueue(published, request)
    this.#running.set(key, running)
    return running.finally(() => this.#running.delete(key))
  }

  async close(): Promise<void> {
    await this.#worker.close()
  }

  #drawHere(published: PublishedMirror, request: PageRequest): string | undefined {
    try {
      return drawAsked(published.mirror, request)
    } catch (error) {
      this.#failed.add(stateOf(published), request)
      this.#onFailure(failure(request, error))
      throw new ApiError('page_failed')
    }
  }

  #isHeavy(published: PublishedMirror, { pageId, search }: PageRequest): boolean {
    if (this.#isHeavyPage(published, pageId)) return true
    return search !== '' && isHeavyQuery(published.mirror, parsePageQuery(search))
  }

  /** Weighed once for each publication. */
  #isHeavyPage(published: PublishedMirror, pageId: string): boolean {
    const state = stateOf(published)
    if (this.#weights?.state !== state) this.#weights = { state, isHeavy: new Map() }
    const { isHeavy } = this.#weights
    const known = isHeavy.get(pageId) ?? isHeavyPage(published.mirror, pageId)
    isHeavy.set(pageId, known)
    return known
  }

  #enqueue(published: PublishedMirror, request: PageRequest): Promise<string | undefined> {
    // The feed asks for one after the other, once in a publication.
    if (!request.isEntry && this.#running.size >= MAX_WAITING) throw new ApiError('busy')
    const { inode, mirror } = published
    const job = { ...request, inode, file: mirror.$client.name }
    return this.#queue.add(() => this.#drawThere(stateOf(published), job))
  }

  async #drawThere(state: string, job: DrawingJob): Promise<string | undefined> {
    // While it waited, the same page may have turned out not to be drawable.
    if (this.#failed.has(state, job)) throw new ApiError('page_failed')
    const first = await this.#worker.run(job)
    // An entry of the feed is plain already.
    const mayBePlain = first.kind === 'late' && !job.isEntry
    const result = mayBePlain ? await this.#worker.run({ ...job, isPlain: true }) : first
    if (result.kind === 'drawn') return result.html
    if (result.kind === 'moved') throw new ApiError('mirror_unreadable')
    this.#failed.add(state, job, result.kind === 'late')
    this.#onFailure(failure(job, reasonOf(result, this.#limitMs)))
    throw new ApiError('page_failed')
  }
}

/** Tells one publication from another; a restored file may count from one again. */
function stateOf({ publication, inode }: PublishedMirror): string {
  return `${inode} ${publication.generation} ${publication.digest}`
}

function reasonOf(result: DrawingResult<DrawingAnswer>, limitMs: number): Error {
  if (result.kind === 'failed') {
    return Object.assign(new Error(result.message), { stack: result.stack })
  }
  if (result.kind === 'gone') return new Error(`its thread ended: ${result.message}`)
  return new Error(`it took more than ${limitMs} ms`)
}

function failure({ pageId }: PageRequest, cause: unknown): Error {
  return new Error(`the page ${pageId} cannot be drawn: ${String(cause)}`, { cause })
}
