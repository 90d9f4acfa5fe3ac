import type { BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import { rowsNameCovered } from '../../../db/values/spoiled-values.ts'
import { coveringRules } from '../../../site/spoilers/spoiler-rule.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { coveredCollections, siteChapters } from '../../publication/site-index.ts'

/** Tables whose rows are pages, with the id as their key. */
const pageTables = new Set(['page', 'pages'])

/**
 * Whether rows of a table may name a covered page: the rows with `keys`, or any row if there are no `keys`.
 * Only given rows of collections and pages are examined. In all other cases the answer is true for every
 * site with covered pages.
 */
export function mayNameCovered(
  site: PublishedSite,
  table: BrowsableTable,
  keys?: string[]
): boolean {
  if (!hasCovered(site)) return false
  const { mirror } = site.published()
  const isOfPages = table.kind === 'collection' || pageTables.has(table.name)
  return isOfPages && keys ? rowsNameCovered(mirror, keys) : true
}

/** Whether the name of a collection is covered. */
export function hasCoveredCollections(site: PublishedSite): boolean {
  if (!hasCovered(site)) return false
  const { mirror } = site.published()
  const ids = mirror.$client.prepare<[], string>('select id from collection').pluck().all()
  return coveredCollections(site, ids).size > 0
}

/** Whether the site has covered pages. */
function hasCovered(site: PublishedSite): boolean {
  return coveringRules(site.config) !== undefined && siteChapters(site).size > 0
}
