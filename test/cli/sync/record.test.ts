import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { unexpectedResponseWriter } from '../../../cli/sync/walk/record-workspace.ts'
import { readWorkspaceFile } from '../../../demo/builder/read-workspace-file.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { randomWorkspace } from '../../support/workspaces/random-workspace.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

async function openApi(workspace: WorkspaceFile): Promise<WorkspaceApi> {
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  return api
}

test('a recorded run can be served again and produces the same mirror', async () => {
  const api = await openApi(randomWorkspace(20))
  api.edit.setPrivate(testId(10_010), true)
  api.edit.trash(testId(10_021))
  const config = testConfig(ROOT_ID)
  const [dataDir, recordDir, replayDir] = [tempDir(), tempDir(), tempDir()]
  const { report } = await syncFrom(api, { config, dataDir, recordDir })

  const replay = await openApi(await readWorkspaceFile(path.join(recordDir, 'workspace.json')))
  const replayed = await syncFrom(replay, { config, dataDir: replayDir })
  expect(mirrorContents(path.join(replayDir, 'mirror.db'))).toEqual(
    mirrorContents(path.join(dataDir, 'mirror.db'))
  )
  const reasons = (absent: typeof report.absent) =>
    absent.map(({ id, reason }) => `${id} ${reason}`).toSorted()
  expect(reasons(replayed.report.absent)).toEqual(reasons(report.absent))
})

test('a recording contains only published records without private fields', async () => {
  const api = await openApi(randomWorkspace(3))
  api.edit.change(testId(10_001), { permissions: ['canary-permission'] })
  api.edit.setText(testId(550), 'canary of a row that is off')
  const recordDir = tempDir()
  await syncFrom(api, { config: testConfig(ROOT_ID), dataDir: tempDir(), recordDir })
  const text = readFileSync(path.join(recordDir, 'workspace.json'), 'utf8')
  expect(text).not.toContain('canary')
  expect(text).toContain(testId(550))
})

test('responses that are not understood are written beside the recording', async () => {
  const api = await openApi(randomWorkspace(3))
  const recordDir = tempDir()
  api.faults.set({ faults: ['empty'], after: 1, limit: 1 })
  const onUnexpected = unexpectedResponseWriter(recordDir)
  await syncFrom(api, { config: testConfig(ROOT_ID), dataDir: tempDir(), onUnexpected })
  expect(readdirSync(recordDir)).toEqual(['not-understood-1.json'])
  const file = path.join(recordDir, 'not-understood-1.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    endpoint: 'syncRecordValuesMain',
    answer: { recordMap: {} }
  })
})

test('an unchanged workspace is recorded whole', async () => {
  const api = await openApi(randomWorkspace(3))
  const config = testConfig(ROOT_ID)
  const [dataDir, recordDir] = [tempDir(), tempDir()]
  await syncFrom(api, { config, dataDir })
  await syncFrom(api, { config, dataDir, recordDir })
  const { block } = await readWorkspaceFile(path.join(recordDir, 'workspace.json'))
  expect(Object.keys(block)).toEqual(expect.arrayContaining([ROOT_ID, testId(10_001)]))
})
