import { expect, onTestFinished, test, vi } from 'vitest'

import type { FilterTree } from '../../demo/api/filter-rows.ts'
import { queryCollection } from '../../demo/api/query-collection.ts'
import { pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'

const HOME = testId(500)

const schema = {
  title: { name: 'Name', type: 'title' },
  out: { name: 'Out', type: 'date' },
  done: { name: 'Done', type: 'checkbox' },
  made: { name: 'Made', type: 'created_time' }
}

/** A row with a release day in 2025 (`MM-DD`) and a creation time. */
function row(number: number, out: string, made = 0) {
  const date = { type: 'date', start_date: `2025-${out}` }
  const properties = {
    title: [[out]],
    out: [['‣', [['d', date]]]],
    ...(number % 2 === 0 && { done: [['Yes']] })
  }
  const home = { parent_table: 'collection', parent_id: HOME }
  return pageBlock(number, out, { ...home, properties, created_time: made })
}

/** Titles of the matching rows, for a request at an instant in a time zone. */
function found(filter: FilterTree, request: { now: number; zone: string; rows: object[] }) {
  vi.useFakeTimers({ now: request.now })
  onTestFinished(() => void vi.useRealTimers())
  const workspace = {
    ...workspaceOf([], request.rows as ReturnType<typeof row>[]),
    // Queries use only the schema.
    collection: { [HOME]: { id: HOME, schema } as never }
  }
  const reducers = { collection_group_results: { type: 'results', limit: 50 } }
  const { rows } = queryCollection(workspace, {
    collection: { id: HOME },
    collectionView: { id: testId(501) },
    loader: { reducers, filter, userTimeZone: request.zone }
  })
  return rows.map((each) => each.properties?.title?.[0]?.[0])
}

const relative = (operator: string, value: string): FilterTree => ({
  property: 'out',
  filter: { operator, value: { type: 'relative', value } }
})

const exact = (property: string, operator: string, value: unknown): FilterTree => ({
  property,
  filter: { operator, value: { type: 'exact', value } }
})

/** The last half hour of February in UTC. */
const now = Date.UTC(2025, 1, 28, 23, 30)
const rows = [row(10, '02-24'), row(11, '02-27'), row(12, '02-28'), row(13, '03-01')]

test.each([
  ['today', 'date_is', 'UTC', ['02-28']],
  ['today', 'date_is', 'Europe/Berlin', ['03-01']],
  ['today', 'date_is', 'Pacific/Honolulu', ['02-28']],
  ['tomorrow', 'date_is', 'UTC', ['03-01']],
  ['yesterday', 'date_is', 'Asia/Tokyo', ['02-28']],
  ['this_month', 'date_is_within', 'UTC', ['02-24', '02-27', '02-28']],
  ['this_month', 'date_is_within', 'Asia/Kolkata', ['03-01']],
  ['today', 'date_is_before', 'Pacific/Kiritimati', ['02-24', '02-27', '02-28']],
  ['today', 'date_is_on_or_after', 'Pacific/Pago_Pago', ['02-28', '03-01']],
  ['the_past_week', 'date_is_within', 'America/New_York', ['02-24', '02-27', '02-28']]
])('shortly before midnight UTC, %s with %s in %s matches %j', (word, operator, zone, days) => {
  expect(found(relative(operator, word), { now, zone, rows })).toEqual(days)
})

test.each([
  ['UTC', ['02-24', '02-28']],
  ['Europe/Berlin', ['02-24', '03-01']]
])('an "or" of "and" groups is evaluated as groups at midnight in %s', (zone, days) => {
  const early: FilterTree = {
    operator: 'and',
    filters: [exact('done', 'checkbox_is', true), relative('date_is_before', 'one_day_ago')]
  }
  const filter = { operator: 'or', filters: [early, relative('date_is', 'today')] }
  expect(found(filter, { now, zone, rows })).toEqual(days)
})

test('a day with a daylight saving change is one day', () => {
  const firstOfDay = Date.UTC(2025, 2, 29, 23)
  const made = [firstOfDay - 1, firstOfDay, firstOfDay + 23 * 3_600_000 - 1]
  const instants = [...made, firstOfDay + 23 * 3_600_000].map((at, index) =>
    row(20 + index, `01-0${index + 1}`, at)
  )
  const filter = exact('made', 'date_is', { type: 'date', start_date: '2025-03-30' })
  const zone = 'Europe/Berlin'
  expect(found(filter, { now, zone, rows: instants })).toEqual(['01-02', '01-03'])
})

test('an instant in a filter is a day in the time zone of the request', () => {
  const evening = Date.UTC(2025, 0, 1, 20)
  const request = { now, rows: [row(30, '01-01', evening)] }
  const filter = exact('made', 'date_is', evening + 3 * 3_600_000)
  expect(found(filter, { ...request, zone: 'Asia/Tokyo' })).toEqual(['01-01'])
  expect(found(filter, { ...request, zone: 'Europe/Berlin' })).toEqual([])
})

test('an empty filter group matches all rows, with any operator and depth', () => {
  const filter = { operator: 'or', filters: [{ operator: 'and', filters: [] }] }
  expect(found({ operator: 'or', filters: [] }, { now, zone: 'UTC', rows })).toHaveLength(4)
  expect(found(filter, { now, zone: 'UTC', rows })).toHaveLength(4)
})
