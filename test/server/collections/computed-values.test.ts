import { expect, test } from 'vitest'

import { testId } from '../../support/workspaces/records.ts'
import { date, factsAt, openRowSite, rowId, to, wordsOf } from '../../support/sites/row-site.ts'

const rollup = (target: string, aggregation?: string | object, more: object = {}) => ({
  type: 'rollup',
  relation_property: 'others',
  target_property: target,
  ...(aggregation && { aggregation }),
  ...more
})
const code = (written: string, more: object = {}) => ({
  type: 'formula',
  formula2: { code: written },
  ...more
})
const fields = {
  others: { type: 'relation' },
  cost: { type: 'number', number_format: 'euro' },
  kind: { type: 'select', options: [{ id: 'o', value: 'lamp', color: 'red' }] },
  when: { type: 'date', date_format: 'YYYY/MM/DD' },
  done: { type: 'checkbox' },
  state: {
    type: 'status',
    options: [
      { id: 'a', value: 'lit' },
      { id: 'b', value: 'burnt down' },
      { id: 'c', value: 'cold' }
    ],
    groups: [
      { name: 'Complete', optionIds: ['b', 'c'] },
      { name: 'Begun', optionIds: ['a'] }
    ]
  }
}
const others = [
  { cost: [['2']], kind: [['lamp']], when: date({ type: 'date', start_date: '2026-01-02' }) },
  { cost: [['4']], kind: [['lamp']], done: [['Yes']], state: [['cold']] }
]

/** The property values of a row that is related to both others. */
async function computed(schema: Record<string, object>, ids = [rowId(1), rowId(2)]) {
  const row = { others: to(...ids), cost: [['7']] }
  const rows = [{ ...row, when: date({ type: 'date', start_date: '2026-07-31' }) }, ...others]
  const collection = { collection_id: testId(500) }
  const related = { ...fields, others: { ...fields.others, ...collection } }
  const site = await openRowSite({ schema: { ...related, ...schema }, rows })
  return factsAt(site, '/row-0')
}

test('a rollup is formatted like its target property, unless it counts', async () => {
  const cases: [object, string | RegExp][] = [
    [rollup('cost', 'sum'), '€6.00'],
    [rollup('cost'), '€2.00 , €4.00'],
    [rollup('cost', 'count_values'), '2'],
    [rollup('done', 'percent_checked'), '50%'],
    [rollup('state', { operator: 'count_per_group', groupName: 'Complete' }), '1'],
    [rollup('state', { operator: 'percent_per_group', groupName: 'Complete' }), '50%'],
    [rollup('state', { operator: 'percent_per_group', groupName: 'Begun' }), '0%'],
    [rollup('kind', 'show_unique'), /<span class="tag tag-red">lamp</],
    [rollup('when', 'earliest_date'), /dateTime="2026-01-02">2026\/01\/02</],
    [rollup('cost', 'average', { number_format: 'dollar' }), '$3.00'],
    [rollup('cost', 'sum', { show_as: { type: 'bar', maxValue: 12 } }), /width="50"/],
    [rollup('title'), 'Row 1, Row 2']
  ]
  const facts = await computed(Object.fromEntries(cases.map(([each], index) => [index, each])))
  for (const [index, [, expected]] of cases.entries()) {
    const html = facts.get(String(index))
    if (expected instanceof RegExp) expect(html).toMatch(expected)
    else expect(wordsOf(html)).toBe(expected)
  }
})

test('formulas show numbers, texts, checkboxes and dates by type', async () => {
  const tree = { type: 'property', id: 'cost', name: 'cost' }
  const facts = await computed({
    number: code('prop("cost") * 1000', { number_format: 'number_with_commas' }),
    words: code('"Row " + 7'),
    box: code('prop("cost") > 5'),
    date: code('dateAdd(prop("when"), 1, "days")'),
    first: { type: 'formula', formula: tree },
    empty: code('""')
  })
  expect(wordsOf(facts.get('number'))).toBe('7,000')
  expect(wordsOf(facts.get('words'))).toBe('Row 7')
  expect(facts.get('box')).toContain('checked')
  expect(facts.get('date')).toBe('<time dateTime="2026-08-01">Aug 1, 2026</time>')
  expect(wordsOf(facts.get('first'))).toBe('7')
  expect(facts.has('empty')).toBe(false)
})

test('a value that cannot be computed is a dash with a reason', async () => {
  const facts = await computed({ f: code('brew(1)') })
  expect(wordsOf(facts.get('f'))).toBe('—')
  const why = 'Not known here: it uses &quot;brew&quot;, which is not known here'
  expect(facts.get('f')).toContain(`title="${why}"`)
})

test.each(['state', 'kind'])(
  'a rollup of a group that %s does not have has no value',
  async (target) => {
    const aggregation = { operator: 'percent_per_group', groupName: 'Lost' }
    const facts = await computed({ r: rollup(target, aggregation) })
    expect(wordsOf(facts.get('r'))).toBe('—')
    expect(facts.get('r')).toContain(
      'it counts &quot;Lost&quot;, a group of options that is not known'
    )
  }
)

test('an incomplete rollup is marked beside its value', async () => {
  const facts = await computed({ r: rollup('cost', 'sum') }, [rowId(1), testId(999)])
  expect(wordsOf(facts.get('r'))).toBe('€2.00 *')
  expect(facts.get('r')).toContain('1 of 2 related pages are not in the mirror')
})
