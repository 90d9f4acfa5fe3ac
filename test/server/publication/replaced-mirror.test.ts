import {
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { checkMirror } from '../../../db/check/check-mirror.ts'
import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { buildApp } from '../../../server/app.ts'
import { MirrorWatcher } from '../../../server/publication/mirror-watcher.ts'
import { PublishedSite } from '../../../server/publication/published-site.ts'
import { damageInnerPages } from '../../support/damage.ts'
import { attachment, asset, imageBlock, picture } from '../../support/sites/file-site.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { noteProcesses, startedProcesses } from '../../support/run/started-processes.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { ROOT_ID, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

const words = 'words that a flipped bit changes'
const lacksOneFile = expect.stringContaining('references one file that is missing or incomplete')

/** Follows a data directory like a server that looks at each request. */
async function follow(dataDir: string) {
  const failures: string[] = []
  const paths = mirrorPaths(dataDir)
  const watcher = new MirrorWatcher(paths, {
    onFailure: (error) => failures.push(String(error)),
    lookIntervalMs: 0
  })
  const site = new PublishedSite(testConfig(ROOT_ID), {
    source: watcher,
    assetFolder: paths.assets
  })
  onTestFinished(() => watcher.close())
  await watcher.waitForCheck()
  const generation = () => (site.isReady() ? site.published().publication.generation : undefined)
  return { failures, generation, site, watcher }
}

/** Publications 1 to 3 of a workspace, as files that the tests copy. */
let copies: string[] = []

beforeAll(async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    textBlock(100 + index, `${words} `.repeat(20))
  )
  const blocks = [textBlock(2, 'text'), ...many]
  const ids = blocks.map(({ id }) => id)
  const { api, dataDir, sync } = await mirrorDir(workspaceOf(ids, blocks))
  const folder = tempDir()
  copies = [1, 2, 3].map((number) => path.join(folder, `${number}.db`))
  for (const [index, copy] of copies.entries()) {
    if (index > 0) {
      api.edit.setText(testId(2), `text ${index}`)
      await sync()
    }
    cpSync(path.join(dataDir, 'mirror.db'), copy)
  }
})

/** The three publications, and a directory of a server that serves the second. */
async function openThree() {
  const dataDir = tempDir()
  const file = path.join(dataDir, 'mirror.db')
  const put = (copy: string) => {
    cpSync(copy, `${file}-new`)
    renameSync(`${file}-new`, file)
  }
  const [first = '', second = '', third = ''] = copies
  put(second)
  return { dataDir, file, first, put, second, third, ...(await follow(dataDir)) }
}

/** Changes one letter of a text, which SQLite's own checks do not notice. */
function flipByte(file: string): void {
  const bytes = readFileSync(file)
  const at = bytes.indexOf(words)
  expect(at).toBeGreaterThan(0)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
  const mirror = openMirrorForReading(file)
  checkMirror(mirror)
  mirror.$client.close()
}

function change(file: string, sql: string): void {
  const client = new Database(file)
  client.exec(sql)
  client.close()
}

const newerMigration = `insert into __drizzle_migrations (hash, created_at) values ('x', 9e15)`

test('bad and older files are refused once each, and a newer one is served', async () => {
  const { failures, file, first, generation, put, second, site, third, watcher } = await openThree()
  expect(generation()).toBe(2)
  const { mirror } = site.published()
  const bad: [what: RegExp, spoil: (copy: string) => void][] = [
    [/is damaged.*differ/, flipByte],
    [/is damaged/, damageInnerPages],
    [/is damaged|is not an SQLite database/, (copy) => truncateSync(copy, 20_000)],
    [/is not an SQLite database/, (copy) => writeFileSync(copy, 'plain words '.repeat(500))],
    [/newer fansite/, (copy) => change(copy, newerMigration)],
    [/contains the table "more"/, (copy) => change(copy, 'create table more (a)')],
    [/holds generation 1, and generation 2 is being served/, (copy) => cpSync(first, copy)]
  ]
  for (const [index, [what, spoil]] of bad.entries()) {
    const copy = `${third}-spoilt`
    cpSync(third, copy)
    spoil(copy)
    put(copy)
    watcher.look()
    await expect.poll(() => watcher.state().refusedMirrors).toBe(index + 1)
    for (let count = 0; count < 20; count++) watcher.look()
    expect(failures).toHaveLength(index + 1)
    expect(failures.at(-1)).toMatch(what)
    expect(failures.at(-1)).toContain(watcher.state().lastRefusal?.message)
    expect([generation(), watcher.state().problem]).toEqual([2, 'refused'])
    expect(site.published().mirror).toBe(mirror)
  }

  put(third)
  await expect.poll(generation).toBe(3)
  expect(mirror.$client.open).toBe(false)
  expect(watcher.state()).toMatchObject({ swaps: 1, refusedMirrors: 7, problem: undefined })
  expect(statSync(file).size).toBe(statSync(third).size)
  put(second)
  await expect.poll(() => watcher.state().refusedMirrors).toBe(8)
  expect(generation()).toBe(3)
})

test('the open mirror is served while its file is away', async () => {
  const { failures, file, generation, watcher } = await openThree()
  renameSync(file, `${file}-away`)
  for (let count = 0; count < 3; count++) expect(generation()).toBe(2)
  expect(watcher.state()).toMatchObject({ problem: 'missing', refusedMirrors: 0 })
  expect(failures).toEqual([expect.stringContaining('mirror.db is missing')])
  renameSync(`${file}-away`, file)
  expect(generation()).toBe(2)
  expect(watcher.state()).toMatchObject({ problem: undefined, swaps: 0 })
})

