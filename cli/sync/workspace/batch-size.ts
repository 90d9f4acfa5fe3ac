/** With the witness, the hundred ids that a request is known to take; larger ones are not documented. */
export const SAFE_BATCH = 99
const LARGEST = 499

/** What an earlier run has learned. */
export interface KnownSizes {
  /** Ids of a request that was answered whole. */
  current: number
  largest: number
}

/**
 * How many ids are asked for at once. It starts where the API is known to answer, grows while the
 * answers are whole, and goes back for good when a larger request is refused or cut.
 */
export class BatchSize {
  #sizes: KnownSizes

  constructor(known: KnownSizes | undefined) {
    this.#sizes = known ?? { current: SAFE_BATCH, largest: LARGEST }
  }

  get sizes(): KnownSizes {
    return this.#sizes
  }

  /** Ids for the next request; `isSafe` for those that must not be lost to a cut answer once more. */
  next(isSafe: boolean): number {
    const { current } = this.#sizes
    return isSafe ? Math.min(current, SAFE_BATCH) : current
  }

  /** A request of this many ids was answered whole. */
  grow(asked: number): void {
    const { current, largest } = this.#sizes
    if (asked >= current) this.#sizes = { current: Math.min(current * 2, largest), largest }
  }

  /** A request of this many ids was refused, or its answer cut. Whether its size may have been why. */
  shrink(asked: number): boolean {
    if (asked <= SAFE_BATCH) return false
    this.#sizes = { current: SAFE_BATCH, largest: SAFE_BATCH }
    return true
  }
}
