import type { Collection, CollectionView } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { pageBlock, record, testId, workspaceOf } from './records.ts'

const COLLECTION = testId(500)
const types = ['text', 'url', 'email', 'phone_number', 'file', 'select', 'multi_select', 'status']
const moreTypes = [
  'person',
  'date',
  'number',
  'relation',
  'place',
  'button',
  'verification',
  'unknown'
]

/** All property types with stored values. */
const propertyTypes = [...types, ...moreTypes]

/**
 * A database `/rows` and a row `/row` that have the value in every property, name, option and view.
 */
export function hostileRows(value: string): WorkspaceFile {
  const view = { id: testId(501), version: 1, type: 'table', name: value, parent_id: testId(3) }
  const collection = { id: COLLECTION, version: 1, name: [[value]], parent_id: testId(3) }
  const shown = record(3, {
    type: 'collection_view_page',
    collection_id: COLLECTION,
    view_ids: [view.id]
  })
  const row = pageBlock(5, 'Row', {
    parent_id: COLLECTION,
    parent_table: 'collection',
    properties: { title: [['Row']], ...properties(value), sl: [['rows']] }
  })
  return {
    ...workspaceOf([shown.id], [shown, row]),
    // Only the fields that a sync reads.
    collection: { [COLLECTION]: { ...collection, schema: schema(value) } as unknown as Collection },
    collection_view: { [view.id]: { ...view, format: {} } as unknown as CollectionView }
  }
}

function schema(value: string): Record<string, unknown> {
  const options = [{ id: 'o', value, color: value }]
  const shown = propertyTypes.map((type) => [type, { name: `${type} ${value}`, type, options }])
  return { title: { name: 'Name', type: 'title' }, ...Object.fromEntries(shown) }
}

function properties(value: string): Record<string, unknown> {
  return Object.fromEntries(
    propertyTypes.map((type) => [
      type,
      [
        [value, [['a', value]]],
        ['‣', [['lm', { href: value, title: value }]]]
      ]
    ])
  )
}
