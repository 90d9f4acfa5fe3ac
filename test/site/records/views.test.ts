import type { Collection, CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import { normalizeView, viewName } from '../../../site/notion/collections/normalize-view.ts'
import { shownProperties } from '../../../site/notion/collections/shown-properties.ts'
import {
  formatGroups,
  formatSubgroups,
  groupResultName,
  groupRule,
  subgroupRule
} from '../../../site/notion/collections/view-group.ts'
import {
  aggregationRules,
  chartRule,
  coverRule,
  dateRule,
  placeRule
} from '../../../site/notion/collections/view-rules.ts'
import { testId } from '../../support/workspaces/records.ts'

/** Malformed fields too, which Notion's type excludes. */
const view = (type: string, fields: object = {}) =>
  ({ id: testId(9), type, ...fields }) as unknown as CollectionView

const schema = {
  title: { name: 'Name', type: 'title' },
  day: { name: 'Day', type: 'date' },
  late: { name: 'Late', type: 'date' },
  kind: { name: 'Kind', type: 'select' }
} as unknown as Collection['schema']

const withState = {
  ...schema,
  state: {
    name: 'State',
    type: 'status',
    options: [{ id: 'a', value: 'lit' }, { id: 'b', value: 'out' }, { value: 'new' }],
    groups: [{ name: 'Complete', optionIds: ['b', 'x'] }, { optionIds: ['a'] }]
  }
} as unknown as Collection['schema']

test('a view keeps its name if it is text and its settings if they are objects', () => {
  expect(normalizeView(view('table', { name: 'All', format: { a: 1 }, query2: { b: 2 } }))).toEqual(
    {
      id: testId(9),
      type: 'table',
      name: 'All',
      format: { a: 1 },
      query2: { b: 2 }
    }
  )
  for (const malformed of [null, 7, ['a'], 'x']) {
    const fields = { name: malformed, format: malformed, query2: malformed }
    const name = malformed === 'x' ? 'x' : ''
    expect(normalizeView(view('table', fields))).toEqual({ id: testId(9), type: 'table', name })
  }
  expect(viewName({})).toBe('')
})

const entry = (property: unknown, visible?: boolean) => ({
  property,
  ...(visible !== undefined && { visible })
})

test('a view shows the listed visible properties of its schema, each once, without the title', () => {
  const entries = [
    entry('kind'),
    entry('day', false),
    entry('late', true),
    entry('kind'),
    entry('title'),
    entry('none'),
    null,
    7,
    {}
  ]
  const format = { gallery_properties: entries, table_properties: entries }
  expect(shownProperties(view('gallery', { format }), schema)).toEqual(['kind', 'late'])
  expect(shownProperties(view('table', { format }), schema)).toEqual(['kind', 'late'])
  expect(shownProperties(view('table'), schema)).toEqual(['day', 'late', 'kind'])
  expect(shownProperties(view('list'), schema)).toEqual([])
  expect(shownProperties(view('list', { format: { list_properties: 7 } }), schema)).toEqual([])
})

const rule = { property: 'kind', type: 'select' }
const sub = { property: 'day', type: 'date' }

test('a board is grouped by its columns, and its columns by another property', () => {
  const board = view('board', { format: { board_columns_by: rule, collection_group_by: sub } })
  expect([groupRule(board), subgroupRule(board)]).toEqual([rule, sub])
  const plain = view('board', { format: { collection_group_by: sub } })
  expect([groupRule(plain), subgroupRule(plain)]).toEqual([undefined, undefined])
  const other = view('board', { format: { board_columns_by: rule, collection_group_by: {} } })
  expect(subgroupRule(other)).toBeUndefined()
  const table = view('table', { format: { board_columns_by: rule, collection_group_by: sub } })
  expect([groupRule(table), subgroupRule(table)]).toEqual([sub, undefined])
})

test('an old board is grouped by the property in its query', () => {
  const groups = [{ property: 'kind', value: { type: 'select', value: 'a' } }]
  const old = { query2: { group_by: 'kind' }, format: { board_groups2: groups } }
  expect(groupRule(view('board', old))).toEqual({ property: 'kind', type: 'select' })
  expect(formatGroups(view('board', old))).toEqual(groups)
  expect(groupRule(view('table', old))).toBeUndefined()
  expect(groupRule(view('board', { format: old.format }))).toBeUndefined()
  const changed = { ...old, format: { ...old.format, board_columns_by: sub, board_columns: [] } }
  expect(groupRule(view('board', changed))).toEqual(sub)
  expect(formatGroups(view('board', changed))).toEqual([])
})

test.each([
  undefined,
  null,
  'x',
  ['a'],
  { board_columns_by: 'x' },
  { board_columns_by: { property: 7 } },
  { board_columns_by: ['a'] }
])('a board with the format %j is not grouped', (format) => {
  const board = view('board', { format })
  expect([groupRule(board), subgroupRule(board)]).toEqual([undefined, undefined])
  expect([formatGroups(board), formatSubgroups(board)]).toEqual([[], []])
})

test('the groups of a view are those that its format lists, without malformed ones', () => {
  const group = { property: 'kind', value: { type: 'select', value: 'a' } }
  const malformed = [null, 7, {}, { value: 'x' }, { value: { type: 7 } }, { value: ['x'] }]
  const format = {
    board_columns_by: rule,
    collection_group_by: sub,
    board_columns: [group, ...malformed],
    collection_groups: [...malformed, { ...group, hidden: true }]
  }
  expect(formatGroups(view('board', { format }))).toEqual([group])
  expect(formatGroups(view('table', { format }))).toEqual([{ ...group, hidden: true }])
  expect(formatSubgroups(view('board', { format }))).toEqual([{ ...group, hidden: true }])
  expect(formatSubgroups(view('table', { format }))).toEqual([])
  const none = { ...format, board_columns: 'x', collection_groups: 'x' }
  expect(formatGroups(view('board', { format: none }))).toEqual([])
  expect(formatSubgroups(view('board', { format: none }))).toEqual([])
})

test.each<[unknown, string]>([
  [undefined, 'uncategorized'],
  [null, 'uncategorized'],
  ['a', 'a'],
  [true, 'true'],
  [['a'], 'a'],
  [{ value: 'a', id: 'b' }, 'a'],
  [{ id: 'b' }, 'b'],
  [{ type: 'exact', value: 'a' }, 'a'],
  [{ type: 'text', value: { type: 'exact', value: 'a' } }, 'a'],
  [{ type: 'by_option', option: 'a' }, 'a'],
  [{ type: 'by_group', group: 'a' }, 'a'],
  [{ value: { x: 1 } }, '{"value":{"x":1}}'],
  [{ range: { start_date: '2026-01-01', end_date: '2026-02-01' } }, '2026-01-01'],
  [{ range: { end_date: '2026-02-01' } }, '2026-02-01'],
  [{ range: 'x', value: 'a' }, 'a']
])('the group %j is named %s in results', (value, name) => {
  expect(groupResultName({ type: 'select', value })).toBe(`results:select:${name}`)
})

test('a sub-group is named after its group', () => {
  expect(groupResultName({ type: 'select', value: 'a' }, { type: 'person' })).toBe(
    'results:select:a:person:uncategorized'
  )
})

test('a calendar is placed by its properties, else by the first date', () => {
  const of = (type: string, fields: object) => dateRule(view(type, fields), schema)
  const both = { calendar_by: 'late', calendar_by_end: 'day' }
  expect(of('calendar', { query2: both })).toEqual({ start: 'late', end: 'day' })
  expect(of('calendar', { format: both })).toEqual({ start: 'late', end: 'day' })
  expect(of('timeline', { query2: both })).toEqual({ start: 'day', end: undefined })
  const line = { timeline_by: 'late', timeline_by_end: 'none' }
  expect(of('timeline', { query2: line, format: both })).toEqual({ start: 'late', end: undefined })
  expect(of('table', { query2: both })).toBeUndefined()
  const { title, kind } = schema
  expect(dateRule(view('calendar'), { title, kind } as typeof schema)).toBeUndefined()
})

test('a map has the named place property, else the first', () => {
  const places = {
    ...schema,
    home: { name: 'Home', type: 'place' },
    work: { name: 'Work', type: 'location' }
  } as unknown as Collection['schema']
  const of = (named: unknown) => placeRule(view('map', { format: { map_by: named } }), places)
  expect(of('work')).toBe('work')
  expect(of('day')).toBe('home')
  expect(of('none')).toBe('home')
  expect(placeRule(view('map'), places)).toBe('home')
  expect(placeRule(view('map'), schema)).toBeUndefined()
  expect(placeRule(view('table', { format: { map_by: 'work' } }), places)).toBeUndefined()
})

test('a chart of one number needs no property for its bars', () => {
  const chart = (type: string) =>
    chartRule(view('chart', { format: { chart_config: { type, dataConfig: {} } } }), schema)
  expect(chart('number')).toMatchObject({ property: undefined, aggregator: 'count', of: 'title' })
  expect(chart('bar')).toBeUndefined()
})

test('a chart aggregates a property by another, by default the number of rows', () => {
  const chart = (dataConfig: unknown) =>
    chartRule(view('chart', { format: { chart_config: { dataConfig } } }), withState)
  const groupBy = { property: 'day', groupBy: 'month' }
  const aggregation = { aggregator: 'sum', property: 'kind' }
  expect(chart({ groupBy, aggregationConfig: { aggregation } })).toEqual({
    property: 'day',
    unit: 'month',
    aggregator: 'sum',
    of: 'kind'
  })
  expect(chart({ groupBy: { property: 'kind', groupBy: 7 } })).toEqual({
    property: 'kind',
    unit: undefined,
    aggregator: 'count',
    of: 'title'
  })
  expect(
    chart({ groupBy, aggregationConfig: { aggregation: { aggregator: 7, property: 'x' } } })
  ).toMatchObject({ aggregator: 'count', of: 'title' })
  const aggregator = { operator: 'percent_per_group', groupName: 'Complete' }
  const ofGroup = (property: string) =>
    chart({ groupBy, aggregationConfig: { aggregation: { aggregator, property } } })
  expect(ofGroup('state')).toMatchObject({
    aggregator: 'percent_per_group',
    group: { name: 'Complete', options: ['out'] },
    of: 'state'
  })
  expect(ofGroup('kind')).toBeUndefined()
  expect(chart({ groupBy: { property: 'none' } })).toBeUndefined()
  expect(chart(null)).toBeUndefined()
  const format = { chart_config: { dataConfig: { groupBy } } }
  expect(chartRule(view('table', { format }), schema)).toBeUndefined()
  expect(chartRule(view('chart'), schema)).toBeUndefined()
})

test('a table has the valid aggregates of its query', () => {
  const of = (type: string, aggregations: unknown) =>
    aggregationRules(view(type, { query2: { aggregations } }), withState)
  const rules = [
    { property: 'day', aggregator: 'latest_date' },
    { property: 'kind', aggregator: { operator: 'count' } },
    { property: 'state', aggregator: { operator: 'count_per_group', groupName: 'Complete' } },
    { property: 'state', aggregator: { operator: 'count_per_group', groupName: 'Lost' } },
    { property: 'state', aggregator: { operator: 'count_per_group' } },
    { property: 'state', aggregator: 'count_per_group' },
    { aggregator: 'count_all' },
    { property: 'none', aggregator: 'sum' },
    { property: 'day', aggregator: 7 },
    null
  ]
  expect(of('table', rules)).toEqual([
    { property: 'day', aggregator: 'latest_date' },
    { property: 'kind', aggregator: 'count' },
    {
      property: 'state',
      aggregator: 'count_per_group',
      group: { name: 'Complete', options: ['out'] }
    },
    { property: 'title', aggregator: 'count_all' }
  ])
  expect(of('board', rules)).toEqual([])
  expect(of('table', 'x')).toEqual([])
  expect(aggregationRules(view('table'), schema)).toEqual([])
})

test.each<[object, object]>([
  [{}, { type: 'none', property: undefined, isWhole: false }],
  [{ gallery_cover: { type: 'none' } }, { type: 'none', property: undefined, isWhole: false }],
  [
    { gallery_cover: { type: 'page_cover' }, gallery_cover_aspect: 'contain' },
    { type: 'page_cover', property: undefined, isWhole: true }
  ],
  [
    { gallery_cover: { type: 'property', property: 'kind' }, gallery_cover_aspect: 'cover' },
    { type: 'property', property: 'kind', isWhole: false }
  ],
  [
    { gallery_cover: { type: 'property', property: '' } },
    { type: 'page_content', property: undefined, isWhole: false }
  ],
  [
    { gallery_cover: { type: 'property', property: 7 } },
    { type: 'page_content', property: undefined, isWhole: false }
  ],
  [
    { gallery_cover: { type: 'page_content', property: 'kind' } },
    { type: 'page_content', property: 'kind', isWhole: false }
  ],
  [{ board_cover: { type: 'page_cover' } }, { type: 'none', property: undefined, isWhole: false }]
])('the cards of a gallery with the format %j have the cover %j', (format, cover) => {
  expect(coverRule(view('gallery', { format }))).toEqual(cover)
})
