import type { Block, Collection, CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import {
  formAddress,
  formBlockId,
  formDescription,
  isFormView
} from '../../../site/notion/collections/form-view.ts'
import {
  normalizeCollection,
  normalizeSchema
} from '../../../site/notion/collections/normalize-schema.ts'
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
  dateRule
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

test('a form is shown by its block, else by its view', () => {
  const form = view('form_editor', { format: { form_block_pointer: { id: testId(3) } } })
  expect(formBlockId(form)).toBe(testId(3))
  expect(formAddress(form, testId(2))).toBe(
    `https://www.notion.so/${testId(3).replaceAll('-', '')}`
  )
  const bare = view('form', { format: { form_block_pointer: null } })
  expect(formBlockId(bare)).toBeUndefined()
  expect(formBlockId(view('form'))).toBeUndefined()
  expect(formAddress(bare, testId(2))).toBe(
    `https://www.notion.so/${testId(2).replaceAll('-', '')}?v=${testId(9).replaceAll('-', '')}`
  )
  expect(formBlockId({ ...form, type: 'table' } as CollectionView)).toBeUndefined()
})

test.each([
  ['form_editor', true],
  ['form', true],
  ['table', false]
])('a view of type %s is a form: %s', (type, expected) => {
  expect(isFormView({ type })).toBe(expected)
})

test('the description of a form is read from its block', () => {
  const block = (format?: object) => ({ format }) as unknown as Block
  expect(formDescription(block({ form_config: { description: [['a']] } }))).toEqual([['a']])
  expect(formDescription(block({ form_config: null }))).toBeUndefined()
  expect(formDescription(block())).toBeUndefined()
  expect(formDescription(undefined)).toBeUndefined()
})

test('a property gets a name and a type, and loses fields of the wrong type', () => {
  const property = (fields: unknown) => normalizeSchema({ abcd: fields })['abcd']
  expect(property({ name: 'Kind', type: 'select', prefix: 'K', collection_id: 7 })).toEqual({
    name: 'Kind',
    type: 'select',
    prefix: 'K'
  })
  expect(property({ name: [['Rich', [['b']]]], type: 7 })).toEqual({ name: 'Rich', type: 'text' })
  expect(property({ name: [] })).toEqual({ name: 'abcd', type: 'text' })
  expect(property({ name: 7 })).toEqual({ name: 'abcd', type: 'text' })
  expect(property({ name: '', extra: 7 })).toEqual({ name: '', type: 'text', extra: 7 })
  for (const malformed of [null, 7, 'x', ['a']]) {
    expect(property(malformed)).toEqual({ name: 'abcd', type: 'text' })
  }
})

test.each([
  'prefix',
  'number_format',
  'date_format',
  'time_format',
  'collection_id',
  'property',
  'relation_property',
  'target_property'
])('the field %s of a property must be text', (field) => {
  const of = (value: unknown) =>
    normalizeSchema({ p: { name: 'P', type: 't', [field]: value } })['p']
  expect(of('a')).toEqual({ name: 'P', type: 't', [field]: 'a' })
  expect(of(7)).toEqual({ name: 'P', type: 't' })
})

test('options, groups and aggregations keep their valid parts', () => {
  const fields = {
    name: 'P',
    type: 'status',
    options: [{ value: 'a', id: 'x' }, { value: 7 }, { value: '' }, 'b', null],
    groups: [
      { name: 'G', color: 7, optionIds: ['x', 7, ''], id: 'g' },
      { name: 7, color: 'red', optionIds: 'x' },
      7
    ],
    aggregation: { operator: 7, property: 'q' }
  }
  expect(normalizeSchema({ p: fields })['p']).toEqual({
    name: 'P',
    type: 'status',
    options: [{ value: 'a', id: 'x' }],
    groups: [
      { name: 'G', optionIds: ['x'], id: 'g' },
      { color: 'red', optionIds: [] }
    ],
    aggregation: { property: 'q' }
  })
  const aggregation = (value: unknown) =>
    normalizeSchema({ p: { aggregation: value } })['p']?.aggregation
  expect(aggregation('sum')).toBe('sum')
  expect(aggregation({ operator: 'sum' })).toEqual({ operator: 'sum' })
  expect(aggregation(7)).toBeUndefined()
  expect(normalizeSchema({ p: { options: 7, groups: {} } })['p']).toEqual({
    name: 'p',
    type: 'text'
  })
})

test.each([null, 7, 'x', ['a']])('the schema %j has no properties', (value) => {
  expect(normalizeSchema(value)).toEqual({})
})

test('a collection lists the properties of its pages, also if its format is malformed', () => {
  const of = (format: unknown) =>
    normalizeCollection({ id: 'c', schema: {}, format } as unknown as Collection).format
  const listed = { collection_page_properties: [{ property: 'a' }, 7], other: 1 }
  expect(of(listed)).toEqual({
    collection_page_properties: [{ property: 'a' }],
    property_visibility: [],
    other: 1
  })
  const empty = { collection_page_properties: [], property_visibility: [] }
  expect(of('x')).toEqual(empty)
  expect(of(undefined)).toEqual(empty)
  expect(of({ property_visibility: [{ property: 'a' }] })).toEqual({
    ...empty,
    property_visibility: [{ property: 'a' }]
  })
})

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
  [{ value: { x: 1 } }, '{"x":1}'],
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

test('a chart aggregates a property by another, by default the number of rows', () => {
  const chart = (dataConfig: unknown) =>
    chartRule(view('chart', { format: { chart_config: { dataConfig } } }), schema)
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
  expect(chart({ groupBy: { property: 'none' } })).toBeUndefined()
  expect(chart(null)).toBeUndefined()
  const format = { chart_config: { dataConfig: { groupBy } } }
  expect(chartRule(view('table', { format }), schema)).toBeUndefined()
  expect(chartRule(view('chart'), schema)).toBeUndefined()
})

test('a table has the valid aggregates of its query', () => {
  const of = (type: string, aggregations: unknown) =>
    aggregationRules(view(type, { query2: { aggregations } }), schema)
  const rules = [
    { property: 'day', aggregator: 'latest_date' },
    { property: 'kind', aggregator: { operator: 'count' } },
    { aggregator: 'count_all' },
    { property: 'none', aggregator: 'sum' },
    { property: 'day', aggregator: 7 },
    null
  ]
  expect(of('table', rules)).toEqual([
    { property: 'day', aggregator: 'latest_date' },
    { property: 'kind', aggregator: 'count' },
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
