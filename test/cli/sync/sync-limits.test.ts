import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
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
  expect([code, stderr]).toEqual([
    5,
    `another sync or clone is running in "${dataDir}" (it has only just started); wait until it ends\n`
  ])
})

/**
 * A module for a command's process, whose clock moves by its timers of up to 400 ms only: they take no time. At
 * its end it writes when each request was sent, in milliseconds by this clock.
 */
const clockModule = (file: string) => `
  import { writeFileSync } from 'node:fs'
  const { fetch, setTimeout } = globalThis
  const start = Date.now()
  let passed = 0
  const sentAt = []
  Date.now = () => start + passed
  globalThis.setTimeout = (run, ms = 0, ...values) => {
    if (ms > 400) return setTimeout(run, ms, ...values)
    const due = passed + ms
    return setTimeout(() => {
      passed = Math.max(passed, due)
      run(...values)
    }, 0)
  }
  globalThis.fetch = (...request) => {
    sentAt.push(passed)
    return fetch(...request)
  }
  process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify(sentAt)))`

/** The times between the requests of a sync, in milliseconds of its clock. */
async function gapsOf(variables: Record<string, string>, ...args: string[]): Promise<number[]> {
  const file = path.join(tempDir(), 'sent-at.json')
  const module = `data:text/javascript,${encodeURIComponent(clockModule(file))}`
  const env = { ...variables, NODE_OPTIONS: `--import ${module}` }
  const command = ['sync', '--data', tempDir(), ...args]
  const { code, stderr } = await runCommand(command, env, { alone: true })
  expect(code, stderr).toBe(0)
  const sentAt: number[] = JSON.parse(readFileSync(file, 'utf8'))
  expect(sentAt.length).toBeGreaterThan(3)
  return sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0))
}

test('--rate spaces the requests of a run', async () => {
  const { env } = await openApi(section())
  const gaps = await gapsOf(env(), '--rate', '4')
  expect(gaps).toEqual(gaps.map(() => 250))
})

test('--rate none removes the limit, also for a remote API', async () => {
  const { api, env } = await openApi(section())
  // An address of this machine that does not look local: it has a limit by default.
  const variables = { ...env(), NOTION_API_BASE_URL: api.baseUrl.replace('127.0.0.1', '0.0.0.0') }
  const limited = await gapsOf(variables)
  expect(limited).toEqual(limited.map(() => 334))
  const unlimited = await gapsOf(variables, '--rate', 'none')
  expect(unlimited).toEqual(unlimited.map(() => 0))
})

test('a section excluded by the configuration does not count as a suspicious shrink', async () => {
  const { env } = await openApi(section())
  const dataDir = tempDir()
  await runCommand(['sync', '--data', dataDir], env())
  const config = { excludedPageIds: [testId(2)] }
  const { code, stdout } = await runCommand(['sync', '--data', dataDir], env(config))
  expect([code, stdout]).toEqual([0, expect.stringContaining('Published generation 2: 1 page,')])
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
  const { env } = await openApi(section())
  const dataDir = tempDir()
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const child = startCommand(['sync', '--data', dataDir], env(), { output: full })
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
  await once(full, 'exit')
  api.faults.set(undefined)

  await runCommand(['sync', '--data', dataDir, '--page', '/page-10000'], env())
  const before = api.requests.length
  await runCommand(['sync', '--data', dataDir], env())
  const bodies = api.requests.slice(before).map(({ body }) => JSON.stringify(body))
  expect(bodies.join()).toContain(testId(11_182))
})
