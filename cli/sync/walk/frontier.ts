import { isPage } from '../../../site/notion/blocks/block-references.ts'
import type { ViewGroup } from '../../../db/records/walk-result.ts'
import { type RecordCounts, newReport } from '../report/sync-report.ts'
import type { StagedRecord, Staging } from '../staging/staging.ts'
import type { FoundRecord, RecordTable, RecordTypes } from '../workspace/records/record-tables.ts'
import { AcceptedRecords } from './accepted-records.ts'
import { type Purpose, RequestQueue } from './requests/request-queue.ts'

/** A record to which another one refers. */
export interface Reference extends FoundRecord {
  /** Id of the record that refers to it. */
  referencedBy: string
  /** Whether a collection refers to it as its row. */
  isRow?: boolean
  /** Levels that a block is nested below its page; 0 for pages and for records that are not content. */
  depth?: number
}

/** A queued reference with what staging has of its record. */
export interface Candidate extends Reference {
  staged: StagedRecord | undefined
}

/** A view whose collection is not part of the site, with the id of that collection. */
type OrphanView = Reference & { collectionId: string | null }

/** Candidates that the walk visits at a time. */
const CANDIDATES = 500

/**
 * The records that a walk has found, each once, in temporary tables beside staging: queued for a
 * visit, waiting, accepted into the site or excluded. Owns the requests for records as well.
 */
export class Frontier {
  /** Numbers of the accepted and the excluded records by kind, so far. */
  readonly accepted: RecordCounts = newReport().stored
  readonly excluded: RecordCounts = newReport().stored
  /** Number of found records that are neither accepted nor excluded. */
  pending = 0
  readonly requests = new RequestQueue()
  /** The records that are part of the site. */
  readonly records: AcceptedRecords
  readonly #staging: Staging
  readonly #statements

  constructor(staging: Staging) {
    this.#staging = staging
    staging.client.exec(`
      create temp table frontier (
        kind text not null, id text not null, page_id text not null, referenced_by text not null,
        is_row integer not null, depth integer not null, state text not null default 'queued', type text,
        -- The text of the record where it is not the one in staging.
        override text,
        primary key (kind, id));
      create index temp.frontier_queued on frontier (state) where state = 'queued';
      create temp table shown (view_id text primary key, collection_id text not null, groups text not null)`)
    this.records = new AcceptedRecords(staging)
    this.#statements = prepareStatements(staging)
  }

  /** Removes all found records, for a repeated walk. */
  clear(): void {
    this.#staging.client.exec('delete from frontier; delete from shown')
    Object.assign(this.accepted, newReport().stored)
    Object.assign(this.excluded, newReport().stored)
    this.pending = 0
  }

  /** Queues a record for a visit, unless it was found before. An id that cannot be stored has no record. */
  enqueue({ table, id, pageId, referencedBy, isRow = false, depth = 0 }: Reference): void {
    if (!id.isWellFormed()) return
    const { insert } = this.#statements
    this.pending += insert.run(table, id, pageId, referencedBy, isRow ? 1 : 0, depth).changes
  }

