import { ZeroResultCounts } from '../../db/search/zero-result-counts.ts'

/** Nothing is counted for this time after a failure: a locked file delays each attempt. */
const PAUSE_MS = 60_000

/** Counts queries without results, in the data directory if it may be written to. */
export class ZeroResultLog {
  readonly #folder: string | undefined
  readonly #onFailure: (error: unknown) => void
  #counts: ZeroResultCounts | undefined
  #hasFailed = false
  /** On the clock of `performance`, which is never set. */
  #retryAt = 0

  /**
   * Without a data directory (`folder`) nothing is counted. `onFailure` receives the first of several
   * failures in a row.
   */
  constructor(folder: string | undefined, onFailure: (error: unknown) => void) {
    this.#folder = folder
    this.#onFailure = onFailure
  }

  add(query: string): void {
    if (this.#folder === undefined || query === '' || performance.now() < this.#retryAt) return
    try {
      this.#counts ??= new ZeroResultCounts(this.#folder)
      this.#counts.add(query, Date.now())
      this.#hasFailed = false
    } catch (error) {
      // The search itself is still answered.
      this.close()
      this.#retryAt = performance.now() + PAUSE_MS
      if (!this.#hasFailed) this.#onFailure(error)
      this.#hasFailed = true
    }
  }

  close(): void {
    this.#counts?.close()
    this.#counts = undefined
  }
}
