import { viewName } from '../../site/notion/collections/normalize-view.ts'
import {
  formatGroups,
  formatSubgroups,
  groupResultName
} from '../../site/notion/collections/view-group.ts'
import type { WalkedView, ViewGroup } from '../records/walk-result.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { collectionView, collectionViewGroup, collectionViewRow } from '../mirror/schema.ts'
import { tableWriter } from '../mirror/table-writer.ts'
import type { RecordTarget } from './write-records.ts'

/** Brings the views, their groups and rows to what a harvest holds; returns how many rows of the tables changed. */
export async function writeViews(
  target: Pick<RecordTarget, 'mirror' | 'walkResult' | 'yielder'>
): Promise<number> {
  const { mirror, walkResult, yielder } = target
  const views = tableWriter(mirror, collectionView)
  const groups = tableWriter(mirror, collectionViewGroup)
  const rows = tableWriter(mirror, collectionViewRow)
  const holds = blockLookup(mirror)

  for (const harvested of walkResult.views()) {
    views.write({ ...viewRow(harvested), raw: JSON.stringify(harvested.view) })
    for (const [position, { group, rowIds }] of publicGroups(harvested, holds).entries()) {
      const key = { view_id: harvested.view.id, position }
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
 * The groups of a view with those of their rows that are part of the site. A group of which no row
 * is stands only where the view lists it: its value may be what only an unpublished row says.
 */
function publicGroups({ view, groups }: WalkedView, holds: (id: string) => boolean) {
  const listed = new Set(
    [...formatGroups(view), ...formatSubgroups(view)].map(({ value }) => groupResultName(value))
  )
  const isListed = ({ value, subgroup }: ViewGroup) =>
    [value, subgroup].every((each) => !each || listed.has(groupResultName(each)))
  return groups
    .map((group) => ({ group, rowIds: group.rowIds.filter(holds) }))
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
    // Rows that are no part of the site do not count either.
    total: group.total - (group.rowIds.length - rowCount)
  }
}
