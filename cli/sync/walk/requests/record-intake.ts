import type { Block } from 'notion-types'

import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import { isPage } from '../../../../site/notion/blocks/block-references.ts'
import { UNREADABLE_TYPE } from '../../../../site/notion/blocks/block-types.ts'
import { type Remarks, flawOf } from '../../staging/flaw.ts'
import { outdatedBlocks } from '../../staging/known-records.ts'
import { type Damaged, unreadableBlock } from '../../workspace/records/salvage.ts'
import { versionOf } from '../../workspace/records/page-version.ts'
import type { Staging } from '../../staging/staging.ts'
import { SAFE_BATCH } from '../../workspace/batch-size.ts'
import type {
  FoundRecord,
  RecordTable,
  RecordTypes
} from '../../workspace/records/record-tables.ts'
import type { Frontier } from '../frontier.ts'
import { keptCopy } from './kept-copy.ts'
import type { ReadResult } from './record-reader.ts'
import type { RecordRequest } from './request-queue.ts'

/** Requests for a record that should exist or is damaged, before the answer is accepted. */
const MAX_TRIES = 3

/** What is known of a record that could not be read as it is. */
interface Flawed extends Partial<Damaged> {
  reason: string
  /** Distinguishes failures of a record that has no version. */
  state?: string
}

interface IntakeOptions {
  staging: Staging
  frontier: Frontier
  published: PublishedRecords
  /** Whether an unanswered record counts as gone, even if it was published. */
  isFull: boolean
}

/**
 * Stages the answers of the workspace, and requeues the records that waited for them. Decides which
 * requests are repeated, and what replaces a record that cannot be read.
 */
export class RecordIntake {
  readonly #options: IntakeOptions
  /** Versions of pages as this run read them. */
  readonly #versions = new Map<string, string>()
  /** Content of damaged blocks as this run read it. */
  readonly #contents = new Map<string, string[]>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** The version of a page as this run read it. */
  versionOf(pageId: string): string | undefined {
    return this.#versions.get(pageId)
  }

  /** The content of a damaged block as this run read it; undefined if it is unknown. */
  contentOf(blockId: string): string[] | undefined {
    return this.#contents.get(blockId)
  }

  /** Stages the result of a request, or queues the request again. */
  settle(result: ReadResult): void {
    const { request } = result
    switch (result.state) {
      case 'read':
        this.accept(request, result.record, result.unread)
        break
      case 'private':
        this.accept(request, null)
        break
      case 'damaged':
        this.#settleDamaged(request, result.damaged)
        break
      case 'unanswered':
        this.#settleUnanswered(request, result.batchSize)
        break
      case 'failed':
        // A failed prefetch is ignored: the record is requested again when it is needed.
        if (request.purpose !== 'prefetch') this.acceptFlawed(request, this.#flawFrom(result.error))
    }
  }

  /** Stages a record; null for one that may not be read. `unread` names fields that it lacks. */
  accept<T extends RecordTable>(
    found: FoundRecord & { table: T },
    record: RecordTypes[T] | null,
    unread?: string[]
  ): void {
    const { staging, frontier } = this.#options
    if (record) this.#stage(found, record, { unread })
    else staging.saveAbsence(found, 'private')
    frontier.requeue(found.table, found.id)
  }

  /**
   * Stages a replacement for a record that could not be read: the published record, else its usable
   * fields, else for a block a placeholder, else its absence.
   */
  acceptFlawed(found: FoundRecord, flawed: Flawed): void {
    const { staging, frontier } = this.#options
    const { table, id } = found
    const { reason, state, isAdrift = false } = flawed
    this.#noteContent(id, flawed)
    const copy = this.#isOlderSalvage(found, flawed) ? undefined : this.#publishedCopy(table, id)
    const good = copy && keptCopy(table, copy, flawed)
    const flaw = {
      reason,
      isKept: good !== undefined,
      isAdrift: !good && isAdrift,
      asOf: state ?? flawed.asOf ?? ''
    }
    const record = good ?? flawed.record ?? (table === 'block' ? unreadableBlock(id) : undefined)
    // Without an answer the page is taken to be unchanged, and so are its blocks.
    const version = (state && good ? copyVersion(good) : flawed.asOf) ?? `run:${staging.run}`
    if (record) this.#stage(found, record, { flaw, version })
    else staging.saveAbsence(found, 'missing', flaw)
    frontier.requeue(table, id)
  }

  #noteContent(id: string, { record, fields = [] }: Flawed): void {
    if (!record || fields.includes('content')) return
    this.#contents.set(id, ('content' in record && record.content) || [])
  }

