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
import { testId } from '../../support/workspaces/records.ts'

/** Malformed fields too, which Notion's type excludes. */
const view = (type: string, fields: object = {}) =>
  ({ id: testId(9), type, ...fields }) as unknown as CollectionView

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
    aggregation: { operator: 7, groupName: 7, property: 'q' }
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
  const perGroup = { operator: 'count_per_group', groupName: 'G' }
  expect(aggregation(perGroup)).toEqual(perGroup)
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
