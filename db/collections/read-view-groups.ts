import type { GroupValue } from '../../site/notion/collections/view-group.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import { hasHiddenPages } from '../lists/exclusion/exclude-pages.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

interface GroupRow {
  value: string | null
  subgroup: string | null
  is_hidden: number
  total: number
  row_ids: string
}

/** The rows of one group or sub-group; the value is null in a view without groups. */
export interface Group {
  value: GroupValue | null
  subgroup: GroupValue | null
  isHidden: boolean
  total: number
  rowIds: string[]
}

/**
 * Reads the groups of a view with their rows, in order; one per pair of group and sub-group. If pages are
 * hidden, without empty groups: their values may be those of hidden rows.
 */
export function readViewGroups(mirror: Mirror, viewId: string): Group[] {
  noteRead(keys.viewRows(viewId))
  const isShown = hasHiddenPages(mirror)
    ? ({ value, rowIds }: Group) => value === null || rowIds.length > 0
    : () => true
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
    .filter(isShown)
}
