import { expect, test } from 'vitest'

import { type Query, queryCollection } from '../../demo/query-collection.ts'
import type { WorkspaceFile } from '../../demo/workspace-file.ts'
import { pageBlock, testId, workspaceOf } from '../records.ts'

const HOME = testId(500)
const VIEW = testId(501)

const schema = {
  title: { name: 'Name', type: 'title' },
  grade: { name: 'Grade', type: 'select' },
  tags: { name: 'Tags', type: 'multi_select' },
  cost: { name: 'Cost', type: 'number' },
  out: { name: 'Out', type: 'date' },
  done: { name: 'Done', type: 'checkbox' }
}

function row(number: number, title: string, values: Record<string, string>) {
  const properties = Object.fromEntries(
    Object.entries({ title, ...values }).map(([id, text]) => [
      id,
      id === 'out' ? [['‣', [['d', { type: 'date', start_date: text }]]]] : [[text]]
    ])
  )
  return pageBlock(number, title, { parent_table: 'collection', parent_id: HOME, properties })
}

const workspace: WorkspaceFile = {
  ...workspaceOf(
    [],
    [
      row(10, 'Ember', { grade: 'low', tags: 'fire,quick', cost: '3', out: '2025-03-01' }),
      row(11, 'Tide', { grade: 'high', tags: 'water', cost: '12', out: '2025-08-15', done: 'Yes' }),
      row(12, 'Ash', { grade: 'low', tags: 'fire', cost: '7' }),
      row(13, 'Void', {})
    ]
  ),
  // Only the schema matters to a query.
  collection: { [HOME]: { id: HOME, schema } as never }
}

function titles(loader: Partial<Query['loader']>): string[] {
  const reducers = { collection_group_results: { type: 'results', limit: 50 } }
  const { rows } = queryCollection(workspace, {
    collection: { id: HOME },
    collectionView: { id: VIEW },
    loader: { reducers, ...loader }
  })
  return rows.map((found) => found.properties?.title?.[0]?.[0] ?? '')
}

const rule = (property: string, operator: string, value?: unknown) => ({
  property,
  filter: { operator, ...(value !== undefined && { value: { type: 'exact', value } }) }
})

test.each([
  [rule('grade', 'enum_is', 'low'), ['Ember', 'Ash']],
  [rule('grade', 'is_empty'), ['Void']],
  [rule('tags', 'enum_contains', 'fire'), ['Ember', 'Ash']],
  [rule('tags', 'enum_does_not_contain', 'fire'), ['Tide', 'Void']],
  [rule('cost', 'number_greater_than', 5), ['Tide', 'Ash']],
  [rule('out', 'date_is_before', { type: 'date', start_date: '2025-06-01' }), ['Ember']],
  [rule('out', 'is_not_empty'), ['Ember', 'Tide']],
  [rule('done', 'checkbox_is', true), ['Tide']],
  [rule('title', 'string_contains', 'SH'), ['Ash']]
])('the filter %j finds %j', (filter, found) => {
  expect(titles({ filter: { operator: 'and', filters: [filter] } })).toEqual(found)
})

test('an "or" inside an "and" keeps its meaning', () => {
  const either = {
    operator: 'or',
    filters: [rule('cost', 'number_less_than', 5), rule('title', 'string_is', 'Ash')]
  }
  const filter = { operator: 'and', filters: [rule('grade', 'enum_is', 'low'), either] }
  expect(titles({ filter })).toEqual(['Ember', 'Ash'])
})

test('sorting puts rows without a value last, and reverses when descending', () => {
  expect(titles({ sort: [{ property: 'cost', direction: 'ascending' }] })).toEqual([
    'Ember',
    'Ash',
    'Tide',
    'Void'
  ])
  expect(titles({ sort: [{ property: 'title', direction: 'descending' }] })).toEqual([
    'Void',
    'Tide',
    'Ember',
    'Ash'
  ])
})

test('a limit is kept, and says that there is more', () => {
  const { result } = queryCollection(workspace, {
    collection: { id: HOME },
    collectionView: { id: VIEW },
    loader: { reducers: { collection_group_results: { type: 'results', limit: 3 } } }
  })
  expect(result.reducerResults['collection_group_results']).toMatchObject({
    total: 4,
    hasMore: true
  })
  expect(result.sizeHint).toBe(4)
})

test('groups are listed with their totals, those asked for first, and each has its rows', () => {
  const { result } = queryCollection(workspace, {
    collection: { id: HOME },
    collectionView: { id: VIEW },
    loader: {
      reducers: {
        board_columns: {
          type: 'groups',
          groupBy: { type: 'select', property: 'grade' },
          groupSortPreference: [{ value: { type: 'select', value: 'high' } }]
        },
        'results:select:low': {
          type: 'results',
          limit: 10,
          filter: { operator: 'and', filters: [rule('grade', 'enum_is', 'low')] }
        }
      }
    }
  })
  expect(result.reducerResults['board_columns']).toMatchObject({
    results: [
      { value: { type: 'select', value: 'high' }, total: 1 },
      { value: { type: 'select', value: 'low' }, total: 2 },
      { value: { type: 'select' }, total: 1 }
    ]
  })
  expect(result.reducerResults['results:select:low']).toMatchObject({
    blockIds: [testId(10), testId(12)]
  })
})

test('a filter operator that is not known is an error and not a pass', () => {
  const filter = { operator: 'and', filters: [rule('title', 'rhymes_with', 'x')] }
  expect(() => titles({ filter })).toThrow('the filter operator rhymes_with is not known')
})
