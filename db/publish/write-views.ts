import { viewName } from '../../site/notion/collections/normalize-view.ts'
import {
  formatGroups,
  formatSubgroups,
  groupResultName
} from '../../site/notion/collections/view-group.ts'
import type { WalkedView, ViewGroup } from '../records/walk-result.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import {
  collectionView,
  collectionViewGroup,
  collectionViewRow
} from '../schema/collection-tables.ts'
import { tableWriter } from '../mirror/table-writer.ts'
import type { RecordTarget } from './record-target.ts'

/** Replaces the tables of views, groups and rows with a walk's result; returns the number of changed rows. */
export async function writeViews(
  target: Pick<RecordTarget, 'mirror' | 'walkResult' | 'yielder'>
): Promise<number> {
  const { mirror, walkResult, yielder } = target
  const views = tableWriter(mirror, collectionView)
  const groups = tableWriter(mirror, collectionViewGroup)
  const rows = tableWriter(mirror, collectionViewRow)
  const hasBlock = blockLookup(mirror)

  for (const walked of walkResult.views()) {
    views.write({ ...viewRow(walked), raw: JSON.stringify(walked.view) })
    for (const [position, { group, rowIds }] of publicGroups(walked, hasBlock).entries()) {
      const key = { view_id: walked.view.id, position }
      groups.write({ ...key, ...groupRow(group, rowIds.length) })
      for (const [index, rowId] of rowIds.entries()) {
        const { view_id } = key
        rows.write({ view_id, group_position: position, position: index, block_id: rowId })
      }
    }
    await yielder.due()
  }
  return rows.finish() + groups.finish() + views.finish()
}

/**
 * Returns the groups of a view with only the rows that are part of the site. A group that loses all
 * rows is omitted unless the view lists it: its value may come from an unpublished row.
 */
function publicGroups({ view, groups }: WalkedView, hasBlock: (id: string) => boolean) {
  const listed = new Set(
    [...formatGroups(view), ...formatSubgroups(view)].map(({ value }) => groupResultName(value))
  )
  const isListed = ({ value, subgroup }: ViewGroup) =>
    [value, subgroup].every((each) => !each || listed.has(groupResultName(each)))
  return groups
    .map((group) => ({ group, rowIds: group.rowIds.filter(hasBlock) }))
    .filter(({ group, rowIds }) => {
      const isWithheld = group.rowIds.length > 0 && rowIds.length === 0
      return group.value === null || !isWithheld || isListed(group)
    })
}

function blockLookup(mirror: Mirror): (id: string) => boolean {
  const statement = mirror.$client.prepare<[string], number>('select 1 from block where id = ?')
  return (id) => statement.get(id) !== undefined
}

function viewRow({ view, collectionId }: WalkedView) {
  return {
    id: view.id,
    collection_id: collectionId,
    type: view.type,
    name: viewName(view),
    parent_id: view.parent_id,
    version: view.version
  }
}

function groupRow(group: ViewGroup, rowCount: number) {
  return {
    value: group.value && JSON.stringify(group.value),
    subgroup: group.subgroup ? JSON.stringify(group.subgroup) : null,
    is_hidden: group.isHidden,
    // Without the rows that are not part of the site.
    total: group.total - (group.rowIds.length - rowCount)
  }
}
