import { AsyncLocalStorage } from 'node:async_hooks'
import fs, { cpSync, renameSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'

import { findFileId } from '../../../db/mirror/files/file-id.ts'
import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { version } from '../../../cli/config/version.ts'
import { buildApp } from '../../../server/app.ts'
import { MirrorWatcher } from '../../../server/publication/mirror-watcher.ts'
import { PublishedSite } from '../../../server/publication/published-site.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { patient, atOnce } from '../../support/workspaces/test-config.ts'
import { keptSite } from '../responses/kept-site.ts'

const NEVER = 3_600_000

/** A synced workspace of one text, and a server that does not look at the mirror by itself. */
async function openFollowed(lookIntervalMs = NEVER) {
  const workspace = workspaceOf([testId(2)], [textBlock(2, 'first words')])
  const { api, config, dataDir, sync } = await syncedMirror({ workspace })
  const failures: unknown[] = []
  const paths = mirrorPaths(dataDir)
  const watcher = new MirrorWatcher(paths, {
    onFailure: (error) => failures.push(error),
    lookIntervalMs
  })
  const site = new PublishedSite(config, { source: watcher, assetFolder: paths.assets })
  onTestFinished(() => watcher.close())
  await watcher.waitForCheck()
  const publish = async (words: string) => {
    api.edit.setText(testId(2), words)
    await sync()
  }
  return { config, dataDir, failures, publish, site, sync, watcher }
}

/**
 * Counts the statements that SQLite runs and the files that are looked at, from now on, in calls of `ask`. What
 * the server does in the background meanwhile is not counted.
 */
function countLooks() {
  const asking = new AsyncLocalStorage<boolean>()
  let count = 0
  const watch = (holder: object, name: string) => {
    const original = Reflect.get(holder, name) as (...values: unknown[]) => unknown
    vi.spyOn(holder as Record<string, () => unknown>, name).mockImplementation(function (
      this: unknown,
      ...values: unknown[]
    ) {
      if (asking.getStore()) count++
      return original.apply(this, values)
    })
  }
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as object
  for (const name of ['get', 'all']) watch(statement, name)
  for (const name of ['prepare', 'pragma']) watch(Database.prototype, name)
  watch(fs, 'statSync')
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  return {
    ask: (act: () => Promise<unknown>) => asking.run(true, act),
    looks: () => count
  }
}

test('a request makes no query and no system call to notice a publication', async () => {
  const { config, dataDir } = await openFollowed()
  const { ask, looks } = countLooks()
  const served = async (lookIntervalMs: number) => {
    const app = await buildApp({ ...patient, config, dataDir, logLevel: 'error', lookIntervalMs })
    onTestFinished(() => app.close())
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    const before = looks()
    for (let count = 0; count < 20; count++) await ask(async () => app.inject('/readyz'))
    return looks() - before
  }
  expect(await served(NEVER)).toBe(0)
  // The counters count: a server that looks at each request does so.
  expect(await served(0)).toBeGreaterThanOrEqual(40)
})

test('/readyz tells the version, and the age and size of the publication', async () => {
  const { config, dataDir } = await openFollowed()
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'error' })
  onTestFinished(() => app.close())
  const ready = (await app.inject('/readyz')).json<{ published_at: number }>()
  const day = 86_400
  vi.useFakeTimers({ toFake: ['Date'], now: ready.published_at + 1000 * day })
  onTestFinished(() => void vi.useRealTimers())
  expect((await app.inject('/readyz')).json()).toEqual({
    status: 'ready',
    version,
    generation: 1,
    published_at: ready.published_at,
    age_s: day,
    pages: 1,
    pending_renders: 0,
    mirror_problem: null
  })
})

test('the same object is served until the next publication, which look() notices', async () => {
  const { publish, site, watcher } = await openFollowed()
  const first = site.published()
  expect(site.published()).toBe(first)
  await publish('second words')
  expect(site.published()).toBe(first)
  watcher.look()
  expect(site.published()).not.toBe(first)
  expect(site.published().publication.generation).toBe(2)
  expect(site.published()).toBe(site.published())
})

