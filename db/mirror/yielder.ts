import { setImmediate } from 'node:timers/promises'

const MAX_BLOCKING_MS = 50

/**
 * Yields to the event loop during long work on a database, whose calls are synchronous: signals and
 * timers run in between.
 */
export class Yielder {
  readonly #signal: AbortSignal | undefined
  #next = performance.now() + MAX_BLOCKING_MS

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  /** To be awaited between any two steps; yields once 50 ms have passed. Throws the signal's reason. */
  async due(): Promise<void> {
    if (performance.now() < this.#next) return
    await setImmediate()
    this.#signal?.throwIfAborted()
    this.#next = performance.now() + MAX_BLOCKING_MS
  }
}
