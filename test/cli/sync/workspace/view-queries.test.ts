import type { CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import { readQueryResult } from '../../../../cli/sync/workspace/query/read-query-result.ts'
import { cellName, unlistedCells } from '../../../../cli/sync/workspace/query/view-cells.ts'
import {
  isFiltered,
  viewFilters,
  viewLoader
} from '../../../../cli/sync/workspace/query/view-query.ts'
import { record, testId } from '../../../support/workspaces/records.ts'

const view = (type: string, fields: object = {}) =>
  ({ id: 'v', type, ...fields }) as unknown as CollectionView

const query = (own: CollectionView, isWhole = false) => ({
  view: own,
  collectionId: 'c',
  spaceId: 's',
  limit: 50,
  timeZone: 'Asia/Tokyo',
  isWhole
})

const rule = { property: 'k', type: 'select' }
const subRule = { property: 'p', type: 'person' }
const group = (value?: unknown, property = 'k', type = 'select') => ({
  property,
  value: { type, ...(value !== undefined && { value }) }
})
const board = view('board', {
  format: {
    board_columns_by: rule,
    board_columns: [group('a'), { ...group('b'), hidden: true }],
    collection_group_by: subRule,
    collection_groups: [group('u', 'p', 'person'), group(undefined, 'p', 'person')]
  }
})
const table = view('table', {
  format: { collection_group_by: rule, collection_groups: [group('a'), group()] }
})

test('a view without groups asks for its rows, sorted and filtered', () => {
  const filter = { operator: 'or', filters: [{ property: 'k' }] }
  const quick = [{ filter: { property: 'q' } }, null, {}]
  const own = view('table', {
    query2: { sort: [{ property: 'k' }], filter },
    format: { property_filters: quick }
  })
  expect(viewLoader(query(own))).toEqual({
    type: 'reducer',
    reducers: { collection_group_results: { type: 'results', limit: 50, loadContentCover: true } },
    sort: [{ property: 'k' }],
    filter: { operator: 'and', filters: [{ property: 'q' }, filter] },
    searchQuery: '',
    userTimeZone: 'Asia/Tokyo'
  })
  expect(viewLoader(query(own, true))).toMatchObject({
    sort: [],
    filter: { operator: 'and', filters: [] }
  })
  expect(viewLoader(query(view('table')))).toMatchObject({ sort: [] })
  expect(viewFilters(view('table', { format: { property_filters: 7 } }))).toEqual([])
})

test.each<[object, boolean]>([
  [{}, false],
  [{ query2: {} }, false],
  [{ query2: { filter: null } }, false],
  [{ query2: { filter: { filters: [] } } }, false],
  [{ query2: { filter: { filters: [{}] } } }, true],
  [{ query2: { filter: { property: 'k' } } }, true],
  [{ format: { property_filters: [] } }, false],
  [{ format: { property_filters: [{}] } }, true],
  [{ format: { property_filters: 'x' } }, false]
])('a view with %j may hide rows: %s', (fields, expected) => {
  expect(isFiltered(view('table', fields))).toBe(expected)
})

const reducersOf = (own: CollectionView, isWhole = false) =>
  (viewLoader(query(own, isWhole)) as { reducers: Record<string, unknown> }).reducers

test('a grouped view asks for its groups, and for the rows of each', () => {
  const rows = (filters: object[]) => ({
    type: 'results',
    limit: 50,
    filter: { operator: 'and', filters }
  })
  expect(reducersOf(table)).toEqual({
    select_groups: {
      type: 'groups',
      version: 'v2',
      groupBy: rule,
      groupSortPreference: [group('a'), group()],
      limit: 50
    },
    'results:select:a': rows([
      { property: 'k', filter: { operator: 'enum_is', value: { type: 'exact', value: 'a' } } }
    ]),
    'results:select:uncategorized': rows([{ property: 'k', filter: { operator: 'is_empty' } }])
  })
  expect(Object.keys(reducersOf(table, true))).toEqual(['collection_group_results'])
})

test('a board with sub-groups asks for every pair', () => {
  expect(Object.keys(reducersOf(board))).toEqual([
    'board_columns',
    'person_groups',
    'results:select:a:person:u',
    'results:select:a:person:uncategorized',
    'results:select:b:person:u',
    'results:select:b:person:uncategorized'
  ])
  const asked = viewLoader(query(table), [[group('z')]]) as { reducers: object }
  expect(Object.keys(asked.reducers)).toContain('results:select:z')
})

const rowIds = [testId(2), testId(3)]
const row = (number: number, parent = 'c') => record(number, { type: 'page', parent_id: parent })
const recordMap = (...rows: ReturnType<typeof row>[]) => ({
  block: Object.fromEntries(rows.map((each) => [each.id, { value: each }]))
})

test('the rows of a view come in the order of the response', () => {
  const reducerResults = { collection_group_results: { blockIds: rowIds, hasMore: true, total: 9 } }
  const response = { result: { reducerResults }, recordMap: recordMap(row(2)) }
  const found = readQueryResult(response, query(view('table')))
  expect(found).toMatchObject({
    groups: [{ value: null, isHidden: false, total: 9, rowIds }],
    unlisted: [],
    hasMore: true
  })
  expect([...found.records.block.keys()]).toEqual([testId(2)])
})

test('an older response has its rows in the result', () => {
  const response = { result: { blockIds: rowIds }, recordMap: {} }
  expect(readQueryResult(response, query(view('table')))).toMatchObject({
    groups: [{ total: 2, rowIds }],
    hasMore: false
  })
})

test('a row that is sent twice is one row, which hides no missing one', () => {
  const twice = { blockIds: [...rowIds, ...rowIds], total: 4 }
  const read = (result: object, type = 'table') =>
    readQueryResult({ result, recordMap: {} }, query(view(type)))
  const expected = { groups: [{ rowIds, total: 4 }], hasMore: true }
  expect(read(twice)).toMatchObject(expected)
  expect(read({ reducerResults: { collection_group_results: twice } })).toMatchObject(expected)
})

test.each<[unknown, RegExp]>([
  [undefined, /^the query of view v has no result/],
  [{ recordMap: {} }, /^the query of view v has no result/],
  [{ result: { blockIds: 7 }, recordMap: {} }, /^the query of view v has no result/],
  [{ result: { reducerResults: {} }, recordMap: {} }, /^the query of view v has no rows/],
  [{ result: {} }, /no record map/]
])('the response %j is refused', (response, message) => {
  expect(() => readQueryResult(response, query(view('table')))).toThrow(message)
})

test('the response to a query of another collection is refused', () => {
  const read = (records: object) =>
    readQueryResult({ result: { blockIds: rowIds }, recordMap: records }, query(view('table')))
  const answer = (...rows: ReturnType<typeof row>[]) => read(recordMap(...rows))
  expect(() => answer(row(2, 'x'), row(3, 'x'))).toThrow(
    `the query of collection c returned rows of another one, such as ${testId(2)} of x`
  )
  expect(answer(row(2, 'x'), row(3)).groups[0]?.rowIds).toEqual(rowIds)
  expect(answer().groups[0]?.rowIds).toEqual(rowIds)
  const foreign = recordMap(row(2, 'x'), row(3, 'x'))
  const own = { c: { value: { value: { id: 'c' }, role: 'reader' } } }
  expect(() => read({ ...foreign, collection: { x: own.c } })).toThrow('rows of another one')
  expect(read({ ...foreign, collection: own }).groups[0]?.rowIds).toEqual(rowIds)
})

test('a grouped view has the groups of the response, with those that must be asked for again', () => {
  const listed = [
    { value: { type: 'select', value: 'a' }, total: 5 },
    { value: { type: 'select' }, total: 1, visible: false },
    { value: { type: 'select', value: 'new' }, total: 3 }
  ]
  const reducerResults = {
    select_groups: { type: 'groups', results: listed },
    'results:select:a': { blockIds: rowIds, total: 7 },
    'results:select:uncategorized': { blockIds: [] }
  }
  const read = (changes: object = {}) =>
    readQueryResult(
      { result: { reducerResults: { ...reducerResults, ...changes } }, recordMap: {} },
      query(table)
    )
  const found = read()
  expect(found.groups).toEqual([
    { value: { type: 'select', value: 'a' }, isHidden: false, total: 5, rowIds },
    { value: { type: 'select' }, isHidden: true, total: 1, rowIds: [] },
    { value: { type: 'select', value: 'new' }, isHidden: false, total: 3, rowIds: [] }
  ])
  expect(found.unlisted).toEqual([[group('new')]])
  expect(found.hasMore).toBe(false)
  expect(read({ select_groups: { type: 'groups', results: listed, hasMore: true } }).hasMore).toBe(
    true
  )
  expect(read({ 'results:select:a': { blockIds: rowIds, hasMore: true } }).hasMore).toBe(true)
  expect(read({ 'results:select:a': { blockIds: [], total: 3 } }).hasMore).toBe(true)
})

test('a response without groups has plain rows', () => {
  const reducerResults = { collection_group_results: { blockIds: rowIds } }
  const found = readQueryResult({ result: { reducerResults }, recordMap: {} }, query(table))
  expect(found.groups).toEqual([{ value: null, isHidden: false, total: 2, rowIds }])
})

test('a query of the whole collection has plain rows, also if the view is grouped', () => {
  const reducerResults = {
    select_groups: { type: 'groups', results: [{ value: { type: 'select', value: 'a' } }] },
    collection_group_results: { blockIds: rowIds }
  }
  const found = readQueryResult({ result: { reducerResults }, recordMap: {} }, query(table, true))
  expect(found.groups).toEqual([{ value: null, isHidden: false, total: 2, rowIds }])
})

test('a group whose value is null has the rows without a value', () => {
  const nothing = { property: 'k', value: { type: 'select', value: null } }
  const own = view('table', {
    format: { collection_group_by: rule, collection_groups: [nothing] }
  })
  expect(reducersOf(own)['results:select:uncategorized']).toMatchObject({
    filter: { filters: [{ property: 'k', filter: { operator: 'is_empty' } }] }
  })
})

test('the cells of a board have a group and a sub-group, hidden if one of them is', () => {
  const columns = [
    { value: { type: 'select', value: 'a' }, total: 5 },
    { value: { type: 'select', value: 'b' }, total: 1 }
  ]
  const people = [{ value: { type: 'person', value: 'u' } }]
  const reducerResults = {
    board_columns: { type: 'groups', results: columns },
    person_groups: { type: 'groups', results: people },
    'results:select:a:person:u': { blockIds: rowIds, total: 4 },
    'results:select:b:person:u': { blockIds: rowIds }
  }
  const { groups } = readQueryResult({ result: { reducerResults }, recordMap: {} }, query(board))
  const subgroup = { type: 'person', value: 'u' }
  expect(groups).toEqual([
    { value: { type: 'select', value: 'a' }, subgroup, isHidden: false, total: 4, rowIds },
    { value: { type: 'select', value: 'b' }, subgroup, isHidden: true, total: 2, rowIds }
  ])
})

test('published groups that the format does not list are asked for', () => {
  const published = (value: object | null, subgroup?: object) =>
    ({ value, subgroup, isHidden: false, total: 0, rowIds: [] }) as never
  const cells = unlistedCells(table, [
    published({ type: 'select', value: 'a' }),
    published({ type: 'select', value: 'z' }),
    published(null)
  ])
  expect(cells).toEqual([[group('z')]])
  const pair = unlistedCells(board, [
    published({ type: 'select', value: 'a' }, { type: 'person', value: 'u' }),
    published({ type: 'select', value: 'a' }, { type: 'person', value: 'w' })
  ])
  expect(pair).toEqual([[group('a'), group('w', 'p', 'person')]])
  expect(pair.map(cellName)).toEqual(['results:select:a:person:w'])
  expect(unlistedCells(view('table'), [published({ type: 'select', value: 'z' })])).toEqual([])
})

test('the response to a query of another view of the collection is refused', () => {
  const read = (ids: string[], box: object = { id: 'v', type: 'table' }) => {
    const views = Object.fromEntries(ids.map((id) => [id, { role: 'reader', value: box }]))
    const records = { ...recordMap(row(2)), collection_view: views }
    return readQueryResult(
      { result: { blockIds: rowIds }, recordMap: records },
      query(view('table'))
    )
  }
  expect(() => read(['w'], { id: 'w', type: 'table' })).toThrow(
    'the query of view v returned the rows of view w'
  )
  const damaged = { id: 'v', type: 1 }
  const accepted = [read([]), read(['v']), read(['v', 'w']), read(['v'], damaged)]
  for (const { groups } of accepted) expect(groups[0]?.rowIds).toEqual(rowIds)
})
