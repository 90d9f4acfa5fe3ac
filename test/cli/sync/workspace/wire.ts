import { afterEach, beforeEach, vi } from 'vitest'

import { type BudgetLimits, RequestBudget } from '../../../../cli/sync/workspace/request-budget.ts'
import { Workspace } from '../../../../cli/sync/workspace/workspace.ts'
import { replaceSleep } from '../../../support/run/waits.ts'

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** A response of the API, the error of a connection, or no response until the request is aborted. */
export type Answer = Reply | Error | 'none'

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
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('The operation was aborted', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve(value)
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

interface Sent {
  body: string
  headers: HeadersInit
  signal: AbortSignal
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** A client of an API that gives these answers in turn, and then succeeds. */
export function connect(answers: Answer[], limits: Partial<BudgetLimits> = {}) {
  const start = Date.now()
  /** When each request was sent, in milliseconds since the start. */
  const sentAt: number[] = []
  const bodies: unknown[] = []
  const headers: HeadersInit[] = []
  vi.stubGlobal('fetch', async (_: unknown, { body: sent, headers: named, signal }: Sent) => {
    sentAt.push(Date.now() - start)
    bodies.push(JSON.parse(sent))
    headers.push(named)
    const answer = answers.shift() ?? ok
    if (answer === 'none') return rejectedBy(signal)
    if (answer instanceof Error) throw answer
    const { status, headers: given = {}, body = {} } = answer
    if (status === 204) return new Response(null, { status, headers: given })
    return Response.json(body, { status, headers: given })
  })
  const budget = new RequestBudget({ concurrency: 8, ratePerSecond: null, ...limits })
  const workspace = new Workspace({ baseUrl: 'http://workspace.test/api/v3', budget })
  /** Sends a request; resolves to the error of a failed one. */
  const call = () =>
    workspace.records([]).then(
      () => undefined,
      (error: unknown) => error as Error
    )
  return { budget, workspace, call, sentAt, bodies, headers }
}

/** Lets a day pass, longer than all waits of a call, and returns its result. */
export async function settled<T>(result: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
  return result
}
