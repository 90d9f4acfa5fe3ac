import type { Block, Collection } from 'notion-types'
import { expect, test } from 'vitest'

import { RowFacts } from '../../../../cli/sync/incremental/row-facts.ts'
import { ViewFingerprints } from '../../../../cli/sync/incremental/view-fingerprint.ts'
import { HOME, collection, row, view } from '../../../support/workspaces/collection-records.ts'
import { testId } from '../../../support/workspaces/records.ts'

const OILS = testId(600)
const mark = (kind: string, id: string) => [['‣', [[kind, id]]]]
const formula = (code: string) => ({ type: 'formula', formula2: { code } })

const lamps = collection(HOME, 'Lamps', {
  level: { name: 'Level', type: 'number' },
  keeper: { name: 'Keeper', type: 'person' },
  oil: { name: 'Oil', type: 'relation', collection_id: OILS },
  made: { name: 'Made', type: 'created_time' },
  by: { name: 'By', type: 'created_by' },
  double: { name: 'Double', ...formula('prop("Level") * 2') },
  age: { name: 'Age', ...formula('dateBetween(now(), prop("Made"), "days")') },
  old: { name: 'Old', ...formula('prop("Age") > 9') },
  year: {
    name: 'Year',
    type: 'formula',
    formula: { type: 'function', name: 'year', args: [{ type: 'function', name: 'now' }] }
  },
  sum: { name: 'Sum', ...formula('prop("Age") + length(prop("Grades"))') },
  grades: {
    name: 'Grades',
    type: 'rollup',
    relation_property: 'oil',
    target_property: 'grade'
  },
  expiry: { name: 'Expiry', type: 'rollup', relation_property: 'oil', target_property: 'fresh' },
  checked: { name: 'Checked', type: 'verification' }
})
const oils = collection(OILS, 'Oils', {
  grade: { name: 'Grade', type: 'text' },
  fresh: { name: 'Fresh', ...formula('now() < prop("Until")') }
})

interface Changes {
  lamp?: object
  oil?: object
  timeZone?: string
}

/** The fingerprints of views of a lamp that is related to an oil. */
function fingerprints(views: object[], { lamp, oil, timeZone = 'UTC' }: Changes = {}) {
  const oilRow = row(530, OILS, { grade: [['clear']], ...oil })
  const related = { oil: mark('p', oilRow.id), keeper: mark('u', testId(900)) }
  const rows = [row(520, HOME, { level: [['1']], ...related, ...lamp })]
  const records: (Block | Collection)[] = [oilRow, oils, lamps]
  const facts = new RowFacts((_, id) => records.find((each) => each.id === id) as never)
  const all = new ViewFingerprints({ collection: lamps, rows, timeZone, facts })
  return views.map((fields) => all.of(view(511, fields)))
}

function fingerprint(fields: object, changes: Changes = {}): string | undefined {
  return fingerprints([fields], changes)[0]
}

const rule = (property: string, operator: string, value?: object) => ({
  property,
  filter: { operator, ...(value && { value }) }
})
const filtered = (...filters: object[]) => ({ query2: { filter: { operator: 'and', filters } } })
const me = { type: 'me' }
const byMe = rule('keeper', 'person_contains', me)
const today = rule('made', 'date_is', { type: 'relative', value: 'today' })
const exactly = (value: unknown) => ({ type: 'exact', value })
const level = rule('level', 'number_equals', exactly(1))
const either = (...filters: object[]) => ({ operator: 'or', filters })

test.each<[string, object]>([
  ['a person as "me"', filtered(byMe)],
  ['the creator as "me"', filtered(rule('by', 'person_contains', me))],
  ['"me" in a nested group', filtered(level, either(level, { ...either(byMe) }))],
  ['"me" in a quick filter', { format: { property_filters: [{ id: 'q', filter: byMe }] } }],
  ['"me" without a tree', { query2: { filter: byMe } }],
  ['"me" among values', filtered({ ...byMe, filter: { operator: 'any', value: [me] } })],
  ['a relative date', filtered(today)],
  ['a relative date in a nested group', filtered(either(level, today))],
  ['a formula with now()', filtered(rule('age', 'number_equals', exactly(1)))],
  ['a formula of a formula with now()', filtered(rule('old', 'checkbox_is', exactly(true)))],
  ['a formula tree with now()', filtered(rule('year', 'number_equals', exactly(1)))],
  ['a formula of now() and a rollup', filtered(rule('sum', 'number_equals', exactly(1)))],
  ['a rollup of a formula with now()', filtered(rule('expiry', 'checkbox_is', exactly(true)))],
  ['a verification, which expires', filtered(rule('checked', 'is_not_empty'))]
])('a view with a filter on %s has no fingerprint', (_, fields) => {
  expect(fingerprint(fields)).toBeUndefined()
})

