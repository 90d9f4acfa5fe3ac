import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'

import Database from 'better-sqlite3'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'

import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { buildApp } from '../../../server/app.ts'
import { MirrorWatcher } from '../../../server/publication/mirror-watcher.ts'
import { mountSite } from '../../../server/site/site-plugin.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'

test('a client that leaves before its request is read keeps no replaced mirror open', async () => {
  const { dataDir } = await mirrorDir()
  const app = fastify()
  onFinished(() => app.close())
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    if (url !== '/left') return
    raw.socket.destroy()
    await once(reply.raw, 'close')
  })
  const options = { config: testConfig(ROOT_ID), dataDir, lookIntervalMs: 0, ...patient }
  const { site, watcher } = await mountSite(app, options)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await expect(fetch(`${address}/left`)).rejects.toThrow('fetch failed')
  const search = async () =>
    (await app.inject('/api/search-notion?query=mining')).json<{ total: unknown }>().total
  expect(await search()).toBe(1)

  const { mirror } = site.published()
  const file = path.join(dataDir, 'mirror.db')
  cpSync(file, `${file}-next`)
  renameSync(`${file}-next`, file)
  await watcher.waitForReplacement()
  expect(watcher.state().swaps).toBe(1)
  await expect.poll(() => mirror.$client.open).toBe(false)
  // Its index is loaded, although it has the same generation.
  expect(await search()).toBe(1)
})

test('a mirror whose file is named before it exists is served once it arrives', async () => {
  const { dataDir } = await mirrorDir()
  const file = path.join(tempDir(), 'copy.db')
  const options = { config: testConfig(ROOT_ID), dataDir: file, lookIntervalMs: 0, ...patient }
  const app = await buildApp(options)
  onFinished(() => app.close())
  const status = async () => (await app.inject('/readyz')).statusCode
  expect(await status()).toBe(503)
  cpSync(path.join(dataDir, 'mirror.db'), file)
  await expect.poll(status).toBe(200)
})

/** A served mirror, and the connections to its file that are open. */
async function openFollowed() {
  const { dataDir, sync } = await mirrorDir()
  const file = path.join(dataDir, 'mirror.db')
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  const paths = mirrorPaths(dataDir)
  const watcher = new MirrorWatcher(paths, { onFailure: () => {}, lookIntervalMs: 0 })
  onTestFinished(async () => {
    prepare.mockRestore()
    await watcher.close()
  })
  await watcher.waitForCheck()
  const known = () => [...new Set(prepare.mock.contexts as Database.Database[])]
  const connections = () => known().filter((each) => each.open && each.name === file)
  return { file, connections, sync, watcher }
}

/** Replaces a mirror by a copy of it in which a statement has changed something. */
function putAltered(file: string, sql: string): void {
  cpSync(file, `${file}-next`)
  const next = new Database(`${file}-next`)
  next.exec(sql)
  next.pragma('journal_mode = DELETE')
  next.close()
  renameSync(`${file}-next`, file)
}

test('a server keeps one connection to its mirror, whatever becomes of the file', async () => {
  const { file, connections, sync, watcher } = await openFollowed()
  expect(connections()).toHaveLength(1)
  // Changes, and publishes nothing.
  for (const act of [sync, async () => utimesSync(file, 0, 0)]) {
    await act()
    watcher.look()
    expect(connections()).toHaveLength(1)
  }

  // The second one is refused before it is verified.
  const refused: [what: string, sql: string][] = [
    ['damaged', `update page set text = 'altered'`],
    ['older', 'update mirror set generation = 0']
  ]
  for (const [index, [what, sql]] of refused.entries()) {
    putAltered(file, sql)
    watcher.look()
    await expect.poll(() => watcher.state().refusedMirrors).toBe(index + 1)
    expect(connections(), what).toHaveLength(1)
  }
})

test('a closed server closes the mirrors that its requests have not ended with', async () => {
  const { file, connections, watcher } = await openFollowed()
  watcher.hold()
  cpSync(file, `${file}-next`)
  renameSync(`${file}-next`, file)
  await watcher.waitForReplacement()
  expect(connections()).toHaveLength(2)
  await watcher.close()
  expect(connections()).toEqual([])
})

test('a file that was replaced while its verification read the next one is not served', async () => {
  const { file, connections, watcher } = await openFollowed()
  const altered: unknown[] = []
  watcher.onPublication(({ mirror }) => {
    const sql = `select count(*) from page where text = 'altered'`
    altered.push(mirror.$client.prepare(sql).pluck().get())
  })
  cpSync(file, `${file}-good`)
  const started = startedProcesses('verify-process', (child) => child.kill('SIGSTOP'))
  putAltered(file, `update page set text = 'altered'`)
  watcher.look()
  await expect.poll(() => started).toHaveLength(1)
  renameSync(`${file}-good`, file)
  started[0]?.kill('SIGCONT')
  await expect.poll(() => watcher.state().swaps).toBeGreaterThan(0)
  expect(altered).toEqual([0])
  expect(connections()).toHaveLength(1)
})

/** Enough that a server closes before they are gone. */
const IMAGES = 200

test('a closed server changes no files any more', async () => {
  const { dataDir } = await mirrorDir()
  const folder = path.join(dataDir, 'social-images', '99')
  mkdirSync(folder, { recursive: true })
  // Images of a page that has left the site, which the server removes one after the other.
  for (let number = 0; number < IMAGES; number++) {
    const hash = String(number).padStart(64, '0')
    writeFileSync(path.join(folder, `${undashId(testId(99))}-${hash}.png`), '')
  }
  const images = () => readdirSync(folder).length
  const app = await buildApp({ config: testConfig(ROOT_ID), dataDir, logLevel: 'silent' })
  await app.ready()
  await vi.waitUntil(() => images() < IMAGES, { timeout: 100_000, interval: 1 })
  await app.close()
  const left = images()
  for (let turn = 0; turn < 20; turn++) await stat(folder)
  expect(images()).toBe(left)
})
