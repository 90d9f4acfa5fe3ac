import { expect, test } from 'vitest'

import { testId, textBlock } from '../../support/workspaces/records.ts'
import { date, factsAt, openRowSite, rowId, to, wordsOf } from '../../support/sites/row-site.ts'
import { ownClasses } from '../../support/sites/rendered.ts'
import { openSite } from '../../support/sites/site.ts'
import {
  HOME,
  collection,
  row as rowOf,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'

const options = [
  { id: 'o1', value: 'low', color: 'green' },
  { id: 'o2', value: 'oil, two flasks', color: 'red' },
  { id: 'o3', value: 'oil', color: 'default' }
]
const groups = [{ name: 'Complete', color: 'blue', optionIds: ['o1'] }]
const bar = { show_as: { type: 'bar', color: 'blue', maxValue: 50, showValue: false } }
const place = { name: 'Harten', address: '1 Lamp Row', lat: 48.25, lon: 16.5 }
const mark = (kind: string, value: object) => [['‣', [[kind, value]]]]

/** A property type, its value in the record, and its expected text or HTML. */
const cases: [type: string, value: unknown, expected: string | RegExp, schema?: object][] = [
  ['text', [['a ', [['b']]], ['<i>']], 'a &lt;i&gt;'],
  ['number', [['1234.5']], '1234.5'],
  ['number', [['1234.5']], '1,234.5', { number_format: 'number_with_commas' }],
  ['number', [['0.256']], '25.6%', { number_format: 'percent' }],
  ['number', [['1234.5']], '$1,234.50', { number_format: 'dollar' }],
  ['number', [['1234']], '¥1,234', { number_format: 'yen' }],
  ['number', [['lots']], 'lots', { number_format: 'euro' }],
  [
    'number',
    [['20']],
    /progress-bar tag-blue.*<rect class="progress-part" width="40".*hidden">20/,
    bar
  ],
  ['number', [['80']], /<rect class="progress-part" width="100"/, bar],
  [
    'number',
    [['0.5']],
    /<rect class="progress-part" width="50"/,
    { number_format: 'percent', show_as: { type: 'bar', maxValue: 1 } }
  ],
  [
    'number',
    [['0.5']],
    /progress-ring.*"50 100".*50%/,
    { number_format: 'percent', show_as: { type: 'ring' } }
  ],
  ['select', [['low']], /<a href="[^"]*\/low" class="tag tag-green">low</, { options }],
  ['select', [['gone']], /<a href="[^"]*\/gone" class="tag">gone</, { options }],
  [
    'status',
    [['low']],
    /tag-green" title="Complete"><span class="dot tag-blue".*low/,
    { options, groups }
  ],
  ['multi_select', [['oil,oil, two flasks,low']], /oil<.*oil, two flasks<.*low</, { options }],
  ['checkbox', [['Yes']], /class="check checked".*yes/],
  ['checkbox', undefined, /class="check".*no/],
  [
    'url',
    [['https://www.a.example/b/']],
    /<a href="https:\/\/www.a.example\/b\/" rel="[^"]+">a.example\/b</
  ],
  ['url', [['javascript:alert(1)']], /^<span>javascript:alert\(1\)</],
  ['email', [['a@example.org']], /href="mailto:a@example.org"/],
  ['email', [['not an address']], /^<span>not an address</],
  // It would send a copy of what is written.
  ['email', [['a@example.org?bcc=b@c.example']], /^<span>a@example.org/],
  ['phone_number', [['+1 (2) 34']], /href="tel:\+1234"[^>]*>\+1 \(2\) 34</],
  ['phone_number', [['ask first']], /^<span>ask first</],
  [
    'person',
    [['‣', [['u', testId(900)]]], [','], ['‣', [['u', testId(901)]]]],
    'Lantern Keepers , someone'
  ],
  ['created_by', undefined, 'Lantern Keepers'],
  ['last_edited_by', undefined, 'Lantern Keepers'],
  [
    'created_time',
    undefined,
    /<time dateTime="2026-01-01T00:00:00\+00:00">Jan 1, 2026, 12:00\sAM</
  ],
  ['last_edited_time', undefined, /Jan 2, 2026/],
  ['relation', to(rowId(1), testId(998), testId(999)), 'Row 1 2 pages that are not here'],
  ['relation', to(rowId(1)), /href="\/row-1"/],
  ['relation', to(rowId(1), testId(998)), 'Row 1 a page that is not here'],
  [
    'file',
    [['b.zip', [['a', 'https://a.example/b.zip']]]],
    /href="https:\/\/a.example\/b.zip"[^>]*>b.zip</
  ],
  ['file', [['named only']], 'named only'],
  ['auto_increment_id', [['12']], 'T-12', { prefix: 'T' }],
  ['auto_increment_id', [['12']], '12'],
  [
    'verification',
    mark('verification', { state: 'verified', date: { end: '2027-03-01' } }),
    'Verified until Mar 1, 2027'
  ],
  [
    'verification',
    mark('verification', { state: 'expired', verified_by: testId(900) }),
    'Verification expired by Lantern Keepers'
  ],
  [
    'place',
    mark('place', place),
    /Harten, 1 Lamp Row <a href="https:\/\/www.openstreetmap.org\/\?mlat=48.25&amp;mlon=16.5/
  ],
  [
    'place',
    mark('place', { name: 'Lamp & Row' }),
    /Lamp &amp; Row <a href="https:\/\/www.openstreetmap.org\/search\?query=Lamp%20%26%20Row"/
  ],
  ['button', undefined, 'p40'],
  [
    'button',
    undefined,
    /<a class="button-value" href="https:\/\/a.example\/"/,
    { button: { url: 'https://a.example' } }
  ],
  ['date', [['soon']], 'soon'],
  ['crystal', [['of an unknown type']], 'of an unknown type']
]

