import { setImmediate } from 'node:timers/promises'

/** How long work may hold up the process, milliseconds. */
const LONGEST_MS = 50

/**
 * Breaks in long work on a database, whose calls hold up the process: in them signals and timers
 * get their turn.
 */
export class Yielder {
  readonly #signal: AbortSignal | undefined
  #next = performance.now() + LONGEST_MS

  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  /** Awaited between any two steps; takes a break when one is due. Throws the signal's reason. */
  async due(): Promise<void> {
    if (performance.now() < this.#next) return
    await setImmediate()
    this.#signal?.throwIfAborted()
    this.#next = performance.now() + LONGEST_MS
  }
}
