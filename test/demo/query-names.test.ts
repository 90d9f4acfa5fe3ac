import { expect, test } from 'vitest'

import { type Query, queryCollection } from '../../demo/api/query-collection.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'

const HOME = testId(500)
/** Their ids are in another order than their names. */
const [LAST, FIRST] = [testId(901), testId(902)]
const [ZINC, BRASS] = [testId(20), testId(21)]

const schema = {
  maker: { name: 'Maker', type: 'person' },
  made: { name: 'Made by', type: 'created_by' },
  edited: { name: 'Edited by', type: 'last_edited_by' },
  metal: { name: 'Metal', type: 'relation' }
}

function row(number: number, title: string, { user, metal }: { user: string; metal: string }) {
  return pageBlock(number, title, {
    parent_table: 'collection',
    parent_id: HOME,
    created_by_id: user,
    last_edited_by_id: user,
    properties: { title: [[title]], maker: [['‣', [['u', user]]]], metal: [['‣', [['p', metal]]]] }
  } as Parameters<typeof pageBlock>[2])
}

const user = (id: string, name: string) => ({ id, given_name: name })

const workspace: WorkspaceFile = {
  ...workspaceOf(
    [],
    [
      row(10, 'First', { user: LAST, metal: ZINC }),
      row(11, 'Second', { user: FIRST, metal: BRASS }),
      pageBlock(20, 'Zinc'),
      pageBlock(21, 'Brass')
    ]
  ),
  notion_user: { [LAST]: user(LAST, 'Z') as never, [FIRST]: user(FIRST, 'A') as never },
  // Queries use only the schema.
  collection: { [HOME]: { id: HOME, schema } as never }
}

function titles(loader: Partial<Query['loader']>): unknown[] {
  const reducers = { collection_group_results: { type: 'results', limit: 50 } }
  const { rows } = queryCollection(workspace, {
    collection: { id: HOME },
    collectionView: { id: testId(501) },
    loader: { reducers, ...loader }
  })
  return rows.map((found) => found.properties?.title?.[0]?.[0])
}

test.each(['maker', 'made', 'edited', 'metal'])('rows sort by the names in %s', (property) => {
  expect(titles({ sort: [{ property, direction: 'ascending' }] })).toEqual(['Second', 'First'])
})

test.each([
  ['maker', 'person_contains', LAST, ['First']],
  ['maker', 'person_does_not_contain', LAST, ['Second']],
  ['metal', 'relation_contains', BRASS, ['Second']],
  ['metal', 'relation_does_not_contain', BRASS, ['First']]
])('the filter of %s with %s matches by id', (property, operator, value, found) => {
  const filter = { property, filter: { operator, value: { type: 'exact', value } } }
  expect(titles({ filter })).toEqual(found)
})
