import type { BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import { readRows } from '../../../db/describe/rows/read-rows.ts'
import { MAX_FILTERS } from '../../../db/describe/rows/rows-request.ts'
import type { DataFacet } from '../../../site/browse/data-model.ts'
import type { Filter } from '../../../site/browse/data-query.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { mayNameCovered } from './may-name-covered.ts'

/** Rows with a value that are examined. */
const EXAMINED_ROWS = 20

/**
 * Whether a value of these facets may name what is covered: none of the examined rows with the value is
 * free of covered names.
 */
export function areFacetsCovered(
  site: PublishedSite,
  table: BrowsableTable,
  { facets, filters }: { facets: DataFacet[]; filters: Filter[] }
): boolean {
  // Without keys, this only asks whether the site has covered pages.
  if (facets.length === 0 || !mayNameCovered(site, table)) return false
  const { mirror } = site.published()
  const isOpen = (filter: Filter | undefined) => {
    if (!filter || filters.length >= MAX_FILTERS) return false
    const request = { filters: [...filters, filter], columns: [filter.column] }
    const { rows } = readRows(mirror, table, { ...request, limits: { rows: EXAMINED_ROWS } })
    return rows.some(({ key }) => !mayNameCovered(site, table, key.map(String)))
  }
  return !facets.every(({ values }) => values.every(({ filter }) => isOpen(filter)))
}
