import { viewName } from '../../site/notion/collections/normalize-view.ts'
import { withShownGroups } from '../records/shown-groups.ts'
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

  for (const whole of walkResult.views()) {
    const walked = withShownGroups(whole, hasBlock)
    views.write({ ...viewRow(walked), raw: JSON.stringify(walked.view) })
    for (const [position, group] of walked.groups.entries()) {
      const key = { view_id: walked.view.id, position }
      groups.write({ ...key, ...groupRow(group) })
      for (const [index, rowId] of group.rowIds.entries()) {
        const { view_id } = key
        rows.write({ view_id, group_position: position, position: index, block_id: rowId })
      }
    }
    await yielder.due()
  }
  return rows.finish() + groups.finish() + views.finish()
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

function groupRow(group: ViewGroup) {
  return {
    value: group.value && JSON.stringify(group.value),
    subgroup: group.subgroup ? JSON.stringify(group.subgroup) : null,
    is_hidden: group.isHidden,
    total: group.total
  }
}