test('every property type is shown with its value', async () => {
  const schema = Object.fromEntries(
    cases.map(([type, , , more], index) => [`p${index}`, { type, ...more }])
  )
  const values = Object.fromEntries(
    cases.flatMap(([, value], index) => (value === undefined ? [] : [[`p${index}`, value]]))
  )
  const site = await openRowSite({ schema, rows: [values, {}] })
  const facts = await factsAt(site, '/row-0')
  for (const [index, [type, , expected]] of cases.entries()) {
    const html = facts.get(`p${index}`)
    const label = `${type} p${index}`
    if (expected instanceof RegExp) expect.soft(html, label).toMatch(expected)
    else expect.soft(wordsOf(html), label).toBe(expected)
  }
})

test('a table shows the same values, with numeric cells for numbers', async () => {
  const schema = { n: { type: 'number', number_format: 'euro' }, d: { type: 'date' } }
  const rows = [{ n: [['2']], d: date({ type: 'date', start_date: '2026-07-31' }) }]
  const site = await openRowSite({ schema, rows })
  const body = ownClasses((await site.app.inject('/')).body)
  expect(body).toContain('<td class="cell-number"><span class="number">€2.00</span></td>')
  expect(body).toContain('<time dateTime="2026-07-31">Jul 31, 2026</time>')
})

