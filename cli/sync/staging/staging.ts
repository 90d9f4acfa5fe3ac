import type Database from 'better-sqlite3'

import type { ViewGroup } from '../../../db/records/walk-result.ts'
import type { MirrorIdentity } from '../../../db/mirror/read-identity.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import type { Absence } from '../report/sync-report.ts'
import type { KnownSizes } from '../workspace/batch-size.ts'
import type { Flaw, Remarks } from './flaw.ts'
import { withoutPrivateFields } from './private-fields.ts'
import type { RecordTable, RecordTypes } from '../workspace/record-types.ts'
import { openStaging } from './staging-file.ts'

/** What is kept of one record: the record itself, or why it is not to be had. */
export interface StagedRecord {
  type: string | null
  /** Id of the record above it, as it says itself. */
  parent_id: string | null
  /** The page whose reading brought the block; a page is its own, and so is a synced original on no page of the site. */
  pageId: string | null
  /** The pageId's version when the record was read: while the pageId has it, the record is as it was. */
  as_of: string | null
  /** The run that read it. */
  run: number
  absence: Absence | null
  raw: string | null
  /** Names of dropped fields that decide nothing, as JSON; null for none. */
  unread: string | null
  /** A `Flaw` as JSON; null for a record that is as it should be, or that may not be read. */
  flaw: string | null
}

/** Where a record was found. */
export interface Finding {
  pageId: string
  asOf: string
}

/**
 * What runs have brought home so far, on disk: a workspace need not fit into memory, a killed run
 * is gone on with, and the next run fetches only what changed since. Private fields are dropped at
 * this door. A private working file; without it the next run reads everything.
 */
export class Staging {
  readonly client: Database.Database
  /** Number of this run. */
  readonly run: number
  /** What older runs have read is read again: a full run goes on until it is through. */
  readonly trustedFrom: number
  /** How many records this run has found other than earlier runs. */
  changes = 0
  readonly #insert
  readonly #find
  readonly #touch
  readonly #markChanged
  readonly #noteSaved

