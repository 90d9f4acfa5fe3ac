import type { Block, Collection, CollectionView } from 'notion-types'

import type { WalkedView, ViewGroup } from '../../../db/records/walk-result.ts'
import { externalType, objectName } from '../../../site/notion/blocks/external-object.ts'
import { pageName } from '../../../site/notion/blocks/page-name.ts'
import { collectionIdOf, isPage } from '../../../site/notion/blocks/block-references.ts'
import { type RecordCounts, newReport } from '../report/sync-report.ts'
import type { RecordTable, RecordTypes } from '../workspace/record-tables.ts'
import type { StagedRecord, Staging } from '../staging/staging.ts'
import { stagedRows } from '../staging/staging-file.ts'

/** A record that another one names. */
export interface Wanted {
  table: RecordTable
  id: string
  /** The page through which it was found. */
  unit: string
  /** Id of the record that names it. */
  namedBy: string
  /** Whether a collection names it as its row. */
  isRow?: boolean
  /** How many levels below its page a block is nested; 0 for pages and whatever is no content. */
  depth?: number
}

/** A record that is part of the site. */
export type TakenRecord = Pick<Wanted, 'table' | 'id' | 'unit'>

/** A wanted record with what staging holds of it. */
export interface Candidate extends Wanted {
  staged: StagedRecord | undefined
}

const pageTypes = `('page', 'collection_view_page')`

/**
 * What a walk has come to, each record once, in temporary tables beside staging: wanted, asked for,
 * taken into the site or left out. What is taken is the harvest that is published.
 */
export class Reached {
  /** What is part of the site so far. */
  readonly stored: RecordCounts = newReport().stored
  /** Records that were named and left out. */
  readonly absent: RecordCounts = newReport().stored
  /** Records wanted or asked for. */
  pending = 0
  readonly #staging: Staging
  readonly #want
  readonly #mark
  readonly #take
  readonly #next
  readonly #reopen
  readonly #state
  readonly #taken

