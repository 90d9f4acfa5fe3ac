import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { runCommand, startCommand } from '../../support/command.ts'
import { randomWorkspace } from '../../support/workspaces/random-workspace.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

const numbers = Array.from({ length: 120 }, (_, index) => 10 + index)

/** A section with many pages below it. */
function section() {
  const page = pageBlock(2, 'Section', { content: numbers.map(testId) })
  const below = numbers.map((number) => pageBlock(number, `Page ${number}`, { parent_id: page.id }))
  return workspaceOf([page.id], [page, ...below])
}

/** The API of a workspace, and the variables to sync it. */
async function openApi(workspace: WorkspaceFile) {
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const env = (config: object = {}) => ({
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify({
      rootNotionPageId: ROOT_ID,
      pageUrlOverrides: {},
      navigationLinks: [],
      ...config
    })
  })
  return { api, env }
}

test('a lock without a known holder counts as a running sync', async () => {
  const dataDir = tempDir()
  const lock = new Database(path.join(dataDir, 'sync.lock'))
  onTestFinished(() => void lock.close())
  lock.exec('begin exclusive')
  const { code, stderr } = await runCommand(['sync', '--data', dataDir])
  expect([code, stderr]).toEqual([5, 'another sync is running (it has only just started)\n'])
})

test('--rate spaces the requests of a run', async () => {
  const { api, env } = await openApi(section())
  await runCommand(['sync', '--data', tempDir(), '--rate', '4'], env())
  const arrivals = api.requests.map(({ at }) => at)
  expect(arrivals.length).toBeGreaterThan(2)
  // A second may contain the end of one interval and the beginning of another.
  for (const at of arrivals) {
    const within = arrivals.filter((other) => other >= at && other < at + 1000)
    expect(within.length).toBeLessThanOrEqual(5)
  }
})

test('--rate none removes the limit, also for a remote API', async () => {
  const { api, env } = await openApi(section())
  // An address of this machine that does not look local: it has a limit by default.
  const variables = { ...env(), NOTION_API_BASE_URL: api.baseUrl.replace('127.0.0.1', '0.0.0.0') }
  const shortestGap = async (...args: string[]) => {
    const before = api.requests.length
    const { code } = await runCommand(['sync', '--data', tempDir(), ...args], variables)
    expect(code).toBe(0)
    const arrivals = api.requests.slice(before).map(({ at }) => at)
    expect(arrivals.length).toBeGreaterThan(2)
    return Math.min(...arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0)))
  }
  // Three requests a second are a third of a second apart; without a limit some are sent together.
  const [limited, unlimited] = [await shortestGap(), await shortestGap('--rate', 'none')]
  expect(unlimited).toBeLessThan(limited / 2)
})

test('a section excluded by the configuration does not count as a suspicious shrink', async () => {
  const { env } = await openApi(section())
  const dataDir = tempDir()
  await runCommand(['sync', '--data', dataDir], env())
  const config = { excludedPageIds: [testId(2)] }
  const { code, stdout } = await runCommand(['sync', '--data', dataDir], env(config))
  expect([code, stdout]).toEqual([0, expect.stringContaining('Published generation 2: 1 pages')])
})

test('usage errors are one document with --json', async () => {
  const { code, stdout } = await runCommand(['sync', '--json', '--rate', 'soon'])
  expect([code, JSON.parse(stdout)]).toEqual([
    2,
    {
      error: expect.stringMatching(/^option .* Write a number above 0 and up to 1000/),
      exit_code: 2
    }
  ])
})

test('a full progress log does not stop a sync', async () => {
  const dataDir = tempDir()
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const child = startCommand(['sync', '--data', dataDir], {}, full)
  expect((await once(child, 'exit'))[0]).toBe(0)
  expect(existsSync(path.join(dataDir, 'mirror.db'))).toBe(true)
})

test('a killed full run is resumed after a run of one page', async () => {
  const { api, env } = await openApi(randomWorkspace(120))
  const dataDir = tempDir()
  await runCommand(['sync', '--data', dataDir], env())
  api.faults.set({ faults: ['hang'], after: 1 })
  const full = startCommand(['sync', '--full', '--data', dataDir], env())
  await expect.poll(() => api.faults.hits).toBeGreaterThan(0)
  full.kill('SIGKILL')
  api.faults.set(undefined)

  await runCommand(['sync', '--data', dataDir, '--page', '/page-10000'], env())
  const before = api.requests.length
  await runCommand(['sync', '--data', dataDir], env())
  const bodies = api.requests.slice(before).map(({ body }) => JSON.stringify(body))
  expect(bodies.join()).toContain(testId(11_182))
})
