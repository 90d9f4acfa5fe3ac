import type { Filter } from '../../../site/browse/data-query.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { BrowsableTable } from '../browsable-tables.ts'
import { conditions } from './conditions.ts'
import { readAll } from './read-rows.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'

/** Maximum of rows that are counted. */
const MAX_COUNTED = 200_000

/** Counts the rows that match; `count` is a lower bound if `isMore`. Throws `BrowseError`. */
export function countRows(
  mirror: Mirror,
  table: BrowsableTable,
  filters: Filter[]
): { count: number; isMore: boolean } {
  const where = conditions(table, filters)
  const [[counted = 0] = []] = readAll(mirror, {
    sql: `select count(*) from (select 1 from ${quoteName(table.name)} where ${where.sql} limit ?)`,
    values: [...where.values, MAX_COUNTED + 1]
  })
  const count = Number(counted)
  return count > MAX_COUNTED ? { count: MAX_COUNTED, isMore: true } : { count, isMore: false }
}