  constructor(file: string, options: { identity: MirrorIdentity; isFull: boolean }) {
    this.client = openStaging(file, options.identity)
    this.run = this.#number('run') + 1
    this.#setNumber('run', this.run)
    if (options.isFull && this.#number('full_since') === 0) this.#setNumber('full_since', this.run)
    this.trustedFrom = this.#number('full_since')
    this.#insert = this.client.prepare<unknown[]>(
      'insert or replace into record values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
    )
    this.#find = this.client.prepare<[string, string], StagedRecord>(
      `select type, parent_id, unit as pageId, as_of, run, absence, raw, unread, flaw from record
        where kind = ? and id = ?`
    )
    this.#touch = this.client.prepare<[number, string, string]>(
      'update record set run = ? where kind = ? and id = ?'
    )
    this.#markChanged = this.client.prepare<[string, string]>(
      'insert or ignore into changed values (?, ?)'
    )
    this.#noteSaved = this.client.prepare<[string]>('insert or ignore into saved_block values (?)')
  }

  /** Runs writes as one transaction. */
  batch<T>(write: () => T): T {
    return this.client.transaction(write).immediate()
  }

  /** Keeps a record that was read in this run. */
  save<T extends RecordTable>(
    table: T,
    record: RecordTypes[T],
    { pageId, asOf, flaw, unread }: Finding & Remarks
  ): void {
    const raw = JSON.stringify(withoutPrivateFields(record))
    const dropped = unread ? JSON.stringify(unread) : null
    const held = this.find(table, record.id)
    const isSame = held?.raw === raw && held.unread === dropped && held.flaw === textOf(flaw)
    if (!isSame) this.#noteChange(table, record.id)
    else if (held.pageId === pageId && held.as_of === asOf) {
      this.confirm(table, record.id)
      return
    }
    const type = 'type' in record ? record.type : null
    const isRow = 'parent_table' in record && record.parent_table === 'collection' ? 1 : 0
    const parentId = 'parent_id' in record ? record.parent_id : null
    const found = [table, record.id, type, parentId, isRow, pageId, asOf, this.run, null]
    this.#insert.run(...found, dropped, ...this.#remarked(table, record.id, flaw), raw)
    if (table === 'block') this.#noteSaved.run(record.id)
  }

  /** Replaces the text of a record. */
  amend<T extends RecordTable>(table: T, record: RecordTypes[T]): void {
    this.#noteChange(table, record.id)
    this.client
      .prepare('update record set raw = ? where kind = ? and id = ?')
      .run(JSON.stringify(record), table, record.id)
  }

  /** Keeps that a record is not to be had, for this run. */
  saveAbsence(
    { table, id }: { table: RecordTable; id: string },
    reason: Absence,
    flaw?: Flaw
  ): void {
    const held = this.find(table, id)
    if (held?.absence !== reason || held.flaw !== textOf(flaw)) this.#noteChange(table, id)
    const nothing = [null, null, 0, null, null]
    const remarked = this.#remarked(table, id, flaw)
    this.#insert.run(table, id, ...nothing, this.run, reason, null, ...remarked, null)
  }

  /** A flaw as text, and whether the same was reported before. */
  #remarked(table: RecordTable, id: string, flaw: Flaw | undefined): [string | null, number] {
    const text = textOf(flaw)
    if (text === null) return [null, 0]
    const find = this.client.prepare<string[], number>(
      'select is_reported from record where kind = ? and id = ? and flaw = ?'
    )
    return [text, find.pluck().get(table, id, text) ?? 0]
  }

  #noteChange(table: RecordTable, id: string): void {
    this.changes++
    this.#markChanged.run(table, id)
  }

  find(table: RecordTable, id: string): StagedRecord | undefined {
    return this.#find.get(table, id)
  }

  /** The record, when there is one. */
  read<T extends RecordTable>(table: T, id: string): RecordTypes[T] | undefined {
    const raw = this.find(table, id)?.raw
    return raw ? (JSON.parse(raw) as RecordTypes[T]) : undefined
  }

  /** Whether this run has read a record, or that it is absent. */
  isCurrent(table: RecordTable, id: string): boolean {
    return this.find(table, id)?.run === this.run
  }

  /** Says that what is known of a record was found to be so in this run. */
  confirm(table: RecordTable, id: string): void {
    this.#touch.run(this.run, table, id)
  }

  /** The rows of a view as an earlier run found them on the same basis. */
  findViewRows(viewId: string, basis: string): ViewGroup[] | undefined {
    const groups = this.client
      .prepare<[string, string, number], string>(
        'select groups from view_rows where view_id = ? and basis = ? and run >= ?'
      )
      .pluck()
      .get(viewId, basis, this.trustedFrom)
    return groups === undefined ? undefined : (JSON.parse(groups) as ViewGroup[])
  }

  saveViewRows(viewId: string, basis: string, groups: ViewGroup[]): void {
    this.client
      .prepare('insert or replace into view_rows values (?, ?, ?, ?)')
      .run(viewId, basis, this.run, JSON.stringify(groups))
  }

  /** How many ids the workspace is known to answer in one request; undefined before the first run. */
  readBatchSizes(): KnownSizes | undefined {
    const current = this.#number('batch_size')
    return current > 0 ? { current, largest: this.#number('largest_batch') } : undefined
  }

  saveBatchSizes({ current, largest }: KnownSizes): void {
    this.#setNumber('batch_size', current)
    this.#setNumber('largest_batch', largest)
  }

  /** Notes that a link names a record: it is kept, whether or not it is part of the site. */
  noteLinkTarget(table: RecordTable, id: string): void {
    this.client.prepare('insert or ignore into link_target values (?, ?)').run(table, id)
  }

  /** Ends the full run that `trustedFrom` speaks of. */
  endFullRun(): void {
    this.#setNumber('full_since', 0)
  }

  close(): void {
    this.client.close()
  }

  #number(key: string): number {
    const find = this.client.prepare<[string], number>('select value from meta where key = ?')
    return find.pluck().get(key) ?? 0
  }

  #setNumber(key: string, value: number): void {
    this.client.prepare('insert or replace into meta values (?, ?)').run(key, value)
  }
}

/** The version of a page that its blocks are read for. */
export function versionOf(record: { version: number; last_edited_time: number }): string {
  return `${record.version}:${record.last_edited_time}`
}

function textOf(flaw: Flaw | undefined): string | null {
  return flaw ? JSON.stringify(flaw) : null
}

/** Whether a staged record is that of a page. */
export function isStagedPage(staged: StagedRecord): boolean {
  return staged.type !== null && isPage({ type: staged.type })
}