  constructor(staging: Staging) {
    this.#staging = staging
    const { client } = staging
    client.exec(`
      create temp table reached (
        kind text not null, id text not null, unit text not null, named_by text not null,
        is_row integer not null, depth integer not null, state text not null default 'wanted', type text, held text,
        primary key (kind, id));
      create index temp.reached_wanted on reached (state) where state = 'wanted';
      create temp table shown (view_id text primary key, collection_id text not null, groups text not null)`)
    this.#want = client.prepare<(string | number)[]>(
      'insert or ignore into reached (kind, id, unit, named_by, is_row, depth) values (?, ?, ?, ?, ?, ?)'
    )
    this.#mark = client.prepare<string[]>('update reached set state = ? where kind = ? and id = ?')
    this.#take = client.prepare<(string | null)[]>(
      `update reached set state = 'taken', type = ?, held = ? where kind = ? and id = ?`
    )
    this.#reopen = client.prepare<string[]>(
      `update reached set state = 'wanted' where kind = ? and id = ? and state = 'asked'`
    )
    this.#state = client
      .prepare<string[], string>('select state from reached where kind = ? and id = ?')
      .pluck()
    this.#taken = client
      .prepare<string[], string>(
        `select coalesce(held, raw) from reached
           left join record on record.kind = reached.kind and record.id = reached.id
          where reached.kind = ? and reached.id = ? and state = 'taken'`
      )
      .pluck()
    this.#next = client.prepare<[], CandidateRow>(
      `select reached.kind, reached.id, reached.unit, named_by, reached.is_row, depth, record.type, parent_id,
              record.unit as found_unit,
              as_of, run, absence, raw, unread, flaw
         from reached left join record on record.kind = reached.kind and record.id = reached.id
        where state = 'wanted' limit 500`
    )
  }

  /** Forgets everything: the walk begins again. */
  clear(): void {
    this.#staging.client.exec('delete from reached; delete from shown')
    Object.assign(this.stored, newReport().stored)
    Object.assign(this.absent, newReport().stored)
    this.pending = 0
  }

  want({ table, id, unit, namedBy, isRow = false, depth = 0 }: Wanted): void {
    const isNew = this.#want.run(table, id, unit, namedBy, isRow ? 1 : 0, depth).changes
    this.pending += isNew
  }

  has(table: RecordTable, id: string): boolean {
    return this.#state.get(table, id) !== undefined
  }

  isTaken(table: RecordTable, id: string): boolean {
    return this.#state.get(table, id) === 'taken'
  }

  /** Whether it is known if a record is part of the site. */
  isSettled(table: RecordTable, id: string): boolean {
    return ['taken', 'out'].includes(this.#state.get(table, id) ?? '')
  }

  /** Some of the records that are wanted and not looked at yet. */
  next(): Candidate[] {
    return this.#next.all().map((row) => ({
      table: row.kind,
      id: row.id,
      unit: row.unit,
      namedBy: row.named_by,
      isRow: row.is_row === 1,
      depth: row.depth,
      staged: row.run === null ? undefined : { ...row, unit: row.found_unit, run: row.run }
    }))
  }

  /** The record is asked for; `reopen` has it looked at once more. */
  markAsked({ table, id }: Wanted): void {
    this.#mark.run('asked', table, id)
  }

  reopen(table: RecordTable, id: string): void {
    this.#reopen.run(table, id)
  }

  /** The record is part of the site; `held`, its text, replaces what staging has of it. */
  take({ table, id }: Wanted, record: RecordTypes[RecordTable], held?: string): void {
    this.#take.run('type' in record ? record.type : null, held ?? null, table, id)
    this.pending--
    count(this.stored, table, {
      isPage: 'type' in record && isPage(record),
      isRow: 'parent_table' in record && record.parent_table === 'collection'
    })
  }

  /** Collections and views that are part of the site. */
  takenCollections(): TakenRecord[] {
    const sql = `
      select kind as 'table', id, unit from reached
       where kind in ('collection', 'collection_view') and state = 'taken'`
    return this.#staging.client.prepare<[], TakenRecord>(sql).all()
  }

  /** Takes staged records as an earlier walk has taken them. */
  takeAgain(records: TakenRecord[]): void {
    for (const { table, id, unit } of records) {
      const record = this.#staging.read(table, id)
      if (!record || this.has(table, id)) continue
      const wanted = { table, id, unit, namedBy: unit }
      this.want(wanted)
      this.take(wanted, record)
    }
  }

  /** Takes back that a view is part of the site. */
  untake({ table, id }: Wanted): void {
    this.#mark.run('asked', table, id)
    this.stored[countedAs[table]]--
    this.pending++
  }

  /** Views that are taken and show nothing, with the collection they name. */
  homelessViews(): (Wanted & { home: string | null })[] {
    const sql = `
      select view.kind as 'table', view.id, view.unit, view.named_by as namedBy,
             json_extract(coalesce(view.held, record.raw), '$.format.collection_pointer.id') as home
        from reached as view left join record on record.kind = view.kind and record.id = view.id
       where view.kind = 'collection_view' and view.state = 'taken'
         and not exists (
           select 1 from shown join reached as home on home.kind = 'collection'
              and home.id = shown.collection_id and home.state = 'taken' where shown.view_id = view.id)`
    return this.#staging.client.prepare<[], Wanted & { home: string | null }>(sql).all()
  }

  /** The record is no part of the site. */
  leaveOut({ table, id, isRow = false }: Wanted, isPageRecord: boolean): void {
    this.#mark.run('out', table, id)
    this.pending--
    count(this.absent, table, { isPage: isPageRecord || isRow, isRow })
  }

  /** Notes what a view shows, with its rows. */
  show(viewId: string, collectionId: string, groups: ViewGroup[]): void {
    this.#staging.client
      .prepare('insert or replace into shown values (?, ?, ?)')
      .run(viewId, collectionId, JSON.stringify(groups))
  }

  /** A record that is part of the site. */
  read<T extends RecordTable>(table: T, id: string): RecordTypes[T] | undefined {
    const raw = this.#taken.get(table, id)
    return raw === undefined ? undefined : (JSON.parse(raw) as RecordTypes[T])
  }

  blocks(): Iterable<Block> {
    return this.#read('block')
  }

  collections(): Iterable<Collection> {
    return this.#read('collection')
  }

  /** Views with their rows; a view whose collection is no part of the site is left out. */
  *views(): Iterable<WalkedView> {
    const statement = this.#staging.client.prepare<
      [],
      { raw: string; collection_id: string; groups: string }
    >(
      `select coalesce(view.held, record.raw) as raw, shown.collection_id, shown.groups from shown
         join reached as view on view.kind = 'collection_view' and view.id = view_id and view.state = 'taken'
         join reached as home on home.kind = 'collection' and home.id = shown.collection_id and home.state = 'taken'
         left join record on record.kind = 'collection_view' and record.id = view_id
        order by view_id`
    )
    for (const row of stagedRows(statement.iterate())) {
      const groups = JSON.parse(row.groups) as ViewGroup[]
      const view = JSON.parse(row.raw) as CollectionView
      yield { view, collectionId: row.collection_id, groups }
    }
  }

  /** Blocks that were read and are no part of the site. */
  *leftOutBlocks(): Iterable<Block> {
    const statement = this.#staging.client
      .prepare<[], string>(
        `select raw from reached join record on record.kind = reached.kind and record.id = reached.id
          where reached.kind = 'block' and state = 'out' and raw is not null order by reached.id`
      )
      .pluck()
    for (const raw of stagedRows(statement.iterate())) yield JSON.parse(raw) as Block
  }

  /** Replaces the text of a record that is part of the site. */
  rewrite<T extends RecordTable>(table: T, record: RecordTypes[T]): void {
    this.#staging.client
      .prepare('update reached set held = ? where kind = ? and id = ?')
      .run(JSON.stringify(record), table, record.id)
  }

  /** Records that are there and may not be read. */
  privateIds(): string[] {
    const sql = `
      select reached.id from reached join record on record.kind = reached.kind and record.id = reached.id
       where absence = 'private' order by reached.id`
    return this.#staging.client.prepare<[], string>(sql).pluck().all()
  }

  *users(): Iterable<{ id: string; name: string; avatar: string | null }> {
    for (const user of this.#read('notion_user')) {
      yield { id: user.id, name: userName(user), avatar: wordsIn(user.profile_photo) || null }
    }
  }

  /** Titles of pages, names of users and of objects of other sites by id, for mentions in text. */
  names(): Pick<Map<string, string>, 'get'> {
    const known = new Map<string, string | undefined>()
    return {
      get: (id) => {
        if (!known.has(id)) known.set(id, this.#nameOf(id))
        return known.get(id)
      }
    }
  }

  #nameOf(id: string): string | undefined {
    const user = this.read('notion_user', id)
    if (user) return userName(user)
    const block = this.read('block', id)
    if (!block) return undefined
    if (isPage(block)) return pageName(block, this.#collectionOf(block))
    return block.type === externalType ? (objectName(block) ?? '') : undefined
  }

  #collectionOf(page: Block): Collection | undefined {
    const id = page.type === 'collection_view_page' ? collectionIdOf(page) : undefined
    return id === undefined ? undefined : this.read('collection', id)
  }

  pageIds(): Set<string> {
    const sql = `
      select id from reached where kind = 'block' and state = 'taken' and type in ${pageTypes}`
    return new Set(this.#staging.client.prepare<[], string>(sql).pluck().all())
  }

  *#read<T extends RecordTable>(table: T, condition = ''): Iterable<RecordTypes[T]> {
    const statement = this.#staging.client
      .prepare<[string], string>(
        `select coalesce(held, raw) from reached
           left join record on record.kind = reached.kind and record.id = reached.id
          where reached.kind = ? and state = 'taken' ${condition} order by reached.id`
      )
      .pluck()
    for (const raw of stagedRows(statement.iterate(table))) yield JSON.parse(raw) as RecordTypes[T]
  }
}

interface CandidateRow extends Omit<StagedRecord, 'unit' | 'run'> {
  kind: RecordTable
  id: string
  unit: string
  named_by: string
  is_row: number
  depth: number
  found_unit: string | null
  run: number | null
}

const countedAs = {
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
  counts[countedAs[table]]++
  if (table !== 'block') return
  if (isPageRecord) counts.pages++
  if (isRow) counts.rows++
}

function userName(user: RecordTypes['notion_user']): string {
  const whole = 'name' in user ? wordsIn(user.name) : ''
  const name = [user.given_name, user.family_name].filter(wordsIn).join(' ') || whole
  // An account without a name is known by its address, which is nobody's business.
  return /^\S+@\S+$/.test(name) ? '' : name
}

/** The record of an account may hold anything. */
function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
