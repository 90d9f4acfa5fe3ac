import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { incompletePages } from '../../../cli/check/incomplete-pages.ts'
import { findDamage } from '../../../db/check/find-damage.ts'
import type { Flaws } from '../../../db/check/find-flaws.ts'
import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { syncSample } from '../../support/browser/static-site.ts'
import { runCommand } from '../../support/command.ts'
import { damageTable } from '../../support/damage.ts'
import { nested } from '../../support/workspaces/hostile-pages.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openRowSite } from '../../support/sites/row-site.ts'
import { openSite } from '../../support/sites/site.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

interface Findings {
  damage: { kind: string; where: string; what: string }[]
  are_assets_checked: boolean
  flaws: Record<string, { path: string | null; what: string }[]>
  incomplete_pages: { path: string }[]
  untranslated_texts: string[]
  useless_spoiler_properties: { path: string | null; what: string }[]
}

async function check(
  data: string,
  config: object = {}
): Promise<{ code: number | null; found: Findings }> {
  const env = { SITE_CONFIG: JSON.stringify(config) }
  const { code, stdout } = await runCommand(['check', '--json', '--data', data], env)
  return { code, found: JSON.parse(stdout) as Findings }
}

let sample = ''

// Made once: each test uses a copy.
beforeAll(async () => {
  sample = tempDir()
  await syncSample(sample)
})

function sampleDir(): string {
  const dataDir = tempDir()
  cpSync(sample, dataDir, { recursive: true })
  return dataDir
}

/** Flips a bit after each occurrence of a text in a file. */
function flipBehind(file: string, words: string): number {
  const bytes = readFileSync(file)
  let count = 0
  for (let at = bytes.indexOf(words); at !== -1; at = bytes.indexOf(words, at + 1)) {
    const end = at + Buffer.byteLength(words)
    bytes[end] = (bytes[end] ?? 0) ^ 1
    count++
  }
  writeFileSync(file, bytes)
  return count
}

test('texts that a site in another language lacks are listed', async () => {
  const messages = { search: 'Suche' }
  const { code, found } = await check(sample, { language: 'de', messages })
  expect(code).toBe(0)
  expect(found.untranslated_texts).toContain('lists.tags')
  expect(found.untranslated_texts).not.toContain('search')
  const japanese = await check(sample, { language: 'ja', messages })
  expect(japanese.found.untranslated_texts).toEqual([])
})

test('a property that should mark spoilers and cannot is reported with cause and remedy', async () => {
  const spoilers = { property: 'Chapter' }
  for (const [type, cause] of [
    ['formula', 'its values are computed after the marks are read'],
    ['relation', 'its values are names, which are read after the marks'],
    ['select', undefined]
  ] as const) {
    const { dataDir } = await openRowSite({ schema: { Chapter: { type } }, rows: [{}] })
    const { code, found } = await check(dataDir, { spoilers })
    const what = `Lamps, Chapter: type ${type} marks no spoilers, because ${cause}; make it a select, or set "spoilers.property" to the name of one`
    expect([code, found.useless_spoiler_properties]).toEqual([
      0,
      cause ? [{ path: '/', what }] : []
    ])
    expect((await check(dataDir)).found.useless_spoiler_properties).toEqual([])
    const env = { SITE_CONFIG: JSON.stringify({ spoilers }) }
    const { stdout } = await runCommand(['check', '--data', dataDir], env)
    const warning = `warning: properties that should mark spoilers but cannot: 1\n  /  ${what}`
    expect(stdout.includes(warning), stdout).toBe(cause !== undefined)
  }
})

test('an unchanged mirror passes the check', async () => {
  const { code, found } = await check(sampleDir())
  expect([code, found.damage, found.are_assets_checked]).toEqual([0, [], true])
})

