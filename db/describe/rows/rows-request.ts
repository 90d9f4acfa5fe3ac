import type { Filter, Sort } from '../../../site/browse/data-query.ts'
import type { BrowsableColumn, BrowsableTable } from '../browsable-tables.ts'
import { BrowseError } from '../browse-error.ts'

/** Which rows of a table to read. All names are checked against the table; values become parameters. */
export interface RowsRequest {
  filters?: Filter[]
  /** By default the order of the key. */
  sort?: Sort | undefined
  /** The `next` of an earlier answer. */
  cursor?: string | undefined
  /** Columns to read, in this order; all by default. */
  columns?: string[] | undefined
}

/** Conditions of one request. */
export const MAX_FILTERS = 12
/** Characters of the value of a condition. */
export const MAX_VALUE_LENGTH = 2000
/** Values of one `in`. */
export const MAX_LISTED = 100

/** The column of a table by its name. Throws `BrowseError`. */
export function findColumn({ name, columns }: BrowsableTable, column: string): BrowsableColumn {
  const found = columns.find((each) => each.name === column)
  if (found) return found
  throw new BrowseError(`${name} has no column "${column.slice(0, 100)}"`)
}
