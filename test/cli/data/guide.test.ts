import { copyFileSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { mirrorGuide } from '../../../cli/tables/mirror-guide.ts'
import { questions } from '../../../db/describe/questions.ts'
import { describeMirror } from '../../../db/describe/describe-mirror.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { runCommand } from '../../support/command.ts'
import { damageTable } from '../../support/damage.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { record, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

let sample: TestSite

// Synced once: these tests only read.
beforeAll(async () => {
  sample = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets })
})

/** Tables are aligned in the file. */
const unaligned = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')

test('docs/mirror.md describes the mirror, with query results from the sample', async () => {
  const { mirror } = sample
  const file = readFileSync(new URL('../../../docs/mirror.md', import.meta.url), 'utf8')
  expect(unaligned(file)).toBe(unaligned(mirrorGuide(mirror)))
  expect(questions.length).toBeGreaterThanOrEqual(10)
})

test('the question about images finds a removed caption, and no alternative text', async () => {
  const texts = [{}, { caption: [] }, { alt_text: [['A lamp']] }, { caption: [['Dusk']] }]
  const images = texts.map((properties, index) =>
    record(2 + index, {
      type: 'image',
      properties: { source: [['https://a.example/a.png']], ...properties }
    })
  )
  images.push(record(6, { type: 'image', format: { alt_text: 'A moth' } }))
  const workspace = workspaceOf(
    images.map(({ id }) => id),
    images
  )
  const { mirror } = await openSite({ workspace })
  const { sql = '' } = questions.find(({ question }) => question.includes('images')) ?? {}
  const found = mirror.$client.prepare(sql).all()
  expect(found).toEqual([2, 3].map((number) => ({ path: '/', id: testId(number) })))
})

test('descriptions cover every table, view and column, and no others', async () => {
  const { mirror } = sample
  const described = describeMirror(mirror)
  for (const { name, about, columns } of described) {
    expect(about, name).not.toBe('')
    expect(columns.filter((column) => column.about === '').map((column) => column.name)).toEqual([])
  }
  const names = mirror.$client
    .prepare<[], string>(
      `select name from sqlite_schema where type in ('table', 'view')
        and name not like 'sqlite_%' and name not like 'search_text_%' and name not like 'search_name_%' and name <> '__drizzle_migrations'`
    )
    .pluck()
    .all()
  expect(described.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('fansite tables describes all tables, or only the named ones', async () => {
  const { dataDir } = sample
  const all = await runCommand(['tables', '--data', dataDir])
  expect(all.stdout).toContain('techniques (18 rows)  The rows of the collection "Techniques".')
  const one = await runCommand(['tables', 'gone_page', '--data', dataDir])
  expect(one.stdout).toMatch(/^TABLES\n\ngone_page \(0 rows\) .*\n {2}id +text +id of the page\n/)
  const shouted = await runCommand(['tables', 'GONE_PAGE', '--data', dataDir])
  expect(shouted.stdout).toBe(one.stdout)
  const json = await runCommand(['tables', 'page', 'pages', '--json', '--data', dataDir])
  const { pages: rows } = JSON.parse(
    (await runCommand(['status', '--json', '--data', dataDir])).stdout
  )
  expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'page' }, { name: 'pages', rows }])
  const unknown = await runCommand(['tables', 'Tecniques', '--data', dataDir])
  const said = 'no table "Tecniques" (did you mean "techniques"?); run "fansite tables"'
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining(said)])
})

test('fansite tables names a damaged mirror and the remedy', async () => {
  const copy = path.join(tempDir(), 'mirror.db')
  copyFileSync(path.join(sample.dataDir, 'mirror.db'), copy)
  damageTable(copy)
  const { code, stderr } = await runCommand(['tables', '--data', copy])
  expect(code).toBe(1)
  expect(stderr).toContain(`${copy} is damaged; move it away and sync again`)
})
