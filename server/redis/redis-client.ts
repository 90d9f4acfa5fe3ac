import type { Redis, RedisOptions } from 'ioredis'

import type { RedisSettings } from './redis-settings.ts'

/** How long a caller waits for Redis before it does without. */
export const COMMAND_TIMEOUT_MS = 50
const CONNECT_TIMEOUT_MS = 500
const MAX_RECONNECT_MS = 5000

/** A client that fails at once, or within 50 ms, instead of queueing commands. */
export function openClient(settings: RedisSettings): Promise<Redis> {
  return connect(settings, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS
  })
}

/** A client that waits for messages; it subscribes again after an interruption. */
export function openSubscriber(settings: RedisSettings): Promise<Redis> {
  return connect(settings, { maxRetriesPerRequest: null })
}

async function connect(settings: RedisSettings, options: RedisOptions): Promise<Redis> {
  const { host, port, username, password, db, isTls } = settings
  // Imported on demand: most sites do not use Redis.
  const { Redis } = await import('ioredis')
  return new Redis({
    host,
    port,
    db,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isTls && { tls: {} }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, MAX_RECONNECT_MS),
    ...options
  })
}
