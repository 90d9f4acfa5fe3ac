import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import type { Block } from 'notion-types'
import { isPartial } from '../../../../cli/sync/report/sync-report.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../../demo/builder/workspace-file.ts'
import { findDamage } from '../../../../db/check/find-damage.ts'
import { openMirrorForReading } from '../../../../db/mirror/open-mirror.ts'
import { buildApp } from '../../../../server/app.ts'
import { runCommand } from '../../../support/command.ts'
import { words } from '../../../support/sites/rendered.ts'
import { randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
import {
  ROOT_ID,
  nested,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { patient, testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const [BEFORE, ODD, AFTER, CHILD] = [testId(2), testId(3), testId(4), testId(5)]

/** A toggle with a child between two texts. */
function threeBlocks(): WorkspaceFile {
  const toggle = record(3, {
    type: 'toggle',
    properties: { title: [['odd words']] },
    content: [CHILD]
  })
  const blocks = [textBlock(2, 'before'), toggle, textBlock(4, 'after')]
  const child = textBlock(5, 'inside', { parent_id: ODD })
  return workspaceOf([BEFORE, ODD, AFTER], [...blocks, child])
}

async function openApi(workspace: WorkspaceFile) {
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = (options: Partial<Parameters<typeof syncFrom>[1]> = {}) =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir, ...options })
  const sent = (id: string) => workspace.block[id] as object
  return { api, dataDir, sync, sent, ask: (sql: string) => queryMirror(dataDir, sql) }
}

function queryMirror(dataDir: string, sql: string): unknown[] {
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  try {
    return mirror.prepare(sql).pluck().all()
  } finally {
    mirror.close()
  }
}

async function homePage(dataDir: string): Promise<string> {
  const app = await buildApp({
    ...patient,
    config: testConfig(ROOT_ID),
    dataDir,
    logLevel: 'error'
  })
  const { body, statusCode } = await app.inject('/')
  await app.close()
  expect(statusCode).toBe(200)
  return body
}

const toggle = threeBlocks().block[ODD] as object
const damages: [string, unknown, string[]][] = [
  ['no record', 5, ['before', 'after']],
  ['a record of another shape', { kind: 'toggle' }, ['before', 'after']],
  ['no type', { ...toggle, type: undefined }, ['before', 'odd words', 'inside', 'after']],
  ['a number in content', { ...toggle, content: [7, CHILD] }, ['before', 'odd words', 'inside']],
  ['content that is no list', { ...toggle, content: 'x' }, ['before', 'odd words', 'after']],
  ['a deep format', { ...toggle, format: { odd: nested(1500) } }, ['before', 'odd words', 'after']],
  ['properties of a wrong type', { ...toggle, properties: 7 }, ['before', 'inside', 'after']]
]

test.each(damages)(
  'a first sync of a block with %s publishes the page with a placeholder for the block',
  async (_what, value, shown) => {
    const { api, dataDir, sync } = await openApi(threeBlocks())
    api.substitutes.set(ODD, value)
    const { report, isPublished } = await sync()
    expect(isPublished).toBe(true)
    expect(report.failed).toMatchObject([
      { table: 'block', id: ODD, page_id: ROOT_ID, outcome: 'placeholder', is_new: true }
    ])
    const html = await homePage(dataDir)
    expect(html).toContain('class="placeholder"')
    expect(words(html)).toMatch(new RegExp(shown.join('.*'), 's'))
  }
)

test('a newly damaged record exits with 3 once; later unchanged runs list it and exit with 0', async () => {
  const { api, dataDir, sent } = await openApi(threeBlocks())
  const run = () =>
    runCommand(['sync', '--data', dataDir], {
      NOTION_API_BASE_URL: api.baseUrl,
      SITE_CONFIG: JSON.stringify({ rootNotionPageId: ROOT_ID, pageUrlOverrides: {} })
    })
  api.substitutes.set(ODD, { ...sent(ODD), content: [7] })
  const first = await run()
  expect([first.code, first.stderr]).toEqual([3, expect.stringContaining(`not read: block ${ODD}`)])
  const second = await run()
  expect([second.code, second.stderr]).toEqual([0, expect.stringContaining(`block ${ODD}`)])
  expect(second.stderr).toContain('(as before)')

  api.substitutes.set(ODD, { ...sent(ODD), content: [7], version: 2 })
  expect((await run()).code).toBe(3)
  api.substitutes.clear()
  expect(await run()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('not read') })
})

test('a damaged record keeps its published version, incrementally and with --full', async () => {
  const { api, sync, sent, ask } = await openApi(threeBlocks())
  await sync()
  const before = ask('select raw from block order by id')
  api.substitutes.set(ODD, { ...sent(ODD), properties: 'x' })
  for (const isFull of [true, false]) {
    const { report, isPublished } = await sync({ isFull })
    expect(report.failed).toMatchObject([{ id: ODD, outcome: 'kept', is_new: isFull }])
    expect(isPublished).toBe(false)
    expect(ask('select raw from block order by id')).toEqual(before)
  }
})

test('a damaged page keeps its sub-pages and its readable content', async () => {
  const pages = [
    pageBlock(2, 'Odd', { content: [testId(6), testId(7)] }),
    textBlock(6, 'text', { parent_id: testId(2) }),
    pageBlock(7, 'Below', { parent_id: testId(2) })
  ]
  const { api, sync, sent, ask } = await openApi(workspaceOf([testId(2)], pages))
  api.substitutes.set(testId(2), { ...sent(testId(2)), content: [null, testId(6), 3, testId(7)] })
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ id: testId(2), page_id: testId(2), outcome: 'part' }])
  expect(ask('select title from page order by position')).toEqual(['Home', 'Odd', 'Below'])
  expect(ask(`select title from block where page_id = '${testId(2)}' order by id`)).toContain(
    'text'
  )
})

