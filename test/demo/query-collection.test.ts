import { expect, onTestFinished, test, vi } from 'vitest'

import { type Query, queryCollection } from '../../demo/api/query-collection.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'

const HOME = testId(500)
const VIEW = testId(501)

const schema = {
  title: { name: 'Name', type: 'title' },
  grade: { name: 'Grade', type: 'select', options: [{ value: 'low' }, { value: 'high' }] },
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
  // Queries use only the schema.
  collection: { [HOME]: { id: HOME, schema } as never }
}

function run(loader: Partial<Query['loader']>, file = workspace) {
  const reducers = { collection_group_results: { type: 'results', limit: 50 } }
  return queryCollection(file, {
    collection: { id: HOME },
    collectionView: { id: VIEW },
    loader: { reducers, ...loader }
  })
}

function titles(loader: Partial<Query['loader']>, file = workspace): string[] {
  const { rows } = run(loader, file)
  return rows.map((found) => found.properties?.title?.[0]?.[0] ?? '')
}

const rule = (property: string, operator: string, value?: unknown, type = 'exact') => ({
  property,
  filter: { operator, ...(value !== undefined && { value: { type, value } }) }
})

test.each([
  [rule('grade', 'enum_is', 'low'), ['Ember', 'Ash']],
  [rule('grade', 'enum_is_not', 'low'), ['Tide', 'Void']],
  [rule('grade', 'status_is', 'low', 'is_option'), ['Ember', 'Ash']],
  [rule('grade', 'status_is_not', 'low', 'is_option'), ['Tide', 'Void']],
  [rule('grade', 'is_empty'), ['Void']],
  [rule('tags', 'enum_contains', 'fire'), ['Ember', 'Ash']],
  [rule('tags', 'enum_does_not_contain', 'fire'), ['Tide', 'Void']],
  [rule('cost', 'number_equals', 7), ['Ash']],
  [rule('cost', 'number_does_not_equal', 7), ['Ember', 'Tide']],
  [rule('cost', 'number_greater_than', 7), ['Tide']],
  [rule('cost', 'number_greater_than_or_equal_to', 7), ['Tide', 'Ash']],
  [rule('cost', 'number_less_than', 7), ['Ember']],
  [rule('cost', 'number_less_than_or_equal_to', 7), ['Ember', 'Ash']],
  [rule('out', 'date_is_before', { type: 'date', start_date: '2025-06-01' }), ['Ember']],
  [
    rule('out', 'date_is_on_or_before', { type: 'date', start_date: '2025-08-15' }),
    ['Ember', 'Tide']
  ],
  [rule('out', 'date_is_on_or_after', { type: 'date', start_date: '2025-08-15' }), ['Tide']],
  [rule('out', 'date_is_after', { type: 'date', start_date: '2025-03-01' }), ['Tide']],
  [rule('out', 'is_not_empty'), ['Ember', 'Tide']],
  [rule('done', 'checkbox_is', true), ['Tide']],
  [rule('done', 'checkbox_is_not', true), ['Ember', 'Ash', 'Void']],
  [rule('title', 'string_is_not', 'Ash'), ['Ember', 'Tide', 'Void']],
  [rule('title', 'string_contains', 'SH'), ['Ash']],
  [rule('title', 'string_does_not_contain', 'ID'), ['Ember', 'Ash']],
  [rule('title', 'string_starts_with', 'E'), ['Ember']],
  [rule('title', 'string_ends_with', 'E'), ['Tide']]
])('the filter %j matches %j', (filter, found) => {
  expect(titles({ filter: { operator: 'and', filters: [filter] } })).toEqual(found)
})

test('an "or" group within an "and" group is evaluated as a group', () => {
  const either = {
    operator: 'or',
    filters: [rule('cost', 'number_less_than', 5), rule('title', 'string_is', 'Ash')]
  }
  const filter = { operator: 'and', filters: [rule('grade', 'enum_is', 'low'), either] }
  expect(titles({ filter })).toEqual(['Ember', 'Ash'])
})

