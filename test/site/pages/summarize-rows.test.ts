import { describe, expect, test } from 'vitest'

import { english } from '../../../site/locales/en.ts'
import { summaryFunction } from '../../../site/pages/summarize-rows.ts'

/** The values of each row, and the result over all rows. */
type Case = [rows: (Value[] | undefined)[], expected: unknown]
type Value = { text: string | null; number: number | null; target_id: string | null }

const text = (value: string): Value => ({ text: value, number: null, target_id: null })
const number = (value: number): Value => ({ text: String(value), number: value, target_id: null })
const box = (isChecked: boolean) => [{ ...text('Yes'), number: isChecked ? 1 : 0 }]
const page = (id: string, title: string): Value => ({ ...text(title), target_id: id })

/** Two values, none, and a value of the first row. */
const mixed = [[text('a'), text('b')], undefined, [text('a')]]
const boxes = [box(true), box(false), undefined, box(true)]
const days = [[text('2026-03-02 → 2026-03-09')], undefined, [text('2025-12-31 18:00')]]

const cases: Record<string, Case[]> = {
  count: [
    [mixed, 3],
    [[], 0]
  ],
  count_values: [
    [mixed, 3],
    [[], 0]
  ],
  unique: [
    [mixed, 2],
    [[[page('1', 'Lamp'), page('2', 'Lamp')], [page('1', 'Lantern')]], 2],
    [[[{ ...number(0), text: null }], [{ ...number(1), text: null }]], 2],
    [[], 0]
  ],
  empty: [
    [mixed, 1],
    [[], 0]
  ],
  not_empty: [
    [mixed, 2],
    [[], 0]
  ],
  percent_empty: [
    [mixed, 1 / 3],
    [[], 0]
  ],
  percent_not_empty: [
    [mixed, 2 / 3],
    [[], 0]
  ],
  checked: [
    [boxes, 2],
    [[[number(2)]], 0],
    [[], 0]
  ],
  unchecked: [
    [boxes, 2],
    [[], 0]
  ],
  percent_checked: [
    [boxes, 0.5],
    [[], 0]
  ],
  percent_unchecked: [
    [[box(false), box(true), box(false)], 2 / 3],
    [[], 0]
  ],
  count_per_group: [
    [mixed, 2],
    [[[text('b')], [{ ...number(1), text: null }]], 0],
    [[], 0]
  ],
  percent_per_group: [
    [mixed, 2 / 3],
    [[], 0]
  ],
  sum: [
    [[[number(1), number(2)], undefined, [number(-0.5)]], 2.5],
    [[[text('lots')]], null],
    [[], null]
  ],
  average: [
    [[[number(1)], undefined, [number(4)]], 2.5],
    [[], null]
  ],
  median: [
    [[[number(10)], [number(1)], [number(2)]], 2],
    [
      [
        [number(10), number(1)],
        [number(2), number(5)]
      ],
      3.5
    ],
    [[], null]
  ],
  min: [
    [[[number(3)], [number(0)], undefined], 0],
    [[], null]
  ],
  max: [
    [[[number(-3)], [number(0)], undefined], 0],
    [[], null]
  ],
  range: [
    [[[number(3)], [number(-1.5)]], 4.5],
    [[], null]
  ],
  earliest_date: [
    [days, ['2025-12-31', '2025-12-31']],
    [[[text('soon')]], null]
  ],
  latest_date: [
    [days, ['2026-03-09', '2026-03-09']],
    [[], null]
  ],
  date_range: [
    [days, ['2025-12-31', '2026-03-09']],
    [[undefined], null]
  ]
}

test('each function with a label has cases', () => {
  const perGroup = ['count_per_group', 'percent_per_group']
  const labelled = [...Object.keys(english('en').aggregators), ...perGroup]
  expect(Object.keys(cases).toSorted()).toEqual(labelled.toSorted())
})

describe.each(Object.keys(cases))('%s', (aggregator) => {
  test.each(cases[aggregator] ?? [])('of %j is %j', (rows, expected) => {
    const group = { name: 'Begun', options: ['a'] }
    const values = new Map(rows.flatMap((own, row) => (own ? [[row, own] as const] : [])))
    const summarize = summaryFunction({ aggregator, group })
    expect(summarize?.([...rows.keys()], values)).toEqual(expected)
  })
})

test('a summary is of the asked rows alone', () => {
  const values = new Map([
    ['a', [number(1)]],
    ['b', [number(2)]],
    ['c', [number(4)]]
  ])
  expect(summaryFunction({ aggregator: 'sum' })?.(['a', 'c'], values)).toBe(5)
})

test.each(['odd', 'constructor', ''])('there is no function "%s"', (aggregator) => {
  expect(summaryFunction({ aggregator })).toBeUndefined()
})
