import type { CollectionQueryResult } from 'notion-types'

import { type GroupValue, groupResultName } from '../site/view-group.ts'
import type { Mirror } from './open-mirror.ts'

interface GroupRow {
  value: string | null
  subgroup: string | null
  is_hidden: number
  total: number
  row_ids: string
}

/** The rows of one group or sub-group; of a view without groups, with value null. */
export interface Group {
  value: GroupValue | null
  subgroup: GroupValue | null
  isHidden: boolean
  total: number
  rowIds: string[]
}

/**
 * The rows of a view in the shape of the API's reducer results, which renderers read:
 * `collection_group_results` for a plain view; for a grouped one the list of groups
 * (`board_columns`), `results:<type>:<value>` for each, and where there are sub-groups
 * `results:<type>:<value>:<type>:<value>` for each pair.
 */
export function readQueryResult(mirror: Mirror, viewId: string): CollectionQueryResult {
  const groups = readViewGroups(mirror, viewId)
  const plain = groups.find((group) => group.value === null)

  // The type of notion-types describes the answer of 2020; renderers read reducer results.
  return (plain
    ? { collection_group_results: results(plain) }
    : groupedResults(groups)) as unknown as CollectionQueryResult
}

/** The groups of a view with their rows, in order; one for each pair where there are sub-groups. */
export function readViewGroups(mirror: Mirror, viewId: string): Group[] {
  return mirror.$client
    .prepare<[string], GroupRow>(
      `select value, subgroup, is_hidden, total,
              (select json_group_array(block_id order by row.position) from collection_view_row as row
                where row.view_id = grp.view_id and row.group_position = grp.position) as row_ids
         from collection_view_group as grp where view_id = ? order by position`
    )
    .all(viewId)
    .map((row) => ({
      value: JSON.parse(row.value ?? 'null') as GroupValue | null,
      subgroup: JSON.parse(row.subgroup ?? 'null') as GroupValue | null,
      isHidden: row.is_hidden !== 0,
      total: row.total,
      rowIds: JSON.parse(row.row_ids) as string[]
    }))
}

function groupedResults(pairs: Group[]): Record<string, unknown> {
  const groups = mergeSubgroups(pairs)
  const columns = groups.map((group) => ({
    value: group.value,
    total: group.total,
    visible: !group.isHidden
  }))
  const rows = [...groups, ...pairs.filter(({ subgroup }) => subgroup !== null)].map((group) => [
    resultName(group),
    results(group)
  ])
  return { board_columns: { type: 'groups', results: columns }, ...Object.fromEntries(rows) }
}

/** One group for each value, with the rows of all its sub-groups; a row may stand in several. */
function mergeSubgroups(pairs: Group[]): Group[] {
  const merged = new Map<string, Group>()
  for (const pair of pairs) {
    const key = JSON.stringify(pair.value)
    const group = merged.get(key)
    const { isHidden = true, total = 0, rowIds = [] } = group ?? {}
    merged.set(key, {
      value: pair.value,
      subgroup: null,
      isHidden: isHidden && pair.isHidden,
      total: total + pair.total,
      rowIds: [...new Set([...rowIds, ...pair.rowIds])]
    })
  }
  return [...merged.values()]
}

function resultName({ value, subgroup }: Group): string {
  const name = groupResultName(value ?? { type: 'text' })
  return subgroup ? `${name}:${groupResultName(subgroup).replace(/^results:/, '')}` : name
}

function results({ rowIds, total }: Group) {
  return { type: 'results', blockIds: rowIds, hasMore: false, total }
}
