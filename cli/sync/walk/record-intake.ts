import type { Block } from 'notion-types'

import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { UNREADABLE_TYPE } from '../../../site/notion/blocks/block-types.ts'
import { type Remarks, flawOf } from '../staging/flaw.ts'
import type { Reached } from './frontier.ts'
import type { RecordTable, RecordTypes } from '../workspace/record-tables.ts'
import { type Damaged, unreadableBlock } from '../staging/salvage.ts'
import { type Staging, versionOf } from '../staging/staging.ts'

/** A record that was asked for, and the page through which it was found. */
interface Found<T extends RecordTable = RecordTable> {
  table: T
  id: string
  unit: string
}

/** What is known of a record that could not be read as it is. */
interface Flawed extends Partial<Omit<Damaged, 'fields'>> {
  reason: string
  /** What tells this failure from the next one, where the record has no version. */
  state?: string
}

interface IntakeOptions {
  staging: Staging
  reached: Reached
  lastGood: PublishedRecords
  /** Takes the blocks of a changed page that earlier runs know. */
  onOutdated: (id: string, unit: string) => void
}

/** Stages answered records, and chooses a replacement for a record that cannot be read. */
export class RecordIntake {
  readonly #options: IntakeOptions
  /** The versions that pages were found to have in this run. */
  readonly #versions = new Map<string, string>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** The version of a page as this run found it. */
  versionOf(unit: string): string | undefined {
    return this.#versions.get(unit)
  }

  /** Stages an answered record; null for one that may not be read. `unread` names fields that it lacks. */
  accept<T extends RecordTable>(
    found: Found<T>,
    record: RecordTypes[T] | null,
    unread?: string[]
  ): void {
    const { staging, reached } = this.#options
    if (record) this.#stage(found, record, { unread })
    else staging.saveAbsence(found, 'private')
    reached.reopen(found.table, found.id)
  }

  /**
   * Stages what there is of a record that could not be read as it is: the last good copy, else what
   * can be used of it, else for a block a placeholder, else that it is absent.
   */
  acceptFlawed(found: Found, flawed: Flawed): void {
    const { staging, reached } = this.#options
    const { table, id } = found
    const { reason, state, isAdrift = false } = flawed
    const good = this.#isOlderSalvage(found, flawed) ? undefined : this.publishedCopy(table, id)
    const flaw = {
      reason,
      isKept: good !== undefined,
      isAdrift: !good && isAdrift,
      asOf: state ?? flawed.asOf ?? ''
    }
    const record = good ?? flawed.record ?? (table === 'block' ? unreadableBlock(id) : undefined)
    // Without an answer the page is taken to be as it was, and so are its blocks.
    const version = (state && good ? copyVersion(good) : flawed.asOf) ?? `run:${staging.run}`
    if (record) this.#stage(found, record, { flaw, version })
    else staging.saveAbsence(found, 'missing', flaw)
    reached.reopen(table, id)
  }

  /** The record as it was published; undefined for none, and for a placeholder. */
  publishedCopy(table: RecordTable, id: string): RecordTypes[RecordTable] | undefined {
    const copy = this.#options.lastGood.find(table, id)
    return copy && 'type' in copy && copy.type === UNREADABLE_TYPE ? undefined : copy
  }

  /** Whether what was published is itself what could be used of the record, and is now outdated. */
  #isOlderSalvage({ table, id }: Found, { record }: Flawed): boolean {
    return record !== undefined && flawOf(this.#options.staging.find(table, id))?.isKept === false
  }

  #stage(
    { table, unit }: Found,
    record: RecordTypes[RecordTable],
    remarks: Remarks & { version?: string }
  ): void {
    const { staging } = this.#options
    if (isPageRecord(record)) {
      const version = remarks.version ?? pageVersion(record, remarks, staging.run)
      this.#stagePage(record, remarks, version)
      return
    }
    // A block of no page of the site has no version that would speak for it in another run.
    const asOf = this.#versions.get(unit) ?? `run:${staging.run}`
    staging.save(table, record, { unit, asOf, ...remarks })
  }

  /** What is known of a changed page is asked for at once, however deep it is nested. */
  #stagePage(page: Block, remarks: Remarks, asOf: string): void {
    const { staging, onOutdated } = this.#options
    this.#versions.set(page.id, asOf)
    staging.save('block', page, { unit: page.id, asOf, ...remarks })
    for (const id of staging.outdatedBlocks(page.id, asOf)) onOutdated(id, page.id)
  }
}

/** The version that the blocks of a page were published with. */
function copyVersion(record: RecordTypes[RecordTable]): string | undefined {
  return isPageRecord(record) ? versionOf(record) : undefined
}

/** A page whose version cannot be read has another one in each run. */
function pageVersion(page: Block, { unread = [] }: Remarks, run: number): string {
  return unread.includes('version') ? `run:${run}` : versionOf(page)
}

function isPageRecord(record: RecordTypes[RecordTable]): record is Block {
  return 'parent_table' in record && 'type' in record && isPage({ type: String(record.type) })
}
