import type { CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import { viewLoader } from '../../../../cli/sync/workspace/query/view-query.ts'

/** The filter that asks for the rows of the one group of a view. */
function filterOfGroup(type: string, value: unknown): unknown {
  const format = {
    collection_group_by: { property: 'k', type },
    collection_groups: [{ property: 'k', value: { type, value } }]
  }
  const view = { id: 'v', type: 'table', format } as unknown as CollectionView
  const place = { collectionId: 'c', spaceId: 's', limit: 50, timeZone: 'Asia/Tokyo' }
  const { reducers } = viewLoader({ view, ...place }) as { reducers: object }
  const [, rows] = Object.values(reducers)
  expect(rows.filter.filters).toHaveLength(1)
  return rows.filter.filters[0].filter
}

test.each([
  ['checkbox', 'checkbox_is'],
  ['text', 'string_is'],
  ['title', 'string_is'],
  ['url', 'string_is'],
  ['email', 'string_is'],
  ['phone_number', 'string_is'],
  ['number', 'number_equals'],
  ['select', 'enum_is'],
  ['multi_select', 'enum_contains'],
  ['person', 'person_contains'],
  ['created_by', 'person_contains'],
  ['last_edited_by', 'person_contains'],
  ['relation', 'relation_contains'],
  ['date', 'date_is_within'],
  ['created_time', 'date_is_within'],
  ['last_edited_time', 'date_is_within'],
  ['unknown', 'string_is']
])('rows of a group by %s are found with %s', (type, operator) => {
  expect(filterOfGroup(type, 'a')).toEqual({ operator, value: { type: 'exact', value: 'a' } })
})

const month = { type: 'daterange', start_date: '2026-03-01', end_date: '2026-03-31' }

test.each<[string, object, string, object]>([
  ['text', { type: 'exact', value: 'a' }, 'string_is', { type: 'exact', value: 'a' }],
  [
    'text',
    { type: 'alphabet_prefix', value: 'a' },
    'string_starts_with',
    { type: 'exact', value: 'a' }
  ],
  ['date', { type: 'month', range: month }, 'date_is_within', { type: 'exact', value: month }],
  ['status', { type: 'by_option', option: 'a' }, 'status_is', { type: 'is_option', value: 'a' }],
  ['status', { type: 'by_group', group: 'a' }, 'status_is', { type: 'is_group', value: 'a' }],
  [
    'person',
    { table: 'notion_user', id: 'a' },
    'person_contains',
    { type: 'exact', value: { table: 'notion_user', id: 'a' } }
  ],
  ['number', { start: 1, end: 2 }, 'number_equals', { type: 'exact', value: { start: 1, end: 2 } }]
])('the wrapped value of a group by %s is found: %j', (type, value, operator, expected) => {
  expect(filterOfGroup(type, value)).toEqual({ operator, value: expected })
})
