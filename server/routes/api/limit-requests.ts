import { type FastifyRateLimitStore, fastifyRateLimit } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import { ApiError } from '../../errors.ts'

const WINDOW_MS = 60_000
/** Clients whose requests are counted. */
const MAX_CLIENTS = 5000

interface Limits {
  /** Requests of one client in a minute. */
  max: number
  /** Whether answers are kept by shared caches, which would send the number of one client to all others. */
  isShared: boolean
}

/** Refuses the requests of a client beyond a number in a minute, for all routes that follow. */
export async function limitRequests(app: FastifyInstance, limits: Limits): Promise<void> {
  const isNamed = !limits.isShared
  await app.register(fastifyRateLimit, {
    max: limits.max,
    timeWindow: WINDOW_MS,
    store: RequestCounts,
    enableDraftSpec: true,
    addHeadersOnExceeding: {
      'ratelimit-limit': isNamed,
      'ratelimit-remaining': isNamed,
      'ratelimit-reset': isNamed
    },
    errorResponseBuilder: () => new ApiError('too_many_requests')
  })
}

/** The requests of the clients that have asked last; `startedAt` is in monotonic milliseconds. */
class RequestCounts implements FastifyRateLimitStore {
  readonly #counts = new BoundedMap<string, { current: number; startedAt: number }>(MAX_CLIENTS)

  incr(client: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
    const now = performance.now()
    const known = this.#counts.get(client)
    const isRunning = known !== undefined && now - known.startedAt < WINDOW_MS
    const { current, startedAt } = isRunning ? known : { current: 0, startedAt: now }
    this.#counts.set(client, { current: current + 1, startedAt })
    done(null, { current: current + 1, ttl: WINDOW_MS - (now - startedAt) })
  }

  child(): FastifyRateLimitStore {
    return this
  }
}
