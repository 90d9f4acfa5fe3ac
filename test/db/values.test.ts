import { expect, test } from 'vitest'

import { testId } from '../support/workspaces/records.ts'
import { date, keeper, openRowSite, to } from '../support/sites/row-site.ts'

/** A mirror of these rows; returns a function that runs an SQL query. */
async function openRows(options: Parameters<typeof openRowSite>[0]) {
  const { mirror } = await openRowSite({ ...options, config: { timeZone: 'Asia/Tokyo' } })
  return (sql: string) => mirror.$client.prepare(sql).raw().all()
}

test('each type of property has typed values', async () => {
  const [related, absent] = [testId(11), testId(999)]
  const cases: [type: string, value: unknown, rows: unknown[][], more?: object][] = [
    [
      'text',
      [
        ['a ', [['b']]],
        ['‣', [['p', related]]]
      ],
      [['a Row 1', null, null, null]]
    ],
    ['number', [['-1.5']], [['-1.5', -1.5, null, null]]],
    ['number', [['lots']], [['lots', null, null, null]]],
    ['select', [['low']], [['low', null, null, null]]],
    ['status', [['done']], [['done', null, null, null]]],
    [
      'multi_select',
      [['a,b']],
      [
        ['a', null, null, null],
        ['b', null, null, null]
      ]
    ],
    [
      'multi_select',
      [['a,b,c,b']],
      [
        ['a', null, null, null],
        ['b,c', null, null, null],
        ['b', null, null, null]
      ],
      { options: [{ value: 'b' }, { value: 'b,c' }] }
    ],
    [
      'place',
      [['‣', [['place', { name: 'Harten', lat: 1, lon: 2 }]]]],
      [['Harten', null, null, null]]
    ],
    [
      'verification',
      [['‣', [['verification', { state: 'verified' }]]]],
      [['verified', null, null, null]]
    ],
    ['checkbox', [['Yes']], [['Yes', 1, null, null]]],
    ['checkbox', undefined, [['No', 0, null, null]]],
    ['url', [['https://a.example/']], [['https://a.example/', null, null, 'https://a.example/']]],
    ['email', [['a@example.org']], [['a@example.org', null, null, null]]],
    ['phone_number', [['+1 2']], [['+1 2', null, null, null]]],
    ['person', [['‣', [['u', keeper.id]]]], [['Lantern Keepers', null, keeper.id, null]]],
    [
      'relation',
      [['‣', [['p', related]]], [','], ['‣', [['p', absent]]]],
      [
        ['Row 1', null, related, null],
        [null, null, absent, null]
      ]
    ],
    [
      'file',
      [['a.png', [['a', 'attachment:1:a.png']]]],
      [['a.png', null, null, 'attachment:1:a.png']]
    ],
    ['auto_increment_id', [['12']], [['T-12', 12, null, null]], { prefix: 'T' }],
    [
      'date',
      date({ type: 'date', start_date: '2026-01-01' }),
      [['2026-01-01', Date.UTC(2025, 11, 31, 15), null, null]]
    ],
    [
      'created_time',
      undefined,
      [['2026-01-01T00:00:00.010Z', Date.UTC(2026, 0, 1) + 10, null, null]]
    ],
    ['created_by', undefined, [['Lantern Keepers', null, keeper.id, null]]],
    ['last_edited_by', undefined, [['Lantern Keepers', null, keeper.id, null]]],
    ['text', undefined, []],
    ['text', [['']], []]
  ]
  const schema = Object.fromEntries(
    cases.map(([type, , , more], index) => [`p${index}`, { name: `P${index}`, type, ...more }])
  )
  const values = Object.fromEntries(
    cases.flatMap(([, value], index) => (value === undefined ? [] : [[`p${index}`, value]]))
  )
  const query = await openRows({ schema, rows: [values, {}] })
  for (const [index, [type, , rows]] of cases.entries()) {
    const sql = `select text, number, target_id, url from property_value
      where page_id = '${testId(10)}' and property_id = 'p${index}' order by position`
    expect(query(sql), type).toEqual(rows)
  }
})

test('values that do not match the type of their property are stored as text with a problem', async () => {
  const cases: [type: string, value: unknown, text: string | null, problem: string][] = [
    ['number', [['0x10']], '0x10', 'it is not a number'],
    ['checkbox', [['maybe']], 'No', 'it is neither Yes nor No'],
    ['person', [['somebody']], 'somebody', 'it is not a person'],
    ['relation', [['‣', [['p', null]]]], null, 'it is not a page'],
    ['file', [['a.png']], 'a.png', 'it is not a file'],
    ['date', [['soon']], 'soon', 'it is not a date'],
    ['auto_increment_id', [['twelve']], 'twelve', 'it is not a number']
  ]
  const types = cases.map(([type], index) => [`p${index}`, { name: `P${index}`, type }] as const)
  const values = cases.map(([, value], index) => [`p${index}`, value] as const)
  const query = await openRows({
    schema: Object.fromEntries(types),
    rows: [Object.fromEntries(values)]
  })
  const sql =
    'select type, text, number, problem from property_value where problem is not null order by property_id'
  expect(query(sql)).toEqual(
    cases.map(([type, , text, problem]) => [type, text, type === 'checkbox' ? 0 : null, problem])
  )
})