test('a run without changes is no new publication', async () => {
  const { site, sync } = await openFollowed(0)
  const first = site.published()
  await sync()
  expect(site.published()).toBe(first)
})

test('an idle server notices a publication', async () => {
  const { publish, watcher } = await openFollowed(20)
  const generations: number[] = []
  watcher.onPublication(({ publication }) => generations.push(publication.generation))
  await publish('second words')
  await expect.poll(() => generations).toEqual([2])
})

test('a listener is called before the publication is served, and its error is reported', async () => {
  const { failures, publish, site, watcher } = await openFollowed()
  const seen: unknown[] = []
  watcher.onPublication(() => {
    throw new Error('the listener failed')
  })
  watcher.onPublication((next) => {
    watcher.look()
    seen.push([site.published().publication.generation, next.publication.generation])
  })
  await publish('second words')
  watcher.look()
  expect(seen).toEqual([[1, 2]])
  expect(site.published().publication.generation).toBe(2)
  expect(failures.map(String)).toEqual(['Error: the listener failed'])
})

test('a replaced mirror is closed when the last request that may read it has ended', async () => {
  const { dataDir, site, watcher } = await openFollowed(0)
  const { mirror } = site.served()
  const [first, second] = [watcher.hold(), watcher.hold()]
  const file = path.join(dataDir, 'mirror.db')
  cpSync(file, `${file}-next`)
  const next = findFileId(`${file}-next`)
  renameSync(`${file}-next`, file)
  await expect.poll(() => site.published().fileId).toBe(next)
  // Of the same generation.
  expect(site.served().mirror).toBe(site.published().mirror)
  const later = watcher.hold()

  first()
  first()
  expect(mirror.$client.open).toBe(true)
  second()
  expect(mirror.$client.open).toBe(false)
  later()
  expect(site.published().mirror.$client.open).toBe(true)
})

/** A server that has answered a request from its mirror. `replace` returns when another file is served. */
async function openReplaceable() {
  // Without another server of the mirror, which would have a connection of its own.
  const workspace = workspaceOf([testId(2)], [textBlock(2, 'words')])
  const { dataDir, open } = await keptSite(workspace)
  const file = path.join(dataDir, 'mirror.db')
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const metricsToken = 'a-token-of-the-tests'
  const app = await open({ ...atOnce, metricsToken })
  expect((await app.inject('/')).statusCode).toBe(200)
  const connections = new Set(prepare.mock.contexts as Database.Database[])
  const mirrors = [...connections].filter((each) => each.open && each.name === file)
  expect(mirrors.map(({ readonly }) => readonly)).toEqual([true])
  const headers = { authorization: `Bearer ${metricsToken}` }
  const replace = async () => {
    cpSync(file, `${file}-next`)
    renameSync(`${file}-next`, file)
    const metrics = async () => (await app.inject({ url: '/metrics', headers })).body
    await expect.poll(metrics).toContain('fansite_mirror_swaps_total 1')
  }
  return { app, replace, isOpen: () => mirrors[0]?.open }
}

test('requests do not keep a replaced mirror open', async () => {
  const { replace, isOpen } = await openReplaceable()
  await replace()
  await expect.poll(isOpen).toBe(false)
})

test('a request that has not ended keeps a replaced mirror open', async () => {
  const { app, replace, isOpen } = await openReplaceable()
  const started = startedProcesses('statement-process', (child) => child.kill('SIGSTOP'))
  const asked = app.inject('/_data/page.csv')
  await expect.poll(() => started).toHaveLength(1)
  await replace()
  expect(isOpen()).toBe(true)
  started[0]?.kill('SIGCONT')
  await asked
  await expect.poll(isOpen).toBe(false)
})
