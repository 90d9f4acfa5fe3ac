import { expect, onTestFinished, test } from 'vitest'

import type { Fault } from '../../../../demo/api/faults.ts'
import { recordShapes } from '../../../../demo/api/record-boxes.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { runCommand } from '../../../support/command.ts'
import { ROOT_ID, textBlock, testId, workspaceOf } from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const hint =
  /not shared to the web, or a token is needed: .*Share > Publish.*NOTION_TOKEN.*token_v2/

async function openApi(shape = recordShapes[0]) {
  const workspace = workspaceOf([testId(2)], [textBlock(2, 'text')])
  const api = await startWorkspaceApi({ workspace, ...(shape && { shape }) })
  onTestFinished(() => api.close())
  return api
}

test.each(recordShapes)(
  'a root page that is not shared ends with exit code 1 and a hint where to find a token (%s)',
  async (shape) => {
    const api = await openApi(shape)
    api.edit.setPrivate(ROOT_ID, true)
    const { code, stderr } = await runCommand(['sync', '--data', tempDir()], {
      NOTION_API_BASE_URL: api.baseUrl,
      SITE_CONFIG: JSON.stringify({ rootNotionPageId: ROOT_ID, pageUrlOverrides: {} })
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(hint)
    expect(stderr).not.toContain('    at ')
  }
)

test.each<Fault>(['empty', 'bad-request', 'locked-out'])(
  'an API that answers the request for the root page with "%s" leads to the same hint',
  async (fault) => {
    const api = await openApi()
    api.faults.set({ faults: [fault] })
    const run = syncFrom(api, { config: testConfig(ROOT_ID), dataDir: tempDir() })
    await expect(run).rejects.toThrow(hint)
  }
)

test('an API without the endpoint is not taken for a root page that is not shared', async () => {
  const api = await openApi()
  // Without /api/v3.
  const run = syncFrom(
    { baseUrl: api.origin, origin: api.origin },
    { config: testConfig(ROOT_ID), dataDir: tempDir() }
  )
  await expect(run).rejects.toThrow(
    /^the workspace did not answer syncRecordValuesMain: .*; the API does not have this endpoint: check NOTION_API_BASE_URL, or update fansite$/
  )
})

test('a root page that two answers lack is requested again', async () => {
  const api = await openApi()
  api.faults.set({ faults: ['empty'], limit: 2 })
  const { report } = await syncFrom(api, { config: testConfig(ROOT_ID), dataDir: tempDir() })
  expect(report.stored.blocks).toBe(2)
})

test.each(recordShapes)(
  'a root page that became private leaves the mirror unchanged (%s)',
  async (shape) => {
    const api = await openApi(shape)
    const options = { config: testConfig(ROOT_ID), dataDir: tempDir() }
    await syncFrom(api, options)
    api.edit.setPrivate(ROOT_ID, true)
    const run = syncFrom(api, options)
    await expect(run).rejects.toMatchObject({
      name: 'ShrinkError',
      message: expect.stringMatching(hint)
    })
  }
)
