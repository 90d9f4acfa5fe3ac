import { afterEach, beforeEach, vi } from 'vitest'

import { type BudgetLimits, RequestBudget } from '../../../../cli/sync/workspace/request-budget.ts'
import { Workspace } from '../../../../cli/sync/workspace/workspace.ts'
import { replaceSleep } from '../../../support/run/waits.ts'

/** A response of the API, or the error of a connection. */
export type Answer = { status: number; headers?: Record<string, string>; body?: unknown } | Error

export const ok: Answer = { status: 200, body: { recordMap: {} } }
export const down: Answer = { status: 503 }

/** A 429, with this `Retry-After`. */
export function limited(retryAfter?: string): Answer {
  return { status: 429, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } }
}

/** Replaces timers, the clock and the random numbers (by one half) in each test of a file. */
export function useFakeClock(): void {
  let restore: (() => void) | undefined
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    restore = replaceSleep(fakeSleep)
  })
  afterEach(() => {
    restore?.()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

function fakeSleep(ms: number, value: unknown, { signal }: { signal: AbortSignal }) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, value)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The operation was aborted', 'AbortError'))
    })
  })
}

/** A client of an API that gives these answers in turn, and then succeeds. */
export function connect(answers: Answer[], limits: Partial<BudgetLimits> = {}) {
  const start = Date.now()
  /** When each request was sent, in milliseconds since the start. */
  const sentAt: number[] = []
  vi.stubGlobal('fetch', async () => {
    sentAt.push(Date.now() - start)
    const answer = answers.shift() ?? ok
    if (answer instanceof Error) throw answer
    const { status, headers = {}, body = {} } = answer
    return Response.json(body, { status, headers })
  })
  const budget = new RequestBudget({ concurrency: 8, ratePerSecond: null, ...limits })
  const workspace = new Workspace({ baseUrl: 'http://workspace.test/api/v3', budget })
  /** Sends a request; resolves to the error of a failed one. */
  const call = () =>
    workspace.records([]).then(
      () => undefined,
      (error: unknown) => error as Error
    )
  return { budget, call, sentAt }
}

/** Lets a day pass, longer than all waits of a call, and returns its result. */
export async function settled<T>(result: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
  return result
}
