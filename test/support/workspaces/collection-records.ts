import type { Block, Collection, CollectionView } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { record, testId, workspaceOf } from './records.ts'

/** Default collection of these records. */
export const HOME = testId(500)
/** Number of the block on the root page that shows collections. */
export const BLOCK = 501

/** A collection with a title and these properties; only the fields that a sync reads. */
export function collection(id: string, name: string, schema: object = {}): Collection {
  const title = { name: 'Name', type: 'title' }
  const fields = { id, version: 1, name: [[name]], parent_id: testId(BLOCK) }
  return { ...fields, schema: { title, ...schema } } as unknown as Collection
}

/** A view, by default a table. */
export function view(number: number, fields: object): CollectionView {
  const id = testId(number)
  const common = { id, version: 1, type: 'table', name: `View ${number}`, format: {} }
  return { ...common, parent_id: testId(BLOCK), ...fields } as unknown as CollectionView
}

/** A row titled with its number. */
export function row(number: number, home: string, properties: object = {}): Block {
  return record(number, {
    type: 'page',
    parent_id: home,
    parent_table: 'collection',
    properties: { title: [[`Row ${number}`]], ...properties }
  })
}

/** A workspace whose root page has one block with these views. */
export function withCollections(
  shown: object,
  records: { collections: Collection[]; views: CollectionView[]; blocks: Block[] }
): WorkspaceFile {
  const block = record(BLOCK, {
    type: 'collection_view',
    view_ids: records.views.map(({ id }) => id),
    ...shown
  })
  const byId = <T extends { id: string }>(items: T[]) =>
    Object.fromEntries(items.map((item) => [item.id, item]))
  return {
    ...workspaceOf([testId(BLOCK)], [block, ...records.blocks]),
    collection: byId(records.collections),
    collection_view: byId(records.views)
  }
}
