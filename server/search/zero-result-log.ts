import { ZeroResultCounts } from '../../db/search/zero-result-counts.ts'

/** Counts queries without results, in the data directory if it may be written to. */
export class ZeroResultLog {
  readonly #folder: string | undefined
  readonly #onFailure: (error: unknown) => void
  #counts: ZeroResultCounts | undefined
  #hasFailed = false

  /**
   * Without a data directory (`folder`) nothing is counted. Counting stops at the first failure,
   * which `onFailure` receives.
   */
  constructor(folder: string | undefined, onFailure: (error: unknown) => void) {
    this.#folder = folder
    this.#onFailure = onFailure
  }

  add(query: string): void {
    if (this.#folder === undefined || this.#hasFailed || query === '') return
    try {
      this.#counts ??= new ZeroResultCounts(this.#folder)
      this.#counts.add(query, Date.now())
    } catch (error) {
      // The search itself is still answered.
      this.#hasFailed = true
      this.#onFailure(error)
    }
  }

  close(): void {
    this.#counts?.close()
    this.#counts = undefined
  }
}
