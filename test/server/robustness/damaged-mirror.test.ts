import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { noteVerified } from '../../../cli/sync/target/verified-note.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { buildApp } from '../../../server/app.ts'
import { endSpares } from '../../../server/process/spare-processes.ts'
import { damageInnerPages } from '../../support/damage.ts'
import { hostileWorkspace, lines } from '../../support/workspaces/hostile-pages.ts'
import { ROOT_ID, textBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

const numbers = Array.from({ length: 300 }, (_, index) => 1000 + index)

type Words = 'first words' | 'second words'

/** A mirror of each text. */
const mirrors = new Map<Words, string>()

// Synced once: each test gets a copy.
beforeAll(async () => {
  for (const words of ['first words', 'second words'] as const) {
    const blocks = numbers.map((number) => textBlock(number, `${words} ${number} `.repeat(20)))
    const api = await startWorkspaceApi({ workspace: workspaceOf(numbers.map(testId), blocks) })
    const dataDir = tempDir()
    await syncElsewhere(api, { config: testConfig(ROOT_ID), dataDir })
    await api.close()
    mirrors.set(words, path.join(dataDir, 'mirror.db'))
  }
})

/** A data directory with a mirror of this text. */
function mirrored(words: Words = 'first words'): string {
  const dataDir = tempDir()
  const file = path.join(dataDir, 'mirror.db')
  cpSync(mirrors.get(words) ?? '', file)
  // As after a sync: a server need not verify it.
  noteVerified(dataDir, file)
  return dataDir
}

async function openApp(dataDir: string) {
  const app = await buildApp({
    config: testConfig(ROOT_ID),
    dataDir,
    logLevel: 'silent',
    ...atOnce
  })
  onTestFinished(() => app.close())
  return app
}

/** Replaces the mirror by rename, like tools that restore a copy. */
function replaceMirror(dataDir: string, file: string): void {
  const next = path.join(dataDir, 'next.db')
  cpSync(file, next)
  renameSync(next, path.join(dataDir, 'mirror.db'))
}

function damagedCopy(): string {
  const file = path.join(mirrored('second words'), 'mirror.db')
  damageInnerPages(file)
  return file
}

test('a mirror with damaged SQLite pages is not served', async () => {
  const dataDir = mirrored()
  damageInnerPages(path.join(dataDir, 'mirror.db'))
  const app = await openApp(dataDir)
  const ready = await app.inject('/readyz')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ error: 'mirror_unreadable' })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test.each([
  ['is damaged', damageInnerPages],
  ['is no database', (file: string) => writeFileSync(file, 'plain words '.repeat(500))]
])('a site whose mirror %s does not announce a first sync', async (_, damage) => {
  const dataDir = mirrored()
  damage(path.join(dataDir, 'mirror.db'))
  const page = await (await openApp(dataDir)).inject('/')
  expect(page.statusCode).toBe(503)
  expect(page.headers['retry-after']).toBe('30')
  expect(page.body).toContain('cannot be read at the moment')
  expect(page.body).not.toMatch(/first sync|being prepared/i)
})

test('a damaged file in place of the mirror is ignored, and the earlier mirror is served', async () => {
  const dataDir = mirrored()
  const app = await openApp(dataDir)
  expect((await app.inject('/')).body).toContain('first words')
  replaceMirror(dataDir, damagedCopy())

  for (let count = 0; count < 20; count++) {
    const page = await app.inject('/')
    expect([page.statusCode, page.body.includes('first words')]).toEqual([200, true])
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

test('while a damaged file is in place, a heavy page is not rendered in the server', async () => {
  const { app, dataDir } = await publishedSite(hostileWorkspace(lines(2500, (at) => `line ${at}`)))
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  // No process has opened the earlier mirror.
  endSpares()
  replaceMirror(dataDir, damagedCopy())
  const heavy = await app.inject('/hostile')
  expect(heavy.statusCode).toBe(503)
  expect(heavy.headers['retry-after']).toBe('30')
  const light = await app.inject('/small')
  expect([light.statusCode, light.body.includes('a small page')]).toEqual([200, true])
})

test('a valid file in place of the mirror is served, also after a damaged one', async () => {
  const dataDir = mirrored()
  const app = await openApp(dataDir)
  const home = async () => (await app.inject('/')).body
  expect(await home()).toContain('first words')
  replaceMirror(dataDir, damagedCopy())
  expect(await home()).toContain('first words')
  replaceMirror(dataDir, path.join(mirrored('second words'), 'mirror.db'))
  await expect.poll(home).toContain('second words')
})

test('a site whose damaged mirror is removed waits for a first sync', async () => {
  const dataDir = mirrored()
  damageInnerPages(path.join(dataDir, 'mirror.db'))
  const app = await openApp(dataDir)
  expect((await app.inject('/readyz')).json()).toMatchObject({ error: 'mirror_unreadable' })
  rmSync(path.join(dataDir, 'mirror.db'))
  expect((await app.inject('/readyz')).json()).toMatchObject({ error: 'not_ready' })
})

const isAboutMirror = (line: string) => line.includes('the mirror cannot be read')

/** Log lines of a server about the mirror during three requests. */
async function loggedOf(dataDir: string): Promise<string[]> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const app = await buildApp({ config: testConfig(ROOT_ID), dataDir, ...atOnce })
  for (let count = 0; count < 3; count++) await app.inject('/')
  await app.close()
  const logged = write.mock.calls.map(([line]) => String(line))
  write.mockRestore()
  return logged.filter(isAboutMirror)
}

function makeDatabase(statements: string) {
  const dataDir = tempDir()
  const file = path.join(dataDir, 'mirror.db')
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.exec(statements)
  database.close()
  return { dataDir, file }
}

test('a damaged mirror is logged once, with its path and the remedy', async () => {
  const dataDir = mirrored()
  const file = path.join(dataDir, 'mirror.db')
  damageInnerPages(file)
  expect(await loggedOf(dataDir)).toEqual([
    expect.stringContaining(`${file} is damaged; move it away and sync again`)
  ])
})

test('the database of another program is logged as such', async () => {
  const { dataDir, file } = makeDatabase('create table accounts (name text)')
  expect(await loggedOf(dataDir)).toEqual([
    expect.stringContaining(`${file} is not a mirror of fansite; name another file`)
  ])
})

test.each([
  ['before its first table', ''],
  ['before its first migration', 'create table __drizzle_migrations (hash text)']
])('a mirror under construction is not a failure %s', async (_, statements) => {
  const { dataDir } = makeDatabase(statements)
  expect(await loggedOf(dataDir)).toEqual([])
  const ready = await (await openApp(dataDir)).inject('/readyz')
  expect(ready.json()).toMatchObject({ error: 'not_ready' })
})
