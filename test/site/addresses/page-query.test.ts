import { expect, test } from 'vitest'

import {
  chosenView,
  defaultView,
  isFiltered,
  optionKey,
  parseFrom,
  parsePageQuery,
  queryParameters
} from '../../../site/addresses/page-query.ts'

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'
const [v1, v2] = [one, two].map((id) => `v=${id.replaceAll('-', '')}`)

const view = (fields: object = {}) => ({ ...defaultView(one), ...fields })

test.each<[string, object[]]>([
  ['', []],
  ['v=nonsense&from=3', []],
  ['from=3&q=a', []],
  [`${v1}`, [view()]],
  [`${v1}&from=20`, [view({ from: 20 })]],
  [`${v1}&from=20&from=x`, [view({ from: 20 })]],
  [`${v1}&from=99999999999`, [view({ from: 10_000_000 })]],
  [`${v1}&q=%20lamp%20`, [view({ search: 'lamp' })]],
  [`${v1}&q=a&q=`, [view({ search: 'a' })]],
  [`${v1}&sort=p`, [view({ sort: { property: 'p', isDescending: false } })]],
  [`${v1}&sort=p&dir=desc`, [view({ sort: { property: 'p', isDescending: true } })]],
  [`${v1}&sort=p&dir=desc&dir=asc`, [view({ sort: { property: 'p', isDescending: false } })]],
  [`${v1}&sort=p&dir=desc&sort=o`, [view({ sort: { property: 'o', isDescending: true } })]],
  [`${v1}&dir=desc&sort=p`, [view({ sort: { property: 'p', isDescending: true } })]],
  [`${v1}&sort=p&dir=desc&dir=`, [view({ sort: { property: 'p', isDescending: true } })]],
  [`${v1}&dir=desc`, [view()]],
  [
    `${v1}&is.a=1&is.b=2`,
    [
      view({
        filters: [
          { property: 'a', value: '1' },
          { property: 'b', value: '2' }
        ]
      })
    ]
  ],
  [`${v1}&x=1&his.a=2`, [view()]],
  [`${v1}&from=1&${v2}&q=a`, [view({ from: 1 }), view({ viewId: two, search: 'a' })]],
  [`${v1}&v=nonsense&q=a`, [view()]]
])('the query %j selects these views', (search, views) => {
  expect(parsePageQuery(search).views).toEqual(views)
})

test('a query has at most 20 views, 20 filters each, and 200 characters of a value', () => {
  const { views } = parsePageQuery(`${`${v1}&`.repeat(21)}from=1`)
  expect(views).toHaveLength(20)
  expect(views.at(-1)).toEqual(view())
  const filters = Array.from({ length: 21 }, (_, index) => `is.p${index}=1`).join('&')
  expect(parsePageQuery(`${v1}&${filters}`).views[0]?.filters).toHaveLength(20)
  expect(parsePageQuery(`${v1}&q=${'a'.repeat(201)}`).views[0]?.search).toHaveLength(200)
})

test.each([
  ['0', 0],
  ['007', 7],
  ['10000001', 10_000_000],
  ['', undefined],
  ['-1', undefined],
  ['1x', undefined],
  ['x1', undefined]
])('the number of entries to skip in %j is %s', (text, count) => {
  expect(parseFrom(text)).toBe(count)
})

test('parameters are written so that they are read back', () => {
  const views = [
    view({ from: 5, search: 'a b', sort: { property: 'p', isDescending: true } }),
    view({ viewId: two, filters: [{ property: 'x', value: 'a&b' }] }),
    view({ sort: { property: 'q', isDescending: false } })
  ]
  const parameters = queryParameters(views)
  expect(parsePageQuery(new URLSearchParams(parameters).toString()).views).toEqual(views)
  expect(parameters.map(([name]) => name)).toEqual([
    'v',
    'q',
    'sort',
    'dir',
    'from',
    'v',
    'is.x',
    'v',
    'sort'
  ])
  expect(queryParameters([view()])).toEqual([['v', one.replaceAll('-', '')]])
})

test.each([
  ['plain', 'plain'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), 'id'],
  ['a\nb', 'id'],
  ['a\rb', 'id']
])('an option named %j is represented by its name or id', (value, key) => {
  expect(optionKey({ id: 'id', value })).toBe(key)
  expect(optionKey({ value })).toBe(value)
})

test('the first requested view of a block is shown, else its first one', () => {
  const query = parsePageQuery(`${v2}&${v1}`)
  expect(chosenView([one, two], query)).toBe(two)
  expect(chosenView([one], query)).toBe(one)
  expect(chosenView(['x', 'y'], query)).toBe('x')
  expect(chosenView([], query)).toBeUndefined()
})

test('a view with a search or a filter is filtered', () => {
  expect(isFiltered(undefined)).toBe(false)
  expect(isFiltered(view())).toBe(false)
  expect(isFiltered(view({ search: 'a' }))).toBe(true)
  expect(isFiltered(view({ filters: [{ property: 'a', value: '1' }] }))).toBe(true)
})