test('a flipped byte keeps the first mirror from being served, until a good one arrives', async () => {
  const { dataDir, file, put, second, watcher } = await openThree()
  watcher.close()
  flipByte(file)
  const { failures, generation, site } = await follow(dataDir)
  expect(generation()).toBe(undefined)
  expect(() => site.published()).toThrow(expect.objectContaining({ code: 'mirror_unreadable' }))
  expect(failures).toEqual([expect.stringMatching(/is damaged.*differ/)])
  put(second)
  await expect.poll(generation).toBe(2)
})

/**
 * Opens a mirror, and returns whether that needed a verification, which is remembered if it `completes`
 * and is stopped otherwise.
 */
async function start(dataDir: string, completes = true): Promise<boolean> {
  const watcher = new MirrorWatcher(mirrorPaths(dataDir), {
    onFailure: (error) => expect.fail(String(error)),
    lookIntervalMs: 0
  })
  // A verification is never complete at the first look.
  const wasVerified = watcher.current() !== undefined
  if (completes) {
    await watcher.waitForCheck()
    expect(watcher.current()).toBeDefined()
  }
  await watcher.close()
  return !wasVerified
}

test('a verified mirror is served at once after a restart, until its file changes', async () => {
  const { dataDir, file, put, third, watcher } = await openThree()
  watcher.close()
  const note = path.join(dataDir, 'verified.json')
  expect(statSync(note).mode & 0o777).toBe(0o600)
  expect(await start(dataDir)).toBe(false)

  put(third)
  expect(await start(dataDir)).toBe(true)
  expect(await start(dataDir)).toBe(false)
  change(file, 'update sync_run set requests = requests + 1')
  expect(await start(dataDir)).toBe(true)
  writeFileSync(note, '{"state"')
  expect(await start(dataDir, false)).toBe(true)
  rmSync(note)
  expect(await start(dataDir, false)).toBe(true)
})

test('what a sync writes into a verified mirror need not be verified again', async () => {
  const { api, dataDir, sync } = await mirrorDir()
  expect(await start(dataDir)).toBe(false)
  api.edit.setText(testId(11), 'another line')
  await sync()
  expect(await start(dataDir)).toBe(false)
  // Changed by another program: a sync does not make it verified again.
  change(path.join(dataDir, 'mirror.db'), 'update sync_run set requests = requests + 1')
  await sync()
  expect(await start(dataDir, false)).toBe(true)
})

/** A data directory with a mirror that shows a picture, and the path of its file. */
async function pictured() {
  const source = attachment(5)
  const workspace = workspaceOf([testId(3)], [imageBlock(3, source)])
  const assets = new Map([[source, asset(await picture(1))]])
  const api = await startWorkspaceApi({ workspace, assets })
  const dataDir = tempDir()
  // In another process, as on a real site: connections of one process share what they know of a log.
  const sync = () => syncElsewhere(api, { config: testConfig(ROOT_ID), dataDir })
  onTestFinished(() => api.close())
  await sync()
  const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
  const hash = mirror.$client.prepare<[], string>('select hash from asset').pluck().get() ?? ''
  mirror.$client.close()
  return { api, dataDir, file: path.join(dataDir, 'assets', hash.slice(0, 2), hash), sync }
}

test('a mirror whose assets are missing replaces no other, until they have arrived', async () => {
  const { api, dataDir, file, sync } = await pictured()
  const copy = path.join(tempDir(), 'next.db')
  api.edit.setText(ROOT_ID, 'Renamed')
  const { failures, generation, watcher } = await follow(dataDir)
  cpSync(path.join(dataDir, 'mirror.db'), copy)
  const bytes = readFileSync(file)
  truncateSync(file, 3)
  renameSync(copy, path.join(dataDir, 'mirror.db'))
  watcher.look()
  await expect.poll(() => watcher.state().refusedMirrors).toBe(1)
  for (let count = 0; count < 20; count++) watcher.look()
  expect(failures).toEqual([lacksOneFile])

  writeFileSync(file, bytes)
  watcher.look()
  await expect.poll(() => watcher.state().swaps).toBe(1)
  await sync()
  expect(generation()).toBe(2)
})

test('without another mirror, one whose assets are missing is served', async () => {
  const { dataDir, file } = await pictured()
  rmSync(file)
  rmSync(path.join(dataDir, 'verified.json'))
  const { failures, generation } = await follow(dataDir)
  expect(generation()).toBe(1)
  expect(failures).toEqual([lacksOneFile])
})

test('a verification that was killed is repeated after a minute', async () => {
  const { dataDir } = await mirrorDir()
  rmSync(path.join(dataDir, 'verified.json'))
  const end = noteProcesses('verify-process', (child) => child.kill('SIGKILL'))
  const { generation, watcher } = await follow(dataDir)
  end()
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  onTestFinished(() => clock.mockRestore())
  expect([generation(), watcher.state().refusedMirrors]).toEqual([undefined, 1])
  await expect.poll(generation).toBe(1)
})

test('a verification has ended when its server is closed', async () => {
  const { dataDir } = await mirrorDir()
  rmSync(path.join(dataDir, 'verified.json'))
  const started = startedProcesses('verify-process')
  const app = await buildApp({ config: testConfig(ROOT_ID), dataDir, logLevel: 'silent' })
  await app.ready()
  await app.close()
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
})
