import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Block, Collection, CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import { runExport } from '../../support/sites/exported.ts'
import { record, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'

const HOME = testId(500)
const range = { type: 'daterange', start_date: '2025-07-31', end_date: '2025-08-02' }

const sent = {
  title: { name: 'Name', type: 'title' },
  n: { name: 'Oil', type: 'number' },
  c: { name: 'Lit', type: 'checkbox' },
  m: { name: 'Kinds', type: 'multi_select', options: [] },
  d: { name: 'When', type: 'date' },
  r: { name: 'With', type: 'relation', collection_id: HOME },
  t: { name: 'Oil', type: 'text' },
  f: { name: 'Sum', type: 'formula' }
}

const text = (name: string) => ({ name, type: 'text' })

const row = (number: number, title: string, properties: object = {}) =>
  record(number, {
    type: 'page',
    parent_id: HOME,
    parent_table: 'collection',
    properties: { title: [[title]], ...properties }
  })

const full = row(3, 'Ash, "the" Hound', {
  n: [['1.50']],
  c: [['Yes']],
  m: [['a, b']],
  d: [['‣', [['d', range]]]],
  r: [['‣', [['p', testId(4)]]]],
  t: [['two\nlines', [['a', 'https://example.org/']]]],
  gone: [['stray\u2028text\u0085']]
})

/** A collection on the root page, exported; reads one of the files. */
async function exportRows(schema: object, rows: Block[], flags: string[] = []) {
  const common = { version: 1, parent_id: testId(2) }
  const collection = { id: HOME, name: [['Mobs']], schema, ...common }
  const view = { id: testId(600), type: 'table', name: 'All', format: {}, ...common }
  const fields = { type: 'collection_view', collection_id: HOME, view_ids: [view.id] }
  const blocks = [record(2, fields), ...rows]
  const site = await syncedMirror({
    workspace: {
      ...workspaceOf([testId(2)], blocks),
      // Only fields that a sync reads.
      collection: { [HOME]: collection as unknown as Collection },
      collection_view: { [view.id]: view as unknown as CollectionView }
    }
  })
  const folder = tempDir()
  await runExport(site.dataDir, folder, flags)
  return (name: string) => readFileSync(path.join(folder, name), 'utf8')
}

test('rows are CSV with a column for each property, quoted by RFC 4180', async () => {
  const read = await exportRows(sent, [full, row(4, 'Bell')])
  expect(read('collections/mobs-00000000.csv')).toBe(
    'Name,Oil,Lit,Kinds,When,With,Oil (2),Sum\r\n' +
      '"Ash, ""the"" Hound",1.5,true,"a, b",2025-07-31 → 2025-08-02,Bell,"two\nlines <https://example.org/>",\r\n' +
      'Bell,,false,,,,,\r\n'
  )
})

test.each([
  [[], "'=1+1,'-2+3,'@oil"],
  [['--raw-csv'], '=1+1,-2+3,@oil']
])('cells that a spreadsheet would evaluate are text, unless %j is given', async (flags, cells) => {
  const schema = { title: { name: '=Name', type: 'title' }, a: text('Sum'), b: text('Who') }
  const formula = row(3, '=1+1', { a: [['-2+3']], b: [['@oil']] })
  const number = row(4, 'Bell', { a: [['-2.5']], b: [['a=b']] })
  const read = await exportRows(schema, [formula, number], flags)
  const head = flags.length > 0 ? '=Name' : "'=Name"
  expect(read('collections/mobs-00000000.csv').split('\r\n')).toEqual([
    `${head},Sum,Who`,
    cells,
    'Bell,-2.5,a=b',
    ''
  ])
  expect(read('collections/mobs-00000000.json')).toContain('"=1+1"')
})

test('rows are JSON with typed values, and null for missing values', async () => {
  const read = await exportRows(sent, [full, row(4, 'Bell')])
  const [ash, bell] = JSON.parse(read('collections/mobs-00000000.json')) as unknown[]
  const properties = {
    Name: 'Ash, "the" Hound',
    Oil: 1.5,
    Lit: true,
    Kinds: ['a', 'b'],
    When: range,
    With: [{ id: testId(4), title: 'Bell', path: '/bell' }],
    'Oil (2)': 'two\nlines <https://example.org/>',
    Sum: null
  }
  const problems = { Sum: 'its record has no formula' }
  const own = { id: testId(3), path: '/ash-the-hound', title: properties.Name }
  expect(ash).toEqual({ ...own, properties, problems })
  expect(bell).toMatchObject({ properties: { Oil: null, Lit: false, Kinds: [], When: null } })
})

test('the front matter of a row lists its values by name, in schema order', async () => {
  const read = await exportRows(sent, [full, row(4, 'Bell')])
  const [, matter = ''] = read('pages/ash-the-hound.md').split('---\n')
  expect(matter.slice(matter.indexOf('collection:')).trimEnd().split('\n')).toEqual([
    'collection: "Mobs"',
    'properties:',
    '  "Oil": 1.5',
    '  "Lit": true',
    '  "Kinds":',
    '    - "a"',
    '    - "b"',
    '  "When":',
    '    type: "daterange"',
    '    start_date: "2025-07-31"',
    '    end_date: "2025-08-02"',
    '  "With":',
    `    - id: "${testId(4)}"`,
    '      title: "Bell"',
    '      path: "/bell"',
    String.raw`  "Oil (2)": "two\nlines <https://example.org/>"`,
    'problems:',
    '  "Sum": "its record has no formula"',
    'other_properties:',
    String.raw`  gone: "stray\u2028text\u0085"`
  ])
})

test('values are written in the form of their property', async () => {
  const options = [{ value: 'oil, two flasks' }, { value: 'low' }]
  const schema = {
    title: { name: 'Name', type: 'title' },
    m: { name: 'Kinds', type: 'multi_select', options },
    i: { name: 'Id', type: 'auto_increment_id', prefix: 'T' },
    j: { name: 'Number', type: 'unique_id' },
    p: { name: 'Where', type: 'place' },
    t: text('Note'),
    v: { name: 'Checked', type: 'verification' }
  }
  const whole = {
    m: [['low,oil, two flasks']],
    i: [['12']],
    j: [['7']],
    p: [['‣', [['place', { name: 'Harten', address: '1 Lamp Row' }]]]],
    t: [['as '], ['‣', [['u', testId(901)]]], [' says in '], ['‣', [['p', testId(902)]]]],
    v: [['‣', [['verification', { state: 'verified', date: { end: '2027-03-01' } }]]]]
  }
  const read = await exportRows(schema, [row(3, 'Bell', whole)])
  const [bell] = JSON.parse(read('collections/mobs-00000000.json')) as { properties: object }[]
  expect(bell?.properties).toEqual({
    Name: 'Bell',
    Kinds: ['low', 'oil, two flasks'],
    Id: 'T-12',
    Number: '7',
    Where: 'Harten, 1 Lamp Row',
    Note: 'as someone says in a page that is not here',
    Checked: 'verified until 2027-03-01'
  })
  expect(read('pages/bell.md')).toContain('"Where": "Harten, 1 Lamp Row"')
})

test('text from before a property became a list of people, pages or files is kept', async () => {
  const schema = {
    title: { name: 'Name', type: 'title' },
    u: { name: 'Who', type: 'person' },
    r: { name: 'With', type: 'relation', collection_id: HOME },
    f: { name: 'File', type: 'file' }
  }
  const former = { u: [['the keeper']], r: [['the bell']], f: [['plan.pdf']] }
  const read = await exportRows(schema, [row(3, 'Ash', former), row(4, 'Bell')])
  expect(read('collections/mobs-00000000.csv').split('\r\n')).toEqual([
    'Name,Who,With,File',
    'Ash,the keeper,the bell,plan.pdf',
    'Bell,,,',
    ''
  ])
  expect(read('pages/ash.md')).toContain('  "With": "the bell"\n')
})

test('a view lists the titles of its rows as links, below a link to the CSV of all rows', async () => {
  const read = await exportRows(sent, [full, row(4, 'Bell')])
  expect(read('pages/index.md')).toContain(
    '**[Mobs](../collections/mobs-00000000.csv)**\n\n_All_\n\n| Name |\n| --- |\n| [Ash, "the" Hound](ash-the-hound.md) |'
  )
})

const formula = (name: string, code: string) => ({ name, type: 'formula', formula2: { code } })
const rollup = (name: string, aggregation?: string) => ({
  name,
  type: 'rollup',
  relation_property: 'r',
  target_property: 'n',
  ...(aggregation && { aggregation })
})

const computed = {
  title: { name: 'Name', type: 'title' },
  n: { name: 'Oil', type: 'number' },
  d: { name: 'When', type: 'date' },
  r: { name: 'With', type: 'relation', collection_id: HOME },
  a: formula('Twice', 'prop("Oil") * 2'),
  b: formula('Deep', 'prop("Oil") > 1'),
  c: formula('Start', 'prop("When")'),
  e: formula('Says', 'prop("Name") + ", lit"'),
  f: formula('Words', 'split(prop("Name"), " ")'),
  g: rollup('Total', 'sum'),
  h: rollup('Each'),
  i: formula('Odd', 'nothing()')
}

const computedRows = [
  row(3, 'Ash Hound', {
    n: [['1.5']],
    d: [['‣', [['d', range]]]],
    r: [4, 99].map((number) => ['‣', [['p', testId(number)]]])
  }),
  row(4, 'Bell', { n: [['0']] })
]

test('computed values are in the CSV like stored values', async () => {
  const read = await exportRows(computed, computedRows)
  expect(read('collections/mobs-00000000.csv').split('\r\n')).toEqual([
    'Name,Oil,When,With,Twice,Deep,Start,Says,Words,Total,Each,Odd',
    `Ash Hound,1.5,2025-07-31 → 2025-08-02,"Bell, ${testId(99)}",3,true,2025-07-31 → 2025-08-02,"Ash Hound, lit","Ash, Hound",0,0,`,
    'Bell,0,,,0,false,,"Bell, lit",Bell,0,,',
    ''
  ])
})

test('computed values are typed JSON, consistently a list or a value, with their problems', async () => {
  const read = await exportRows(computed, computedRows)
  const rows = JSON.parse(read('collections/mobs-00000000.json')) as Record<string, object>[]
  const values = { Twice: 3, Deep: true, Start: '2025-07-31 → 2025-08-02', Total: 0, Each: [0] }
  const odd = expect.stringContaining('nothing')
  const missing = '1 of 2 related pages are not in the mirror'
  expect(rows[0]).toMatchObject({
    properties: { ...values, Says: 'Ash Hound, lit', Words: ['Ash', 'Hound'], Odd: null },
    problems: { Total: missing, Each: missing, Odd: odd }
  })
  expect(rows[1]).toMatchObject({
    properties: { Twice: 0, Deep: false, Start: null, Words: ['Bell'], Total: 0, Each: [] }
  })
  expect(rows[1]?.['problems']).toEqual({ Odd: odd })
})

test('the front matter of a row has its computed values and names missing ones', async () => {
  const read = await exportRows(computed, computedRows)
  const [, matter = ''] = read('pages/ash-hound.md').split('---\n')
  const lines = matter.slice(matter.indexOf('  "Twice"')).trimEnd().split('\n')
  expect(lines.slice(0, -1)).toEqual([
    '  "Twice": 3',
    '  "Deep": true',
    '  "Start": "2025-07-31 → 2025-08-02"',
    '  "Says": "Ash Hound, lit"',
    '  "Words":',
    '    - "Ash"',
    '    - "Hound"',
    '  "Total": 0',
    '  "Each":',
    '    - 0',
    'problems:',
    '  "Total": "1 of 2 related pages are not in the mirror"',
    '  "Each": "1 of 2 related pages are not in the mirror"'
  ])
  expect(lines.at(-1)).toMatch(/^ {2}"Odd": ".*nothing/)
})
