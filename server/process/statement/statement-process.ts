import Database from 'better-sqlite3'

import type { SqlValue } from '../../../db/describe/sql-value.ts'
import { lowerPriority } from '../lower-priority.ts'
import { startThread } from '../start-module.ts'
import { MAX_ROW_SIZE } from './limits.ts'
import type { StatementAnswer, StatementFailure, StatementRequest } from './protocol.ts'
import { matchWords } from '../../../site/search/match-words.ts'
import { suggestName } from '../../../site/sql/suggest-name.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

/** A batch is sent once it has this many bytes or characters, or rows. */
const BATCH_SIZE = 1_000_000
const BATCH_ROWS = 2000

/**
 * The part of the memory limit that this process may still use after a statement to run another one: not all
 * of SQLite's memory is returned to the system, and the rest counts for the next statement.
 */
const MAX_KEPT_PART = 0.5

// A child process that runs untrusted statements, one after the other. Its parent or the watchdog may
// kill it at any time.
const [memoryBytes = 0, nice] = process.argv.slice(3).map(Number)
if (nice) lowerPriority(nice)
const watchdog = startThread(new URL('./watchdog.js', import.meta.url), {
  workerData: { parentId: process.ppid, memoryBytes }
})
watchdog.unref()

type StartRequest = Extract<StatementRequest, { kind: 'start' }>

let rows: Iterator<SqlValue[]> | undefined
/** Closed after the last row. If the rows are not read to their end, the parent ends this process. */
let opened: Database.Database | undefined

process.on('message', (request: StatementRequest) => send(answer(request)))
send({ kind: 'ready' })

function send(message: StatementAnswer): void {
  process.send?.(message)
}

function answer(request: StatementRequest): StatementAnswer {
  return request.kind === 'start' ? start(request) : nextRows(request.count)
}

function start({ file, sql, values }: StartRequest): StatementAnswer {
  let database: Database.Database | undefined
  try {
    database = openForQueries(file)
    const statement = database.prepare<SqlValue[], SqlValue[]>(sql)
    // `allowStatement` has checked the first words only; SQLite knows what the whole statement does.
    if (!statement.reader || !statement.readonly) {
      return { kind: 'failed', failure: { message: 'the statement is not read-only' } }
    }
    opened = database
    const columns = statement.columns().map((column) => column.name)
    rows = statement
      .raw(true)
      .safeIntegers(true)
      .iterate(...values)
    return { kind: 'started', columns }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.code !== 'SQLITE_ERROR' || !database) return { kind: 'failed', failure }
    const suggestion = suggestName({ names: namesIn(database), sql, message: failure.message })
    return { kind: 'failed', failure: { ...failure, ...(suggestion && { suggestion }) } }
  }
}

function namesIn(database: Database.Database) {
  return (sql: string, ...values: string[]) =>
    database
      .prepare<string[], string>(sql)
      .pluck()
      .all(...values)
}

function openForQueries(file: string): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  database.pragma('query_only = on')
  database.pragma('trusted_schema = off')
  // In a file, an endless sort would fill the disk. In memory, it exceeds the limit first.
  database.pragma('temp_store = memory')
  database.prepare('select count(*) from sqlite_schema').get()
  database.function('search', { deterministic: true }, (words) => matchWords(String(words ?? '')))
  return database
}

function nextRows(count: number): StatementAnswer {
  const batch: SqlValue[][] = []
  let size = 0
  if (!rows) return { kind: 'failed', failure: { message: 'no statement is running' } }
  try {
    while (batch.length < Math.min(count, BATCH_ROWS) && size < BATCH_SIZE) {
      const next = rows.next()
      if (next.done) return { kind: 'rows', rows: batch, isEnd: true, isFree: close() }
      const rowSize = sizeOf(next.value)
      if (rowSize > MAX_ROW_SIZE) return { kind: 'too large', size: rowSize }
      batch.push(next.value)
      size += rowSize
    }
    return { kind: 'rows', rows: batch, isEnd: false, isFree: false }
  } catch (error) {
    return { kind: 'failed', failure: failureOf(error) }
  }
}

/** Closes the database. Returns whether this process has the memory to run another statement. */
function close(): boolean {
  rows = undefined
  opened?.close()
  return process.memoryUsage.rss() < memoryBytes * MAX_KEPT_PART
}

function sizeOf(row: SqlValue[]): number {
  const sizes = row.map((value) =>
    typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function failureOf(error: unknown): StatementFailure {
  if (error instanceof Database.SqliteError) return { code: error.code, message: error.message }
  return { message: messageOf(error) }
}
