/** Failures in a row after which nothing more is tried for a while. */
const MAX_FAILURES = 5
const PAUSE_MS = 30_000

/**
 * Stops calls to a service that has failed five times in a row, for 30 seconds. Then one call is
 * tried; its failure starts the next pause. `now` is a monotonic clock in milliseconds.
 */
export class CircuitBreaker {
  readonly #now: () => number
  #failures = 0
  #pausedUntil = -Infinity
  /** All failures since the start. */
  total = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether calls are skipped. After the pause, one caller gets false and the others true until it has ended. */
  skips(): boolean {
    if (this.#failures < MAX_FAILURES) return false
    if (this.#now() < this.#pausedUntil) return true
    this.#pausedUntil = this.#now() + PAUSE_MS
    return false
  }

  /** Whether calls are skipped now. */
  get isOpen(): boolean {
    return this.#failures >= MAX_FAILURES && this.#now() < this.#pausedUntil
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(): void {
    this.#failures += 1
    this.total += 1
    if (this.#failures >= MAX_FAILURES) this.#pausedUntil = this.#now() + PAUSE_MS
  }
}
