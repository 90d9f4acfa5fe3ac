import type { Mirror } from '../../mirror/open-mirror.ts'
import type { BrowsableColumn, BrowsableTable } from '../browsable-tables.ts'
import { type Cursor, writeCursor } from './cursor.ts'
import { compileRows } from './rows-statement.ts'
import type { RowsRequest } from './rows-request.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'
import type { SqlValue } from '../sql-value.ts'

/** A page of rows. */
export interface RowsPage {
  columns: BrowsableColumn[]
  rows: BrowsedRow[]
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined
}

/** A row of a table. */
export interface BrowsedRow {
  /** Of the columns, in their order. */
  values: SqlValue[]
  /** Of the key columns; empty if the table has no key. */
  key: SqlValue[]
}

/** Limits of a page of rows. */
export interface PageLimits {
  rows: number
  /** A longer text is cut to one character more than this. */
  characters?: number
}

/**
 * Reads a page of the rows of a table. The order is total, and pages neither repeat nor omit rows of
 * one publication. Integers within 2^53 are numbers. Throws `BrowseError`.
 */
export function readRows(
  mirror: Mirror,
  table: BrowsableTable,
  request: RowsRequest & { limits: PageLimits }
): RowsPage {
  const { rows: limit, characters } = request.limits
  const { columns, order, cursor, rest } = compileRows(table, request)
  const { sql, values } = rest(limit + 1)
  const selected = [
    ...columns.map(({ name }) => cut(quoteName(name), characters)),
    ...table.key.map(quoteName),
    ...order.terms.map((term) => term.sql)
  ]
  const found = readAll(mirror, { sql: `select ${selected.join()} ${sql}`, values })
  const shown = found.slice(0, limit)
  const keyed = columns.length + table.key.length
  const ordered = shown.map((row) => row.slice(keyed))
  const skip = order.isUnique ? 0 : repetitions(ordered, cursor)
  return {
    columns,
    rows: shown.map((row) => ({
      values: row.slice(0, columns.length),
      key: row.slice(columns.length, keyed)
    })),
    next:
      found.length > limit
        ? writeCursor({ order: order.name, values: ordered.at(-1) ?? [], skip })
        : undefined
  }
}

/** Reads complete rows; integers within 2^53 are numbers. */
export function readAll(
  { $client }: Mirror,
  { sql, values }: { sql: string; values: SqlValue[] }
): SqlValue[][] {
  const rows = $client
    .prepare<SqlValue[], SqlValue[]>(sql)
    .raw()
    .safeIntegers()
    .all(...values)
  return rows.map((row) => row.map(plainNumber))
}

function cut(name: string, characters: number | undefined): string {
  if (characters === undefined) return name
  return `iif(typeof(${name}) = 'text' and length(${name}) > ${characters}, substr(${name}, 1, ${characters + 1}), ${name})`
}

function plainNumber(value: SqlValue): SqlValue {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** How many rows up to the end of the page have the same values as its last one. */
function repetitions(rows: SqlValue[][], cursor: Cursor | undefined): number {
  const texts = rows.map(textOf)
  const last = texts.at(-1)
  const first = texts.findLastIndex((text) => text !== last) + 1
  const isContinued = first === 0 && cursor !== undefined && textOf(cursor.values) === last
  return texts.length - first + (isContinued ? cursor.skip : 0)
}

function textOf(values: SqlValue[]): string {
  return writeCursor({ order: '', values, skip: 0 })
}
