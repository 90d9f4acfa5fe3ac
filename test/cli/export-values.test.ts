import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Collection, CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import { runExport } from '../exported.ts'
import { record, testId, workspaceOf } from '../records.ts'
import { openSite } from '../site.ts'
import { tempDir } from '../temp-dir.ts'

const HOME = testId(500)
const range = { type: 'daterange', start_date: '2025-07-31', end_date: '2025-08-02' }

const schema = {
  title: { name: 'Name', type: 'title' },
  n: { name: 'Oil', type: 'number' },
  c: { name: 'Lit', type: 'checkbox' },
  m: { name: 'Kinds', type: 'multi_select', options: [] },
  d: { name: 'When', type: 'date' },
  r: { name: 'With', type: 'relation', collection_id: HOME },
  t: { name: 'Oil', type: 'text' },
  f: { name: 'Sum', type: 'formula' }
}

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
  m: [['a,b']],
  d: [['‣', [['d', range]]]],
  r: [['‣', [['p', testId(4)]]]],
  t: [['two\nlines', [['a', 'https://example.org/']]]],
  gone: [['stray']]
})

/** A collection of two rows on the root page, exported; reads one of the files. */
async function exportRows() {
  const common = { version: 1, parent_id: testId(2) }
  const collection = { id: HOME, name: [['Mobs']], schema, ...common }
  const view = { id: testId(600), type: 'table', name: 'All', format: {}, ...common }
  const fields = { type: 'collection_view', collection_id: HOME, view_ids: [view.id] }
  const blocks = [record(2, fields), full, row(4, 'Bell')]
  const site = await openSite({
    workspace: {
      ...workspaceOf([testId(2)], blocks),
      // Only the fields that a sync reads.
      collection: { [HOME]: collection as unknown as Collection },
      collection_view: { [view.id]: view as unknown as CollectionView }
    }
  })
  const folder = tempDir()
  await runExport(site.dataDir, folder)
  return (name: string) => readFileSync(path.join(folder, name), 'utf8')
}

test('rows are CSV with a name for each property, quoted as RFC 4180 has it', async () => {
  const read = await exportRows()
  expect(read('collections/mobs-00000000.csv')).toBe(
    'Name,Oil,Lit,Kinds,When,With,Oil (2),Sum\r\n' +
      '"Ash, ""the"" Hound",1.5,true,"a, b",2025-07-31 → 2025-08-02,Bell,"two\nlines <https://example.org/>",\r\n' +
      'Bell,,false,,,,,\r\n'
  )
})

test('rows are JSON with values of their types, and null where there is none', async () => {
  const read = await exportRows()
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
  expect(ash).toEqual({ id: testId(3), path: '/ash-the-hound', title: properties.Name, properties })
  expect(bell).toMatchObject({ properties: { Oil: null, Lit: false, Kinds: [], When: null } })
})

test('the front matter of a row has its values by name, in the order of the schema', async () => {
  const read = await exportRows()
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
    'other_properties:',
    '  gone: "stray"'
  ])
})

test('a view lists the titles of its rows as links, below a link to the rows themselves', async () => {
  const read = await exportRows()
  expect(read('pages/index.md')).toContain(
    '**[Mobs](../collections/mobs-00000000.csv)**\n\n_All_\n\n| Name |\n| --- |\n| [Ash, "the" Hound](ash-the-hound.md) |'
  )
})
