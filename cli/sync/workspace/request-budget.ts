import { setTimeout as sleep } from 'node:timers/promises'

import PQueue from 'p-queue'

import { accessRemedy } from './access-remedy.ts'
import { CallError } from './call-error.ts'

/** For transient faults: server errors, resets, time-outs, truncated bodies, unexpected responses. */
const MAX_ATTEMPTS = 4
/** Rate limits are counted apart from faults; each wait is longer than the one before. */
const MAX_RATE_LIMITS = 8
/** Calls in a row that failed after all their attempts; the API then counts as down. */
const OUTAGE = 3
const FIRST_BACKOFF_MS = 1000
/** First cool-down after a 429 without a usable `Retry-After`; most of the API's 429s have none. */
const COOL_DOWN_MS = 15_000
const MIN_COOL_DOWN_MS = 1000
const MAX_DEFAULT_COOL_DOWN_MS = 300_000
const MAX_COOL_DOWN_MS = 60 * 60_000

export interface BudgetLimits {
  /** Maximum number of concurrent requests. */
  concurrency: number
  /** Requests a second; null for no limit. */
  ratePerSecond: number | null
  /** Wait before the first retry, in milliseconds; doubled for each further one. Default 1,000. */
  firstBackoffMs?: number | undefined
  /** How often a request is sent at most. Default 4, and 8 for rate limits. */
  attempts?: number | undefined
  /** Aborts waits and rejects further requests. */
  signal?: AbortSignal | undefined
}

/** The workspace API is down or denies access; the records read so far are stored for the next run. */
export class OutageError extends Error {
  override name = 'OutageError'
}

/**
 * Limits all requests of a run: concurrency, rate, one shared cool-down after a 429, and retries with
 * backoff after transient faults.
 */
export class RequestBudget {
  /** Number of requests sent, retries included. */
  requests = 0
  /** Milliseconds spent in cool-downs. */
  waitedMs = 0
  readonly concurrency: number
  /** Aborted when the run is stopped or cannot continue. */
  readonly signal: AbortSignal
  /** A small request that a working API answers; it tells an outage from several faulty calls. */
  probe: (() => Promise<unknown>) | undefined
  readonly #stop = new AbortController()
  readonly #queue: PQueue
  readonly #firstBackoffMs: number
  readonly #attempts: number | undefined
  #coolDown: Promise<void> | undefined
  #rateLimits = 0
  #failedInARow = 0

  constructor(limits: BudgetLimits) {
    const { concurrency, ratePerSecond, firstBackoffMs = FIRST_BACKOFF_MS, signal } = limits
    this.concurrency = concurrency
    this.signal = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal
    this.#firstBackoffMs = firstBackoffMs
    this.#attempts = limits.attempts
    this.#queue = new PQueue(
      ratePerSecond === null
        ? { concurrency }
        : // Strict: otherwise several start together where one interval ends and the next begins.
          { concurrency, interval: Math.ceil(1000 / ratePerSecond), intervalCap: 1, strict: true }
    )
  }

  /**
   * Queues a request and returns its result. Throws the last `CallError` when all attempts failed,
   * and `OutageError` when several calls in a row failed or access is denied.
   */
  async run<T>(request: () => Promise<T>): Promise<T> {
    try {
      const result = await this.#attempt(request)
      this.#failedInARow = 0
      return result
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.isLockedOut) throw new OutageError(`${error.message}; ${accessRemedy}`)
      if (error.isFinal) throw error
      if (++this.#failedInARow >= OUTAGE) await this.#refuseOutage(error)
      throw error
    }
  }

  /** Aborts waits and rejects further requests with this reason. */
  stop(reason: unknown): void {
    this.#stop.abort(reason)
  }

  /** Throws `OutageError` unless the probe succeeds: then the fault is in the calls, not in the API. */
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
        const { isRateLimit } = error
        const allowed = this.#attempts ?? (isRateLimit ? MAX_RATE_LIMITS : MAX_ATTEMPTS)
        if ((isRateLimit ? ++rateLimits : ++faults) >= allowed) throw error
        if (error.isRateLimit) await this.#coolDownAfter(error)
        else await this.#pause(this.#firstBackoffMs * 2 ** (faults - 1) * (0.5 + Math.random() / 2))
      }
    }
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    this.requests++
    const result = await request()
    this.#rateLimits = 0
    return result
  }

  /** Pauses the queue for all calls, so that they do not all start at once after the cool-down. */
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
    const coolDownMs =
      error.retryAfterMs ??
      Math.min(COOL_DOWN_MS * 2 ** this.#rateLimits++, MAX_DEFAULT_COOL_DOWN_MS)
    const ms = Math.min(Math.max(coolDownMs, MIN_COOL_DOWN_MS), MAX_COOL_DOWN_MS)
    this.waitedMs += ms
    await this.#pause(ms)
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal }).catch((error: unknown) => {
      // The signal's reason names the cause of the stop; the error of the timer does not.
      this.signal.throwIfAborted()
      throw error
    })
  }
}
