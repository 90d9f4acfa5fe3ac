import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import type { SyncOptions } from '../../../../cli/sync/sync.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../../demo/builder/workspace-file.ts'
import { runCommand } from '../../../support/command.ts'
import { randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const ROWS = testId(500)
const small = () =>
  workspaceOf(
    [testId(2), testId(10)],
    [
      textBlock(2, 'on the root'),
      pageBlock(10, 'Page', { content: [testId(11), testId(12), testId(13)] }),
      textBlock(11, 'first', { parent_id: testId(10) }),
      textBlock(12, 'second', { parent_id: testId(10) }),
      pageBlock(13, 'Below', { parent_id: testId(10) })
    ]
  )

async function openSynced(workspace: WorkspaceFile) {
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = (options: Partial<SyncOptions> = {}) =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir, callTimeoutMs: 200, ...options })
  await sync()
  const ask = (sql: string) => {
    const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
    try {
      return mirror.prepare(sql).pluck().all()
    } finally {
      mirror.close()
    }
  }
  return { api, dataDir, sync, ask }
}

test('a malformed block keeps its published version on a page that is read, and is reported', async () => {
  const { api, sync, ask } = await openSynced(small())
  api.edit.setText(testId(11), 'first anew')
  api.edit.setText(testId(12), 'second anew')
  api.edit.change(testId(12), { content: 'no list' })
  api.edit.setText(testId(2), 'on the root anew')
  const { report } = await sync()

  expect(report.failed).toMatchObject([
    { table: 'block', id: testId(12), page_id: testId(10), title: 'Page', is_kept: true }
  ])
  expect(ask(`select title from block where type = 'text' order by id`)).toEqual([
    'on the root anew',
    'first anew',
    'second'
  ])
  api.edit.change(testId(12), { content: undefined })
  expect((await sync()).report.failed).toEqual([])
  expect(ask(`select title from block where type = 'text' order by id`)).toEqual([
    'on the root anew',
    'first anew',
    'second anew'
  ])
})

test('the command exits with 3 and names a block that kept its published version', async () => {
  const { api, dataDir } = await openSynced(small())
  api.edit.change(testId(12), { content: 'no list' })
  api.edit.change(ROOT_ID, { created_time: 'x' })
  const { code, stderr } = await runCommand(['sync', '--data', dataDir], {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify({
      rootNotionPageId: ROOT_ID,
      pageUrlOverrides: {},
      navigationLinks: []
    })
  })
  expect(code).toBe(3)
  expect(stderr).toContain(`not read: block ${testId(12)} of page "Page" (${testId(10)})`)
  expect(stderr).toContain('the published version is kept')
  expect(stderr).toContain(`read in part: block ${ROOT_ID}: unexpected values in created_time`)
})

test('a new page with a malformed block is published with a placeholder', async () => {
  const { api, sync, ask } = await openSynced(small())
  api.edit.add(testId(10), pageBlock(20, 'New', { content: [testId(21), testId(22)] }))
  api.edit.add(testId(20), textBlock(21, 'there'))
  api.edit.add(testId(20), textBlock(22, 'broken', { content: 7 }))
  const { report } = await sync()

  expect(report.failed).toMatchObject([
    { id: testId(22), page_id: testId(20), is_kept: false, outcome: 'placeholder', is_new: true }
  ])
  expect(ask('select title from page order by position')).toEqual(['Home', 'Page', 'Below', 'New'])
  expect(ask(`select type from block where page_id = '${testId(20)}' order by id`)).toEqual([
    'page',
    'text',
    'unreadable'
  ])
})

test('a listed page that is not returned stays, and a full run removes it', async () => {
  const { api, sync, ask } = await openSynced(small())
  api.edit.erase(testId(13), true)
  const partial = await sync()
  expect(partial.report.failed).toMatchObject([{ id: testId(13), is_kept: true }])
  expect(ask('select title from page order by position')).toEqual(['Home', 'Page', 'Below'])

  const full = await sync({ isFull: true })
  expect(full.report.failed).toEqual([])
  expect(full.report.absent).toMatchObject([{ id: testId(13), reason: 'missing' }])
  expect(ask('select title from page order by position')).toEqual(['Home', 'Page'])
})

