import type { Block } from 'notion-types'

import type { WalkResult } from '../../../db/records/walk-result.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { hostileWorkspace } from './hostile-pages.ts'
import { pageBlock, record, testId } from './records.ts'

const COLLECTION = testId(500)
const FIRST_ROW = 10_000

interface ManyRows {
  /** Number of views of the collection on the page, each in its own block. */
  views: number
  type: string
  rows: number
  schema: Record<string, object>
  valuesOf: (index: number) => Record<string, unknown>
}

export const manyRowId = (index: number) => testId(FIRST_ROW + index)
export const manyViewId = (index: number) => testId(2000 + index)

/** A page `/hostile` with views of one large collection, and a small page `/small`. */
export function manyRows(options: ManyRows): {
  workspace: WorkspaceFile
  found: Partial<WalkResult>
} {
  const { rows, views, type } = options
  const shown = Array.from({ length: views }, (_, index) =>
    record(1000 + index, {
      type: 'collection_view',
      parent_id: testId(3),
      collection_id: COLLECTION,
      view_ids: [manyViewId(index)]
    })
  )
  const blocks = Array.from({ length: rows }, (_, index) => rowBlock(index, options))
  const groups = [{ value: null, isHidden: false, total: rows, rowIds: blocks.map(({ id }) => id) }]
  const schema = { title: { name: 'Name', type: 'title' }, ...options.schema }
  const collection = { id: COLLECTION, version: 1, parent_id: shown[0]?.id, name: [], schema }
  const view = (index: number) => ({
    id: manyViewId(index),
    version: 1,
    type,
    name: `View ${index}`
  })
  return {
    workspace: hostileWorkspace([...shown, ...blocks]),
    // Only the fields that are read.
    found: {
      collections: () => [collection as never],
      views: () =>
        shown.map(({ id }, index) => ({
          view: { ...view(index), parent_id: id } as never,
          collectionId: COLLECTION,
          groups
        }))
    }
  }
}

function rowBlock(index: number, { valuesOf }: ManyRows): Block {
  return pageBlock(FIRST_ROW + index, `Row ${index}`, {
    parent_id: COLLECTION,
    parent_table: 'collection',
    properties: { title: [[`Row ${index}.`]], ...valuesOf(index) }
  })
}
