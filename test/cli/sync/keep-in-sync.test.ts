import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { keepInSync } from '../../../cli/sync/keep-in-sync.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

/** Runs this file in place of each sync; returns all reports, and forgets them. */
function syncBy(file: string) {
  const { execPath } = process
  process.execPath = file
  onTestFinished(() => void (process.execPath = execPath))
  const report = vi.mocked(console.error).mockReturnValue()
  return {
    reports: () => report.mock.calls.map(([text]) => String(text)),
    forget: () => report.mockClear()
  }
}

const start = (mirrorFile: string, intervalMs: number) =>
  keepInSync({ config: testConfig(ROOT_ID), dataArguments: [], mirrorFile, intervalMs })

const meanwhile = 'the site still shows the last publication'

test('a sync that cannot be started is reported and tried again, and the site goes on', async () => {
  const { reports, forget } = syncBy('/nowhere/node')
  const once = start('/nowhere/mirror.db', 0)
  const again = start(import.meta.filename, 10)
  const ofAgain = () => reports().filter((each) => each.includes(meanwhile))
  await expect.poll(() => ofAgain().length).toBeGreaterThan(3)
  await Promise.all([once.stop(), again.stop()])
  const failure = 'sync could not be started: spawn /nowhere/node ENOENT'
  expect(ofAgain()[0]).toBe(`${failure}; ${meanwhile}`)
  // Without an interval there is one attempt.
  expect(reports().filter((each) => !each.includes(meanwhile))).toEqual([
    `${failure}; nothing has been published yet, so visitors see a waiting page`
  ])
  forget()
})

test.each([
  ['exit 0', undefined],
  // A partial sync has published, and has printed what is missing.
  ['exit 3', undefined],
  ['exit 4', 'sync ended with exit code 4'],
  ['kill -KILL $$', 'sync ended with SIGKILL']
])('after a sync with "%s", the next one starts', async (line, problem) => {
  const folder = tempDir()
  const [script, runs] = [path.join(folder, 'sync'), path.join(folder, 'runs')]
  writeFileSync(script, `#!/bin/sh\necho >> ${runs}\n${line}\n`, { mode: 0o700 })
  writeFileSync(runs, '')
  const { reports, forget } = syncBy(script)
  const { stop } = start(script, 1)
  await expect.poll(() => readFileSync(runs, 'utf8').length).toBeGreaterThan(1)
  await stop()
  expect(reports()[0]).toBe(problem && `${problem}; ${meanwhile}`)
  forget()
})
