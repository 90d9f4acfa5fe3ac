import type Database from 'better-sqlite3'

import type { ViewGroup } from '../../../db/records/walk-result.ts'
import type { MirrorIdentity } from '../../../db/mirror/read-identity.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import type { Absence } from '../report/sync-report.ts'
import type { KnownSizes } from '../workspace/batch-size.ts'
import type { Flaw, Remarks } from './flaw.ts'
import { publicUser, withoutPrivateFields } from './private-fields.ts'
import type { RecordId, RecordTable, RecordTypes } from '../workspace/records/record-tables.ts'
import { openStaging } from './staging-file.ts'

/** A staged record, or the reason for its absence. */
export interface StagedRecord {
  type: string | null
  /** As the record names it. */
  parent_id: string | null
  /** The page through which it was found; for pages, and for synced originals on no page of the site, their own id. */
  pageId: string | null
  /**
   * Version of that page when the record was read: as long as it stays, the record is unchanged.
   * `run:<number>` if no version covers the record.
   */
  as_of: string | null
  /** Number of the last run that read or confirmed it. */
  run: number
  absence: Absence | null
  raw: string | null
  /** Names of dropped fields that do not affect the site, as JSON; null for none. */
  unread: string | null
  /** A `Flaw` as JSON; null for an intact or private record. */
  flaw: string | null
}

/** The page through which a record was found, and its version. */
interface Finding {
  pageId: string
  asOf: string
}

/**
 * The records that runs have read so far, without private fields, in a private SQLite file: a
 * workspace need not fit into memory, a killed run is resumed, and the next run reads only changes.
 * Without the file the next run reads everything.
 */
export class Staging {
  readonly client: Database.Database
  /** Number of this run. */
  readonly run: number
  /** Records of older runs are read again; 0 to trust all. A full run stays full until one finishes. */
  readonly trustedFrom: number
  /** Records that differ from those of earlier runs. */
  changes = 0
  readonly #insert
  readonly #find
  readonly #touch
  readonly #markChanged

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
  }

  /** Runs writes as one transaction. */
  batch<T>(write: () => T): T {
    return this.client.transaction(write).immediate()
  }

  /** Stores a record that was read in this run. An unchanged one that no page version covers stays marked. */
  save<T extends RecordTable>(
    table: T,
    record: RecordTypes[T],
    { pageId, asOf, flaw, unread }: Finding & Remarks
  ): void {
    const clean = table === 'notion_user' ? publicUser : withoutPrivateFields
    const raw = JSON.stringify(clean(record))
    const dropped = unread ? JSON.stringify(unread) : null
    const known = this.find(table, record.id)
    const isSame = known?.raw === raw && known.unread === dropped && known.flaw === textOf(flaw)
    if (!isSame) this.#noteChange(table, record.id)
    else if (known.pageId === pageId && (known.as_of === asOf || isMarked(known.as_of))) {
      this.confirm(table, record.id)
      return
    }
    const type = 'type' in record ? record.type : null
    const isRow = 'parent_table' in record && record.parent_table === 'collection' ? 1 : 0
    const parentId = 'parent_id' in record ? record.parent_id : null
    const columns = [table, record.id, type, parentId, isRow, pageId, asOf, this.run, null]
    this.#insert.run(...columns, dropped, ...this.#flawColumns(table, record.id, flaw), raw)
  }

  /** Stores that no page version covers a block: each run reads it. */
  mark(id: string): void {
    const sql = `update record set as_of = 'run:' || run where kind = 'block' and id = ?`
    this.client.prepare(sql).run(id)
  }

  /** Lets this run read a block again. */
  expire(id: string): void {
    const sql = `update record set as_of = null, run = 0 where kind = 'block' and id = ?`
    this.client.prepare(sql).run(id)
  }

  /** Replaces the text of a staged record. */
  amend<T extends RecordTable>(table: T, record: RecordTypes[T]): void {
    this.#noteChange(table, record.id)
    this.client
      .prepare('update record set raw = ? where kind = ? and id = ?')
      .run(JSON.stringify(record), table, record.id)
  }

  /** Stores that a record is absent in this run. */
  saveAbsence({ table, id }: RecordId, reason: Absence, flaw?: Flaw): void {
    const known = this.find(table, id)
    if (known?.absence !== reason || known.flaw !== textOf(flaw)) this.#noteChange(table, id)
    const nothing = [null, null, 0, null, null]
    const flawColumns = this.#flawColumns(table, id, flaw)
    this.#insert.run(table, id, ...nothing, this.run, reason, null, ...flawColumns, null)
  }

  /** A flaw as JSON, and whether an earlier run has reported it: 0 or 1. */
  #flawColumns(table: RecordTable, id: string, flaw: Flaw | undefined): [string | null, number] {
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

  /** The staged record or its absence, of this run or an earlier one; undefined if none was stored. */
  find(table: RecordTable, id: string): StagedRecord | undefined {
    return this.#find.get(table, id)
  }

  /** The record without its remarks; undefined if it is absent. */
  read<T extends RecordTable>(table: T, id: string): RecordTypes[T] | undefined {
    const raw = this.find(table, id)?.raw
    return raw ? (JSON.parse(raw) as RecordTypes[T]) : undefined
  }

  /** Whether this run has read a record, or that it is absent. */
  isCurrent(table: RecordTable, id: string): boolean {
    return this.find(table, id)?.run === this.run
  }

  /** Marks a record as read in this run, and unchanged. */
  confirm(table: RecordTable, id: string): void {
    this.#touch.run(this.run, table, id)
  }

  /** The rows of a view that an earlier run stored with the same fingerprint. */
  findViewRows(viewId: string, fingerprint: string): ViewGroup[] | undefined {
    const groups = this.client
      .prepare<[string, string, number], string>(
        'select groups from view_rows where view_id = ? and basis = ? and run >= ?'
      )
      .pluck()
      .get(viewId, fingerprint, this.trustedFrom)
    return groups === undefined ? undefined : (JSON.parse(groups) as ViewGroup[])
  }

  /** Stores the rows of a view for `findViewRows` of later runs. */
  saveViewRows(viewId: string, fingerprint: string, groups: ViewGroup[]): void {
    this.client
      .prepare('insert or replace into view_rows values (?, ?, ?, ?)')
      .run(viewId, fingerprint, this.run, JSON.stringify(groups))
  }

  /** The batch sizes that earlier runs have learned; undefined before the first run. */
  readBatchSizes(): KnownSizes | undefined {
    const current = this.#number('batch_size')
    return current > 0 ? { current, largest: this.#number('largest_batch') } : undefined
  }

  saveBatchSizes({ current, largest }: KnownSizes): void {
    this.#setNumber('batch_size', current)
    this.#setNumber('largest_batch', largest)
  }

  /** Keeps a record staged because a link refers to it, even if it is not part of the site. */
  keepLinkTarget(table: RecordTable, id: string): void {
    this.client.prepare('insert or ignore into link_target values (?, ?)').run(table, id)
  }

  /** Lets later runs trust all records again. */
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

function textOf(flaw: Flaw | undefined): string | null {
  return flaw ? JSON.stringify(flaw) : null
}

/** Whether `as_of` of a record means that no page version covers it. */
export function isMarked(asOf: string | null): boolean {
  return asOf?.startsWith('run:') ?? false
}

export function isStagedPage(staged: StagedRecord): boolean {
  return staged.type !== null && isPage({ type: staged.type })
}
