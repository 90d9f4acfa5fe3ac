/** Sequential reads that are followed at the same time: a table, its indexes, and their overflow pages. */
const MAX_STREAMS = 16
/** Measured: with 2, a search that reads half of an index fetches a third more bytes. */
const GROWTH = 1.5
/**
 * Pages that a stream may skip. Measured: rows that are found through an index in their order need a sixth of
 * the requests then, for twice the bytes; lookups cost the same.
 */
const MAX_GAP = 2

/** A place where reads go on from page to page. */
interface Stream {
  /** The page after the last one that was fetched. */
  next: number
  /** Pages of the last fetch. */
  count: number
}

/**
 * Chooses how many pages to fetch at once. A page somewhere else is fetched alone; a read that goes on
 * near where an earlier fetch ended gets half as many pages more than that one.
 */
export class ReadAhead {
  readonly #maxPages: number
  /** The stream that was used last is the last one. */
  #streams: Stream[] = []

  /** `maxPages` of one fetch. */
  constructor(maxPages: number) {
    this.#maxPages = maxPages
  }

  /** The number of pages to fetch from `page` on. `noteFetch` follows, with the number that was fetched. */
  choose(page: number): number {
    const before = this.#before(page)
    return before ? Math.min(Math.ceil(before.count * GROWTH), this.#maxPages) : 1
  }

  /** `count` may be less than was chosen: at the end of the file, or before pages that are known. */
  noteFetch(page: number, { chosen, count }: { chosen: number; count: number }): void {
    const before = this.#before(page)
    const others = this.#streams.filter((each) => each !== before)
    this.#streams = [...others, { next: page + count, count: chosen }].slice(-MAX_STREAMS)
  }

  #before(page: number): Stream | undefined {
    return this.#streams.find(({ next }) => next <= page && page <= next + MAX_GAP)
  }
}