const tables: [string, string, unknown, object][] = [
  ['collection without a schema', testId(500), { name: 5, schema: 'x' }, { rows: 0, pages: 4 }],
  ['collection with an odd icon', testId(500), { icon: 5 }, { rows: 3, collections: 1 }],
  ['collection with an odd parent', testId(500), { parent_id: 5 }, { rows: 3, collections: 1 }],
  ['view with an odd parent', testId(511), { parent_id: 5 }, { rows: 3, views: 4 }],
  ['view without a type', testId(511), { type: 5 }, { rows: 3, views: 3 }],
  ['view with an odd format', testId(511), { format: 'x' }, { rows: 3, views: 4 }]
]

test.each(tables)('a new %s alone is missing or incomplete', async (_what, id, fields, stored) => {
  const workspace = randomWorkspace(3)
  const { api, sync } = await openApi(workspace)
  const found = workspace.collection[id] ?? workspace.collection_view[id]
  api.substitutes.set(id, { ...found, ...(fields as object) })
  const { report, isPublished } = await sync()
  expect(isPublished).toBe(true)
  expect(report.failed).toMatchObject([{ id, is_new: true }])
  expect(report.stored).toMatchObject(stored)
})

test('an unreadable user is listed and does not cause exit code 3', async () => {
  const user = { id: testId(900) } as never
  const { api, sync } = await openApi({ ...threeBlocks(), notion_user: { [testId(900)]: user } })
  api.substitutes.set(testId(900), 'x')
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ table: 'notion_user', id: testId(900) }])
  expect(isPartial(report)).toBe(false)
})

test('a user who becomes unreadable keeps the published name', async () => {
  const user = { id: testId(900), given_name: 'Lampwright' } as never
  const { api, sync, ask } = await openApi({
    ...threeBlocks(),
    notion_user: { [testId(900)]: user }
  })
  await sync()
  api.substitutes.set(testId(900), 5)
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ table: 'notion_user', outcome: 'kept' }])
  expect(isPartial(report)).toBe(false)
  expect(ask('select name from user')).toEqual(['Lampwright'])
})

test('a damaged record that is no longer returned keeps its published version', async () => {
  const { api, sync, sent, ask } = await openApi(
    workspaceOf([testId(2)], [pageBlock(2, 'Odd', { properties: { title: [['Odd']] } })])
  )
  api.substitutes.set(testId(2), { ...sent(testId(2)), content: 'x' })
  await sync()
  api.edit.erase(testId(2), true)
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ id: testId(2), outcome: 'kept' }])
  expect(ask('select title from page order by position')).toEqual(['Home', 'Odd'])
})

test('rows stay unpublished where the Public checkbox of their collection is damaged', async () => {
  const workspace = randomWorkspace(3)
  const { api, sync } = await openApi(workspace)
  const found = workspace.collection[testId(500)]
  const on = { ...found?.schema['on'], type: 5 }
  api.substitutes.set(testId(500), { ...found, schema: { ...found?.schema, on } })
  expect((await sync()).report.stored).toMatchObject({ rows: 3, pages: 7 })
})

test.each([
  ['is not a record', 5],
  ['has content that is no list', { ...workspaceOf([], []).block[ROOT_ID], content: 7 }]
])('a root page that %s ends the run, and nothing is published', async (_what, value) => {
  const { api, sync } = await openApi(threeBlocks())
  api.substitutes.set(ROOT_ID, value)
  await expect(sync()).rejects.toThrow(`the record of the root page ${ROOT_ID} is damaged`)
})

test('a number in the content of the root page loses that entry alone', async () => {
  const { api, sync, sent } = await openApi(threeBlocks())
  api.substitutes.set(ROOT_ID, { ...sent(ROOT_ID), content: [BEFORE, 7, ODD, AFTER] })
  const { report } = await sync()
  expect(report.stored.blocks).toBe(5)
  expect(report.failed).toMatchObject([{ id: ROOT_ID, outcome: 'part' }])
})

const HALF = '\uD800'

test.each<[string, () => WorkspaceFile]>([
  ['content', () => workspaceOf([HALF, BEFORE], [textBlock(2, 'before')])],
  ['a mention', () => oneBlock({ properties: { title: [['before ‣'], ['‣', [['p', HALF]]]] } })],
  ['an author', () => oneBlock({ created_by_id: HALF })],
  ['a view', () => oneBlock({ type: 'collection_view', view_ids: [HALF] })],
  ['a parent', () => oneBlock({ type: 'page', parent_table: 'collection', parent_id: HALF })],
  ['an original', () => oneBlock({ format: { transclusion_reference_pointer: { id: HALF } } })]
])('an id of half a character in %s ends no sync', async (_place, makeWorkspace) => {
  const { sync, ask } = await openApi(makeWorkspace())
  const { isPublished } = await sync({ signal: AbortSignal.timeout(20_000) })
  expect(isPublished).toBe(true)
  expect(ask('select title from page')).toEqual(['Home'])
})

const oneBlock = (fields: object) =>
  workspaceOf([BEFORE], [textBlock(2, 'before', fields as Partial<Block>)])

test.each([5, true, ['x'], { a: 1 }])('a cover that is %j is left out', async (cover) => {
  const covered = pageBlock(3, 'Lamp', { format: { page_cover: cover } as never })
  const { sync, dataDir } = await openApi(workspaceOf([ODD], [covered]))
  await sync()
  const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
  onTestFinished(() => void mirror.$client.close())
  expect(findDamage(mirror)).toEqual([])
  expect(queryMirror(dataDir, 'select cover from page')).toEqual([null, null])
})
