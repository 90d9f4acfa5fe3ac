import type { Redis } from 'ioredis'

import { CircuitBreaker } from './circuit-breaker.ts'
import { type RedisSettings, nameIn } from './redis-settings.ts'
import { MAX_SEALED_BYTES, seal, unseal } from './sealed-value.ts'
import { within } from './within.ts'

const TIMEOUT_MS = 50

/** Content-addressed keys never change, so this only removes what is no longer used. */
const LIFE_SECONDS = 30 * 24 * 60 * 60

/** Values that several servers share. It may be empty, slow or absent: nothing depends on it. */
export interface SharedCache {
  /** Undefined if there is no such value, or if it cannot be read in time. Never throws. */
  get: (key: string) => Promise<Buffer | undefined>
  /** A value that cannot be stored is lost. Never throws. */
  set: (key: string, value: Uint8Array) => Promise<void>
}

interface CacheOptions {
  settings: RedisSettings
  onFailure: (error: unknown) => void
  /** How long a call may take, 50 by default. */
  timeoutMs?: number
}

/**
 * Values in Redis, for 30 days. Each carries its length and digest; a foreign or damaged one counts
 * as absent. A call waits for Redis for `timeoutMs` at most; after five failures in a row, Redis is not
 * asked for 30 seconds.
 */
export class RedisCache implements SharedCache {
  readonly #client: Redis
  readonly #settings: RedisSettings
  readonly #breaker = new CircuitBreaker()
  readonly #timeoutMs: number
  readonly #onFailure: (error: unknown) => void
  /** Commands sent to Redis since the start. */
  sent = 0

  constructor(client: Redis, { settings, onFailure, timeoutMs = TIMEOUT_MS }: CacheOptions) {
    this.#client = client
    this.#settings = settings
    this.#timeoutMs = timeoutMs
    this.#onFailure = onFailure
  }

  /** For the metrics. */
  numbers(): { breakerOpen: number; failures: number } {
    return { breakerOpen: this.#breaker.isOpen ? 1 : 0, failures: this.#breaker.total }
  }

  async get(key: string): Promise<Buffer | undefined> {
    const name = nameIn(this.#settings, key)
    // A range: a foreign value of any size must not be transferred.
    const sealed = await this.#try((client) => client.getrangeBuffer(name, 0, MAX_SEALED_BYTES))
    return sealed && unseal(key, sealed)
  }

  async set(key: string, value: Uint8Array): Promise<void> {
    const sealed = seal(key, value)
    if (!sealed) return
    const name = nameIn(this.#settings, key)
    await this.#try((client) => client.set(name, sealed, 'EX', LIFE_SECONDS))
  }

  async #try<T>(command: (client: Redis) => Promise<T>): Promise<T | undefined> {
    // The client connects by itself, and reports why it cannot.
    if (this.#client.status !== 'ready' || this.#breaker.skips()) return undefined
    this.sent += 1
    try {
      const result = await within(this.#timeoutMs, command(this.#client))
      this.#breaker.succeeded()
      return result
    } catch (error) {
      this.#onFailure(error)
      // Redis has answered, for example that its memory is full; values can still be read.
      if (error instanceof Error && error.name === 'ReplyError') this.#breaker.succeeded()
      else this.#breaker.failed()
      return undefined
    }
  }
}
