import { setTimeout as sleep } from 'node:timers/promises'

import { FetchError } from 'ofetch'
import PQueue from 'p-queue'

import { AnswerError } from './records.ts'

const MAX_ATTEMPTS = 4
const FIRST_BACKOFF_MS = 1000
/** What a 429 without a usable `Retry-After` costs; the API sends one without it most of the time. */
const COOL_DOWN_MS = 30_000
const MIN_COOL_DOWN_MS = 1000

export interface BudgetLimits {
  /** Requests under way at once. */
  concurrency: number
  /** Requests a second; null for no limit. */
  ratePerSecond: number | null
  /** Wait before the first retry, in milliseconds; doubled for each further one. Default 1,000. */
  firstBackoffMs?: number
}

/**
 * The one budget of requests of a run: how many at once, how many a second, one cool-down that all
 * of them keep after a 429, and retries with backoff for faults that pass. Every call goes through it.
 */
export class RequestBudget {
  /** Requests sent, retries included. */
  requests = 0
  readonly #queue: PQueue
  readonly #firstBackoffMs: number
  #pausedUntil = 0

  constructor(limits: BudgetLimits) {
    const { concurrency, ratePerSecond, firstBackoffMs = FIRST_BACKOFF_MS } = limits
    this.#firstBackoffMs = firstBackoffMs
    this.#queue = new PQueue(
      ratePerSecond === null
        ? { concurrency }
        : { concurrency, interval: Math.ceil(1000 / ratePerSecond), intervalCap: 1 }
    )
  }

  /** Runs a request when its turn comes. Rethrows the last error when the fault does not pass. */
  async run<T>(request: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#queue.add(() => this.#send(request))
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isPassing(error)) throw error
        await this.#waitBefore(attempt, error)
      }
    }
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    const waitMs = this.#pausedUntil - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    this.requests++
    return await request()
  }

  async #waitBefore(attempt: number, error: unknown): Promise<void> {
    if (error instanceof FetchError && error.statusCode === 429) {
      const coolDownMs = Math.max(retryAfterMs(error) ?? COOL_DOWN_MS, MIN_COOL_DOWN_MS)
      this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + coolDownMs)
      return
    }
    await sleep(this.#firstBackoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
  }
}

/** Rate limits, server errors, resets, time-outs, cut bodies and maintenance pages pass; the rest is final. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof FetchError)) {
    // A cut body is a TypeError of fetch; a maintenance page is an answer that is not understood.
    return error instanceof TypeError || error instanceof AnswerError
  }
  const status = error.statusCode
  return status === undefined || status === 408 || status === 429 || status >= 500
}

function retryAfterMs(error: FetchError): number | undefined {
  const value = error.response?.headers.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(delayMs) ? delayMs : undefined
}
