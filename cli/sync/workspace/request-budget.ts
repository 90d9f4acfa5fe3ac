import { setTimeout as sleep } from 'node:timers/promises'

import PQueue from 'p-queue'

import { accessRemedy } from './access-remedy.ts'
import { CallError } from './call-error.ts'

/** Attempts for faults that pass: server errors, resets, time-outs, cut bodies, answers that are none. */
const MAX_ATTEMPTS = 4
/** Rate limits are no faults: a run waits them out, each wait longer than the one before. */
const MAX_RATE_LIMITS = 8
/** So many calls in a row that failed after all their attempts mean that the API is down. */
const OUTAGE = 3
const FIRST_BACKOFF_MS = 1000
/** What a 429 without a usable `Retry-After` costs at first; the API sends one without it most of the time. */
const COOL_DOWN_MS = 15_000
const MIN_COOL_DOWN_MS = 1000
const MAX_GUESS_MS = 300_000
const MAX_COOL_DOWN_MS = 60 * 60_000

export interface BudgetLimits {
  /** Requests under way at once. */
  concurrency: number
  /** Requests a second; null for no limit. */
  ratePerSecond: number | null
  /** Wait before the first retry, in milliseconds; doubled for each further one. Default 1,000. */
  firstBackoffMs?: number | undefined
  /** Ends every wait and refuses every further request. */
  signal?: AbortSignal | undefined
}

/** The workspace answers nothing any more; what has arrived is kept for the next run. */
export class OutageError extends Error {
  override name = 'OutageError'
}

/**
 * The one budget of requests of a run: how many at once, how many a second, one cool-down that all
 * of them keep after a 429, and retries with backoff for faults that pass. Every call goes through it.
 */
export class RequestBudget {
  /** Requests sent, retries included. */
  requests = 0
  /** Milliseconds spent in cool-downs. */
  waitedMs = 0
  readonly concurrency: number
  /** Aborted when the run is stopped from outside, or can not go on. */
  readonly signal: AbortSignal
  /** A small request that any API in order answers. Without it many failures in a row are an outage. */
  probe: (() => Promise<unknown>) | undefined
  readonly #stop = new AbortController()
  readonly #queue: PQueue
  readonly #firstBackoffMs: number
  #coolDown: Promise<void> | undefined
  #rateLimits = 0
  #failedInARow = 0

  constructor(limits: BudgetLimits) {
    const { concurrency, ratePerSecond, firstBackoffMs = FIRST_BACKOFF_MS, signal } = limits
    this.concurrency = concurrency
    this.signal = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal
    this.#firstBackoffMs = firstBackoffMs
    this.#queue = new PQueue(
      ratePerSecond === null
        ? { concurrency }
        : // Strict: otherwise several start together where one interval ends and the next begins.
          { concurrency, interval: Math.ceil(1000 / ratePerSecond), intervalCap: 1, strict: true }
    )
  }

  /**
   * Runs a request when its turn comes. Rethrows the last error when the fault does not pass, and
   * `OutageError` when nothing has got through for some calls.
   */
  async run<T>(request: () => Promise<T>): Promise<T> {
    try {
      const answer = await this.#attempt(request)
      this.#failedInARow = 0
      return answer
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.isLockedOut) throw new OutageError(`${error.message}; ${accessRemedy}`)
      if (error.isFinal) throw error
      if (++this.#failedInARow >= OUTAGE) await this.#refuseOutage(error)
      throw error
    }
  }

  /** Ends every wait and refuses every further request, for this reason. */
  stop(reason: unknown): void {
    this.#stop.abort(reason)
  }

  /** Throws `OutageError` unless the probe gets through: then what failed has faults of its own. */
  async #refuseOutage(failure: CallError): Promise<void> {
    try {
      if (!this.probe) throw failure
      await this.#attempt(this.probe)
      this.#failedInARow = 0
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      throw new OutageError(failure.message, { cause: error })
    }
  }

  async #attempt<T>(request: () => Promise<T>): Promise<T> {
    for (let faults = 0, rateLimits = 0; ;) {
      try {
        return await this.#queue.add(() => this.#send(request))
      } catch (error) {
        this.signal.throwIfAborted()
        if (!(error instanceof CallError) || error.isFinal) throw error
        if (error.isRateLimit ? ++rateLimits >= MAX_RATE_LIMITS : ++faults >= MAX_ATTEMPTS)
          throw error
        if (error.isRateLimit) await this.#coolDownAfter(error)
        else await this.#pause(this.#firstBackoffMs * 2 ** (faults - 1) * (0.5 + Math.random() / 2))
      }
    }
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    this.requests++
    const answer = await request()
    this.#rateLimits = 0
    return answer
  }

  /** Stops the queue for all calls, so that they do not all go at once when the time is over. */
  #coolDownAfter(error: CallError): Promise<void> {
    this.#coolDown ??= this.#coolDownFor(error)
    return this.#coolDown
  }

  async #coolDownFor(failure: CallError): Promise<void> {
    this.#queue.pause()
    try {
      await this.#waitAfter(failure)
    } finally {
      this.#coolDown = undefined
      this.#queue.start()
    }
  }

  async #waitAfter(error: CallError): Promise<void> {
    const askedMs =
      error.retryAfterMs ?? Math.min(COOL_DOWN_MS * 2 ** this.#rateLimits++, MAX_GUESS_MS)
    const ms = Math.min(Math.max(askedMs, MIN_COOL_DOWN_MS), MAX_COOL_DOWN_MS)
    this.waitedMs += ms
    await this.#pause(ms)
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal }).catch((error: unknown) => {
      // The reason says who stopped the run; the timer's own error only that it was stopped.
      this.signal.throwIfAborted()
      throw error
    })
  }
}
