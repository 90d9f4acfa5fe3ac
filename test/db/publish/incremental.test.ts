import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import type { Block } from 'notion-types'
import { expect, onTestFinished, test } from 'vitest'

import { findDamage } from '../../../db/check/find-damage.ts'
import type { WalkResult } from '../../../db/records/walk-result.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import {
  HOME,
  collection,
  row,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'
import {
  walkResultOf,
  walkResultOfRows,
  openTestMirror,
  publishAt,
  rowBlock
} from '../../support/workspaces/walk-result.ts'

/** Write-ahead log format: size of the header, and of a frame with a page of 4,096 bytes. */
const LOG_HEADER_BYTES = 32
const FRAME_BYTES = 24 + 4096

const numbers = Array.from({ length: 600 }, (_, index) => 1000 + index)

function wiki(edited?: number, left: number[] = []): WalkResult {
  const present = numbers.filter((number) => !left.includes(number))
  const blocks = present.map((number) =>
    number % 10 === 0
      ? pageBlock(number, `Page ${number}`)
      : textBlock(number, number === edited ? 'edited' : `line ${number} `.repeat(20))
  )
  return walkResultOf(workspaceOf(present.map(testId), blocks))
}

/**
 * Opens a mirror whose write-ahead log persists because a reader holds a snapshot of the first
 * publication.
 */
async function openObserved() {
  const file = path.join(tempDir(), 'mirror.db')
  const mirror = openTestMirror(file)
  mirror.$client.pragma('busy_timeout = 0')
  await publishAt(mirror, 100, wiki())
  const reader = new Database(file, { readonly: true })
  onTestFinished(() => void reader.close())
  reader.exec('begin; select * from mirror')
  return { mirror, size: () => statSync(file).size, logSize: () => statSync(`${file}-wal`).size }
}

function faults(mirror: Mirror): unknown {
  return [mirror.$client.pragma('foreign_key_check'), mirror.$client.pragma('quick_check')]
}

function matches(mirror: Mirror, table: string, query: string): unknown {
  const sql = `select count(*) from ${table} where ${table} match ?`
  return mirror.$client.prepare(sql).pluck().get(query)
}

test('one edit writes only the changed rows', async () => {
  const { mirror, size, logSize } = await openObserved()
  expect(logSize()).toBe(0)
  // The root page contains the text of all blocks, so its row is most of the log.
  expect(await publishAt(mirror, 200, wiki(1001))).toEqual({
    generation: 2,
    isPublished: true,
    warnings: []
  })
  expect(logSize()).toBeGreaterThan(0)
  expect(logSize()).toBeLessThan(size() / 4)
  expect(
    mirror.$client.prepare('select title from block where id = ?').pluck().get(testId(1001))
  ).toBe('edited')
})

/** What one edit changes in several steps: records, the publication, its run and the digests. */
function stateOf({ $client }: Mirror): string {
  const state = `select generation, title, (select count(*) from sync_run) as runs,
                        (select group_concat(digest) from table_digest) as digests
                   from mirror, block where block.id = ?`
  return JSON.stringify($client.prepare(state).get(testId(1001)))
}

/** The states of copies whose log ends after each of its frames. */
function truncatedStates(file: string): string[] {
  const log = readFileSync(`${file}-wal`)
  const copy = path.join(tempDir(), 'mirror.db')
  const seen = new Set<string>()
  for (let end = LOG_HEADER_BYTES; end <= log.length; end += FRAME_BYTES) {
    copyFileSync(file, copy)
    writeFileSync(`${copy}-wal`, log.subarray(0, end))
    const reader = openMirrorForReading(copy)
    seen.add(stateOf(reader))
    expect(reader.$client.pragma('quick_check', { simple: true })).toBe('ok')
    reader.$client.close()
    rmSync(`${copy}-shm`, { force: true })
  }
  return [...seen]
}

