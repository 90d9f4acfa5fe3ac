import { expect, test } from 'vitest'

import { spoiledValues } from '../../db/values/spoiled-values.ts'
import { date, openRowSite, rowId, to } from '../support/sites/row-site.ts'

const constant = (value: unknown, value_type = typeof value) => ({
  type: 'constant',
  value,
  value_type,
  result_type: 'text'
})
const property = (id: string) => ({ type: 'property', id, name: id, result_type: 'text' })
const fn = (name: string, ...args: object[]) => ({ type: 'function', name, args })

/**
 * Computed formulas of a row with a number, a text, a date range (Friday to Sunday), two options
 * and a checkbox.
 */
async function results(formulas: Record<string, object>): Promise<Record<string, unknown>> {
  const schema = {
    n: { name: 'Level', type: 'number' },
    t: { name: 'Word', type: 'text' },
    d: { name: 'When', type: 'date' },
    o: { name: 'Tags', type: 'multi_select' },
    b: { name: 'On', type: 'checkbox' },
    ...formulas
  }
  const when = date({ type: 'daterange', start_date: '2026-07-31', end_date: '2026-08-02' })
  const row = { n: [['7']], t: [['Wick ']], d: when, o: [['a,b']], b: [['Yes']] }
  const { mirror } = await openRowSite({ schema, rows: [row] })
  const computed = mirror.$client
    .prepare<[], { id: string; value: unknown; problem: string | null }>(
      `select property_id as id, coalesce(problem, group_concat(text, '|')) as value
         from property_value where is_computed group by property_id`
    )
    .all()
  const found = new Map(computed.map(({ id, value }) => [id, value]))
  return Object.fromEntries(Object.keys(formulas).map((id) => [id, found.get(id) ?? null]))
}

/** A formula 2.0 whose result is a list with 1 and 2, nested in this many lists. */
function deepList(levels: number): string {
  const names = Array.from({ length: levels }, (_, level) => `a${level + 1}, [a${level}]`)
  return `lets(a0, [1, 2], ${names.join()}, a${levels})`
}

/** A formula 2.0 that adds a value to itself this many times. */
function doubled(value: string, times: number): string {
  const names = Array.from({ length: times }, (_, at) => `a${at + 1}, concat(a${at}, a${at})`)
  return `lets(a0, ${value}, ${names.join()}, a${times})`
}

/** A formula 2.0 whose result is a list of a thousand texts. */
const manyItems = '"x,".repeat(999).concat("x").split(",")'

test('formulas 1.0 are computed', async () => {
  const of = (formula: object) => ({ name: 'F', type: 'formula', formula })
  const cases: [object, unknown][] = [
    [fn('add', property('n'), constant(3)), '10'],
    [fn('add', property('t'), property('n')), 'Wick 7'],
    [fn('divide', property('n'), constant(0)), 'it divides by zero, or has no finite result'],
    [fn('if', fn('larger', property('n'), constant(5)), constant('high'), constant('low')), 'high'],
    [fn('not', property('b')), 'No'],
    [fn('empty', constant('')), 'Yes'],
    [fn('format', property('d')), 'July 31, 2026 → August 2, 2026'],
    [fn('formatDate', property('d'), constant('YYYY/MM/DD dddd')), '2026/07/31 Friday'],
    [fn('dateAdd', property('d'), constant(1), constant('months')), '2026-08-31 → 2026-09-02'],
    [
      fn('dateBetween', fn('end', property('d')), fn('start', property('d')), constant('days')),
      '2'
    ],
    [fn('month', property('d')), '6'],
    [fn('day', property('d')), '5'],
    [fn('replaceAll', property('t'), constant('[aeiou]'), constant('-')), 'W-ck '],
    [fn('join', constant('/'), constant('a'), constant('b')), 'a/b'],
    [fn('round', constant(2.5)), '3'],
    [fn('equal', property('o'), constant('a, b')), 'Yes'],
    [fn('length', property('o')), '4'],
    [{ type: 'symbol', name: 'pi' }, String(Math.PI)],
    [fn('brew', property('n')), 'it uses "brew", which is not known here']
  ]
  const formulas = Object.fromEntries(cases.map(([tree], index) => [`f${index}`, of(tree)]))
  expect(Object.values(await results(formulas))).toEqual(cases.map(([, value]) => value))
})