  /**
   * Requests a record, unless this run has read it. The target of a link stays staged even if it is not
   * part of the site.
   */
  request(record: FoundRecord, purpose: Purpose): void {
    const { table, id } = record
    if (purpose === 'link') this.#staging.keepLinkTarget(table, id)
    if (!this.#staging.isCurrent(table, id)) this.requests.add(record, purpose)
  }

  /** Whether the walk has found a record, in whatever state it is. */
  has(table: RecordTable, id: string): boolean {
    return this.#stateOf(table, id) !== undefined
  }

  isAccepted(table: RecordTable, id: string): boolean {
    return this.#stateOf(table, id) === 'accepted'
  }

  /** Whether a record is accepted or excluded. */
  isDecided(table: RecordTable, id: string): boolean {
    return ['accepted', 'excluded'].includes(this.#stateOf(table, id) ?? '')
  }

  /** Some of the queued records, which stay queued until their state changes. */
  queued(): Candidate[] {
    return this.#statements.queued.all(CANDIDATES).map((row) => ({
      table: row.kind,
      id: row.id,
      pageId: row.page_id,
      referencedBy: row.referenced_by,
      isRow: row.is_row === 1,
      depth: row.depth,
      staged: stagedOf(row)
    }))
  }

  /** Keeps a record from being visited until `requeue`: for its answer, its collection or a view. */
  wait({ table, id }: Reference): void {
    this.#statements.setState.run('waiting', table, id)
  }

  /** Queues a waiting record for another visit; does nothing in any other state. */
  requeue(table: RecordTable, id: string): void {
    this.#statements.requeue.run(table, id)
  }

  /** Makes a record part of the site; `override` replaces its text in staging. */
  accept({ table, id }: Reference, record: RecordTypes[RecordTable], override?: string): void {
    const type = 'type' in record ? record.type : null
    this.#statements.accept.run(type, override ?? null, table, id)
    this.pending--
    count(this.accepted, table, {
      isPage: 'type' in record && isPage(record),
      isRow: 'parent_table' in record && record.parent_table === 'collection'
    })
  }

  /** Accepts staged records that an earlier walk accepted. */
  acceptAgain(records: FoundRecord[]): void {
    for (const { table, id, pageId } of records) {
      const record = this.#staging.read(table, id)
      if (!record || this.has(table, id)) continue
      const reference = { table, id, pageId, referencedBy: pageId }
      this.enqueue(reference)
      this.accept(reference, record)
    }
  }

  /** Undoes `accept` for a view or collection. */
  revoke({ table, id }: Reference): void {
    this.#statements.setState.run('waiting', table, id)
    this.accepted[countNames[table]]--
    this.pending++
  }

  /** Leaves a record out of the site. */
  exclude({ table, id, isRow = false }: Reference, isPageRecord: boolean): void {
    this.#statements.setState.run('excluded', table, id)
    this.pending--
    count(this.excluded, table, { isPage: isPageRecord || isRow, isRow })
  }

  /** Stores the rows that a view shows, by group. */
  show(viewId: string, collectionId: string, groups: ViewGroup[]): void {
    this.#statements.show.run(viewId, collectionId, JSON.stringify(groups))
  }

  /** Accepted views whose collection is not accepted. */
  orphanViews(): OrphanView[] {
    return this.#statements.orphanViews.all()
  }

  #stateOf(table: RecordTable, id: string): string | undefined {
    return this.#statements.stateOf.get(table, id)
  }
}

/** Field by field: a spread with another field takes twice as long, for every record of a walk. */
function stagedOf(row: CandidateRow): StagedRecord | undefined {
  if (row.run === null) return undefined
  return {
    type: row.type,
    parent_id: row.parent_id,
    pageId: row.staged_page_id,
    as_of: row.as_of,
    run: row.run,
    absence: row.absence,
    raw: row.raw,
    unread: row.unread,
    flaw: row.flaw
  }
}

interface CandidateRow extends Omit<StagedRecord, 'pageId' | 'run'> {
  kind: RecordTable
  id: string
  page_id: string
  referenced_by: string
  is_row: number
  depth: number
  staged_page_id: string | null
  run: number | null
}

function prepareStatements({ client }: Staging) {
  return {
    insert: client.prepare<(string | number)[]>(
      'insert or ignore into frontier (kind, id, page_id, referenced_by, is_row, depth) values (?, ?, ?, ?, ?, ?)'
    ),
    setState: client.prepare<string[]>('update frontier set state = ? where kind = ? and id = ?'),
    accept: client.prepare<(string | null)[]>(
      `update frontier set state = 'accepted', type = ?, override = ? where kind = ? and id = ?`
    ),
    requeue: client.prepare<string[]>(
      `update frontier set state = 'queued' where kind = ? and id = ? and state = 'waiting'`
    ),
    stateOf: client
      .prepare<string[], string>('select state from frontier where kind = ? and id = ?')
      .pluck(),
    queued: client.prepare<[number], CandidateRow>(
      `select frontier.kind, frontier.id, frontier.page_id, referenced_by, frontier.is_row, depth,
              record.type, parent_id, record.unit as staged_page_id,
              as_of, run, absence, raw, unread, flaw
         from frontier left join record using (kind, id)
        where state = 'queued' limit ?`
    ),
    show: client.prepare<string[]>('insert or replace into shown values (?, ?, ?)'),
    orphanViews: client.prepare<[], OrphanView>(
      `select view.kind as 'table', view.id, view.page_id as pageId, view.referenced_by as referencedBy,
              json_extract(coalesce(view.override, record.raw), '$.format.collection_pointer.id') as collectionId
         from frontier as view left join record on record.kind = view.kind and record.id = view.id
        where view.kind = 'collection_view' and view.state = 'accepted'
          and not exists (
            select 1 from shown join frontier as home on home.kind = 'collection'
               and home.id = shown.collection_id and home.state = 'accepted' where shown.view_id = view.id)`
    )
  }
}

const countNames = {
  block: 'blocks',
  collection: 'collections',
  collection_view: 'views',
  notion_user: 'users'
} as const

function count(
  counts: RecordCounts,
  table: RecordTable,
  { isPage: isPageRecord, isRow }: { isPage: boolean; isRow: boolean }
): void {
  counts[countNames[table]]++
  if (table !== 'block') return
  if (isPageRecord) counts.pages++
  if (isRow) counts.rows++
}
