import { expect, test } from 'vitest'

import { type Query, queryCollection } from '../../demo/api/query-collection.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'

const HOME = testId(500)

const schema = {
  title: { name: 'Name', type: 'title' },
  grade: { name: 'Grade', type: 'select', options: [{ value: 'low' }, { value: 'high' }] },
  state: { name: 'State', type: 'status', options: [{ value: 'Idea' }, { value: 'Done' }] },
  tags: { name: 'Tags', type: 'multi_select' },
  cost: { name: 'Cost', type: 'number' },
  made: { name: 'Made', type: 'created_time' }
}

function row(number: number, values: Record<string, string>, createdTime = number) {
  const properties = Object.fromEntries(Object.entries(values).map(([id, text]) => [id, [[text]]]))
  const home = { parent_table: 'collection', parent_id: HOME, created_time: createdTime }
  return pageBlock(number, '', { ...home, properties })
}

function workspaceOfRows(rows: ReturnType<typeof row>[]): WorkspaceFile {
  // Queries use only the schema.
  return { ...workspaceOf([], rows), collection: { [HOME]: { id: HOME, schema } as never } }
}

const workspace = workspaceOfRows([
  row(10, { grade: 'low', state: 'Idea', tags: 'fire,quick', cost: '3' }),
  row(11, { grade: 'high', state: 'Done', tags: 'water', cost: '12' }),
  row(12, { grade: 'low', state: 'Done', tags: 'fire', cost: '7' }),
  row(13, { grade: 'low', cost: '9' })
])

function run(loader: Query['loader'], file = workspace) {
  const query = { collection: { id: HOME }, collectionView: { id: testId(501) }, loader }
  return queryCollection(file, query)
}

const groups = (type: string, property: string) => ({
  type: 'groups',
  groupBy: { type, property, sort: { type: 'manual' } }
})

const is = (property: string, operator: string, value?: unknown) => ({
  property,
  filter: { operator, ...(value !== undefined && { value: { type: typeOf(operator), value } }) }
})

const typeOf = (operator: string) => (operator === 'status_is' ? 'is_option' : 'exact')

const cell = (...filters: object[]) => ({
  type: 'results',
  limit: 10,
  filter: { operator: 'and', filters }
})

/** The reducers that a sync requests for a board with sub-groups. */
const board = {
  board_columns: groups('select', 'grade'),
  status_groups: groups('status', 'state'),
  'results:select:low:status:Done': cell(
    is('grade', 'enum_is', 'low'),
    is('state', 'status_is', 'Done')
  ),
  'results:select:low:status:uncategorized': cell(
    is('grade', 'enum_is', 'low'),
    is('state', 'is_empty')
  ),
  'results:select:high:status:Idea': cell(
    is('grade', 'enum_is', 'high'),
    is('state', 'status_is', 'Idea')
  )
}

test('a board has columns and sub-groups with separate totals', () => {
  const { reducerResults } = run({ reducers: board }).result
  expect(reducerResults['board_columns']).toMatchObject({
    results: [
      { value: { type: 'select', value: 'low' }, total: 3 },
      { value: { type: 'select', value: 'high' }, total: 1 }
    ]
  })
  expect(reducerResults['status_groups']).toMatchObject({
    results: [
      { value: { type: 'status', value: { type: 'by_option', option: 'Idea' } }, total: 1 },
      { value: { type: 'status', value: { type: 'by_option', option: 'Done' } }, total: 2 },
      { value: { type: 'status' }, total: 1 }
    ]
  })
})

test('each cell of a board has exactly the rows of its column and sub-group', () => {
  const { result, rows } = run({ reducers: board })
  expect(result.reducerResults).toMatchObject({
    'results:select:low:status:Done': { blockIds: [testId(12)], total: 1, hasMore: false },
    'results:select:low:status:uncategorized': { blockIds: [testId(13)], total: 1 },
    'results:select:high:status:Idea': { blockIds: [], total: 0, hasMore: false }
  })
  expect(rows.map(({ id }) => id)).toEqual([testId(12), testId(13)])
})

test("the view's filter and sort apply to all cells and totals", () => {
  const filter = { operator: 'and', filters: [is('cost', 'number_greater_than', 3)] }
  const sort = [{ property: 'cost', direction: 'descending' as const }]
  const reducers = { ...board, 'results:select:low': cell(is('grade', 'enum_is', 'low')) }
  const { reducerResults } = run({ reducers, filter, sort }).result
  expect(reducerResults).toMatchObject({
    'results:select:low': { blockIds: [testId(13), testId(12)], total: 2 },
    board_columns: {
      results: [
        { value: { value: 'high' }, total: 1 },
        { value: { value: 'low' }, total: 2 }
      ]
    }
  })
})

test('a row with two tags is in both groups', () => {
  const reducers = {
    multi_select_groups: groups('multi_select', 'tags'),
    'results:multi_select:fire:select:low': cell(
      is('tags', 'enum_contains', 'fire'),
      is('grade', 'enum_is', 'low')
    ),
    'results:multi_select:quick:select:low': cell(
      is('tags', 'enum_contains', 'quick'),
      is('grade', 'enum_is', 'low')
    )
  }
  expect(run({ reducers }).result.reducerResults).toMatchObject({
    multi_select_groups: { results: [{ total: 2 }, { total: 1 }, { total: 1 }, { total: 1 }] },
    'results:multi_select:fire:select:low': { blockIds: [testId(10), testId(12)] },
    'results:multi_select:quick:select:low': { blockIds: [testId(10)] }
  })
})

test('an instant belongs to the group of its day in the time zone of the request', () => {
  const rows = [row(20, {}, Date.UTC(2025, 0, 1, 14, 59)), row(21, {}, Date.UTC(2025, 0, 1, 15))]
  const days = { type: 'day', range: { start_date: '2025-01-02', end_date: '2025-01-02' } }
  const reducers = {
    created_time_groups: groups('created_time', 'made'),
    'results:created_time:2025-01-02': cell(is('made', 'date_is_within', days))
  }
  const file = workspaceOfRows(rows)
  const inTokyo = run({ reducers, userTimeZone: 'Asia/Tokyo' }, file).result.reducerResults
  const inUtc = run({ reducers, userTimeZone: 'UTC' }, file).result.reducerResults

  expect(inTokyo).toMatchObject({
    created_time_groups: { results: [{ total: 1 }, { value: { value: days }, total: 1 }] },
    'results:created_time:2025-01-02': { blockIds: [testId(21)] }
  })
  expect(inUtc).toMatchObject({
    created_time_groups: { results: [{ total: 2 }] },
    'results:created_time:2025-01-02': { blockIds: [] }
  })
})
