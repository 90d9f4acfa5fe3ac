import type { BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import { MAX_FACET_CHARACTERS, readFacets } from '../../../db/describe/rows/read-facets.ts'
import { countRows } from '../../../db/describe/rows/count-rows.ts'
import { findColumn } from '../../../db/describe/rows/rows-request.ts'
import { readRows } from '../../../db/describe/rows/read-rows.ts'
import { shownSql } from '../../../db/describe/rows/shown-sql.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import type { DataFacet, DataRows } from '../../../site/browse/data-model.ts'
import { type DataQuery, type Filter, parseDataQuery } from '../../../site/browse/data-query.ts'
import { rowHref } from '../../../site/browse/data-address.ts'
import { DataRowsPage } from '../../../web/browse/DataRowsPage.tsx'
import { renderDocument } from '../document/render-document.ts'
import type { RenderContext } from '../site-shell.ts'
import { browsedTables } from './browsed-tables.ts'
import { areFacetsCovered } from './covered-facets.ts'
import { hasCoveredCollections, mayNameCovered } from './may-name-covered.ts'
import { cellOf, dataCells } from './data-cells.ts'
import { PAGE_ROWS, rowsRequest } from './rows-of-query.ts'

/** Characters of a value in a table. */
const CHARACTERS = 160

/** The HTML of a table: a part of its rows. Undefined for an unknown table. Throws `BrowseError`. */
export function renderDataRows(
  { site, shell }: RenderContext,
  asked: { table: string; search: string }
): string | undefined {
  const { mirror } = site.published()
  const tables = browsedTables(site)
  const table = tables.get(asked.table)
  if (!table) return undefined
  const query = parseDataQuery(
    asked.search,
    table.columns.map(({ name }) => name)
  )
  const found = readDataRows(mirror, { table, query, names: new Set(tables.keys()) })
  const rows: DataRows = {
    ...found,
    isCovered: mayNameCovered(
      site,
      table,
      found.rows.map(({ name }) => name)
    ),
    areFacetsCovered: areFacetsCovered(site, table, { ...found, filters: query.filters }),
    isTableCovered: table.kind === 'collection' && hasCoveredCollections(site)
  }
  return renderDocument(<DataRowsPage shell={shell()} rows={rows} />)
}

function readDataRows(
  mirror: Mirror,
  { table, query, names }: { table: BrowsableTable; query: DataQuery; names: Set<string> }
): Omit<DataRows, 'isCovered' | 'areFacetsCovered' | 'isTableCovered'> {
  const request = rowsRequest(query)
  const limit = query.size ?? PAGE_ROWS
  const limits = { rows: limit, characters: CHARACTERS }
  const page = readRows(mirror, table, { ...request, limits })
  const context = { mirror, table, names, columns: page.columns, isWhole: false }
  const cells = dataCells({ ...context, characters: CHARACTERS }, page.rows)
  return {
    table,
    columns: page.columns,
    query,
    rows: page.rows.map(({ key }, index) => ({
      href: key.length === 0 ? undefined : rowHref(table.name, key.map(String)),
      name: key.map(String).join(', '),
      cells: cells[index] ?? []
    })),
    hasRowLinks: table.key.length > 1 || !page.columns.some(({ name }) => name === table.key[0]),
    total: countRows(mirror, table, query.filters),
    next: page.next,
    facets: readDataFacets(mirror, { table, query }),
    suggested: table.facets.filter((name) => !query.facets.includes(name)),
    sql: shownSql(table, request, limit)
  }
}

function readDataFacets(
  mirror: Mirror,
  { table, query }: { table: BrowsableTable; query: DataQuery }
): DataFacet[] {
  const { facets: columns, filters } = query
  return readFacets(mirror, table, { columns, filters }).map((facet) => {
    const { column: name } = facet
    const column = findColumn(table, name)
    return {
      ...facet,
      values: facet.values.map(({ value, count }) => ({
        cell: cellOf({ table, characters: MAX_FACET_CHARACTERS, isWhole: true }, column, value),
        filter:
          value === null
            ? { column: name, operator: 'isnull', value: '' }
            : filterFor(name, String(value)),
        count
      }))
    }
  })
}

function filterFor(column: string, value: string): Filter | undefined {
  return value.length > MAX_FACET_CHARACTERS ? undefined : { column, operator: 'exact', value }
}