test('a flipped byte in a text is found although SQLite does not notice it', async () => {
  const dataDir = sampleDir()
  const file = path.join(dataDir, 'mirror.db')
  const database = new Database(file)
  const longest = `select title from block where type = 'text' order by length(title) desc limit 1`
  const words = database.prepare<[], string>(longest).pluck().get()?.slice(0, 30) ?? ''
  expect(flipBehind(file, words)).toBeGreaterThan(0)
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()

  const { code, found } = await check(dataDir)
  expect(code).toBe(1)
  expect(found.damage.map(({ kind }) => kind)).toContain('digest')
  expect(found.flaws).toHaveProperty('broken_links')
  expect((await runCommand(['check', '--data', dataDir])).stdout).toContain(
    'is damaged; run "fansite sync --full"'
  )
})

test('a mirror too damaged to read is reported with its path and a remedy', async () => {
  const dataDir = sampleDir()
  const file = path.join(dataDir, 'mirror.db')
  damageTable(file)
  for (const args of [['check'], ['export', path.join(dataDir, 'export')]]) {
    const { code, stderr } = await runCommand([...args, '--data', dataDir])
    const expected = `${file} is damaged; move it away and sync again`
    expect([code, stderr]).toEqual([1, expect.stringContaining(expected)])
  }
})

test('missing, truncated and changed files are found; a copy without files passes', async () => {
  const dataDir = sampleDir()
  const assets = path.join(dataDir, 'assets')
  const files = readdirSync(assets, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[0-9a-f]{64}$/.test(name))
    .map((name) => path.join(assets, name))
  const [missing = '', cut = '', changed = ''] = files
  rmSync(missing)
  writeFileSync(cut, readFileSync(cut).subarray(1))
  const bytes = readFileSync(changed)
  writeFileSync(changed, bytes.fill(0, 0, 1))
  const { code, found } = await check(dataDir)
  expect(code).toBe(1)
  const faults = found.damage.map(({ kind, what }) => [
    kind,
    what.split(' ').slice(2).join(' ').replace(/\d+/g, 'n')
  ])
  expect(faults.toSorted()).toEqual(
    [
      ['asset', 'has n bytes instead of n'],
      ['asset', 'is corrupted'],
      ['asset', 'is missing']
    ].map(([kind, what]) => [kind, expect.stringContaining(what ?? '')])
  )

  const copy = path.join(tempDir(), 'copy.db')
  cpSync(path.join(dataDir, 'mirror.db'), copy)
  expect(await check(copy)).toMatchObject({ code: 0, found: { are_assets_checked: false } })
})

test('flaws of the wiki are listed and do not count as damage', async () => {
  const blocks = [
    textBlock(2, '', { properties: { title: [['‣', [['p', testId(99)]]]] } }),
    pageBlock(3, 'Twin'),
    pageBlock(4, 'twin'),
    record(5, { type: 'hologram' }),
    textBlock(6, '', { properties: { title: [['‣', [['zz', 1]]]] } })
  ]
  const api = await startWorkspaceApi({
    workspace: workspaceOf(
      blocks.map(({ id }) => id),
      blocks
    )
  })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  await syncElsewhere(api, { config: testConfig(ROOT_ID), dataDir })
  const { code, found } = await check(dataDir)
  expect(code).toBe(0)
  expect(found.flaws).toMatchObject({
    broken_links: [{ path: '/', what: `mention to ${testId(99)}: not in the mirror` }],
    orphan_pages: [{ what: 'Twin' }, { what: 'twin' }],
    unsupported_blocks: [
      { path: '/', what: `hologram ${testId(5)}` },
      { path: '/', what: `mention of unknown kind zz in text ${testId(6)}` }
    ],
    cut_content: [],
    duplicate_titles: [{ what: 'Twin' }, { what: 'twin' }],
    duplicate_slugs: [{ what: 'twin' }, { what: 'twin' }],
    uncomputed_values: [],
    misfit_values: []
  })
  const counts = { placeholders: 2, missing_targets: 1, cuts: 0 }
  expect(found.incomplete_pages).toEqual([{ path: '/', ...counts }])
  const { stdout } = await runCommand(['check', '--data', dataDir])
  expect(stdout).toContain(`\n1 broken link\n  /  mention to ${testId(99)}: not in the mirror\n`)
  expect(stdout).toContain('\n2 placeholders for unsupported blocks and mentions\n')
})

