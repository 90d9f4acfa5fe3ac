import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import type { SyncOptions, SyncProgress } from '../../../../cli/sync/sync.ts'
import type { WorkspaceAsset } from '../../../../demo/builder/workspace-file.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { ageRequests, picture } from '../../../support/sites/file-site.ts'
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

const [PAGE, LINE, ELSEWHERE] = [testId(2), testId(3), testId(30)]

/** A page with a link to a block of a page outside the site, and with the first of these files as its cover. */
async function openSynced(assets = new Map<string, WorkspaceAsset>()) {
  const link = [['see', [['a', `/${ELSEWHERE.replaceAll('-', '')}`]]]]
  const workspace = workspaceOf(
    [PAGE],
    [
      pageBlock(2, 'Lamp', {
        content: [LINE, testId(4)],
        format: { page_cover: [...assets.keys()][0] }
      }),
      textBlock(3, 'burns', { parent_id: PAGE }),
      textBlock(4, '', { parent_id: PAGE, properties: { title: link } }),
      textBlock(30, 'far away', { parent_id: testId(31) })
    ]
  )
  const api = await startWorkspaceApi({ workspace, assets })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const steps = new Set<SyncProgress['step']>()
  const sync = (options: Partial<SyncOptions & { signal: AbortSignal }> = {}) => {
    steps.clear()
    const onProgress = ({ step }: SyncProgress) => void steps.add(step)
    return syncFrom(api, { config: testConfig(ROOT_ID), dataDir, onProgress, ...options })
  }
  await sync()
  return { api, dataDir, sync, steps, ask: (sql: string) => queryMirror(dataDir, sql) }
}

function queryMirror(dataDir: string, sql: string): unknown[] {
  const mirror = new Database(path.join(dataDir, 'mirror.db'))
  try {
    return mirror.prepare(sql).pluck().all()
  } finally {
    mirror.close()
  }
}

test('unchanged syncs neither look for files nor publish, and return the same report', async () => {
  const { sync, steps } = await openSynced()
  const { report } = await sync({ isFull: true })
  for (let run = 0; run < 2; run++) {
    expect(await sync()).toMatchObject({ report, isPublished: false, generation: 1 })
    expect([...steps].filter((step) => step !== 'walk')).toEqual([])
  }
})

test('a change read by a stopped run is published by the next one', async () => {
  const { api, sync, ask } = await openSynced()
  api.edit.setText(LINE, 'burns bright')
  const stop = new AbortController()
  const onProgress = ({ step }: SyncProgress) => {
    if (step === 'files') stop.abort(new Error('stopped'))
  }
  await expect(sync({ onProgress, signal: stop.signal })).rejects.toThrow('stopped')
  expect((await sync()).isPublished).toBe(true)
  expect(ask(`select title from block where id = '${LINE}'`)).toEqual(['burns bright'])
})

test('a linked block is published once it becomes a page', async () => {
  const { api, sync, ask } = await openSynced()
  expect((await sync()).isPublished).toBe(false)
  api.edit.change(ELSEWHERE, { type: 'page' })
  expect((await sync()).isPublished).toBe(true)
  expect(ask('select title from page order by title')).toEqual(['Home', 'Lamp', 'far away'])
})

test.each([
  ['the configuration', { config: testConfig(ROOT_ID, { name: 'Another name' }) }],
  ['a full run', { isFull: true }]
])('%s causes a walk', async (_, options) => {
  const { sync, steps } = await openSynced()
  await sync(options)
  expect([...steps]).toContain('files')
})

test('a file that cannot be revalidated causes one walk, and none while it is paused', async () => {
  const read = () => picture(1)
  const assets = new Map([['/images/page-cover/lamp.png', { mediaType: 'image/png', read }]])
  const { dataDir, sync, steps } = await openSynced(assets)
  assets.clear()
  ageRequests({ dataDir }, 8)
  const walks: boolean[] = []
  for (let run = 0; run < 2; run++) {
    const { report } = await sync()
    expect(report.files.failed).toHaveLength(1)
    walks.push(steps.has('files'))
  }
  expect(walks).toEqual([true, false])
})

test('a mirror that another run has replaced is published anew', async () => {
  const { sync, ask } = await openSynced()
  ask(`update mirror set digest = 'another' returning 1`)
  expect(await sync()).toMatchObject({ isPublished: true, generation: 2 })
})
