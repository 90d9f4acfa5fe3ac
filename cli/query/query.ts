import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { findMirror } from '../config/find-mirror.ts'
import { stopSignal } from '../process/stop-signal.ts'
import { allowStatement } from '../../server/process/statement/allow-statement.ts'
import { csvFormat } from '../../server/process/statement/format/csv-format.ts'
import { jsonFormat } from '../../server/process/statement/format/json-format.ts'
import { tableFormat } from './table-format.ts'
import type { RowFormat } from '../../server/process/statement/format/row-format.ts'
import {
  type RunningStatement,
  runStatement
} from '../../server/process/statement/run-statement.ts'

interface QueryOptions {
  sql: string
  data?: string
  json?: boolean
  csv?: boolean
  /** CSV without protection against formulas. */
  rawCsv?: boolean
  /** Maximum number of rows. */
  limit: number
  /** Seconds. */
  timeout: number
}

/** Runs a statement and prints its rows on stdout. Throws what `runStatement` throws. */
export async function query(options: QueryOptions): Promise<void> {
  const { sql, limit } = options
  allowStatement(sql)
  const { file } = findMirror(options.data)
  const stop = stopSignal(undefined)
  try {
    // Throws for a mirror of another version, whose tables may differ.
    openMirrorForReading(file).$client.close()
    const timeoutMs = options.timeout * 1000
    const timeoutHint = '--timeout <seconds> raises it'
    const statement = { file, sql, timeoutMs, timeoutHint, signal: stop.signal }
    await runStatement(statement, async (running) => {
      await printRows(running, formatFor(options, running.columns), limit)
    })
  } catch (error) {
    // If the reader of the rows closed the pipe, as `head` does, it has enough; `main` reports the others.
    if (!isOutputError(error)) throw error
  } finally {
    stop.release()
  }
}

function formatFor({ json, csv, rawCsv }: QueryOptions, columns: string[]): RowFormat {
  if (json) return jsonFormat(columns)
  const isRaw = rawCsv === true
  if (csv || isRaw) return csvFormat(columns, { isRaw })
  const { isTTY, columns: width } = process.stdout
  const isColoured = isTTY && !process.env['NO_COLOR']
  // A terminal that does not know its width, as of some containers, has 0 columns.
  return tableFormat(columns, { width: isTTY && width > 0 ? width : undefined, isColoured })
}

async function printRows(
  running: RunningStatement,
  format: RowFormat,
  limit: number
): Promise<void> {
  await write(format.head())
  let left = limit
  let isEnd = false
  while (left > 0 && !isEnd) {
    const batch = await running.read(left)
    await write(format.rows(batch.rows))
    left -= batch.rows.length
    isEnd = batch.isEnd
  }
  await write(format.end())
  if (!isEnd && (await running.read(1)).rows.length > 0) {
    console.error(`there are more than ${limit} rows; use --limit <rows> to print more`)
  }
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function isOutputError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write'
}
