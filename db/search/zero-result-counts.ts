import { closeSync, openSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

/** Stored queries; the rarest and oldest are deleted first. */
const MAX_QUERIES = 1000
const FILE = 'searches.db'

/** A query without results, with its count and last day. */
export interface ZeroResultQuery {
  query: string
  count: number
  /** ISO date, UTC. */
  last_day: string
}

/**
 * Counts queries without results in a separate database in the data directory, without data about
 * visitors: the normalized query, its count and the last day.
 */
export class ZeroResultCounts {
  readonly #database: Database.Database

  constructor(folder: string) {
    const file = path.join(folder, FILE)
    // Queries are readable by the maintainers only.
    closeSync(openSync(file, 'a', 0o600))
    this.#database = new Database(file, { timeout: 50 })
    try {
      this.#database.pragma('journal_mode = WAL')
      this.#database.pragma('synchronous = OFF')
      this.#database.exec(`create table if not exists search (
        query text primary key, count integer not null, last_day text not null) without rowid`)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  add(query: string, now: number): void {
    const day = new Date(now).toISOString().slice(0, 10)
    this.#database
      .prepare(
        `insert into search values (?, 1, ?)
             on conflict do update set count = count + 1, last_day = excluded.last_day`
      )
      .run(query, day)
    this.#database
      .prepare(
        `delete from search where query in (
           select query from search where query <> ? order by count desc, last_day desc
            limit -1 offset ?)`
      )
      .run(query, MAX_QUERIES - 1)
  }

  close(): void {
    this.#database.close()
  }
}

/** Reads queries without results, most frequent first; empty if the file does not exist or has no table yet. */
export function readZeroResultCounts(folder: string, limit: number): ZeroResultQuery[] {
  const file = path.join(folder, FILE)
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const tables = database.prepare(`select 1 from sqlite_schema where name = 'search'`)
      if (!tables.get()) return []
      return database
        .prepare<[number], ZeroResultQuery>(
          'select * from search order by count desc, last_day desc, query limit ?'
        )
        .all(limit)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_CANTOPEN') return []
    throw error
  }
}