test('rows with the values of an earlier row have the same cells', async () => {
  const named = { id: 'o4', value: '<b> & "oil"', color: 'blue' }
  const schema = {
    s: { type: 'select', options: [...options, named] },
    m: { type: 'multi_select', options },
    c: { type: 'checkbox' },
    d: { type: 'date' },
    u: { type: 'date' }
  }
  const unread = [
    ['seen by ', [['b']]],
    ['‣', [['u', testId(900)]]]
  ]
  const range = { type: 'daterange', start_date: '2026-07-31', end_date: '2026-08-02' }
  const values = { s: [[named.value]], m: [['low,oil']], c: [['Yes']], d: date(range), u: unread }
  const other = { s: [['low']], m: [['oil,low']], d: date({ ...range, end_date: '2026-08-03' }) }
  const site = await openRowSite({ schema, rows: [values, values, values, other, {}, {}] })
  const body = ownClasses((await site.app.inject('/')).body)
  const [same, again, last, differing, empty, alsoEmpty] = cellsOf(body)
  expect(same?.[0]).toMatch(/class="tag tag-blue">&lt;b&gt; &amp; &quot;oil&quot;<\/a>/)
  expect(same?.map(wordsOf)).toEqual([
    '&lt;b&gt; & &quot;oil&quot;',
    'low oil',
    '',
    'Jul 31 – Aug 2, 2026',
    'seen by @Lantern Keepers'
  ])
  expect([again, last]).toEqual([same, same])
  expect(differing?.map(wordsOf)).toEqual(['low', 'oil low', '', 'Jul 31 – Aug 3, 2026', ''])
  expect(alsoEmpty).toEqual(empty)
})

/** The cells of each row of a table, without its title. */
function cellsOf(html: string): string[][] {
  const rows = html.match(/<tr[^>]*><th scope="row".*?<\/tr>/gs) ?? []
  return rows.map((row) => row.match(/<td.*?<\/td>/gs) ?? [])
}

test('the infobox has schema order without hidden and empty properties', async () => {
  const type = 'text'
  const site = await openRowSite({
    schema: { a: { type }, b: { type }, c: { type }, d: { type }, e: { type } },
    rows: [{ a: [['1']], b: [['2']], c: [['3']], d: [['']], e: [['5']] }],
    format: {
      collection_page_properties: [
        { property: 'e', visible: true },
        { property: 'a', visible: true }
      ],
      property_visibility: [{ property: 'b', visibility: 'hide' }]
    }
  })
  expect([...(await factsAt(site, '/row-0')).keys()]).toEqual(['e', 'a', 'c'])
})

test('the first paragraph of a row precedes its properties, unless it is long', async () => {
  const withTexts = (number: number, first: string) => {
    const content = [number + 1, number + 2].map(testId)
    const blocks = [first, 'The rest.'].map((text, index) =>
      textBlock(number + 1 + index, text, { parent_id: testId(number) })
    )
    return [{ ...rowOf(number, HOME, { n: [['2']] }), content }, ...blocks]
  }
  const long = 'A long way. '.repeat(40).trim()
  const { app } = await openSite({
    workspace: withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Lamps', { n: { name: 'Oil', type: 'number' } })],
        views: [view(511, {})],
        blocks: [...withTexts(520, 'It burns.'), ...withTexts(530, long)]
      }
    )
  })
  const bodyOf = async (path: string) => {
    const [, body] = (await app.inject(path)).body.split('<div class="page-body')
    return wordsOf(body?.slice(body.indexOf('>') + 1, body.indexOf('<footer')))
  }
  expect(await bodyOf('/row-520')).toBe('It burns. Oil 2 The rest.')
  expect(await bodyOf('/row-530')).toBe(`Oil 2 ${long} The rest.`)
})

test('number properties are formatted in the language of the site', async () => {
  const schema = { n: { type: 'number' }, e: { type: 'number', number_format: 'euro' } }
  const rows = [{ n: [['1234.5']], e: [['1234.5']] }]
  const site = await openRowSite({ schema, rows, config: { language: 'de' } })
  const facts = await factsAt(site, '/row-0')
  expect([...facts.values()].map(wordsOf)).toEqual(['1234,5', '1.234,50 €'])
})

test('a verification ends on its day in the time zone of the site', async () => {
  const verified = { state: 'verified', date: { end: '2027-03-01T02:00:00.000Z' } }
  const site = await openRowSite({
    schema: { v: { type: 'verification' } },
    rows: [{ v: mark('verification', verified) }],
    config: { timeZone: 'America/New_York' }
  })
  expect(wordsOf((await factsAt(site, '/row-0')).get('v'))).toBe('Verified until Feb 28, 2027')
})
