import type { MetricSources } from '../metrics/metric-sources.ts'
import { unlessLate } from '../process/time-limit.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { RenderQueue } from '../render/queue/render-queue.ts'
import type { Made } from '../render/worker/make-response.ts'
import type { Urgency, Waiting } from '../render/queue/render-task.ts'
import { ApiError } from '../errors.ts'
import type { FinishedResponse } from './finished-response.ts'
import { type KeptResponse, staleTime } from './store/kept-response.ts'
import { keptAddress } from './kept-address.ts'
import type { ReadyResponse } from './store/ready-response.ts'
import type { FlatHeaders } from './store/response-head.ts'
import { Refresher } from './refresher.ts'
import type { CurrentMaker } from './current-maker.ts'
import { type ResponseRequest, addressOf, isOfPresent, isSameRequest } from './response-request.ts'
import type { ResponseStore } from './store/response-store.ts'
import { stillOnSite } from './store/still-on-site.ts'

/** How long a visitor waits for a new response if there is a stale one. */
const PATIENCE_WITH_STALE_MS = 3000

/** Limits of keeping responses. */
export interface CacheLimits {
  /** Bytes of all kept responses, on disk. */
  maxBytes: number
  /** How long a stale response may be sent, in milliseconds; with 0, visitors wait for a new one. */
  maxStaleMs: number
}

interface KeptOptions {
  site: PublishedSite
  queue: Pick<RenderQueue, 'close'>
  maker: CurrentMaker
  store: ResponseStore
  maxStaleMs: number
  /** How long a visitor waits for a new response, in milliseconds. */
  patienceMs: number
  /** Receives the error of a response that could not be made in the background. */
  onFailure: (error: unknown) => void
}

/**
 * The finished responses of the site. They are made on first use and sent until a publication changes
 * what they were made of. Then they are made again in the background, while visitors get the previous
 * ones for a bounded time. A response that names withdrawn content is never sent again.
 */
export class KeptResponses {
  readonly #counts = { hits: 0, staleHits: 0, misses: 0, refreshes: 0 }
  readonly #store: ResponseStore
  readonly #refresher: Refresher
  readonly #options: KeptOptions
  /** What is being made, by address: visitors and the background share the result of a request. */
  readonly #making = new Map<string, Making>()

  constructor(options: KeptOptions) {
    this.#options = options
    this.#store = options.store
    this.#refresher = new Refresher((request) => this.#refresh(request), options.onFailure)
  }

