import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import type { SyncOptions } from '../../../../cli/sync/sync.ts'
import { type RecordShape, recordShapes } from '../../../../demo/api/record-boxes.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import type { SiteConfigInput } from '../../../../site/config/config.ts'
import { mirrorContents } from '../../../support/sites/mirror-contents.ts'
import { RandomEditor, randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
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

function openApi(shape: RecordShape): Promise<WorkspaceApi> {
  const workspace = workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'Goes', { content: [testId(4)] }),
      pageBlock(3, 'Stays'),
      pageBlock(4, 'Below', { parent_id: testId(2) })
    ]
  )
  return startWorkspaceApi({ workspace, shape })
}

/** Data directories after a sync. */
const synced = new Map<RecordShape, string>()
beforeAll(async () => {
  for (const shape of recordShapes) {
    const api = await openApi(shape)
    const dataDir = tempDir()
    await syncFrom(api, { config: testConfig(ROOT_ID), dataDir })
    await api.close()
    synced.set(shape, dataDir)
  }
})

async function openSynced(shape: RecordShape = 'nested') {
  const api = await openApi(shape)
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  cpSync(synced.get(shape) ?? '', dataDir, { recursive: true })
  const sync = (options: Partial<SyncOptions> = {}) =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir, ...options })
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  onTestFinished(() => void mirror.close())
  const ask = (sql: string, ...values: string[]) =>
    mirror
      .prepare(sql)
      .raw()
      .all(...values)
  return { api, dataDir, sync, ask }
}

const deletions: [string, (api: WorkspaceApi) => void, string][] = [
  ['in the trash', ({ edit }) => edit.trash(testId(2)), 'unreachable'],
  [
    'in the trash and still listed',
    ({ edit }) => edit.change(testId(2), { alive: false }),
    'deleted'
  ],
  ['gone for good', ({ edit }) => edit.erase(testId(2)), 'unreachable']
]

/** Alive and readable at the top level of the workspace, without a link from the site. */
const moveOut = ({ edit }: WorkspaceApi) => {
  edit.change(ROOT_ID, { content: [testId(3)] })
  edit.change(testId(2), { parent_id: testId(9), parent_table: 'space' })
}

const withdrawals: [string, (api: WorkspaceApi) => Partial<SiteConfigInput> | void][] = [
  ['private', ({ edit }) => edit.setPrivate(testId(2), true)],
  ['in another space', ({ edit }) => edit.change(testId(2), { space_id: testId(9) })],
  ['excluded', () => ({ excludedPageIds: [testId(2)] })],
  ['moved out of the site', moveOut]
]

describe.each(recordShapes)('with records in the shape "%s"', (shape) => {
  test.each(deletions)(
    'a page that is %s leaves with its unreferenced sub-pages, and its path is remembered',
    async (_what, remove, reason) => {
      const { api, sync, ask } = await openSynced(shape)
      remove(api)
      const { report } = await sync()
      expect(report.failed).toEqual([])
      expect(ask('select title from page order by position')).toEqual([['Home'], ['Stays']])
      expect(ask('select id, path, title, reason from gone_page order by id')).toEqual([
        [testId(2), '/goes', 'Goes', reason],
        [testId(4), '/below', 'Below', 'unreachable']
      ])
    }
  )

  test.each(withdrawals)(
    'no table keeps a word of a page that is %s, or of its sub-page',
    async (_what, withdraw) => {
      const { api, sync, ask } = await openSynced(shape)
      const config = testConfig(ROOT_ID, withdraw(api) ?? {})
      await sync({ config })
      expect(ask('select title from page order by position')).toEqual([['Home'], ['Stays']])
      expect(ask('select * from gone_page')).toEqual([])
      expect(ask(`select path from page_path order by path`)).toEqual([['/'], ['/stays']])
      expect(ask(`select path from recent_changes where change = 'gone'`)).toEqual([])
    }
  )

  test.each([false, true])(
    'the text of a page that becomes private leaves the file (full run: %s)',
    async (isFull) => {
      const { api, dataDir, sync } = await openSynced(shape)
      const canary = 'a lantern that only its keeper sees'
      api.edit.add(testId(2), textBlock(5, canary))
      await sync()
      const file = () => readFileSync(path.join(dataDir, 'mirror.db'))
      expect(file().includes(canary)).toBe(true)
      api.edit.setPrivate(testId(2), true)
      expect((await sync({ isFull })).report.failed).toEqual([])
      expect(file().includes(canary)).toBe(false)
    }
  )
})

test('a deleted page that becomes private later is forgotten, without another change', async () => {
  const { api, sync, ask } = await openSynced()
  api.edit.setText(testId(3), 'Stays')
  api.edit.change(testId(2), { alive: false })
  await sync()
  expect(ask('select path from gone_page where title = ?', 'Goes')).toEqual([['/goes']])
  api.edit.setPrivate(testId(2), true)
  await sync()
  expect(ask('select path from gone_page where title = ?', 'Goes')).toEqual([])
  expect(ask('select path from page_path where path = ?', '/goes')).toEqual([])
})

test('a page that leaves and returns is published as before', async () => {
  const { api, sync, ask } = await openSynced()
  api.edit.trash(testId(2))
  await sync()
  api.edit.restore(testId(2))
  await sync()
  expect(ask('select title from page order by title')).toEqual([
    ['Below'],
    ['Goes'],
    ['Home'],
    ['Stays']
  ])
  expect(ask('select id from gone_page')).toEqual([])
})

test('excludedPageIds removes pages and their unreferenced sub-pages at the next sync', async () => {
  const { sync, ask } = await openSynced()
  await sync({ config: testConfig(ROOT_ID, { excludedPageIds: [testId(2)] }) })
  expect(ask('select title from page order by position')).toEqual([['Home'], ['Stays']])
  expect(ask('select id from gone_page')).toEqual([])
})

test('edits during a run are in its mirror or in the next one', async () => {
  const workspace = randomWorkspace(40)
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const editor = new RandomEditor(api.edit, workspace)
  const config = testConfig(ROOT_ID)
  const [dataDir, fresh] = [tempDir(), tempDir()]
  let count = 0
  const onProgress = () => void editor.apply([count, count++ * 5, count * 3])
  for (let run = 0; run < 3; run++) {
    await syncFrom(api, { config, dataDir, onProgress, isShrinkAllowed: true })
  }
  expect(count).toBeGreaterThan(10)

  await syncFrom(api, { config, dataDir, isShrinkAllowed: true })
  await syncFrom(api, { config, dataDir: fresh })
  expect(mirrorContents(path.join(dataDir, 'mirror.db'))).toEqual(
    mirrorContents(path.join(fresh, 'mirror.db'))
  )
})

test('a clock set back by a day changes nothing', async () => {
  const { api, sync, ask } = await openSynced()
  const now = Date.now
  onTestFinished(() => void (Date.now = now))
  Date.now = () => now() - 86_400_000
  expect((await sync()).isPublished).toBe(false)
  api.edit.add(testId(3), textBlock(5, 'written yesterday'))
  expect((await sync()).isPublished).toBe(true)
  expect(ask(`select title from block where id = '${testId(5)}'`)).toEqual([['written yesterday']])
})
