import type { CollectionQueryResult } from 'notion-types'

import { groupResultName } from '../../../site/notion/collections/view-group.ts'
import type { GroupWindow } from '../../../site/pages/view-window.ts'

/** The rows of one group of a view, or of one pair of group and sub-group. */
type ResultGroup = Pick<GroupWindow, 'value' | 'subgroup' | 'total' | 'rowIds'>

/**
 * The rows of a view as the API's reducer results, which react-notion-x reads:
 * `collection_group_results` for a plain view; for a grouped view the list of groups
 * (`board_columns`) and `results:<type>:<value>` for each group; with sub-groups also
 * `results:<type>:<value>:<type>:<value>` for each pair.
 */
export function queryResult(groups: ResultGroup[]): CollectionQueryResult {
  const plain = groups.find((group) => group.value === null)

  // The type of notion-types describes the response of 2020; renderers read reducer results.
  return (plain
    ? { collection_group_results: results(plain) }
    : groupedResults(groups)) as unknown as CollectionQueryResult
}

function groupedResults(pairs: ResultGroup[]): Record<string, unknown> {
  const groups = mergeSubgroups(pairs)
  const columns = groups.map(({ value, total }) => ({ value, total, visible: true }))
  const rows = [...groups, ...pairs.filter(({ subgroup }) => subgroup !== null)].map((group) => [
    resultName(group),
    results(group)
  ])
  return { board_columns: { type: 'groups', results: columns }, ...Object.fromEntries(rows) }
}

/** One group for each value, with the rows of all its sub-groups; a row may be in several. */
function mergeSubgroups(pairs: ResultGroup[]): ResultGroup[] {
  const merged = new Map<string, ResultGroup>()
  for (const pair of pairs) {
    const key = JSON.stringify(pair.value)
    const { total = 0, rowIds = [] } = merged.get(key) ?? {}
    merged.set(key, {
      value: pair.value,
      subgroup: null,
      total: total + pair.total,
      rowIds: [...new Set([...rowIds, ...pair.rowIds])]
    })
  }
  return [...merged.values()]
}

function resultName({ value, subgroup }: ResultGroup): string {
  return groupResultName(value ?? { type: 'text' }, subgroup ?? undefined)
}

function results({ rowIds, total }: ResultGroup) {
  return { type: 'results', blockIds: rowIds, hasMore: rowIds.length < total, total }
}
