import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import type { Fault } from '../../../../demo/api/faults.ts'
import { recordShapes } from '../../../../demo/api/record-boxes.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../../demo/builder/workspace-file.ts'
import { onFinished } from '../../../support/on-finished.ts'
import { mirrorContents } from '../../../support/sites/mirror-contents.ts'
import { isSweep } from '../../../support/run/sweep.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { openSyncedMirror } from '../synced-site.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const PAGE = testId(2)
const FIRST = 1000

/** A page of nested toggles; the innermost one contains a sub-page. */
function nestedWorkspace(levels: number): WorkspaceFile {
  const last = FIRST + levels
  const toggles = Array.from({ length: levels }, (_, level) =>
    record(FIRST + level, {
      type: 'toggle',
      properties: { title: [[`level ${level}`]] },
      parent_id: level === 0 ? PAGE : testId(FIRST + level - 1),
      content: [testId(FIRST + level + 1)]
    })
  )
  const below = pageBlock(last, 'Below', { parent_id: testId(last - 1) })
  const page = pageBlock(2, 'Deep', { content: [testId(FIRST)] })
  return workspaceOf([PAGE], [page, ...toggles, below])
}

async function openNested(levels: number, shape = recordShapes[0]) {
  const api = await startWorkspaceApi({
    workspace: nestedWorkspace(levels),
    ...(shape && { shape })
  })
  onFinished(() => api.close())
  const dataDir = tempDir()
  const config = testConfig(ROOT_ID)
  // A call that a busy machine answers late would be made twice.
  const sync = () => syncFrom(api, { config, dataDir, callTimeoutMs: 60_000 })
  return { api, dataDir, sync }
}

test('a page of thousands of levels takes about a request for each hundred', async () => {
  const levels = isSweep ? 5000 : 1500
  const { api, sync } = await openNested(levels)
  const { report, requests } = await sync()
  const stored = { pages: 3, blocks: levels + 3 }
  expect(report).toMatchObject({ failed: [], absent: [], stored })
  expect(requests).toBeLessThanOrEqual(levels / 100 + 15)
  const chunks = api.requests.filter(({ endpoint }) => endpoint === 'loadPageChunk')
  expect(chunks.length).toBeGreaterThanOrEqual(levels / 100)

  const unchanged = await sync()
  expect(unchanged).toMatchObject({ isPublished: false, requests: 2 })
})

test('a page of ten levels is read without chunks', async () => {
  const { api } = await openSyncedMirror({ workspace: nestedWorkspace(9) })
  expect(api.requests.map(({ endpoint }) => endpoint)).not.toContain('loadPageChunk')
})

test('one deeply nested block costs no chunks of the whole page', async () => {
  const workspace = nestedWorkspace(12)
  const numbers = Array.from({ length: 3000 }, (_, index) => 10_000 + index)
  for (const number of numbers) {
    workspace.block[testId(number)] = textBlock(number, `line ${number}`, { parent_id: PAGE })
  }
  workspace.block[PAGE]!.content = [...numbers.map(testId), testId(FIRST)]
  const { api, result } = await openSyncedMirror({ workspace })
  expect(result.report.stored.blocks).toBe(3015)
  expect(api.requests.map(({ endpoint }) => endpoint)).not.toContain('loadPageChunk')
})

test('a deep page is read in chunks to its end, past a chunk that has only sub-pages', async () => {
  const workspace = nestedWorkspace(60)
  const subPages = Array.from({ length: 150 }, (_, index) => pageBlock(10_000 + index, 'Sub'))
  for (const sub of subPages) workspace.block[sub.id] = { ...sub, parent_id: PAGE }
  workspace.block[PAGE]!.content = [...subPages.map(({ id }) => id), testId(FIRST)]
  const { result } = await openSyncedMirror({ workspace })
  expect(result.report.stored.blocks).toBe(213)
  expect(result.requests).toBeLessThanOrEqual(20)
})

const faults: Fault[] = [
  'bad-request',
  'server-error',
  'html',
  'empty',
  'foreign',
  'partial',
  'bad-shape'
]

/** The mirror of a page of sixty levels after a sync without faults. */
let calm: Record<string, unknown[]>
beforeAll(async () => {
  const { dataDir, sync } = await openNested(60)
  await sync()
  calm = mirrorContents(path.join(dataDir, 'mirror.db'))
})

test.each(faults)(
  'a workspace whose chunks come with "%s" is read level by level without loss',
  async (fault) => {
    const { api, dataDir, sync } = await openNested(60)
    api.faults.set({ faults: [fault], endpoint: 'loadPageChunk', seed: 3 })
    const { report } = await sync()
    expect(report).toMatchObject({ failed: [], absent: [] })
    expect(api.faults.hits).toBeGreaterThan(0)
    expect(api.faults.hits).toBeLessThanOrEqual(4)
    expect(mirrorContents(path.join(dataDir, 'mirror.db'))).toEqual(calm)
  }
)

test.each(recordShapes)('a private block removes only its own branch (%s)', async (shape) => {
  const { api, sync } = await openNested(300, shape)
  api.edit.setPrivate(testId(FIRST + 200), true)
  const { report, requests } = await sync()
  expect(report.stored).toMatchObject({ pages: 2, blocks: 202 })
  expect(report.absent).toMatchObject([{ id: testId(FIRST + 200), reason: 'private' }])
  expect(requests).toBeLessThanOrEqual(20)
})

test('a cursor that never ends is abandoned', async () => {
  const { api, sync } = await openNested(250)
  api.faults.set({ faults: ['endless-chunks'], endpoint: 'loadPageChunk' })
  const { report, requests } = await sync()
  expect(report.stored.blocks).toBe(253)
  expect(requests).toBeLessThanOrEqual(20)
})