test('sorting puts rows without a value last, and first in descending order', () => {
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

test('a limited result reports the total and hasMore', () => {
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

test('groups have totals, requested groups come first, and each has its rows', () => {
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

test('an unknown filter operator is an error', () => {
  const filter = { operator: 'and', filters: [rule('title', 'rhymes_with', 'x')] }
  expect(() => titles({ filter })).toThrow('the filter operator rhymes_with is not known')
})

test.each([
  ['today', 'date_is', ['Ember']],
  ['one_week_ago', 'date_is_after', ['Ember', 'Tide']],
  ['the_past_week', 'date_is_within', ['Ember']],
  ['the_next_year', 'date_is_within', ['Ember', 'Tide']],
  ['this_month', 'date_is_within', ['Ember']],
  ['yesterday', 'date_is_before', []]
])('the relative date %s is relative to the current day', (value, operator, found) => {
  vi.useFakeTimers({ now: Date.UTC(2025, 2, 1, 12) })
  onTestFinished(() => void vi.useRealTimers())
  const filter = { property: 'out', filter: { operator, value: { type: 'relative', value } } }
  expect(titles({ filter })).toEqual(found)
})

test('a month before the end of March is the end of February', () => {
  vi.useFakeTimers({ now: Date.UTC(2025, 2, 31, 12) })
  onTestFinished(() => void vi.useRealTimers())
  const value = { type: 'relative', value: 'one_month_ago' }
  const days = ['2025-02-28', '2025-03-03'].map((day, index) => row(20 + index, day, { out: day }))
  const file = { ...workspaceOf([], days), collection: workspace.collection }
  const filter = { property: 'out', filter: { operator: 'date_is', value } }
  expect(titles({ filter }, file)).toEqual(['2025-02-28'])
})

test('instants are converted to days in the time zone of the request', () => {
  const lateInUtc = Date.UTC(2025, 0, 1, 20)
  const file: WorkspaceFile = {
    ...workspaceOf([], [{ ...row(30, 'Late', {}), created_time: lateInUtc }]),
    collection: { [HOME]: { id: HOME, schema: { made: { type: 'created_time' } } } as never }
  }
  const filter = rule('made', 'date_is', { type: 'date', start_date: '2025-01-02' })
  expect(titles({ filter, userTimeZone: 'Asia/Tokyo' }, file)).toEqual(['Late'])
  expect(titles({ filter, userTimeZone: 'UTC' }, file)).toEqual([])
})

test('selects sort by the order of their options, dates of one day by time', () => {
  expect(titles({ sort: [{ property: 'grade', direction: 'ascending' }] })).toEqual([
    'Ember',
    'Ash',
    'Tide',
    'Void'
  ])
  const timed = (number: number, title: string, time: string) => {
    const mark = { type: 'datetime', start_date: '2025-01-01', start_time: time }
    const properties = { title: [[title]], out: [['‣', [['d', mark]]]] }
    return { ...row(number, title, {}), properties } as ReturnType<typeof row>
  }
  const days = [timed(40, 'Evening', '18:00'), timed(41, 'Morning', '09:00')]
  const file = { ...workspaceOf([], days), collection: workspace.collection }
  const sort = [{ property: 'out', direction: 'ascending' as const }]
  expect(titles({ sort }, file)).toEqual(['Morning', 'Evening'])
})

test('rows are counted; other aggregators are refused', () => {
  const sum = { sum: { type: 'aggregation', aggregation: { aggregator: 'count' } } }
  const { result } = run({ reducers: sum })
  expect(result.reducerResults['sum']).toMatchObject({ aggregationResult: { value: 4 } })
  sum.sum.aggregation.aggregator = 'guess'
  expect(() => run({ reducers: sum })).toThrow('the aggregator guess is not known')
})

test('dates are grouped by the requested unit, with the ranges that the view lists', () => {
  const january = { type: 'month', range: { start_date: '2025-01-01', end_date: '2025-01-31' } }
  const march = { type: 'month', range: { start_date: '2025-03-01', end_date: '2025-03-31' } }
  const groupBy = { type: 'date', property: 'out', groupBy: 'month', hideEmptyGroups: true }
  const groupSortPreference = [january, march].map((value) => ({ value: { type: 'date', value } }))
  const { result } = run({
    reducers: { date_groups: { type: 'groups', groupBy, groupSortPreference } }
  })
  expect(result.reducerResults['date_groups']).toMatchObject({
    results: [
      { value: { type: 'date', value: january }, total: 0, visible: false },
      { value: { type: 'date', value: march }, total: 1, visible: true },
      {
        value: { value: { range: { start_date: '2025-08-01', end_date: '2025-08-31' } } },
        total: 1
      },
      { value: { type: 'date' }, total: 2, visible: true }
    ]
  })
})

test("recorded rows are used for the view's own filter, and filtered again for any other", () => {
  const query2 = {
    filter: { operator: 'and', filters: [rule('formula', 'rhymes_with', 'x')] },
    sort: [{ property: 'formula', direction: 'ascending' }]
  }
  const rowIds = [12, 10, 13, 11].map(testId)
  const recorded: WorkspaceFile = {
    ...workspace,
    collection_view: { [VIEW]: { id: VIEW, query2 } as never },
    query: { [HOME]: { [VIEW]: rowIds } }
  }
  const own = query2 as Partial<Query['loader']>
  expect(titles(own, recorded)).toEqual(['Ash', 'Ember', 'Void', 'Tide'])

  const more = { operator: 'and', filters: [rule('cost', 'is_not_empty')] }
  expect(titles({ filter: more }, recorded)).toEqual(['Ash', 'Ember', 'Tide'])
})
