/** Pause before what could not be drawn is tried again. */
const RETRY_MS = 600_000
const MAX_FAILURES = 10_000

/** What could not be drawn lately, by name. */
export class RecentFailures {
  /** Monotonic milliseconds. */
  readonly #times = new Map<string, number>()

  add(name: string): void {
    if (this.#times.size >= MAX_FAILURES) this.#times.clear()
    this.#times.set(name, performance.now())
  }

  has(name: string): boolean {
    return performance.now() - (this.#times.get(name) ?? -Infinity) < RETRY_MS
  }
}
