import type { CollectionQueryResult } from 'notion-types'

import { type GroupValue, groupResultName } from '../site/view-group.ts'
import type { Mirror } from './open-mirror.ts'

interface GroupRow {
  position: number
  value: string | null
  is_hidden: number
  total: number
  row_ids: string
}

/**
 * The rows of a view in the shape of the API's reducer results, which renderers read:
 * `collection_group_results` for a plain view; for a grouped one the list of groups
 * (`board_columns`) and `results:<type>:<value>` for each.
 */
export function readQueryResult(mirror: Mirror, viewId: string): CollectionQueryResult {
  const groups = mirror.$client
    .prepare<[string], GroupRow>(
      `select position, value, is_hidden, total,
              (select json_group_array(block_id order by row.position) from collection_view_row as row
                where row.view_id = grp.view_id and row.group_position = grp.position) as row_ids
         from collection_view_group as grp where view_id = ? order by position`
    )
    .all(viewId)
  const plain = groups.find((group) => group.value === null)

  // The type of notion-types describes the answer of 2020; renderers read reducer results.
  return (plain
    ? { collection_group_results: results(plain) }
    : groupedResults(groups)) as unknown as CollectionQueryResult
}

function groupedResults(groups: GroupRow[]): Record<string, unknown> {
  const values = groups.map((group) => JSON.parse(group.value ?? 'null') as GroupValue)
  const columns = groups.map((group, index) => ({
    value: values[index],
    total: group.total,
    visible: group.is_hidden === 0
  }))
  const rows = groups.map((group, index) => [
    groupResultName(values[index] ?? { type: 'text' }),
    results(group)
  ])
  return { board_columns: { type: 'groups', results: columns }, ...Object.fromEntries(rows) }
}

function results(group: GroupRow) {
  const blockIds = JSON.parse(group.row_ids) as string[]
  return { type: 'results', blockIds, hasMore: false, total: group.total }
}
