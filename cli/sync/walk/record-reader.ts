import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { BatchSize, SAFE_BATCH } from '../workspace/batch-size.ts'
import { CallError } from '../workspace/call-error.ts'
import { flawOf } from '../staging/flaw.ts'
import type { Reached } from './frontier.ts'
import { RecordIntake } from './record-intake.ts'
import type { Records } from '../workspace/read-records.ts'
import { type RecordTable, recordKey } from '../workspace/record-tables.ts'
import type { Damaged } from '../staging/salvage.ts'
import type { Staging } from '../staging/staging.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** How often a record that should be there is asked for before the workspace is believed. */
const MAX_ASKED = 3

/**
 * Why a record is asked for: another record holds it, or only links to it (dead links are normal),
 * or nothing names it any more and it is to say that it is gone, or an earlier run knows it and this
 * one may need it.
 */
type Purpose = 'content' | 'link' | 'proof' | 'ahead'

interface Asked {
  table: RecordTable
  id: string
  unit: string
  purpose: Purpose
  /** Times it was asked for without an answer, in requests of a safe size. */
  tries: number
  /** Size of the larger request that left it unanswered; 0 for none. */
  cutFrom: number
}

export interface ReaderOptions {
  workspace: Workspace
  staging: Staging
  reached: Reached
  lastGood: PublishedRecords
  /** Trust only what the workspace answers: what it leaves out is gone. */
  isFull: boolean
}

/**
 * Reads records into staging, in batches that mix tables and pages, several at once. A record that
 * is asked for is staged, or its absence is, both with the flaw of what could not be read.
 */