  /**
   * The response to a URL if it can be sent now, without anything to be rendered; with `isRouted`,
   * only if its route is known. The response counts as sent. For `now` see `MirrorSource`.
   */
  find(url: string, isRouted = false, now?: number): ReadyResponse | undefined {
    // Notices a new publication before anything of the previous one is sent.
    if (!this.#options.site.current(now)) return undefined
    const ready = this.#store.get(keptAddress(url), url)
    if (!ready || (isRouted && ready.route === undefined)) return undefined
    const kept = isKept(ready.finished) ? ready.finished : undefined
    const stale = kept && staleTime(kept)
    if (kept && stale !== undefined) {
      const isTooOld = Date.now() - stale >= this.#options.maxStaleMs
      if (isTooOld || isOfPresent(kept.request)) return undefined
      this.#counts.staleHits++
      this.#refresher.prefer(kept.request)
    }
    this.#counts.hits++
    ready.visits++
    return ready
  }

  /**
   * The response to a request, made now unless it is kept. A stale one is sent if no new one is ready
   * in time, or if it cannot be made, but never with `refusesStale` or for `isOfPresent`. Undefined if the
   * site has nothing at this address. Throws `ApiError` like `CurrentMaker`.
   */
  async answer(request: ResponseRequest, refusesStale = false): Promise<Answer> {
    const isStaleRefused = refusesStale || isOfPresent(request)
    const address = addressOf(request)
    const known = this.#store.find(address)
    if (isFresh(known)) {
      this.#counts.hits++
      return known
    }
    this.#counts.misses++
    const { patienceMs, maxStaleMs } = this.#options
    const canBeStale = known !== undefined && maxStaleMs > 0 && !isStaleRefused
    try {
      const making = this.#join(address, request, 'visitor')
      const ms = canBeStale ? Math.min(patienceMs, PATIENCE_WITH_STALE_MS) : patienceMs
      return await unlessLate(making, { ms, late })
    } catch (error) {
      const isReplaced = error instanceof ApiError && !isStaleRefused
      const stale = isReplaced ? this.#store.find(address) : undefined
      // Another page may have had this address before.
      if (!stale || !isSameRequest(stale.request, request)) throw error
      this.#counts.staleHits++
      return stale
    }
  }

  /** The response to a request, made for this call and not kept. Throws like `answer`. */
  async answerOnce(request: ResponseRequest): Promise<Made['result']> {
    this.#counts.misses++
    const { maker, patienceMs } = this.#options
    const making = maker.make(request, { waiting: 'visitor' }, ({ result }) => result)
    return unlessLate(making, { ms: patienceMs, late })
  }

  /** What has been counted since the start, and the present state. */
  numbers(): MetricSources['responses'] {
    const { entries, bytes, withdrawn } = this.#store
    const oldest = this.#store.oldestStale()
    // 0 means that no response is stale, so the age of one that is has a lower bound.
    const oldestStaleSeconds = oldest === undefined ? 0 : Math.max(1, Date.now() - oldest) / 1000
    const { waiting: queued } = this.#refresher
    const made = this.#options.maker.numbers()
    return { ...this.#counts, ...made, entries, bytes, withdrawn, oldestStaleSeconds, queued }
  }

  /** The number of stale responses that are made again in the background. */
  get pending(): number {
    return this.#refresher.pending
  }

  /** Keeps a response that depends on nothing but the configuration. */
  keepFixed(address: string, finished: FinishedResponse): void {
    this.#store.built.add(address, finished)
  }

  /** Whether the headers of all responses are to be learnt; see `learnHeaders`. */
  needsHeaders(): boolean {
    return this.#store.needsHeaders
  }

  setCommonHeaders(headers: FlatHeaders): void {
    this.#store.setCommonHeaders(headers)
  }

  /** Called with each new publication before it is served. */
  enter(published: PublishedMirror): void {
    const { requests, isWithdrawal } = this.#store.enter(published)
    const { mirror } = published
    const again = requests.filter(({ kind }) => kind !== 'data')
    // All of them are stale; few will be asked for again.
    for (const request of requests)
      if (request.kind === 'data') this.#store.remove(addressOf(request))
    if (isWithdrawal)
      this.#refresher.replace((waiting) => stillOnSite(mirror, [...again, ...waiting]))
    else this.#refresher.add(again)
  }

  async close(): Promise<void> {
    this.#refresher.close()
    const ended = this.#options.queue.close()
    this.#store.close()
    await ended
  }

  async #join(address: string, request: ResponseRequest, waiting: Waiting): Promise<Answer> {
    const known = this.#making.get(address)
    if (known) {
      // A visitor waits for what is made in the background.
      if (waiting === 'visitor') {
        known.urgency.waiting = waiting
        this.#options.maker.prefer(known.request)
      }
      if (waiting === 'background' || isSameRequest(known.request, request)) return known.answer
      // Another page had this address before, or the page had another path.
      await Promise.allSettled([known.answer])
      return this.#join(address, request, waiting)
    }
    const urgency = { waiting }
    const keep = (made: Made) => this.#keep(request, made)
    const making = this.#options.maker.make(request, urgency, keep)
    const answer = making.finally(() => this.#making.delete(address))
    this.#making.set(address, { request, urgency, answer })
    return answer
  }

  async #refresh(request: ResponseRequest): Promise<void> {
    // A visitor may have waited for it in the meantime.
    const address = addressOf(request)
    if (isFresh(this.#store.find(address))) return
    await this.#join(address, request, 'background')
    this.#counts.refreshes++
  }

  #keep(request: ResponseRequest, { result, keys, expiresAt }: Made): Answer {
    const address = addressOf(request)
    if (!result || 'redirect' in result) {
      this.#store.remove(address)
      return result
    }
    const kept = { ...result, request, madeAt: Date.now(), expiresAt, staleSince: undefined }
    this.#store.set(address, kept, keys)
    return kept
  }
}

/** A response that is being made. */
interface Making {
  request: ResponseRequest
  urgency: Urgency
  answer: Promise<Answer>
}

/** A response, the address that it redirects to, or undefined if there is nothing. */
export type Answer = KeptResponse | { redirect: string } | undefined

/** Whether a response was made from the mirror; others depend on the configuration only. */
function isKept(finished: FinishedResponse): finished is KeptResponse {
  return 'request' in finished
}

function isFresh(kept: KeptResponse | undefined): kept is KeptResponse {
  return kept !== undefined && staleTime(kept) === undefined
}

function late(): never {
  throw new ApiError('page_late')
}
