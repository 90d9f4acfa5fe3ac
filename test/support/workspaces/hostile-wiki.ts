import type { Collection, CollectionView } from 'notion-types'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { hostileTexts } from './hostile-texts.ts'
import { ROOT_ID, pageBlock, record, testId, workspaceOf } from './records.ts'

const COLLECTION = testId(500)
const SHOWN = 6
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
 * A workspace with the value in every record: the page `/hostile`, and a database with a row `/row`
 * that have it in every property, name, option and view.
 */
function hostileWiki(value: string): WorkspaceFile {
  const texts = hostileTexts(value)
  const view = { id: testId(501), version: 1, type: 'table', name: value, parent_id: testId(SHOWN) }
  const collection = { id: COLLECTION, version: 1, name: [[value]], parent_id: testId(SHOWN) }
  const shown = record(SHOWN, {
    type: 'collection_view_page',
    collection_id: COLLECTION,
    view_ids: [view.id]
  })
  const row = pageBlock(5, 'Row', {
    parent_id: COLLECTION,
    parent_table: 'collection',
    properties: { title: [['Row']], ...properties(value), sl: [['rows']] }
  })
  const root = pageBlock(1, 'Home', {
    ...texts.block[ROOT_ID],
    content: [testId(3), testId(4), shown.id]
  })
  return {
    ...texts,
    block: { ...texts.block, [root.id]: root, [shown.id]: shown, [row.id]: row },
    // Only the fields that a sync reads.
    collection: { [COLLECTION]: { ...collection, schema: schema(value) } as unknown as Collection },
    collection_view: { [view.id]: { ...view, format: {} } as unknown as CollectionView }
  }
}

/** The pages of a wiki of each value in one workspace; the n-th one has ids from `testId(1000 * n)` on. */
export function hostileWikis(values: string[]): WorkspaceFile {
  const wikis = values.map((value, index) => renumbered(hostileWiki(value), 1000 * (index + 1)))
  const blocks = wikis.flatMap(({ block, rootPageId }) =>
    Object.values(block).filter(({ id }) => id !== rootPageId)
  )
  const pages = wikis.flatMap(({ block, rootPageId }) => block[rootPageId]?.content ?? [])
  for (const block of blocks) if (pages.includes(block.id)) block.parent_id = ROOT_ID
  return {
    ...workspaceOf(pages, blocks),
    collection: Object.assign({}, ...wikis.map(({ collection }) => collection)),
    collection_view: Object.assign({}, ...wikis.map((wiki) => wiki.collection_view))
  }
}

/** A copy with other ids. */
function renumbered(workspace: WorkspaceFile, added: number): WorkspaceFile {
  const ids = new RegExp(testId(0).replace(/0{12}$/, '(\\d{12})'), 'g')
  const text = JSON.stringify(workspace)
  return JSON.parse(text.replaceAll(ids, (_, number) => testId(added + Number(number))))
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
