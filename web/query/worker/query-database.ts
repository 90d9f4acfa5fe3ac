import sqlite3InitModule, {
  type Database,
  type PreparedStatement,
  type Sqlite3Static
} from '@sqlite.org/sqlite-wasm'

import type { FetchCounts, RangedFile } from '../../../site/ranges/ranged-file.ts'
import { matchWords } from '../../../site/search/match-words.ts'
import type { Cell, Schema } from '../protocol.ts'
import { installVfs } from './install-vfs.ts'
import { QueryFault } from './query-fault.ts'
import { type KeptRows, takeRows } from './statement-result.ts'

/** SQLite's own cache of pages, in kB; all pages are in that of the file too. */
const CACHE_KB = 8000

/** The file that `sqlite3InitModule` fetches. */
const WASM = new URL('@sqlite.org/sqlite-wasm/sqlite3.wasm', import.meta.url)

/** `search('words')` in SQL; null is no words. */
function search(_context: number, words: unknown): string {
  return matchWords(String(words ?? ''))
}

/** A database that is read through a `RangedFile`. */
export class QueryDatabase {
  readonly file: RangedFile
  readonly #sqlite3: Sqlite3Static
  readonly #database: Database
  readonly #takeError: () => unknown
  #before: FetchCounts = { requests: 0, bytes: 0, pages: 0 }

  private constructor(sqlite3: Sqlite3Static, file: RangedFile) {
    const { uri, takeError } = installVfs(sqlite3, file)
    this.file = file
    this.#sqlite3 = sqlite3
    this.#takeError = takeError
    this.#database = this.#reading(() => new sqlite3.oo1.DB(uri, 'r'))
    this.#reading(() => this.#database.exec(`pragma cache_size = -${CACHE_KB}`))
    this.#database.createFunction('search', search, { arity: 1, deterministic: true })
  }

  /** Loads SQLite. To be called once in a worker. Throws `QueryFault` if it does not arrive or start. */
  static async open(file: RangedFile): Promise<QueryDatabase> {
    // Failed statements are shown to the visitor. Nothing is stored in the browser.
    const vfs = { kvvfs: true, opfs: true, 'opfs-sahpool': true, 'opfs-wl': true, 'opfs-vfs': true }
    Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {}, disable: { vfs } } })
    const loading = sqlite3InitModule().catch(async (error: unknown) => {
      // The error does not tell whether the file has arrived; a second request does.
      const kind = await fetch(WASM).then(
        ({ ok }) => (ok ? 'notStarted' : 'notSent'),
        () => 'offline' as const
      )
      throw new QueryFault(kind, { cause: error })
    })
    return new QueryDatabase(await loading, file)
  }

  /** Tables and views with their columns; full-text indexes without, since they would be read. */
  schema(): Schema {
    const rows = this.#reading(() =>
      this.#database.selectArrays(
        `select tables.name, group_concat(columns.name, char(10))
         from sqlite_schema as tables left join pragma_table_info(tables.name) as columns
           on tables.sql not like 'create virtual%'
        where tables.type in ('table', 'view') and tables.name not glob '__drizzle*'
          and not (tables.name glob 'search_*' and tables.sql like 'create table ''%')
        group by tables.name`
      )
    )
    return Object.fromEntries(
      rows.map(([name, columns]) => [
        String(name),
        typeof columns === 'string' ? columns.split('\n') : []
      ])
    )
  }

  /**
   * Runs a statement. Throws SQLite's error, or that of the file: `FetchLimitError` if it would fetch more
   * than `maxBytes`. One that is continued counts what it fetched before.
   */
  run(sql: string, options: { maxBytes: number; isContinued: boolean }): KeptRows {
    if (!options.isContinued) this.#before = { ...this.file.counts }
    this.file.maxBytes = this.#before.bytes + options.maxBytes
    try {
      return this.#reading(() => this.#read(sql))
    } finally {
      this.file.maxBytes = Number.POSITIVE_INFINITY
    }
  }

  /** What the statement has fetched. */
  counts(): FetchCounts {
    const { requests, bytes, pages } = this.file.counts
    const before = this.#before
    return {
      requests: requests - before.requests,
      bytes: bytes - before.bytes,
      pages: pages - before.pages
    }
  }

  close(): void {
    this.#database.close()
  }

  /** The names that a query selects, in its first column. */
  names(sql: string, ...values: string[]): string[] {
    // SQLite refuses a list of values for a statement without parameters.
    const found = this.#database.selectValues(sql, values.length > 0 ? values : undefined)
    return found.map(String)
  }

  /** SQLite only knows that a read has failed; the error of the file says why. */
  #reading<Result>(read: () => Result): Result {
    this.#takeError()
    try {
      return read()
    } catch (error) {
      throw this.#takeError() ?? error
    }
  }

  #read(sql: string): KeptRows {
    const statement = this.#database.prepare(sql)
    try {
      this.#refuseMore(statement, sql)
      const { columnCount } = statement
      const columns = columnCount === 0 ? [] : statement.getColumnNames()
      // Blobs are views of memory that the next step changes; `get` copies them.
      return takeRows(columns, () =>
        statement.step() && columnCount > 0 ? (statement.get([]) as Cell[]) : undefined
      )
    } finally {
      statement.finalize()
    }
  }

  /** SQLite prepares the first statement and ignores all others. */
  #refuseMore(statement: PreparedStatement, sql: string): void {
    const first = this.#sqlite3.capi.sqlite3_sql(statement) ?? ''
    const rest = sql.slice(first.length).replaceAll(/--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\s;]/g, '')
    if (rest !== '') throw new Error('there is more than one statement; run them one at a time')
  }
}
