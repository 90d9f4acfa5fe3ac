import type { BrowsableColumn, BrowsableTable } from '../browsable-tables.ts'
import { type SqlPart, conditions } from './conditions.ts'
import { type Cursor, readCursor } from './cursor.ts'
import { type Order, behind, orderOf } from './order.ts'
import { type RowsRequest, findColumn } from './rows-request.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'

/** A statement that reads rows. */
export interface RowsStatement extends SqlPart {
  /** The requested columns, in order. */
  columns: BrowsableColumn[]
}

interface Compiled {
  columns: BrowsableColumn[]
  order: Order
  cursor: Cursor | undefined
  /** From `from` to `order by`, with `offset` for a cursor. */
  rest: (limit: number) => SqlPart
}

/**
 * The statement for the rows of a request, at most `limit`, for `runStatement`; rows are complete.
 * Throws `BrowseError`.
 */
export function rowsStatement(
  table: BrowsableTable,
  request: RowsRequest,
  limit: number
): RowsStatement {
  const { columns, rest } = compileRows(table, request)
  const { sql, values } = rest(limit)
  return {
    columns,
    sql: `select ${columns.map(({ name }) => quoteName(name)).join()} ${sql}`,
    values
  }
}

/** Checks a request against the table and prepares its statement. Throws `BrowseError`. */
export function compileRows(table: BrowsableTable, request: RowsRequest): Compiled {
  const order = orderOf(table, request.sort)
  const where = conditions(table, request.filters)
  const cursor =
    request.cursor === undefined
      ? undefined
      : readCursor(request.cursor, { order: order.name, count: order.terms.length })
  const after = cursor ? behind(order, cursor.values) : { sql: 'true', values: [] }
  const columns = request.columns?.map((name) => findColumn(table, name)) ?? table.columns
  return {
    columns,
    order,
    cursor,
    rest: (limit) => ({
      sql: `from ${quoteName(table.name)} where ${where.sql} and ${after.sql}
 order by ${order.sql} limit ? offset ?`,
      values: [...where.values, ...after.values, limit, cursor?.skip ?? 0]
    })
  }
}
