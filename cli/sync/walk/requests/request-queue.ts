import { type FoundRecord, recordKey } from '../../workspace/records/record-tables.ts'

/**
 * Why a record is requested: another record contains it; a record only links to it, and dead links
 * are normal; nothing refers to it any more, and it was published; or this run may need it later.
 */
export type Purpose = 'content' | 'link' | 'recheck' | 'prefetch'

export interface RecordRequest extends FoundRecord {
  purpose: Purpose
  /** Answers without the record, counted for requests of a safe size. */
  tries: number
  /** Number of ids in the larger request whose answer lacked the record; 0 for none. */
  truncatedAt: number
}

/** Requests that are not sent yet, oldest first, each record once. */
export class RequestQueue {
  readonly #queue = new Map<string, RecordRequest>()
  /** Requests for blocks of pages that are read in chunks, by page. */
  readonly #deferred = new Map<string, Map<string, RecordRequest>>()

  get size(): number {
    return this.#queue.size
  }

  /** The request that the next batch starts with. */
  get first(): RecordRequest | undefined {
    return this.#queue.values().next().value
  }

  /** Pages that are read in chunks. */
  get deferredPages(): number {
    return this.#deferred.size
  }

  /** Queues a request. A record that is queued already gets the new purpose, unless that is a prefetch. */
  add(record: FoundRecord, purpose: Purpose): void {
    const { table, id, pageId } = record
    const key = recordKey(table, id)
    const queued = this.#queue.get(key)
    if (purpose === 'prefetch' && queued) return
    const { tries = 0, truncatedAt = 0 } = queued ?? {}
    const request = { table, id, pageId, purpose, tries, truncatedAt }
    const isDeferrable = table === 'block' && purpose === 'content' && !queued
    const deferred = isDeferrable ? this.#deferred.get(pageId) : undefined
    ;(deferred ?? this.#queue).set(key, request)
  }

  /** Queues a request that was sent before; a purpose that was queued since then replaces its own. */
  retry(request: RecordRequest): void {
    const key = recordKey(request.table, request.id)
    const purpose = this.#queue.get(key)?.purpose ?? request.purpose
    this.#queue.set(key, { ...request, purpose })
  }

  /** Removes and returns at most this many requests; truncated ones are not mixed with others. */
  take(count: number): RecordRequest[] {
    const isTruncated = isTruncatedRequest(this.first)
    const batch = [...firstOf(this.#queue.values(), count)].filter(
      (request) => isTruncatedRequest(request) === isTruncated
    )
    for (const { table, id } of batch) this.#queue.delete(recordKey(table, id))
    return batch
  }

  /** Holds back new requests for the content of a page until it is released. */
  defer(pageId: string): void {
    this.#deferred.set(pageId, new Map())
  }

  /** Ends `defer`; queues the requests held back for records that `isNeeded` selects. */
  release(pageId: string, isNeeded: (record: FoundRecord) => boolean): void {
    const deferred = this.#deferred.get(pageId) ?? []
    this.#deferred.delete(pageId)
    for (const [key, request] of deferred) if (isNeeded(request)) this.#queue.set(key, request)
  }
}

/** Whether a larger request for the record was answered without it. */
export function isTruncatedRequest(request: RecordRequest | undefined): boolean {
  return request !== undefined && request.truncatedAt > 0
}

function* firstOf<T>(items: Iterable<T>, count: number): Iterable<T> {
  let left = count
  if (left <= 0) return
  for (const item of items) {
    yield item
    if (--left === 0) return
  }
}
