import type { Filter } from '../../../site/browse/data-query.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { BrowsableTable } from '../browsable-tables.ts'
import { conditions } from './conditions.ts'
import { readAll } from './read-rows.ts'
import { findColumn } from './rows-request.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'
import type { SqlValue } from '../sql-value.ts'

/** The most frequent values of a column. */
export interface Facet {
  column: string
  /** A text is cut to `MAX_FACET_CHARACTERS` + 1. */
  values: { value: SqlValue; count: number }[]
  /** Whether there are more values. */
  hasMore: boolean
  /** Whether there may be more rows than the `COUNTED_ROWS` that were counted. */
  isPartial: boolean
}

/** Values of one facet. */
const MAX_VALUES = 20
/** Characters of a value that can become a condition. */
export const MAX_FACET_CHARACTERS = 200
/** Rows that one facet counts. */
const COUNTED_ROWS = 200_000

/** Counts the values of columns in the rows that match the conditions. Throws `BrowseError`. */
export function readFacets(
  mirror: Mirror,
  table: BrowsableTable,
  { columns, filters }: { columns: string[]; filters: Filter[] }
): Facet[] {
  const where = conditions(table, filters)
  return columns.map((column) => {
    const name = quoteName(findColumn(table, column).name)
    const cut = `iif(typeof(${name}) = 'text', substr(${name}, 1, ${MAX_FACET_CHARACTERS + 1}), ${name})`
    const counted = readAll(mirror, {
      sql: `select value, count(*), sum(count(*)) over ()
              from (select ${cut} as value from ${quoteName(table.name)} where ${where.sql} limit ?)
             group by value order by count(*) desc, value limit ?`,
      values: [...where.values, COUNTED_ROWS, MAX_VALUES + 1]
    })
    return {
      column,
      values: counted
        .slice(0, MAX_VALUES)
        .map(([value = null, count]) => ({ value, count: Number(count) })),
      hasMore: counted.length > MAX_VALUES,
      isPartial: Number(counted[0]?.[2] ?? 0) >= COUNTED_ROWS
    }
  })
}
