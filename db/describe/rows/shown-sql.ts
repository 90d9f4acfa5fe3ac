import type { BrowsableTable } from '../browsable-tables.ts'
import { conditions } from './conditions.ts'
import { literalSql } from './literal-sql.ts'
import type { RowsRequest } from './rows-request.ts'

/** The statement for the rows of a request as a person would write it. Throws `BrowseError`. */
export function shownSql(table: BrowsableTable, request: RowsRequest, limit: number): string {
  const { columns = [], filters = [], sort } = request
  const where = literalSql(conditions(table, filters))
  const order = sort ? [sort.column] : table.key
  const direction = sort?.isDescending ? ' desc' : ''
  return [
    `select ${columns.length === 0 ? '*' : columns.map(plainName).join(', ')}`,
    `  from ${plainName(table.name)}`,
    ...(filters.length === 0 ? [] : [` where ${where}`]),
    ...(order.length === 0 ? [] : [` order by ${order.map(plainName).join(', ')}${direction}`]),
    ` limit ${limit}`
  ].join('\n')
}

/** Names of views and their columns need no quotes (see `freeName`); those of SQLite's own words do. */
function plainName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u.test(name) && !words.has(name) ? name : `"${name}"`
}

/** Columns of tables that are called like a word of SQL. */
const words = new Set(['change', 'key', 'rows', 'text', 'values'])
