import { MAX_COUNT, readReferences } from '../../../db/describe/rows/read-references.ts'
import { MAX_ROW_CHARACTERS, keyFilters, readRow } from '../../../db/describe/rows/read-row.ts'
import { shownSql } from '../../../db/describe/rows/shown-sql.ts'
import { tableHref } from '../../../site/browse/data-address.ts'
import type { DataReference, DataRowView } from '../../../site/browse/data-model.ts'
import { DataRowPage } from '../../../web/browse/DataRowPage.tsx'
import { renderDocument } from '../document/render-document.ts'
import type { RenderContext } from '../site-shell.ts'
import { browsedTables } from './browsed-tables.ts'
import { mayNameCovered } from './may-name-covered.ts'
import { dataCells } from './data-cells.ts'

const HEADING_CHARACTERS = 200

/** The HTML of a row with what points to it; undefined if there is none. Throws `BrowseError`. */
export function renderDataRow(
  { site, shell }: RenderContext,
  asked: { table: string; key: string[] }
): string | undefined {
  const { mirror } = site.published()
  const tables = browsedTables(site)
  const table = tables.get(asked.table)
  const row = table && readRow(mirror, table, asked.key)
  if (!table || !row) return undefined
  const { columns } = table
  const context = { mirror, table, columns, characters: MAX_ROW_CHARACTERS, isWhole: true }
  const [cells = []] = dataCells({ ...context, names: new Set(tables.keys()) }, [row])
  const cellIn = (name: string) => cells[columns.findIndex((column) => column.name === name)]
  const name = row.key.map(String).join(', ')
  const filters = keyFilters(table, asked.key)
  const view: DataRowView = {
    table,
    name,
    heading: cellIn(table.label ?? '')?.text.slice(0, HEADING_CHARACTERS) || name,
    pageHref: cellIn('path')?.href,
    cells: cells.map((cell, index) =>
      columns[index]?.name === table.key[0] && table.key.length === 1
        ? { ...cell, href: undefined }
        : cell
    ),
    references: readReferences(mirror, tables, { table, key: row.key }).map((each) =>
      referenceOf(each, String(row.key[0]))
    ),
    filters,
    sql: shownSql(table, { filters }, 1),
    isCovered: mayNameCovered(site, table, row.key.map(String))
  }
  return renderDocument(<DataRowPage shell={shell()} view={view} />)
}

function referenceOf(
  { table, column, count }: { table: string; column: string; count: number },
  value: string
): DataReference {
  const filters = [{ column, operator: 'exact' as const, value }]
  const isMore = count > MAX_COUNT
  const href = tableHref(table, { filters, facets: [], columns: [] })
  return { table, column, count: isMore ? MAX_COUNT : count, isMore, href }
}