test('a flaw of a block that is on no page makes no page incomplete', () => {
  const flaw = (at: string | null) => ({ path: at, what: 'hologram' })
  const flaws = { unsupported_blocks: [flaw('/'), flaw(null)], broken_links: [], cut_content: [] }
  // Only the kinds that are counted.
  const pages = incompletePages(flaws as unknown as Flaws)
  expect(pages).toEqual([{ path: '/', placeholders: 1, missing_targets: 0, cuts: 0 }])
})

test('truncations are listed by page, as the pages show them', async () => {
  const { app, dataDir } = await openSite({ workspace: leftOut() })
  const { code, found } = await check(dataDir)
  expect(code).toBe(0)
  expect(found.flaws['cut_content']).toEqual([
    { path: '/deep', what: `the content of toggle ${testId(163)} is nested too deeply` },
    { path: '/loop', what: `the content of transclusion_reference ${testId(6)} contains itself` }
  ])
  const counts = { placeholders: 0, missing_targets: 0, cuts: 1 }
  expect(found.incomplete_pages).toEqual(
    ['/deep', '/loop'].map((address) => ({ path: address, ...counts }))
  )
  for (const { path: address } of found.incomplete_pages) {
    expect((await app.inject(address)).body.match(/class="note"/g), address).toHaveLength(1)
  }
  const { stdout } = await runCommand(['check', '--data', dataDir])
  expect(stdout).toContain('/loop  0 placeholders, 0 missing targets, 1 truncation')
})

/** A page of seventy levels, and one with a synced block that references itself. */
function leftOut(): WorkspaceFile {
  const format = { transclusion_reference_pointer: { id: testId(5) } }
  return workspaceOf(
    [testId(3), testId(4)],
    [
      pageBlock(3, 'Deep', { content: [testId(100)] }),
      ...nested(70, ['toggle']),
      pageBlock(4, 'Loop', { content: [testId(5)] }),
      record(5, { type: 'transclusion_container', parent_id: testId(4), content: [testId(6)] }),
      record(6, { type: 'transclusion_reference', parent_id: testId(5), format })
    ]
  )
}

test('a changed value in any table is found', async () => {
  const dataDir = sampleDir()
  const changes = [
    ['property_value', 'text', `text is not null`],
    ['date_value', 'start_date', 'true'],
    ['link', 'text', 'text is not null'],
    ['collection', 'name', 'true'],
    ['collection_property', 'name', 'true'],
    ['collection_view', 'name', 'true'],
    ['page', 'depth', 'depth > 1'],
    ['page_path', 'first_seen_at', 'true'],
    ['user', 'name', 'true'],
    ['asset', 'media_type', 'true'],
    ['mirror', 'pages', 'true']
  ] as const
  const file = path.join(dataDir, 'mirror.db')
  const database = new Database(file)
  for (const [table, column, where] of changes) {
    const row = `(select min(rowid) from ${table} where ${where})`
    const changed = `update ${table} set ${column} = ${column} || '1' where rowid = ${row}`
    expect(database.prepare(changed).run().changes).toBe(1)
  }
  database.close()
  const mirror = openMirrorForReading(file)
  onTestFinished(() => void mirror.$client.close())
  const found = findDamage(mirror).map(({ where }) => where)
  expect(found).toEqual(expect.arrayContaining(changes.map(([table]) => table)))
})

test('a changed view is found', async () => {
  const dataDir = sampleDir()
  const database = new Database(path.join(dataDir, 'mirror.db'))
  database.exec('drop view backlinks; create view backlinks as select 1 as page_id')
  database.close()
  const { code, found } = await check(dataDir)
  expect([code, found.damage[0]?.kind]).toEqual([1, 'view'])
  expect(found.damage[0]?.what).toContain('the view "backlinks"')
})