test('formulas 2.0 are computed if all their functions are supported', async () => {
  const of = (code: unknown) => ({ name: 'F', type: 'formula', formula2: { code } })
  const mention = ['‣', [['fpp', { property: 'n' }]]]
  const cases: [unknown, unknown][] = [
    ['prop("Level") * 2 + 1', '15'],
    [[['if('], mention, [' > 5, "high", "low")']], 'high'],
    ['prop("On") and not empty(prop("Word")) ? "yes" : "no"', 'yes'],
    ['prop("Word").trim().upper()', 'WICK'],
    ['prop("Tags").map(current + "!").join(" ")', 'a! b!'],
    ['prop("Tags").filter(current != "a")', 'b'],
    ['[3, 1, 2].sort()', '1|2|3'],
    ['let(x, prop("Level"), x ^ 2)', '49'],
    ['ifs(prop("Level") > 9, "a", prop("Level") > 5, "b", "c")', 'b'],
    ['prop("When").month()', '7'],
    ['prop("When").day()', '5'],
    ['prop("Missing") + 1', 'it reads the property "Missing", which the collection does not have'],
    [Array.from({ length: 900 }, () => '1').join('+'), '900'],
    [Array.from({ length: 5000 }, () => '1').join('+'), 'it is too long to compute'],
    [deepList(12_000), '1|2'],
    [doubled('"x"', 23), 'it has a value that is too long'],
    [doubled('["x"]', 23), 'it has a value that is too long'],
    [`let(l, ${manyItems}, l.map(l.map(l)).length())`, 'it has a value that is too long'],
    [`${manyItems}.map(${manyItems}.map(index).length())`, 'it takes too many steps to compute'],
    [`${manyItems}.unique()`, 'x'],
    [deepList(60).replace(/a60\)$/, '[a60, a60, 0, -0].unique())'), '1|2|0'],
    ['prop("Word").style("b").link("https://example.com").trim()', 'Wick'],
    ['parseDate("2026-07-30").dateRange(prop("When").dateEnd())', '2026-07-30 → 2026-08-02'],
    ['prop("Word").email()', 'it uses "email", which is not known here'],
    ['(a+)+', 'it cannot be read (Unexpected token at character 4)'],
    [
      '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".test("^(a+)+$")',
      expect.stringMatching(/^its regular expression cannot be used/)
    ]
  ]
  const formulas = Object.fromEntries(cases.map(([code], index) => [`f${index}`, of(code)]))
  const found = Object.values(await results(formulas))
  expect(found).toHaveLength(cases.length)
  for (const [index, [code, value]] of cases.entries()) {
    if (code === '(a+)+') expect(found[index]).toMatch(/^it cannot be read/)
    else expect(found[index], String(code)).toEqual(value)
  }
})

test('cyclic formulas have no value and report the cycle', async () => {
  const of = (id: string) => ({
    name: id,
    type: 'formula',
    formula: fn('add', property(id), constant(1))
  })
  const { f, g } = await results({ f: of('g'), g: of('f') })
  expect([f, g].join()).toContain('it depends on itself')
})

test.each([
  ['with an end', [], ['250', null], ['1', null]],
  [
    'in a circle',
    [['‣', [['p', rowId(0)]]]],
    [null, expect.stringMatching(/^it reads "(before|balance)": it depends on itself$/)],
    [null, expect.stringMatching(/^it reads "(before|balance)": it depends on itself$/)]
  ]
])('a long chain of balances %s', async (_what, end, first, last) => {
  const before = {
    type: 'rollup',
    relation_property: 'next',
    target_property: 'balance',
    aggregation: 'sum'
  }
  const balance = { type: 'formula', formula2: { code: 'prop("before") + 1' } }
  const rows = Array.from({ length: 250 }, (_row, index) => ({
    next: index < 249 ? [['‣', [['p', rowId(index + 1)]]]] : end
  }))
  const { mirror } = await openRowSite({
    schema: { next: { type: 'relation' }, before, balance },
    rows
  })
  const read = mirror.$client
    .prepare(
      `select text, problem from property_value where page_id = ? and property_id = 'balance'`
    )
    .raw()
  expect([read.get(rowId(0)), read.get(rowId(249))]).toEqual([first, last])
})

test('a rollup of values that are too long together has no value', async () => {
  const long = { type: 'formula', formula2: { code: '"x".repeat(1000).repeat(600)' } }
  const all = { type: 'rollup', relation_property: 'next', target_property: 'long' }
  const next = [0, 1].map((row) => ['‣', [['p', rowId(row)]]])
  const { mirror } = await openRowSite({
    schema: { next: { type: 'relation' }, long, all },
    rows: [{ next }, { next: to(rowId(0)) }]
  })
  const read = mirror.$client
    .prepare(
      `select length(text), problem from property_value where property_id = 'all' order by page_id`
    )
    .raw()
  expect(read.all()).toEqual([
    [null, 'it has a value that is too long'],
    [600_000, null]
  ])
})

test('a value names the covered page that it has through two thousand formulas', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `f${index}`)
  const formulas = names.map((name, index) => {
    const code = `prop("${names[index + 1] ?? 'kin'}")`
    return [name, { type: 'formula', formula2: { code } }]
  })
  const { mirror } = await openRowSite({
    schema: {
      mark: { type: 'text' },
      kin: { type: 'relation' },
      ...Object.fromEntries(formulas)
    },
    rows: [{ mark: [['9']] }, { kin: to(rowId(0)) }],
    config: { spoilers: { mode: 'blur', chapters: ['9'], property: 'mark', sign: '🔒' } }
  })
  const chapters = spoiledValues(mirror)
  expect([...chapters(rowId(1), 'f0')]).toEqual(['9'])
  expect([...chapters(rowId(0), 'f0')]).toEqual([])
})
