import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { type WorkspaceApi, startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { runCommand } from '../../../support/command.ts'
import { mirrorContents } from '../../../support/sites/mirror-contents.ts'
import { randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { type TestSyncOptions, syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

async function openSynced(pages = 30) {
  const api = await startWorkspaceApi({ workspace: randomWorkspace(pages) })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = async (options: Partial<TestSyncOptions> = {}) => {
    const start = api.requests.length
    const result = await syncFrom(api, { config: testConfig(ROOT_ID), dataDir, ...options })
    return { ...result, requested: requestedSince(api, start) }
  }
  const first = await sync()
  const contents = () => mirrorContents(path.join(dataDir, 'mirror.db'))
  return { api, dataDir, sync, contents, first }
}

function requestedSince(api: WorkspaceApi, start: number): string[] {
  return api.requests.slice(start).flatMap(({ endpoint, body }) => {
    if (endpoint !== 'syncRecordValuesMain') return [endpoint]
    return (body as { requests: { id: string }[] }).requests.map(({ id }) => id)
  })
}

const isPlainBlock = (id: string) => /-00000001\d\d\d[123]$/.test(id)

test('a sync of an unchanged workspace requests versions and rows, and no page block', async () => {
  const { sync } = await openSynced()
  const { requested, requests, isPublished, report } = await sync()
  expect(isPublished).toBe(false)
  expect(requested.filter(isPlainBlock)).toEqual([])
  // The root page, the versions of all pages and views, the rows of the one collection.
  expect(requests).toBe(3)
  expect(report.stored.blocks).toBe(30 * 4 + 3 + 2 + 1)
})

test('only the blocks of the edited page are requested', async () => {
  const { api, sync, contents } = await openSynced()
  api.edit.setText(testId(10_052), 'edited')
  const { requested, requests } = await sync()
  expect(requested.filter(isPlainBlock).toSorted()).toEqual([10_051, 10_052, 10_053].map(testId))
  expect(requests).toBe(4)
  expect(contents()['block']?.join()).toContain('edited')
  // A deletion costs no more.
  api.edit.trash(testId(10_062))
  expect((await sync()).requests).toBe(4)
})

test('an edited row causes queries of the views that depend on the edit', async () => {
  const { api, sync } = await openSynced()
  api.edit.setProperty(testId(520), 'level', [['6']])
  const queries = (requested: string[]) => requested.filter((each) => each === 'queryCollection')
  // The table of all rows, sorted by level, is queried in any case.
  expect(queries((await sync()).requested)).toHaveLength(1)
  api.edit.setProperty(testId(520), 'rank', [['high']])
  // The board and the list by rank.
  expect(queries((await sync()).requested)).toHaveLength(3)
})

test('--full reads every block again, and is continued after it was stopped', async () => {
  const { sync, first, contents } = await openSynced()
  const before = contents()
  const full = await sync({ isFull: true })
  expect(full.requested.filter(isPlainBlock)).toHaveLength(90)
  expect(full.requests).toBeGreaterThanOrEqual(first.requests - 1)
  expect(contents()).toEqual(before)

  const stop = new AbortController()
  const onProgress = () => stop.abort(new Error('stopped'))
  const stopped = sync({ isFull: true, signal: stop.signal, onProgress })
  await expect(stopped).rejects.toThrow('stopped')
  await sync({ page: '/page-10050' })
  expect((await sync()).requested.filter(isPlainBlock)).toHaveLength(87)
  expect((await sync()).requested.filter(isPlainBlock)).toEqual([])
})

test('--page reads that page and its sub-pages, and leaves the rest unchanged', async () => {
  const { api, sync, contents } = await openSynced()
  api.edit.setText(testId(10_052), 'inside')
  api.edit.add(testId(10_050), pageBlock(70, 'New inside', { content: [testId(71)] }))
  api.edit.add(testId(70), textBlock(71, 'also new'))
  api.edit.setText(testId(10_082), 'outside')
  const { requested } = await sync({ page: '/page-10050' })

  const blocks = contents()['block']?.join() ?? ''
  expect(blocks).toContain('inside')
  expect(blocks).toContain('also new')
  expect(blocks).not.toContain('outside')
  expect(requested.filter(isPlainBlock).toSorted()).toEqual([10_051, 10_052, 10_053].map(testId))
  expect(requested).not.toContain('queryCollection')

  await sync()
  expect(contents()['block']?.join()).toContain('outside')
})

test('--page accepts an id, and reads the rows of a page with a collection', async () => {
  const { api, sync, contents } = await openSynced()
  api.edit.setText(testId(520), 'Row renamed')
  api.edit.setText(testId(10_082), 'also below the root')
  await sync({ page: ROOT_ID })
  const blocks = contents()['block']?.join() ?? ''
  expect(blocks).toContain('Row renamed')
  expect(blocks).toContain('also below the root')
})

test('--page with a page outside the mirror is a usage error with a remedy', async () => {
  const api = await startWorkspaceApi({ workspace: workspaceOf([], []) })
  onTestFinished(() => api.close())
  const { code, stderr } = await runCommand(['sync', '--data', tempDir(), '--page', '/nowhere'], {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify({
      rootNotionPageId: ROOT_ID,
      pageUrlOverrides: {},
      navigationLinks: []
    })
  })
  expect(code).toBe(2)
  expect(stderr).toContain('the mirror has no page "/nowhere"; write its id or path')
})
