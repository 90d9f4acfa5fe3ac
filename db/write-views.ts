import type { HarvestedView, ViewGroup } from './harvest.ts'
import type { Mirror } from './open-mirror.ts'
import { collectionView, collectionViewGroup, collectionViewRow } from './schema.ts'
import { tableWriter } from './table-writer.ts'
import { type RecordTarget, digestedJson } from './write-records.ts'

/** Brings the views, their groups and rows to what a harvest holds; returns how many rows of the tables changed. */
export function writeViews({ mirror, harvest, digest }: RecordTarget): number {
  const views = tableWriter(mirror, collectionView)
  const groups = tableWriter(mirror, collectionViewGroup)
  const rows = tableWriter(mirror, collectionViewRow)
  const holds = blockLookup(mirror)

  for (const harvested of harvest.views()) {
    views.write({ ...viewRow(harvested), raw: digestedJson(digest, harvested.view) })
    digestedJson(digest, [harvested.collectionId, harvested.groups])
    for (const [position, group] of harvested.groups.entries()) {
      const key = { view_id: harvested.view.id, position }
      const rowIds = group.rowIds.filter(holds)
      groups.write({ ...key, ...groupRow(group, rowIds.length) })
      for (const [index, rowId] of rowIds.entries()) {
        const { view_id } = key
        rows.write({ view_id, group_position: position, position: index, block_id: rowId })
      }
    }
  }
  return rows.finish() + groups.finish() + views.finish()
}

function blockLookup(mirror: Mirror): (id: string) => boolean {
  const statement = mirror.$client.prepare<[string], number>('select 1 from block where id = ?')
  return (id) => statement.get(id) !== undefined
}

function viewRow({ view, collectionId }: HarvestedView) {
  return {
    id: view.id,
    collection_id: collectionId,
    type: view.type,
    name: view.name ?? '',
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
