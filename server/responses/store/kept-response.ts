import type { FinishedResponse } from '../finished-response.ts'
import type { ResponseRequest } from '../response-request.ts'

/** A finished response and what decides how long it is kept. */
export interface KeptResponse extends FinishedResponse {
  request: ResponseRequest
  /** Since when a newer publication may have made it stale, in UTC milliseconds. */
  staleSince: number | undefined
  /** UTC milliseconds. */
  madeAt: number
  /** When it is stale in any case, in UTC milliseconds. */
  expiresAt: number | undefined
}

/** Since when a response is stale, in UTC milliseconds; undefined if it is not. */
export function staleTime(kept: KeptResponse): number | undefined {
  const { staleSince, madeAt, expiresAt } = kept
  if (staleSince !== undefined || expiresAt === undefined) return staleSince
  const now = Date.now()
  // After the clock was set back, it would expire too late.
  if (madeAt > now) return now
  return expiresAt <= now ? expiresAt : undefined
}