test('dates have instants in their own time zone or that of the site', async () => {
  const cases: [object, string, string][] = [
    [{ type: 'date', start_date: '2026-01-01' }, '2025-12-31 15:00:00', '2026-01-01 15:00:00'],
    [
      { type: 'daterange', start_date: '2026-01-01', end_date: '2026-01-03' },
      '2025-12-31 15:00:00',
      '2026-01-03 15:00:00'
    ],
    [
      { type: 'datetime', start_date: '2026-01-01', start_time: '09:30' },
      '2026-01-01 00:30:00',
      '2026-01-01 00:30:00'
    ],
    [
      {
        type: 'datetime',
        start_date: '2026-03-08',
        start_time: '02:30',
        time_zone: 'America/New_York'
      },
      '2026-03-08 07:30:00',
      '2026-03-08 07:30:00'
    ],
    [
      {
        type: 'datetimerange',
        start_date: '2026-10-25',
        start_time: '02:30',
        end_date: '2026-10-25',
        end_time: '04:00',
        time_zone: 'Europe/Paris'
      },
      '2026-10-25 00:30:00',
      '2026-10-25 03:00:00'
    ],
    [{ type: 'date', start_date: '9999-12-31' }, '9999-12-30 15:00:00', '9999-12-31 15:00:00'],
    [{ type: 'date', start_date: '0001-01-01' }, '0000-12-31 14:41:01', '0001-01-01 14:41:01']
  ]
  const query = await openRows({
    schema: { d: { name: 'When', type: 'date' } },
    rows: [
      ...cases.map(([value]) => ({ d: date(value) })),
      { d: date({ type: 'date', start_date: '2026-02-31' }) }
    ]
  })
  expect(query('select start_utc, end_utc from date_values order by block_id')).toEqual([
    ...cases.map(([, start, end]) => [start, end]),
    [null, null]
  ])
})

test("a collection's view has a column for each property, with any property names", async () => {
  const names = ['Name', 'name', 'Größe (m)', '2025', 'order', '🔥', 'path', '技術']
  const schema = Object.fromEntries(
    names.map((name, index) => [`p${index}`, { name, type: 'number' }])
  )
  const query = await openRows({
    name: 'Select',
    schema: {
      ...schema,
      d: { name: 'Since', type: 'date' },
      f: { name: 'Tags', type: 'multi_select' }
    },
    rows: [
      {
        p0: [['1']],
        p1: [['2']],
        f: [['a,b']],
        d: date({
          type: 'datetimerange',
          start_date: '2026-01-01',
          start_time: '09:30',
          end_date: '2026-01-02',
          end_time: '10:00'
        })
      }
    ]
  })
  expect(query("select name from pragma_table_info('select_')").flat()).toEqual([
    'page_id',
    'path',
    'name_3',
    'name',
    'name_2',
    'größe_m',
    '_2025',
    'order_',
    'property',
    'path_2',
    '技術',
    'since_start',
    'since_end',
    'tags'
  ])
  const columns = 'path, name, name_2, name_3, since_start, since_end, tags, 技術, _2025'
  expect(query(`select ${columns} from select_`)).toEqual([
    ['/row-0', 1, 2, 'Row 0', '2026-01-01 09:30', '2026-01-02 10:00', 'a, b', null, null]
  ])
  expect(query('select view_name from collection')).toEqual([['select_']])
})

test('a collection named like a table gets another view name', async () => {
  const query = await openRows({ name: 'Page', schema: {}, rows: [{}] })
  expect(query('select name from page_2')).toEqual([['Row 0']])
})

test('a rollup has the values of related rows and reports missing ones', async () => {
  const rollup = (aggregation?: string) => ({
    name: aggregation ?? 'all',
    type: 'rollup',
    relation_property: 'r',
    target_property: 'n',
    ...(aggregation && { aggregation })
  })
  const query = await openRows({
    schema: {
      n: { name: 'Level', type: 'number' },
      r: { name: 'Others', type: 'relation' },
      all: rollup(),
      sum: rollup('sum'),
      average: rollup('average'),
      count: rollup('count'),
      odd: rollup('odd')
    },
    rows: [{ r: to(testId(11), testId(12), testId(99)) }, { n: [['2']] }, { n: [['4']] }]
  })
  const missing = '1 of 3 related pages are not in the mirror'
  expect(
    query(
      `select property_id, text, problem from property_value where is_computed and page_id = '${testId(10)}' order by 1, position`
    )
  ).toEqual([
    ['all', '2', missing],
    ['all', '4', missing],
    ['average', '3', missing],
    ['count', '2', missing],
    ['odd', null, 'it shows "odd", which is not known here'],
    ['sum', '6', missing]
  ])
  expect(query('select all_, sum, average from lamps limit 1')).toEqual([['2, 4', 6, 3]])
})

test('a formula or rollup with the text Yes or No has it in the view, a checkbox has 1 or 0', async () => {
  const code = (written: string) => ({ type: 'formula', formula2: { code: written } })
  const query = await openRows({
    schema: {
      b: { name: 'Lit', type: 'checkbox' },
      s: { name: 'Sold', type: 'select' },
      r: { name: 'Others', type: 'relation' },
      t: { name: 'Words', ...code('if(prop("Lit"), "Yes", "No")') },
      f: { name: 'Both', ...code('not prop("Lit")') },
      u: { name: 'Sales', type: 'rollup', relation_property: 'r', target_property: 's' }
    },
    rows: [{ b: [['Yes']], r: to(testId(11)) }, { s: [['No']] }]
  })
  expect(query('select words, both, sales from lamps')).toEqual([
    ['Yes', 0, 'No'],
    ['No', 1, null]
  ])
})
