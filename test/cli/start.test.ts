import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { expect, onTestFinished, test } from 'vitest'

import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { startCommand } from '../support/command.ts'
import { freePort } from '../support/run/free-port.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { ROOT_ID, textBlock, testId, workspaceOf } from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'

/** Starts `fansite <command>` on a free port and returns its address. */
async function startSite(args: string[], env: Record<string, string> = {}) {
  const child = startCommand([...args, '--port', '0'], env)
  onTestFinished(() => stop(child))
  const output = { text: '' }
  child.stdout?.on('data', (part: Buffer) => (output.text += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (output.text += part.toString()))
  await expect.poll(() => output.text).toContain(' is at http://')
  const address = / is at (http:\/\/\S+)/.exec(output.text)?.[1] ?? ''
  return { child, output, address }
}

/** The API of a workspace with this text, and the variables to sync and serve it. */
async function openApi(words: string) {
  const workspace = workspaceOf([testId(2)], [textBlock(2, words)])
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const config = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(config) }
  return { api, env }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function status(url: string): Promise<number> {
  return (await fetch(url)).status
}

test('start listens at once, syncs the sample in a separate process, and then serves it', async () => {
  const { address, output } = await startSite(['start', '--data', tempDir()])

  expect(await status(`${address}/healthz`)).toBe(200)
  await expect.poll(() => status(`${address}/`)).toBe(200)
  const home = await (await fetch(`${address}/`)).text()
  expect(home).toContain('Hollow Lantern')
  expect(await status(`${address}/readyz`)).toBe(200)
  // The process logs this after the pages are available.
  await expect.poll(() => output.text).toContain('Published generation 1:')
})

test('a first sync that fails is reported with what visitors see', async () => {
  const NOTION_API_BASE_URL = `http://127.0.0.1:${await freePort()}/api/v3`
  const { output } = await startSite(['start', '--data', tempDir()], { NOTION_API_BASE_URL })
  const report = 'sync ended with exit code 1; nothing has been published yet'
  await expect.poll(() => output.text).toContain(report)
})

test('before the first publication pages and /readyz answer 503', async () => {
  const { address } = await startSite(['serve', '--data', tempDir()])
  const page = await fetch(`${address}/wiki`)

  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('30')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toMatch(/first sync/i)
  const ready = await fetch(`${address}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ error: 'not_ready' })
  expect(await status(`${address}/healthz`)).toBe(200)
})

test('a waiting server becomes ready when a sync publishes', async () => {
  const dataDir = tempDir()
  const { env } = await openApi('some words')
  const { address } = await startSite(['serve', '--data', dataDir], env)
  expect(await status(`${address}/`)).toBe(503)

  const sync = startCommand(['sync', '--data', dataDir], env)
  const [code] = (await once(sync, 'exit')) as [number]
  expect(code).toBe(0)
  await expect.poll(() => status(`${address}/`)).toBe(200)
})

test('a failed sync does not stop the site, which serves the old mirror', async () => {
  const dataDir = tempDir()
  const { api, env } = await openApi('still here')
  const first = startCommand(['sync', '--data', dataDir], env)
  await once(first, 'exit')
  await api.close()

  const { address, output } = await startSite(['start', '--data', dataDir], env)
  await expect.poll(() => output.text).toContain('sync ended with exit code 1')
  // A busy server answers 503 until the page is rendered.
  await expect.poll(() => status(address)).toBe(200)
  expect(await (await fetch(address)).text()).toContain('still here')
})

test('start syncs again after the interval, and pages show the changes', async () => {
  const { api, env } = await openApi('first words')
  const { address } = await startSite(['start', '--data', tempDir(), '--sync-every', '0.01'], env)
  const home = async () => (await fetch(address)).text()
  await expect.poll(home).toContain('first words')

  api.edit.setText(testId(2), 'second words')
  await expect.poll(home).toContain('second words')
})

test('SIGTERM stops the server with exit code 0', async () => {
  const { child } = await startSite(['serve', '--data', tempDir()])
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a mirror of another root page is served with a warning', async () => {
  const { dataDir } = await mirrorDir()
  const config = { rootNotionPageId: testId(99), pageUrlOverrides: {}, navigationLinks: [] }
  const env = { SITE_CONFIG: JSON.stringify(config) }
  const { address, output } = await startSite(['serve', '--data', dataDir], env)
  expect(await status(`${address}/`)).toBe(200)
  const warning = `the mirror has the root page ${ROOT_ID}, not the configured ${testId(99)}; it is served until`
  await expect.poll(() => output.text).toContain(warning)
})
