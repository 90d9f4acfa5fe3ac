import { closeSync, openSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

/** Queries that are remembered; those asked least and longest ago make room. */
const MAX_QUERIES = 1000
const FILE = 'searches.db'

/** A query that found nothing: how often, and on which day last. */
export interface ZeroResultQuery {
  query: string
  count: number
  /** ISO date, UTC. */
  last_day: string
}

/**
 * Counts queries without a result in a file of its own in the data directory, with nothing about who
 * asked: the words as they are compared, how often, and the last day.
 */
export class ZeroResultCounts {
  readonly #database: Database.Database

  constructor(folder: string) {
    const file = path.join(folder, FILE)
    // What people look for is for the maintainers alone.
    closeSync(openSync(file, 'a', 0o600))
    this.#database = new Database(file, { timeout: 50 })
    this.#database.pragma('journal_mode = WAL')
    this.#database.pragma('synchronous = OFF')
    this.#database.exec(`create table if not exists search (
      query text primary key, count integer not null, last_day text not null) without rowid`)
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

/** Queries that found nothing, those asked most first; none where nothing was counted. */
export function readZeroResultCounts(folder: string, limit: number): ZeroResultQuery[] {
  const file = path.join(folder, FILE)
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
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