const groupedBy = (type: string, unit: string) => ({
  format: { collection_group_by: { property: 'made', type, groupBy: unit } }
})
const columnsBy = (unit: string) => ({
  type: 'board',
  format: { board_columns_by: { property: 'made', type: 'created_time', groupBy: unit } }
})

test.each([groupedBy('created_time', 'relative'), columnsBy('relative')])(
  'a view in relative date groups has no fingerprint',
  (fields) => {
    expect(fingerprint(fields)).toBeUndefined()
  }
)

test.each(['day', 'week', 'month', 'year'])('groups by %s depend on the time zone', (unit) => {
  for (const fields of [groupedBy('created_time', unit), columnsBy(unit)]) {
    const here = fingerprint(fields)
    expect(here).toMatch(/^[0-9a-f]{64}$/)
    expect(fingerprint(fields)).toBe(here)
    expect(fingerprint(fields, { timeZone: 'Asia/Tokyo' })).not.toBe(here)
  }
})

test.each<[string, string, Changes]>([
  ['a property', 'level', { lamp: { level: [['2']] } }],
  ['a formula', 'double', { lamp: { level: [['2']] } }],
  ['a rollup', 'grades', { oil: { grade: [['dark']] } }],
  ['a relation', 'oil', { lamp: { oil: mark('p', testId(531)) } }],
  ['a person', 'keeper', { lamp: { keeper: mark('u', testId(901)) } }]
])('the fingerprint of a filter on %s changes with its input', (_, property, change) => {
  const fields = filtered(rule(property, 'is_not_empty'))
  expect(fingerprint(fields, change)).not.toBe(fingerprint(fields))
})

test.each<[string, string, Changes]>([
  ['a formula', 'double', { lamp: { keeper: mark('u', testId(901)) } }],
  ['a rollup', 'grades', { oil: { note: [['dark']] } }],
  ['a relation', 'oil', { oil: { title: [['Zinc']] } }]
])('the fingerprint of a filter on %s ignores other values', (_, property, change) => {
  const fields = filtered(rule(property, 'is_not_empty'))
  expect(fingerprint(fields, change)).toBe(fingerprint(fields))
})

test('"me" and "relative" as names and values of rules are no such rules', () => {
  const named = filtered(rule('level', 'string_is', exactly('me')), {
    ...level,
    name: 'relative'
  })
  expect(fingerprint(named)).toMatch(/^[0-9a-f]{64}$/)
})

test('views of a collection depend on the time or not, whichever is first', () => {
  const [age, old] = ['age', 'old'].map((property) => filtered(rule(property, 'is_not_empty')))
  const own = fingerprint(filtered(level))
  expect(fingerprints([age ?? {}, old ?? {}, filtered(level)])).toEqual([undefined, undefined, own])
})

test('a view sorted by a long chain of rollups has no fingerprint', () => {
  const next = { name: 'Next', type: 'relation', collection_id: HOME }
  const sum = { name: 'Sum', type: 'rollup', relation_property: 'next', target_property: 'sum' }
  const chained = collection(HOME, 'Lamps', { next, sum })
  const sorted = view(511, { query2: { sort: [{ property: 'sum', direction: 'ascending' }] } })
  const prints = [50, 3000].map((length) => {
    const rows = Array.from({ length }, (_, index) =>
      row(1000 + index, HOME, { next: mark('p', testId(1001 + index)) })
    )
    const records = new Map<string, Block | Collection>(rows.map((each) => [each.id, each]))
    const facts = new RowFacts((_, id) => (id === HOME ? chained : records.get(id)) as never)
    return new ViewFingerprints({ collection: chained, rows, timeZone: 'UTC', facts }).of(sorted)
  })
  expect(prints).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), undefined])
})
