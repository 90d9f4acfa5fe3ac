import { BoundedMap } from '../limits/bounded-map.ts'
import { ReadAhead } from './read-ahead.ts'

/** Bytes of the largest fetch. */
const MAX_FETCH_BYTES = 1024 * 1024
/** Bytes that are kept in memory: more than a statement fetches before it asks. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024

/** The bytes of a file, by ranges. */
export interface RangeSource {
  /** Bytes. */
  size: number
  /**
   * Bytes of the parts that the file is stored in, a multiple of the page size: each fetch is then one whole
   * part. Without it, a fetch is any range of pages.
   */
  partSize?: number
  /** The bytes from `start` up to but excluding `end`. Throws if they cannot be read. */
  fetch: (start: number, end: number) => Uint8Array
}

/** What a file has cost. */
export interface FetchCounts {
  requests: number
  bytes: number
  pages: number
}

/** The next fetch would exceed the limit. */
export class FetchLimitError extends Error {
  override name = 'FetchLimitError'
}

/**
 * A database file that is read by ranges: only the pages that are needed are fetched, each once as long
 * as it is in the cache.
 */
export class RangedFile {
  readonly size: number
  /** Counts everything that was fetched. */
  readonly counts: FetchCounts = { requests: 0, bytes: 0, pages: 0 }
  /** The number of bytes that `counts` may reach; beyond it `read` throws `FetchLimitError`. */
  maxBytes = Number.POSITIVE_INFINITY
  /** Called after each fetch. */
  onFetch = () => {}
  readonly #source: RangeSource
  readonly #pageSize: number
  /** Pages by number. */
  readonly #cache: BoundedMap<number, Uint8Array>
  readonly #ahead: ReadAhead

  /** `head` are the first bytes of the file, which are known already; `pageSize` is that of the database. */
  constructor(source: RangeSource, { head, pageSize }: { head: Uint8Array; pageSize: number }) {
    this.size = source.size
    this.#source = source
    this.#pageSize = pageSize
    this.#cache = new BoundedMap(Math.ceil(MAX_CACHED_BYTES / pageSize))
    this.#ahead = new ReadAhead(Math.max(1, Math.floor(MAX_FETCH_BYTES / pageSize)))
    this.#keep(0, head)
    this.#count(head.length)
  }

  /** At most `length` bytes from `offset` on; fewer at the end of the file. */
  read(offset: number, length: number): Uint8Array {
    const end = Math.min(offset + length, this.size)
    const bytes = new Uint8Array(Math.max(0, end - offset))
    for (let at = offset; at < end;) {
      const page = Math.floor(at / this.#pageSize)
      const start = page * this.#pageSize
      const part = this.#page(page).subarray(at - start, end - start)
      bytes.set(part, at - offset)
      at += part.length
    }
    return bytes
  }

  #page(page: number): Uint8Array {
    const known = this.#cache.get(page)
    if (known) return known
    const { partSize } = this.#source
    return partSize === undefined ? this.#fetchPages(page) : this.#fetchPart(page, partSize)
  }

  /** Fetches a page, with those after it that a sequential read is expected to need. */
  #fetchPages(page: number): Uint8Array {
    const chosen = this.#ahead.choose(page)
    const count = this.#missingFrom(page, chosen)
    const bytes = this.#fetch(page, page + count)
    this.#ahead.noteFetch(page, { chosen, count })
    return bytes.subarray(0, this.#pageSize)
  }

  /** Fetches the part that contains a page. */
  #fetchPart(page: number, partSize: number): Uint8Array {
    const count = partSize / this.#pageSize
    const first = page - (page % count)
    const bytes = this.#fetch(first, first + count)
    const start = (page - first) * this.#pageSize
    return bytes.subarray(start, start + this.#pageSize)
  }

  /** Fetches the pages from `first` up to but excluding `last`, as far as the file goes. */
  #fetch(first: number, last: number): Uint8Array {
    const start = first * this.#pageSize
    const end = Math.min(last * this.#pageSize, this.size)
    if (this.counts.bytes + end - start > this.maxBytes) throw new FetchLimitError()
    const bytes = this.#source.fetch(start, end)
    if (bytes.length !== end - start) throw new Error(`${end - start} bytes were not sent whole`)
    this.#keep(first, bytes)
    this.#count(bytes.length)
    return bytes
  }

  /** The number of pages from `page` on, at most `most`, up to one in the cache or the end of the file. */
  #missingFrom(page: number, most: number): number {
    const last = Math.ceil(this.size / this.#pageSize)
    let count = 1
    while (count < most && page + count < last && !this.#cache.has(page + count)) count++
    return count
  }

  #keep(first: number, bytes: Uint8Array): void {
    const isEnd = first * this.#pageSize + bytes.length === this.size
    const count = Math[isEnd ? 'ceil' : 'floor'](bytes.length / this.#pageSize)
    for (let at = 0; at < count; at++) {
      // A copy, so that a page does not keep the bytes of its whole fetch in memory.
      const page = bytes.slice(at * this.#pageSize, (at + 1) * this.#pageSize)
      this.#cache.set(first + at, page)
    }
  }

  #count(bytes: number): void {
    this.counts.requests += 1
    this.counts.bytes += bytes
    this.counts.pages += Math.ceil(bytes / this.#pageSize)
    this.onFetch()
  }
}
