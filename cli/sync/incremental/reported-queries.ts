import type Database from 'better-sqlite3'

import type { FailedRecord } from '../report/sync-report.ts'
import type { Failure } from '../walk/failures.ts'

/**
 * Stores in staging which failed queries the last publication has reported, so that a query that the
 * workspace refuses in every run counts as new only once.
 */
export class ReportedQueries {
  readonly #client: Database.Database

  /** Creates its table in the database if it is missing. */
  constructor(client: Database.Database) {
    this.#client = client
    client.exec(`
      create table if not exists reported_query (
        kind text not null, id text not null, reason text not null,
        primary key (kind, id)) without rowid`)
  }

  has({ table, id, reason }: Failure): boolean {
    const sql = 'select 1 from reported_query where kind = ? and id = ? and reason = ?'
    return this.#client.prepare(sql).get(table, id, reason) !== undefined
  }

  replace(failed: Pick<FailedRecord, 'table' | 'id' | 'reason'>[]): void {
    const insert = this.#client.prepare('insert or replace into reported_query values (?, ?, ?)')
    this.#client.transaction(() => {
      this.#client.exec('delete from reported_query')
      for (const { table, id, reason } of failed) insert.run(table, id, reason)
    })()
  }
}
