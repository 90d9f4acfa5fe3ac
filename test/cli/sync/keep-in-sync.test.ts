import { expect, onTestFinished, test, vi } from 'vitest'

import { keepInSync } from '../../../cli/sync/keep-in-sync.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

test('a sync that cannot be started is reported and tried again, and the site goes on', async () => {
  const { execPath } = process
  const mirrorFile = execPath
  onTestFinished(() => void (process.execPath = execPath))
  process.execPath = '/nowhere/node'
  const report = vi.mocked(console.error).mockReturnValue()

  const { stop } = keepInSync({
    config: testConfig(ROOT_ID),
    dataArguments: [],
    mirrorFile,
    intervalMs: 10
  })
  await expect.poll(() => report.mock.calls.length).toBeGreaterThan(1)
  await stop()
  expect(report.mock.calls[0]).toEqual([
    'sync could not be started: spawn /nowhere/node ENOENT; the site still shows the last publication'
  ])
  report.mockClear()
})