test.each([
  ['an unknown edit', undefined],
  ['a known edit', { blocks: () => [textBlock(1001, 'edited')], removed: [], hasViews: false }]
])(
  'a copy truncated after any frame of the log has the old or the new publication of %s',
  async (_, changes) => {
    const { mirror } = await openObserved()
    const before = stateOf(mirror)
    await publishAt(mirror, 200, { ...wiki(1001), changes })
    const after = stateOf(mirror)
    expect(after).toContain('"generation":2,"title":"edited"')
    expect(truncatedStates(mirror.$client.name)).toEqual([before, after])
  }
)

test('an unchanged walk result records the run and writes nothing else', async () => {
  const { mirror, logSize } = await openObserved()
  expect(await publishAt(mirror, 200, wiki())).toEqual({
    generation: 1,
    isPublished: false,
    warnings: []
  })
  expect(logSize()).toBeLessThan(8 * 4096)
  expect(mirror.$client.prepare('select published_at from mirror').pluck().get()).toBe(100)
})

test('rows modified in the mirror are repaired by the next sync', async () => {
  const { mirror } = await openObserved()
  mirror.$client.prepare("update block set title = 'vandal', page_id = null").run()
  expect((await publishAt(mirror, 200, wiki())).isPublished).toBe(true)
  const damaged = "select count(*) from block where title = 'vandal' or page_id is null"
  expect(mirror.$client.prepare(damaged).pluck().get()).toBe(0)
})

test.each([
  ['search_text', undefined],
  ['search_text', [1001]],
  ['search_name', [1001]]
])('the damaged index %s is written anew, changes known: %j', async (table, known) => {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  await publishAt(mirror, 100, wiki())
  mirror.$client.unsafeMode(true)
  mirror.$client.exec(`update ${table}_data set block = zeroblob(length(block)) where id > 10`)
  mirror.$client.unsafeMode(false)
  const edited = [textBlock(1001, 'edited')]
  const changes = known && { blocks: () => edited, removed: [], hasViews: false }
  expect((await publishAt(mirror, 200, { ...wiki(1001), changes })).generation).toBe(2)
  expect(faults(mirror)).toEqual([[], [{ quick_check: 'ok' }]])
  expect(matches(mirror, 'search_text', 'edited AND line')).toBe(1)
  expect(matches(mirror, 'search_name', 'page')).toBe(numbers.length / 10)
})

test('a mirror updated step by step equals one published at once', async () => {
  const { mirror } = await openObserved()
  await publishAt(mirror, 200, wiki(1001, [1300, 1305, 1500]))
  await publishAt(mirror, 300, wiki(1002, [1400]))
  const fresh = openTestMirror(path.join(tempDir(), 'mirror.db'))
  await publishAt(fresh, 300, wiki(1002, [1400]))
  const tables = ['block', 'page', 'collection', 'date_value', 'user', 'asset']
  const rows = (from: Mirror, table: string) =>
    from.$client.prepare(`select * from ${table} order by 1, 2`).all()
  for (const table of tables) expect(rows(mirror, table), table).toEqual(rows(fresh, table))
  expect(faults(mirror)).toEqual([[], [{ quick_check: 'ok' }]])
})

test('a small publication keeps all digests right', async () => {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  const workspace = workspaceOf(
    [testId(2), testId(3)],
    [pageBlock(2, 'Ash'), pageBlock(3, 'Ember')]
  )
  const edit = async (at: number, ...edited: Block[]) => {
    for (const each of edited) workspace.block[each.id] = each
    const changes = { blocks: () => edited, removed: [], hasViews: false }
    await publishAt(mirror, at, { ...walkResultOf(workspace), changes })
  }
  const ask = (sql: string) => mirror.$client.prepare<[], string>(sql).pluck().all()
  await publishAt(mirror, 100, walkResultOf(workspace))
  const properties = { title: [['On '], ['‣', [['p', testId(2)]]]] }
  await edit(200, pageBlock(3, 'On', { properties }))
  expect(ask('select mentioned_id from title_mention')).toEqual([testId(2)])
  expect(findDamage(mirror)).toEqual([])
  await edit(300, pageBlock(3, 'Wick'), pageBlock(2, 'Flame'))
  expect(ask('select name from search_called')).toEqual(expect.arrayContaining(['flame', 'wick']))
  expect(findDamage(mirror)).toEqual([])
})

