import { ZeroResultCounts } from '../../db/search/zero-result-counts.ts'

/** Notes queries that find nothing, where there is a data directory that may be written. */
export class ZeroResultLog {
  readonly #folder: string | undefined
  readonly #onFailure: (error: unknown) => void
  #counts: ZeroResultCounts | undefined
  #isBroken = false

  /** `folder` is the data directory; undefined when nothing is to be noted. `onFailure` hears of the first failure. */
  constructor(folder: string | undefined, onFailure: (error: unknown) => void) {
    this.#folder = folder
    this.#onFailure = onFailure
  }

  note(query: string): void {
    if (this.#folder === undefined || this.#isBroken || query === '') return
    try {
      this.#counts ??= new ZeroResultCounts(this.#folder)
      this.#counts.add(query, Date.now())
    } catch (error) {
      // A visitor's answer does not depend on it.
      this.#isBroken = true
      this.#onFailure(error)
    }
  }

  close(): void {
    this.#counts?.close()
    this.#counts = undefined
  }
}
