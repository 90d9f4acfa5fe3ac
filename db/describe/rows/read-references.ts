import type { Mirror } from '../../mirror/open-mirror.ts'
import type { BrowsableTable } from '../browsable-tables.ts'
import { idKindOf } from '../id-columns.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'
import type { SqlValue } from '../sql-value.ts'

/** Rows of a table that point to a row by a column. */
export interface Reference {
  table: string
  column: string
  /** At most `MAX_COUNT` + 1. */
  count: number
}

/** Maximum of rows that are counted for each column. */
export const MAX_COUNT = 1000

/**
 * Counts the rows that point to the row with a key, by table and column. Common views are left out,
 * because they show rows of the tables. None for a key of several columns.
 */
export function readReferences(
  { $client }: Mirror,
  tables: Map<string, BrowsableTable>,
  { table, key }: { table: BrowsableTable; key: SqlValue[] }
): Reference[] {
  const [own, ...further] = table.key
  const [id] = key
  const kind = own === undefined || further.length > 0 ? undefined : idKindOf(table, own)
  if (kind === undefined || id === undefined) return []
  return [...tables.values()]
    .filter((each) => each.kind !== 'view')
    .flatMap((each) => columnsOf(each, kind).map((column) => ({ table: each.name, column })))
    .filter((each) => each.table !== table.name || each.column !== own)
    .map((each) => {
      const matching = `select 1 from ${quoteName(each.table)} where ${quoteName(each.column)} = ? limit ?`
      const count = $client
        .prepare<SqlValue[], number>(`select count(*) from (${matching})`)
        .pluck()
        .get(id, MAX_COUNT + 1)
      return { ...each, count: count ?? 0 }
    })
    .filter(({ count }) => count > 0)
}

function columnsOf(table: BrowsableTable, kind: ReturnType<typeof idKindOf>): string[] {
  return table.columns.flatMap(({ name }) => (idKindOf(table, name) === kind ? [name] : []))
}
