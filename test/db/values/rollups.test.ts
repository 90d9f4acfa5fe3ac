import { describe, expect, test } from 'vitest'

import type { FormulaDate, FormulaValue } from '../../../db/values/formula/value.ts'
import type { CollectionProperty } from '../../../db/records/collection-schema.ts'
import {
  aggregationOf,
  aggregations,
  rollUp,
  rollupAggregation
} from '../../../db/values/rollup.ts'

/** The values of the related pages, one list for each page, and the result. */
type Case = [pages: FormulaValue[][], expected: unknown]

const date = (start: number, end: number | null = null, hasTime = false): FormulaDate => ({
  start,
  end,
  hasTime
})
/** Four related pages: two values, an empty one, none, and a value of the first page. */
const mixed: FormulaValue[][] = [['a', 'b'], [''], [], ['a']]
const boxes: FormulaValue[][] = [[true], [false], [true], [true]]
const noNumbers: FormulaValue[][] = [[null], [], ['']]

const cases: Record<string, Case[]> = {
  show_original: [
    [mixed, ['a', 'b', 'a']],
    [boxes, [true, false, true, true]],
    [
      [[0], [null], [-1.5]],
      [0, -1.5]
    ],
    [[], []]
  ],
  show_unique: [
    [mixed, ['a', 'b']],
    [boxes, [true, false]],
    [
      [[date(1)], [date(1)], [date(1, 2)]],
      [date(1), date(1, 2)]
    ],
    [
      [[0], ['0'], [0]],
      [0, '0']
    ],
    [[], []]
  ],
  count: [
    [mixed, 4],
    [[], 0]
  ],
  count_values: [
    [mixed, 3],
    [boxes, 4],
    [[[0], [null]], 1],
    [[], 0]
  ],
  unique: [
    [mixed, 2],
    [boxes, 2],
    [noNumbers, 0],
    [[], 0]
  ],
  empty: [
    [mixed, 2],
    [boxes, 0],
    [[[0], [null]], 1],
    [[], 0]
  ],
  not_empty: [
    [mixed, 2],
    [boxes, 4],
    [[['', 'a']], 1],
    [[], 0]
  ],
  percent_empty: [
    [mixed, 0.5],
    [[[1], [2], ['']], 1 / 3],
    [[], 0]
  ],
  percent_not_empty: [
    [mixed, 0.5],
    [[[1], [2], ['']], 2 / 3],
    [[], 0]
  ],
  checked: [
    [boxes, 3],
    [[['Yes'], [1]], 0],
    [[], 0]
  ],
  unchecked: [
    [boxes, 1],
    [[], 0]
  ],
  percent_checked: [
    [boxes, 0.75],
    [[], 0]
  ],
  percent_unchecked: [
    [boxes, 0.25],
    [[], 0]
  ],
  count_per_group: [
    [mixed, 2],
    [[['c'], ['b', 'a']], 1],
    [noNumbers, 0],
    [[], 0]
  ],
  percent_per_group: [
    [mixed, 0.5],
    [[['c'], ['a'], ['a']], 2 / 3],
    [[], 0]
  ],
  sum: [
    [[[1, 2], [null], [-0.5]], 2.5],
    [[['2'], [true]], 3],
    [noNumbers, 0],
    [[], 0]
  ],
  average: [
    [[[1], [null], [4]], 2.5],
    [[[0], [-3]], -1.5],
    [noNumbers, null],
    [[], null]
  ],
  median: [
    [[[10], [1], [2]], 2],
    [[[10], [1], [2], [5]], 3.5],
    [[[9], [10]], 9.5],
    [[[0], [null]], 0],
    [[[-1.5]], -1.5],
    [noNumbers, null],
    [[], null]
  ],
  min: [
    [[[3], [0], [null]], 0],
    [[[-1.5], [-1]], -1.5],
    [[], null]
  ],
  max: [
    [[[-3], [0], [null]], 0],
    [[[9, 10]], 10],
    [[], null]
  ],
  range: [
    [[[3], [-1.5], [null]], 4.5],
    [[[3]], 0],
    [[], null]
  ],
  earliest_date: [
    [[[date(20, 30)], [date(10, 40, true)], [null]], date(10, null, true)],
    [[['soon']], null],
    [[], null]
  ],
  latest_date: [
    [[[date(20, 30)], [date(10, 40)], [null]], date(40)],
    [[[date(20)], [date(10, 15)]], date(20)],
    [[], null]
  ],
  date_range: [
    [[[date(20, 30)], [date(10)], [null]], date(10, 30)],
    [[[date(20)]], date(20, 20)],
    [[], null]
  ]
}

test('each aggregation has cases', () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(aggregations).toSorted())
})

describe.each(Object.keys(cases))('%s', (aggregation) => {
  test.each(cases[aggregation] ?? [])('of %j is %j', (pages, expected) => {
    const group = { name: 'Begun', options: ['a'] }
    expect(rollUp(pages, { aggregator: aggregation, group })).toEqual(expected)
  })
})

test.each(['sum', 'average', 'median', 'min', 'max', 'range'])(
  '%s of texts is a problem',
  (name) => {
    expect(() => rollUp([['lots']], { aggregator: name })).toThrow(
      'it calculates with a value that is not a number'
    )
  }
)

test.each(['odd', 'constructor', ''])('the unknown aggregation "%s" is a problem', (name) => {
  expect(() => rollUp([[1]], { aggregator: name })).toThrow(
    `it shows "${name}", which is not known here`
  )
})

test.each([
  [undefined, 'show_original'],
  ['sum', 'sum'],
  [{ operator: 'median' }, 'median']
])('the aggregation %j is %s', (aggregation, expected) => {
  expect(aggregationOf({ aggregation } as Parameters<typeof aggregationOf>[0])).toBe(expected)
})

const rollup: CollectionProperty = { id: 'r', name: 'R', type: 'rollup' }
const status: CollectionProperty = {
  id: 's',
  name: 'State',
  type: 'status',
  options: [{ id: 'a', value: 'lit' }, { value: 'new' }],
  groups: [{ name: 'Begun', optionIds: ['a'] }, {}]
}

test.each([
  ['sum', status, { aggregator: 'sum' }],
  ['sum', undefined, { aggregator: 'sum' }],
  [{ operator: 'sum', groupName: 'Lost' }, status, { aggregator: 'sum' }],
  [undefined, status, { aggregator: 'show_original' }],
  [
    { operator: 'count_per_group', groupName: 'Begun' },
    status,
    { aggregator: 'count_per_group', group: { name: 'Begun', options: ['lit'] } }
  ]
])('the aggregation %j is read as %j', (aggregation, target, expected) => {
  expect(rollupAggregation({ ...rollup, ...(aggregation && { aggregation }) }, target)).toEqual(
    expected
  )
})

test.each<[string | undefined, CollectionProperty | undefined]>([
  ['Lost', status],
  [undefined, status],
  ['Begun', undefined],
  ['Begun', rollup],
  ['Begun', { ...status, options: [], groups: [] }]
])('the group %s that the property does not have is a problem', (groupName, target) => {
  const aggregation = { operator: 'percent_per_group', ...(groupName && { groupName }) }
  const read = () => rollupAggregation({ ...rollup, aggregation }, target)
  expect(read).toThrow(`it counts "${groupName ?? ''}", a group of options that is not known`)
})
