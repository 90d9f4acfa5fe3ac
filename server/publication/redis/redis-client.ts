import { once } from 'node:events'

import type { Redis, RedisOptions } from 'ioredis'

import type { RedisSettings } from './redis-settings.ts'

/** For a connection, and for each command of its handshake. */
const CONNECT_TIMEOUT_MS = 500
const MAX_RECONNECT_MS = 5000

/**
 * A client whose commands fail while it is not connected, instead of waiting. A command may take
 * `timeoutMs`, or half a second if that is longer: the handshake consists of commands too.
 */
export function openClient(settings: RedisSettings, timeoutMs = 0): Promise<Redis> {
  return connect(settings, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: Math.max(timeoutMs, CONNECT_TIMEOUT_MS)
  })
}

/** A client that waits for messages; it subscribes again after an interruption. */
export function openSubscriber(settings: RedisSettings): Promise<Redis> {
  return connect(settings, { maxRetriesPerRequest: null })
}

/** Whether a client is connected, now or within a time. */
export async function isReadyWithin(client: Redis, ms: number): Promise<boolean> {
  if (client.status !== 'ready') {
    await once(client, 'ready', { signal: AbortSignal.timeout(ms) }).catch(() => undefined)
  }
  return client.status === 'ready'
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
