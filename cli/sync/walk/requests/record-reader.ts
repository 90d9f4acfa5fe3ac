import { BatchSize, type KnownSizes } from '../../workspace/batch-size.ts'
import { CallError } from '../../workspace/call-error.ts'
import {
  type RecordTable,
  type RecordTypes,
  recordKey
} from '../../workspace/records/record-tables.ts'
import type { Records } from '../../workspace/records/read-records.ts'
import type { Damaged } from '../../workspace/records/salvage.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { type RecordRequest, isTruncatedRequest } from './request-queue.ts'

/** What the workspace answered to a request for a record. */
export type ReadResult = { request: RecordRequest } & (
  | { state: 'read'; record: RecordTypes[RecordTable]; unread: string[] | undefined }
  | { state: 'private' }
  | { state: 'damaged'; damaged: Damaged }
  /** The answer to a request for `batchSize` ids lacks the record. */
  | { state: 'unanswered'; batchSize: number }
  /** A request for this record alone failed. */
  | { state: 'failed'; error: CallError }
)

/** Reads batches of records from the workspace; learns how many ids a request may name. */
export class RecordReader {
  readonly #workspace: Workspace
  readonly #batchSize: BatchSize

  constructor(workspace: Workspace, known: KnownSizes | undefined) {
    this.#workspace = workspace
    this.#batchSize = new BatchSize(known)
  }

  /** What the reader has learned, for the next run. */
  get batchSizes(): KnownSizes {
    return this.#batchSize.sizes
  }

  /** The number of ids for a batch that starts with this request. */
  sizeFor(first: RecordRequest): number {
    return this.#batchSize.next(isTruncatedRequest(first))
  }

  /**
   * Reads a batch, and yields the results of each answer; returns whether one request was enough. A
   * refused batch is halved until the request at fault is alone. Throws `OutageError`, or the reason
   * for which the run was stopped.
   */
  async *read(batch: RecordRequest[]): AsyncGenerator<ReadResult[], boolean> {
    const answer = await this.#request(batch)
    if (!(answer instanceof CallError)) {
      yield this.#resultsOf(batch, answer)
      return true
    }
    const [only, ...others] = batch
    if (only && others.length === 0) {
      yield [{ request: only, state: 'failed', error: answer }]
      return false
    }
    const half = Math.ceil(batch.length / 2)
    const isFirstRead = yield* this.read(batch.slice(0, half))
    const isSecondRead = yield* this.read(batch.slice(half))
    // If a half was refused as well, one of its ids is the cause, not the size.
    if (answer.isFinal && isFirstRead && isSecondRead) this.#batchSize.shrink(batch.length)
    return false
  }

  async #request(batch: RecordRequest[]): Promise<Records | CallError> {
    try {
      return await this.#workspace.records(batch.map(({ table, id }) => ({ table, id })))
    } catch (error) {
      if (error instanceof CallError) return error
      throw error
    }
  }

  #resultsOf(batch: RecordRequest[], records: Records): ReadResult[] {
    const results = batch.map((request) => resultOf(request, records, batch.length))
    for (const { state, request } of results) {
      const isRead = state === 'read' || state === 'damaged'
      if (isRead && isTruncatedRequest(request)) this.#batchSize.shrink(request.truncatedAt)
    }
    const isWhole = results.every(({ state }) => state !== 'unanswered')
    if (isWhole) this.#batchSize.grow(batch.length)
    return results
  }
}

function resultOf(request: RecordRequest, records: Records, batchSize: number): ReadResult {
  const { table, id } = request
  const damaged = records.damaged.get(recordKey(table, id))
  if (damaged) return { request, state: 'damaged', damaged }
  const record = records[table].get(id)
  if (record === undefined) return { request, state: 'unanswered', batchSize }
  if (record === null) return { request, state: 'private' }
  return { request, state: 'read', record, unread: records.unread.get(id) }
}
