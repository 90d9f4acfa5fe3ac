/** With the canary 100 ids, which the API is known to accept; larger requests are undocumented. */
export const SAFE_BATCH = 99
const LARGEST = 499

/** Batch sizes learned by earlier runs, in ids. */
export interface KnownSizes {
  /** Size of a request whose response was complete. */
  current: number
  largest: number
}

/**
 * How many ids one request contains. The size starts at a value that the API is known to accept,
 * doubles while responses are complete, and falls back permanently when a larger request is refused
 * or its response is truncated.
 */
export class BatchSize {
  #sizes: KnownSizes

  constructor(known: KnownSizes | undefined) {
    this.#sizes = known ?? { current: SAFE_BATCH, largest: LARGEST }
  }

  get sizes(): KnownSizes {
    return this.#sizes
  }

  /** Ids for the next request; `isSafe` repeats ids that a truncated response has already lost. */
  next(isSafe: boolean): number {
    const { current } = this.#sizes
    return isSafe ? Math.min(current, SAFE_BATCH) : current
  }

  /** Reports that the response to a request of this many ids was complete. */
  grow(requested: number): void {
    const { current, largest } = this.#sizes
    if (requested >= current) this.#sizes = { current: Math.min(current * 2, largest), largest }
  }

  /** Reports that a request of this many ids was refused or its response truncated. */
  shrink(requested: number): void {
    if (requested > SAFE_BATCH) this.#sizes = { current: SAFE_BATCH, largest: SAFE_BATCH }
  }
}
