import type { Frontier } from '../frontier.ts'
import type { Staging } from '../../staging/staging.ts'
import type { RequestBudget } from '../../workspace/request-budget.ts'
import type { PageChunkBlocks } from './deep-pages.ts'
import type { RecordIntake } from './record-intake.ts'
import type { RecordReader, ReadResult } from './record-reader.ts'

interface FetcherOptions {
  budget: RequestBudget
  staging: Staging
  frontier: Frontier
  reader: RecordReader
  intake: RecordIntake
}

/**
 * Sends the requests of the frontier in batches that mix tables and pages, several at once, and
 * passes each answer to the intake when it arrives.
 */
export class RecordFetcher {
  readonly #options: FetcherOptions
  /** Batches and page chunks. */
  readonly #inFlight = new Set<Promise<void>>()
  /** The error of the first read that failed for good. */
  #failure: { error: unknown } | undefined

  constructor(options: FetcherOptions) {
    this.#options = options
  }

  /** Reads until no request is left. Throws an outage, or the reason for which the run was stopped. */
  async drain(): Promise<void> {
    try {
      while (await this.readNext());
    } catch (error) {
      await this.stop(error)
      throw error
    }
  }

  /**
   * Starts as many reads as the budget allows, and waits until one of them ends; false when nothing
   * is left to read. After an error the caller calls `stop`.
   */
  async readNext(): Promise<boolean> {
    const { budget, staging, reader } = this.#options
    if (this.#failure) throw this.#failure.error
    while (this.#inFlight.size < budget.concurrency && this.#startBatch());
    if (this.#inFlight.size === 0) {
      staging.saveBatchSizes(reader.batchSizes)
      return false
    }
    await Promise.race(this.#inFlight)
    return true
  }

  /** Stops the budget for this reason, and waits until no read can write to staging any more. */
  async stop(reason: unknown): Promise<void> {
    const { budget, staging, reader } = this.#options
    budget.stop(reason)
    await Promise.allSettled(this.#inFlight)
    staging.saveBatchSizes(reader.batchSizes)
  }

  /** Reads a page in chunks. Requests for its blocks wait until the last chunk is read. */
  readChunks(pageId: string, chunks: AsyncIterator<PageChunkBlocks, void>): void {
    this.#options.frontier.requests.defer(pageId)
    this.#track(this.#readChunk(pageId, chunks))
  }

  async #readChunk(pageId: string, chunks: AsyncIterator<PageChunkBlocks, void>): Promise<void> {
    const { staging, frontier, intake } = this.#options
    const { done, value: chunk } = await chunks.next()
    for (const { id, block, unread } of chunk?.blocks ?? []) {
      if (!staging.isCurrent('block', id))
        intake.accept({ table: 'block', id, pageId }, block, unread)
    }
    if (!done && !chunk?.isLast) this.#track(this.#readChunk(pageId, chunks))
    else frontier.requests.release(pageId, ({ table, id }) => !staging.isCurrent(table, id))
  }

  /** Starts a full batch, or a smaller one if no other is in flight; false if it is better to wait. */
  #startBatch(): boolean {
    const { frontier, reader } = this.#options
    const { requests } = frontier
    const { first } = requests
    if (!first) return false
    const size = reader.sizeFor(first)
    // Each deferred page has one chunk in flight, for which no batch needs to wait.
    const hasBatches = this.#inFlight.size > requests.deferredPages
    if (requests.size < size && hasBatches) return false
    this.#track(this.#readBatch(reader.read(requests.take(size))))
    return true
  }

  async #readBatch(answers: AsyncIterable<ReadResult[]>): Promise<void> {
    const { staging, intake } = this.#options
    for await (const results of answers) {
      staging.batch(() => results.forEach((result) => intake.settle(result)))
    }
  }

  #track(work: Promise<void>): void {
    const call: Promise<void> = work
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#inFlight.delete(call))
    this.#inFlight.add(call)
  }
}