test('rows and groups removed from a view are removed from the mirror', async () => {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  const rows = [rowBlock(10, 'Ember'), rowBlock(11, 'Wick')]
  const group = (value: string, ids: number[]) => {
    const rowIds = ids.map(testId)
    return { value: { type: 'select', value }, isHidden: false, total: ids.length, rowIds }
  }
  await publishAt(mirror, 100, walkResultOfRows(rows, [group('a', [10, 11]), group('b', [11])]))
  await publishAt(mirror, 200, walkResultOfRows(rows.slice(0, 1), [group('a', [10])]))
  const count = (table: string) => mirror.$client.prepare(`select count(*) from ${table}`).pluck()
  expect(count('collection_view_group').get()).toBe(1)
  expect(count('collection_view_row').get()).toBe(1)
  expect(faults(mirror)).toEqual([[], [{ quick_check: 'ok' }]])
})

test('the mirror stores the counts of a publication, and the run its exit code', async () => {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  await publishAt(mirror, 100, walkResultOfRows([rowBlock(10, 'Ember'), rowBlock(11, 'Wick')], []))
  const counts = 'select pages, blocks, rows, collections, assets from mirror'
  const expected = { pages: 3, blocks: 4, rows: 2, collections: 1, assets: 0 }
  expect(mirror.$client.prepare(counts).get()).toEqual(expected)
  expect(mirror.$client.prepare('select exit_code from sync_run').pluck().all()).toEqual([0])
})

test('a formula that reads the clock is computed anew although only a text was edited', async () => {
  const schema = { age: { name: 'Age', type: 'formula', formula2: { code: 'now()' } } }
  const records = {
    collections: [collection(HOME, 'Lamps', schema)],
    views: [],
    blocks: [row(520, HOME), textBlock(530, 'old')]
  }
  const workspace = withCollections({ collection_id: HOME }, records)
  workspace.block[ROOT_ID]?.content?.push(testId(530))
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  const noon = (day: number) => Date.UTC(2026, 0, day, 12)
  const values = () =>
    mirror.$client.prepare('select number from property_value where is_computed').pluck().all()
  await publishAt(mirror, noon(1), walkResultOf(workspace))
  expect(values()).toEqual([noon(1)])
  const edited = textBlock(530, 'new')
  workspace.block[edited.id] = edited
  const changes = { blocks: () => [edited], removed: [], hasViews: false }
  await publishAt(mirror, noon(3), { ...walkResultOf(workspace), changes })
  expect(values()).toEqual([noon(3)])
})

test('a page in a toggle is covered when only the title of the toggle gets the sign', async () => {
  const toggle = (title: string) => {
    const fields = { type: 'toggle', properties: { title: [[title]] }, content: [testId(3)] }
    return record(2, fields)
  }
  const inside = pageBlock(3, 'Inside', { parent_id: testId(2) })
  const walk = (title: string) => walkResultOf(workspaceOf([testId(2)], [toggle(title), inside]))
  const spoilers = { mode: 'blur', sign: '🔒' } as const
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  await publishAt(mirror, 100, { ...walk('The end'), spoilers })
  const changes = { blocks: () => [toggle('🔒 The end')], removed: [], hasViews: false }
  await publishAt(mirror, 200, { ...walk('🔒 The end'), spoilers, changes })
  const spoiler = mirror.$client.prepare('select spoiler from page where id = ?').pluck()
  expect([spoiler.get(ROOT_ID), spoiler.get(inside.id)]).toEqual([null, expect.any(String)])
})
