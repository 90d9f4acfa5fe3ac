import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { collectOutput, startCommand } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { commandVariables } from '../support/run/process-settings.ts'
import { openSocket } from '../support/raw-socket.ts'
import { ROOT_ID, workspaceOf } from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'

/**
 * A module for the command's process. After SIGTERM its timers of a second and more run twenty times
 * faster, still in order, and it prints their lengths.
 */
const fastEnd = `
  process.once('SIGTERM', () => {
    const { setTimeout } = globalThis
    globalThis.setTimeout = (run, ms = 0, ...values) => {
      if (ms < 1000) return setTimeout(run, ms, ...values)
      console.error('timer of ' + ms + ' ms')
      return setTimeout(run, ms / 20, ...values)
    }
  })`
const endingFast = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fastEnd)}` }

/** The lengths of the timers that a process with `endingFast` has printed. */
function timersIn(stderr: string): number[] {
  return [...stderr.matchAll(/^timer of (\d+) ms$/gm)].map(([, ms]) => Number(ms))
}

/** `fansite serve` or `start`, once it listens. */
async function startSite(
  args: string[],
  env: Record<string, string> = {},
  start: typeof startCommand = startCommand
) {
  // Without components, nothing is compiled.
  const config = { rootNotionPageId: ROOT_ID, components: null }
  const SITE_CONFIG = JSON.stringify({ ...config, pageUrlOverrides: {}, navigationLinks: [] })
  const child = start([...args, '--port', '0'], { SITE_CONFIG, ...env })
  onFinished(() => child.kill('SIGKILL'))
  const output = collectOutput(child)
  await expect.poll(() => output.stdout).toMatch(/ is at http:\/\/\S+\n/)
  const address = / is at (http:\/\/\S+)/.exec(output.stdout)?.[1] ?? ''
  return { child, address, output, ended: once(child, 'close') }
}

const health = 'GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n'
const half =
  'POST /api/search-notion HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'

test('SIGTERM closes idle connections at once, answers running requests, and exits with 0', async () => {
  const { child, address, ended } = await startSite(['serve', '--data', tempDir()])
  const busy = openSocket(address, half)
  const idle = [openSocket(address), openSocket(address, 'GET / HT')]
  const keepAlive = openSocket(address, health)
  await expect.poll(keepAlive.received).toContain('200 OK')
  child.kill('SIGTERM')
  await Promise.all([keepAlive, ...idle].map(({ closed }) => closed))
  expect(busy.socket.readyState).toBe('open')
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
  busy.socket.write('}')
  expect(await busy.closed).toMatch(/^HTTP\/1\.1 503 .*^connection: close.*"not_ready"/ims)
  expect(await ended).toEqual([0, null])
})

test('a request that never ends delays shutdown by at most ten seconds', async () => {
  const serve = ['serve', '--data', tempDir()]
  const { child, address, output, ended } = await startSite(serve, endingFast)
  const busy = openSocket(address, `${health}${half}`)
  await expect.poll(busy.received).toContain('200 OK')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(timersIn(output.stderr).length).toBeGreaterThan(0)
  expect(Math.max(...timersIn(output.stderr))).toBeLessThanOrEqual(10_000)
})

/** Sends SIGTERM until a process has ended: signals just after the first one count as the same. */
const stopAgain = (child: ChildProcess) => expect.poll(() => child.kill('SIGTERM')).toBe(false)

test('a second SIGTERM stops the server at once during a request', async () => {
  const { child, address, ended } = await startSite(['serve', '--data', tempDir()])
  const busy = openSocket(address, `${health}${half}`)
  const idle = openSocket(address)
  await expect.poll(busy.received).toContain('200 OK')
  child.kill('SIGTERM')
  await idle.closed
  expect(busy.socket.readyState).toBe('open')
  await stopAgain(child)
  expect(await ended).toEqual([143, null])
})

/** Starts what `npm start` runs in a shell, which is all that npm sends a signal to. */
const startByNpm: typeof startCommand = ([, ...args], env) => {
  const file = readFileSync('package.json', 'utf8')
  const { scripts } = JSON.parse(file) as { scripts: { start: string } }
  const command = [scripts.start, ...args].join(' ')
  return spawn('sh', ['-c', command], { env: { ...commandVariables, ...env } })
}

/** `fansite start` with a sync that waits for a silent workspace. */
async function startHanging(more: Record<string, string> = {}, start?: typeof startCommand) {
  const api = await startWorkspaceApi({ workspace: workspaceOf([], []) })
  onFinished(() => api.close())
  api.faults.set({ faults: ['hang'], after: 0 })
  const dataDir = tempDir()
  const env = { NOTION_API_BASE_URL: api.baseUrl, ...more }
  const site = await startSite(['start', '--data', dataDir], env, start)
  await expect.poll(() => api.faults.hits).toBeGreaterThan(0)
  const [pid = ''] = readFileSync(path.join(dataDir, 'sync.pid'), 'utf8').split(' ')
  const isSyncing = () => isRunning(Number(pid))
  expect(isSyncing()).toBe(true)
  return { ...site, syncPid: Number(pid), isSyncing }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

test('SIGTERM stops npm start and its sync with exit code 0', async () => {
  const { child, ended, isSyncing } = await startHanging({}, startByNpm)
  child.kill('SIGTERM')
  // As npm passes on what the process has got, too.
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(isSyncing()).toBe(false)
})

/** Sends SIGTERM to `start` while its sync is stopped and cannot end. */
async function stopWithStuckSync(more?: Record<string, string>) {
  const site = await startHanging(more)
  process.kill(site.syncPid, 'SIGSTOP')
  const idle = openSocket(site.address, health)
  await expect.poll(idle.received).toContain('200 OK')
  site.child.kill('SIGTERM')
  await idle.closed
  return site
}

test('SIGTERM ends start and a sync that does not end by itself', async () => {
  const { ended, output, isSyncing } = await stopWithStuckSync(endingFast)
  expect(await ended).toEqual([0, null])
  expect(timersIn(output.stderr).length).toBeGreaterThan(0)
  expect(Math.max(...timersIn(output.stderr))).toBeLessThanOrEqual(10_000)
  await expect.poll(isSyncing).toBe(false)
})

test('a second SIGTERM ends start and its sync at once', async () => {
  const { child, ended, isSyncing } = await stopWithStuckSync()
  await stopAgain(child)
  // Without it, the code is 0 after a time limit.
  expect(await ended).toEqual([143, null])
  await expect.poll(isSyncing).toBe(false)
})
