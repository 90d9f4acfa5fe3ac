import type { RowsRequest } from '../../../db/describe/rows/rows-request.ts'
import type { DataQuery } from '../../../site/browse/data-query.ts'

/** Rows of one part of a table, by default and at most. */
export const PAGE_ROWS = 50
export const MAX_PAGE_ROWS = 200

/** The rows that an address asks for. */
export function rowsRequest({ filters, sort, columns, cursor }: DataQuery): RowsRequest {
  return { filters, sort, cursor, columns: columns.length === 0 ? undefined : columns }
}