test('a child missing from one response is requested again and not lost', async () => {
  const { api, sync, ask } = await openSynced(small())
  api.edit.setText(testId(11), 'changed')
  api.faults.set({ faults: ['partial'], ids: [testId(11)], limit: 2, seed: 3 })
  const { report } = await sync()
  expect(report.failed).toEqual([])
  expect(ask('select count(*) from page')).toEqual([3])
})

test.each(['server-error', 'bad-request', 'hang', 'empty', 'foreign'] as const)(
  'a collection whose query keeps failing with "%s" keeps its rows and views',
  async (fault) => {
    const { api, sync, ask } = await openSynced(randomWorkspace(3))
    const rows = 'select view_id || group_position || position || block_id from collection_view_row'
    const before = ask(rows)
    expect(before.length).toBeGreaterThan(8)
    api.edit.setText(testId(10_001), 'elsewhere')
    api.faults.set({ faults: [fault], endpoint: 'queryCollection' })
    const { report, isPublished } = await sync()

    expect(report.failed).toMatchObject([{ table: 'collection', id: ROWS, is_kept: true }])
    expect(isPublished).toBe(true)
    expect(ask(rows)).toEqual(before)
    expect(ask(`select title from block where id = '${testId(10_001)}'`)).toEqual(['elsewhere'])
  }
)

test('a query that counts rows and returns none is not trusted', async () => {
  const { api, sync, ask } = await openSynced(randomWorkspace(3))
  const before = ask(`select id from page where collection_id = '${ROWS}'`)
  api.faults.set({ faults: ['no-rows'] })
  const { report } = await sync()

  expect(report.failed).toMatchObject([{ table: 'collection', id: ROWS }])
  expect(report.failed[0]?.reason).toContain('returns only 0 rows and reports that there are more')
  expect(ask(`select id from page where collection_id = '${ROWS}'`)).toEqual(before)
})

test('rows that the workspace counts but does not return are a failure, the others are stored', async () => {
  const api = await startWorkspaceApi({ workspace: randomWorkspace(3) })
  onTestFinished(() => api.close())
  api.faults.set({ faults: ['few-rows'] })
  const dataDir = tempDir()
  const sync = () => syncFrom(api, { config: testConfig(ROOT_ID), dataDir })
  const { report } = await sync()
  expect(report.failed[0]).toMatchObject({ table: 'collection', id: ROWS })
  expect(report.failed[0]?.reason).toContain('returns only 2 rows and reports that there are more')
  // One of the two is not public.
  expect(report.stored.rows).toBe(1)

  api.faults.set(undefined)
  const calm = await sync()
  expect([calm.report.failed, calm.report.stored.rows]).toEqual([[], 3])
  api.faults.set({ faults: ['few-rows'] })
  api.edit.setProperty(testId(520), 'level', [['9']])
  expect((await sync()).report.stored.rows).toBe(3)
})

test('a new view that cannot be read is reported as missing from the mirror', async () => {
  const { api, sync, ask } = await openSynced(randomWorkspace(3))
  const filter = {
    property: 'rank',
    filter: { operator: 'enum_is', value: { type: 'exact', value: 'high' } }
  }
  const view = {
    id: testId(590),
    version: 1,
    type: 'list',
    name: 'New',
    format: {},
    query2: { filter }
  }
  api.edit.addView(testId(501), view as never)
  api.faults.set({ faults: ['bad-request'], endpoint: 'queryCollection', ids: [view.id] })
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ id: view.id, is_kept: false }])
  expect(report.stored.views).toBe(report.expected.views - 1)
  expect(ask(`select count(*) from collection_view where id = '${view.id}'`)).toEqual([0])
})

test('a view whose query fails keeps its row order, and the rows are read', async () => {
  const { api, sync, ask } = await openSynced(randomWorkspace(3))
  const board = testId(511)
  const shown = `select block_id from collection_view_row where view_id = '${board}' order by 1`
  const before = ask(shown)
  api.edit.setProperty(testId(520), 'rank', [['high']])
  api.faults.set({ faults: ['bad-request'], endpoint: 'queryCollection', ids: [board] })
  const { report } = await sync()

  expect(report.failed).toMatchObject([{ table: 'collection_view', id: board, is_kept: true }])
  expect(ask(shown)).toEqual(before)
  const rank = `select json_extract(raw, '$.properties.rank[0][0]') from block where id = '${testId(520)}'`
  expect(ask(rank)).toEqual(['high'])
})