export class RecordReader {
  /** Takes answers, also those that others have asked for. */
  readonly intake: RecordIntake
  readonly #options: ReaderOptions
  readonly #batchSize: BatchSize
  readonly #queue = new Map<string, Asked>()
  /** Blocks that wait for the end of another way to read them, by page. */
  readonly #deferred = new Map<string, Map<string, Asked>>()
  readonly #inFlight = new Set<Promise<void>>()
  /** What ended the first call that no remedy helped. */
  #failure: { error: unknown } | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.intake = new RecordIntake({
      ...options,
      onOutdated: (id, unit) => this.ask({ table: 'block', id, unit }, 'ahead')
    })
    this.#batchSize = new BatchSize(options.staging.readBatchSizes())
  }

  /** Asks for a record when its turn comes, unless this run has an answer already. */
  ask(record: { table: RecordTable; id: string; unit: string }, purpose: Purpose): void {
    const { table, id, unit } = record
    if (purpose === 'link') this.#options.staging.noteLinkTarget(table, id)
    const key = recordKey(table, id)
    const queued = this.#queue.get(key)
    if (purpose === 'ahead' && queued) return
    if (this.isCurrent(table, id)) return
    const asked = { table, id, unit, purpose, tries: 0, cutFrom: 0, ...queuedTries(queued) }
    const isDeferrable = table === 'block' && purpose === 'content' && !queued
    const waiting = isDeferrable ? this.#deferred.get(unit) : undefined
    ;(waiting ?? this.#queue).set(key, asked)
  }

  /** Reads blocks of a page in another way, step by step; requests for its blocks wait for the end. */
  defer(unit: string, steps: AsyncIterator<void>): void {
    this.#deferred.set(unit, new Map())
    this.#track(this.#step(unit, steps))
  }

  async #step(unit: string, steps: AsyncIterator<void>): Promise<void> {
    const { done } = await steps.next()
    if (!done) {
      this.#track(this.#step(unit, steps))
      return
    }
    const waiting = this.#deferred.get(unit) ?? []
    this.#deferred.delete(unit)
    for (const [key, asked] of waiting) {
      if (!this.isCurrent(asked.table, asked.id)) this.#queue.set(key, asked)
    }
  }

  /** Whether this run knows what there is to know of a record. */
  isCurrent(table: RecordTable, id: string): boolean {
    return this.#options.staging.find(table, id)?.run === this.#options.staging.run
  }

  /** Records asked for and not answered. */
  get pending(): number {
    return this.#queue.size
  }

  /**
   * Reads until nothing is left to ask for. `settle` runs between answers and may ask for more.
   * Throws what ends a run: an outage, or the reason for which it was stopped.
   */
  async drain(settle = async () => {}): Promise<void> {
    const { budget } = this.#options.workspace
    try {
      await settle()
      for (;;) {
        while (this.#inFlight.size < budget.concurrency && this.#startNext());
        if (this.#inFlight.size === 0) return
        await Promise.race(this.#inFlight)
        await settle()
        if (this.#failure) throw this.#failure.error
      }
    } catch (error) {
      budget.stop(error)
      await Promise.allSettled(this.#inFlight)
      throw error
    } finally {
      this.#options.staging.saveBatchSizes(this.#batchSize.sizes)
    }
  }

  /** Sends a full batch, or what there is when nothing else is under way; false when it is better to wait. */
  #startNext(): boolean {
    const [first] = this.#queue.values()
    if (!first) return false
    const isCut = first.cutFrom > 0
    const size = this.#batchSize.next(isCut)
    // Each deferred page has one step in flight, which no batch needs to wait for.
    const hasBatches = this.#inFlight.size > this.#deferred.size
    if (this.#queue.size < size && hasBatches) return false

    const batch = [...take(this.#queue.values(), size)].filter(
      (asked) => asked.cutFrom > 0 === isCut
    )
    for (const { table, id } of batch) this.#queue.delete(recordKey(table, id))
    this.#track(this.#read(batch))
    return true
  }

  #track(work: Promise<void>): void {
    const call: Promise<void> = work
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#inFlight.delete(call))
    this.#inFlight.add(call)
  }

  async #read(batch: Asked[]): Promise<void> {
    const { workspace, staging } = this.#options
    try {
      const requests = batch.map(({ table, id }) => ({ table, id }))
      const records = await workspace.records(requests)
      staging.batch(() => this.#accept(batch, records))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await this.#divide(batch, error)
    }
  }

  /** A batch that is refused is halved until what is wrong stands alone. */
  async #divide(batch: Asked[], error: CallError): Promise<void> {
    if (error.isFinal) this.#batchSize.shrink(batch.length)
    const [only, ...others] = batch
    if (only && others.length === 0) {
      this.#fail(only, error)
      return
    }
    const half = Math.ceil(batch.length / 2)
    await this.#read(batch.slice(0, half))
    await this.#read(batch.slice(half))
  }

  #accept(batch: Asked[], records: Records): void {
    let isWhole = true
    for (const asked of batch) {
      const { table, id, unit, cutFrom } = asked
      const record = records[table].get(id)
      const damaged = records.damaged.get(recordKey(table, id))
      if (record === undefined && damaged === undefined) {
        isWhole = false
        this.#chase(asked, batch.length)
        continue
      }
      if ((record ?? damaged) && cutFrom > 0) this.#batchSize.shrink(cutFrom)
      if (damaged) this.#doubt(asked, damaged)
      else this.intake.accept({ table, id, unit }, record ?? null, records.unread.get(id))
    }
    if (isWhole) this.#batchSize.grow(batch.length)
  }

  /** Asks again for a record that came damaged, unless earlier runs know it so, and then settles for it. */
  #doubt(asked: Asked, damaged: Damaged): void {
    const known = flawOf(this.#options.staging.find(asked.table, asked.id))
    const isKnown = known?.reason === damaged.reason && known.asOf === (damaged.asOf ?? '')
    const tries = asked.tries + 1
    if (isKnown) this.intake.acceptFlawed(asked, damaged)
    else if (asked.purpose === 'ahead') return
    else if (tries < MAX_ASKED) this.#requeue({ ...asked, tries })
    else this.intake.acceptFlawed(asked, damaged)
  }

  /** Asks again for what was left unanswered, or settles what that means. */
  #chase(asked: Asked, size: number): void {
    if (size > SAFE_BATCH) {
      this.#requeue({ ...asked, cutFrom: size })
      return
    }
    const tries = asked.tries + 1
    if (tries < this.#limitFor(asked)) this.#requeue({ ...asked, tries })
    else this.#giveUp(asked)
  }

  #requeue(asked: Asked): void {
    const key = recordKey(asked.table, asked.id)
    const purpose = this.#queue.get(key)?.purpose ?? asked.purpose
    this.#queue.set(key, { ...asked, purpose })
  }

  #limitFor({ table, id, purpose }: Asked): number {
    const { staging, lastGood } = this.#options
    if (purpose === 'ahead' || table === 'notion_user') return 1
    if (purpose === 'proof') return MAX_ASKED
    if (lastGood.has(table, id)) return MAX_ASKED
    const isKnownAbsent = Boolean(staging.find(table, id)?.absence)
    return purpose === 'content' && !isKnownAbsent ? MAX_ASKED : 1
  }

  #giveUp(asked: Asked): void {
    const { staging, reached, isFull } = this.#options
    const { table, id, purpose } = asked
    const isExpected = purpose === 'content' && !isFull && table !== 'notion_user'
    if (isExpected && this.intake.publishedCopy(table, id)) {
      const reason = 'it is listed, and the workspace does not answer it'
      this.intake.acceptFlawed(asked, { reason, state: reason })
    } else if (purpose !== 'ahead') {
      staging.saveAbsence(asked, 'missing')
      reached.reopen(table, id)
    } else if (staging.find(table, id)?.absence) staging.confirm(table, id)
  }

  /** A failed prefetch is ignored: the record is requested again when it is needed. */
  #fail(asked: Asked, error: CallError): void {
    if (asked.purpose === 'ahead') return
    // A refusal stays the same; a fault that passes is a new one in each run.
    const state = error.isFinal ? error.message : `run:${this.#options.staging.run}`
    this.intake.acceptFlawed(asked, { reason: error.message, state, isAdrift: true })
  }
}

function queuedTries(queued: Asked | undefined) {
  return queued && { tries: queued.tries, cutFrom: queued.cutFrom }
}

function* take<T>(items: Iterable<T>, count: number): Iterable<T> {
  let left = count
  if (left <= 0) return
  for (const item of items) {
    yield item
    if (--left === 0) return
  }
}
