import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import type { Block, Collection, CollectionView } from 'notion-types'

import type { HarvestedView, ViewGroup } from '../../db/harvest.ts'
import { plainText } from '../../site/rich-text.ts'
import { type RecordCounts, newAccount } from './account.ts'
import { withoutPrivateFields } from './private-fields.ts'
import type { RecordTable, RecordTypes } from './records.ts'

/**
 * What a walk has brought home so far, on disk: a workspace need not fit into memory. Private
 * fields are dropped at this door. A file of one run; nothing reads it but its own publication.
 */
export class Staging {
  readonly #client: Database.Database
  readonly #insert
  readonly #insertView

  constructor(file: string) {
    mkdirSync(path.dirname(file), { recursive: true })
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    this.#client = new Database(file)
    this.#client.pragma('journal_mode = OFF')
    this.#client.pragma('synchronous = OFF')
    this.#client.exec(`
      create table record (
        kind text, id text, type text, is_row integer, raw text not null, primary key (kind, id));
      create table view_rows (view_id text primary key, collection_id text, groups text not null)`)
    this.#insert = this.#client.prepare('insert or replace into record values (?, ?, ?, ?, ?)')
    this.#insertView = this.#client.prepare('insert or replace into view_rows values (?, ?, ?)')
  }

  /** Keeps a record; a later one with the same id replaces it. */
  save<T extends RecordTable>(table: T, record: RecordTypes[T]): void {
    const type = 'type' in record ? record.type : null
    const isRow = 'parent_table' in record && record.parent_table === 'collection' ? 1 : 0
    const raw = JSON.stringify(withoutPrivateFields(record))
    this.#insert.run(table, record.id, type, isRow, raw)
  }

  /** Keeps the groups and rows of a view. */
  saveViewRows(viewId: string, collectionId: string, groups: ViewGroup[]): void {
    this.#insertView.run(viewId, collectionId, JSON.stringify(groups))
  }

  blocks(): Iterable<Block> {
    return this.#read('block')
  }

  collections(): Iterable<Collection> {
    return this.#read('collection')
  }

  /** Views with their rows; a view whose collection is not there is left out. */
  *views(): Iterable<HarvestedView> {
    const statement = this.#client.prepare<
      [],
      { raw: string; collection_id: string; groups: string }
    >(
      `select record.raw, view_rows.collection_id, view_rows.groups from view_rows
         join record on record.kind = 'collection_view' and record.id = view_id
         join record as home on home.kind = 'collection' and home.id = view_rows.collection_id
        order by view_id`
    )
    for (const row of statement.iterate()) {
      const groups = JSON.parse(row.groups) as ViewGroup[]
      const view = JSON.parse(row.raw) as CollectionView
      yield { view, collectionId: row.collection_id, groups }
    }
  }

  *users(): Iterable<{ id: string; name: string; avatar: string | null }> {
    for (const user of this.#read('notion_user')) {
      yield { id: user.id, name: userName(user), avatar: user.profile_photo || null }
    }
  }

  /** Titles of pages and names of users by id, for mentions in text. */
  names(): Map<string, string> {
    const names = new Map<string, string>()
    const pages = this.#client.prepare<[], string>(
      `select raw from record where kind = 'block' and type in ('page', 'collection_view_page')`
    )
    for (const raw of pages.pluck().iterate()) {
      const page = JSON.parse(raw) as Block
      names.set(page.id, plainText(page.properties?.title))
    }
    for (const user of this.users()) names.set(user.id, user.name)
    return names
  }

  counts(): RecordCounts {
    const sql = `
      select count(*) filter (where type in ('page', 'collection_view_page')) as pages,
             count(*) filter (where kind = 'block') as blocks,
             count(*) filter (where kind = 'block' and is_row) as rows,
             count(*) filter (where kind = 'collection') as collections,
             count(*) filter (where kind = 'collection_view') as views,
             count(*) filter (where kind = 'notion_user') as users
        from record`
    return this.#client.prepare<[], RecordCounts>(sql).get() ?? newAccount().stored
  }

  pageIds(): Set<string> {
    const sql = `select id from record where type in ('page', 'collection_view_page')`
    return new Set(this.#client.prepare<[], string>(sql).pluck().all())
  }

  close(): void {
    this.#client.close()
  }

  *#read<T extends RecordTable>(table: T): Iterable<RecordTypes[T]> {
    const statement = this.#client
      .prepare<[string], string>('select raw from record where kind = ? order by id')
      .pluck()
    for (const raw of statement.iterate(table)) yield JSON.parse(raw) as RecordTypes[T]
  }
}

function userName(user: RecordTypes['notion_user']): string {
  const whole = 'name' in user && typeof user.name === 'string' ? user.name : ''
  return [user.given_name, user.family_name].filter(Boolean).join(' ') || whole
}