  /** Requests a damaged record again, unless an earlier run has read the same damage. */
  #settleDamaged(request: RecordRequest, damaged: Damaged): void {
    const { staging, frontier } = this.#options
    const known = flawOf(staging.find(request.table, request.id))
    const isKnown = known?.reason === damaged.reason && known.asOf === (damaged.asOf ?? '')
    const tries = request.tries + 1
    if (isKnown) this.acceptFlawed(request, damaged)
    else if (request.purpose === 'prefetch') return
    else if (tries < MAX_TRIES) frontier.requests.retry({ ...request, tries })
    else this.acceptFlawed(request, damaged)
  }

  /** Requests an unanswered record again, or stages that it is missing. */
  #settleUnanswered(request: RecordRequest, batchSize: number): void {
    const { requests } = this.#options.frontier
    if (batchSize > SAFE_BATCH) {
      requests.retry({ ...request, truncatedAt: batchSize })
      return
    }
    const tries = request.tries + 1
    if (tries < this.#maxTries(request)) requests.retry({ ...request, tries })
    else this.#acceptMissing(request)
  }

  #maxTries({ table, id, purpose }: RecordRequest): number {
    const { staging, published } = this.#options
    if (purpose === 'prefetch' || table === 'notion_user') return 1
    if (published.has(table, id)) return MAX_TRIES
    const isKnownAbsent = Boolean(staging.find(table, id)?.absence)
    return purpose === 'content' && !isKnownAbsent ? MAX_TRIES : 1
  }

  #acceptMissing(request: RecordRequest): void {
    const { staging, frontier, isFull } = this.#options
    const { table, id, purpose } = request
    const isExpected = purpose === 'content' && !isFull && table !== 'notion_user'
    if (isExpected && this.#publishedCopy(table, id)) {
      const reason = 'it is listed, but the workspace does not return it'
      this.acceptFlawed(request, { reason, state: reason })
    } else if (purpose !== 'prefetch') {
      staging.saveAbsence(request, 'missing')
      frontier.requeue(table, id)
    } else if (staging.find(table, id)?.absence) staging.confirm(table, id)
  }

  /** A repeated refusal counts as the same failure, a temporary fault as a new one in each run. */
  #flawFrom({ message: reason, isFinal }: { message: string; isFinal: boolean }): Flawed {
    const state = isFinal ? reason : `run:${this.#options.staging.run}`
    return { reason, state, isAdrift: true }
  }

  /** The record as it was published; undefined for a placeholder. */
  #publishedCopy(table: RecordTable, id: string): RecordTypes[RecordTable] | undefined {
    const copy = this.#options.published.find(table, id)
    return copy && 'type' in copy && copy.type === UNREADABLE_TYPE ? undefined : copy
  }

  /** Whether the published record is itself made of usable fields, and is outdated now. */
  #isOlderSalvage({ table, id }: FoundRecord, { record }: Flawed): boolean {
    return record !== undefined && flawOf(this.#options.staging.find(table, id))?.isKept === false
  }

  #stage(
    { table, pageId }: FoundRecord,
    record: RecordTypes[RecordTable],
    remarks: Remarks & { version?: string }
  ): void {
    const { staging } = this.#options
    if (isPageRecord(record)) {
      // A page without a version counts as changed in each run.
      const version = remarks.version ?? versionOf(record) ?? `run:${staging.run}`
      this.#stagePage(record, remarks, version)
      return
    }
    // A block on no page of the site has no page version that covers it in a later run.
    const asOf = this.#versions.get(pageId) ?? `run:${staging.run}`
    staging.save(table, record, { pageId, asOf, ...remarks })
  }

  /** Requests the known blocks of a changed page at once, however deep they are nested. */
  #stagePage(page: Block, remarks: Remarks, asOf: string): void {
    const { staging, frontier } = this.#options
    const { id: pageId } = page
    this.#versions.set(pageId, asOf)
    staging.save('block', page, { pageId, asOf, ...remarks })
    for (const id of outdatedBlocks(staging, pageId, asOf)) {
      frontier.request({ table: 'block', id, pageId }, 'prefetch')
    }
  }
}

/** The version with which the blocks of a page were published. */
function copyVersion(record: RecordTypes[RecordTable]): string | undefined {
  return isPageRecord(record) ? versionOf(record) : undefined
}

function isPageRecord(record: RecordTypes[RecordTable]): record is Block {
  return 'parent_table' in record && 'type' in record && isPage({ type: String(record.type) })
}
