import type { Filter } from '../../../site/browse/data-query.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { BrowsableTable } from '../browsable-tables.ts'
import { type BrowsedRow, readRows } from './read-rows.ts'

/** Characters of one value; a longer text is cut to one character more. */
export const MAX_ROW_CHARACTERS = 50_000

/**
 * Reads one row by the texts of its key columns; undefined if there is none, or if the rows of the
 * table have no key. Throws `BrowseError` for a key that does not fit its columns.
 */
export function readRow(
  mirror: Mirror,
  table: BrowsableTable,
  key: string[]
): BrowsedRow | undefined {
  if (table.key.length === 0 || key.length !== table.key.length) return undefined
  const filters = keyFilters(table, key)
  const limits = { rows: 1, characters: MAX_ROW_CHARACTERS }
  return readRows(mirror, table, { filters, limits }).rows[0]
}

/** The conditions that name a row by the texts of its key columns. */
export function keyFilters({ key: names }: BrowsableTable, key: string[]): Filter[] {
  return names.map((column, index) => ({ column, operator: 'exact', value: key[index] ?? '' }))
}
