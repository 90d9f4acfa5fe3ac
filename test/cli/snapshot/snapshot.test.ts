import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { refuseOwnFile } from '../../../db/publish/copies/write-snapshot.ts'
import { buildApp } from '../../../server/app.ts'
import { runCommand } from '../../support/command.ts'
import { damageTable } from '../../support/damage.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

const snapshot = (file: string, dataDir: string) =>
  runCommand(['snapshot', file, '--json', '--data', dataDir])

test('a snapshot contains the publication in one file that any SQLite opens', async () => {
  const { dataDir } = await mirrorDir()
  const folder = tempDir()
  const file = path.join(folder, 'wiki.db')
  const { code, stdout } = await snapshot(file, dataDir)
  expect([code, JSON.parse(stdout)]).toEqual([0, { file, size: expect.any(Number), generation: 1 }])
  expect(readdirSync(folder)).toEqual(['wiki.db'])
  expect(mirrorContents(file)).toEqual(mirrorContents(path.join(dataDir, 'mirror.db')))

  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const copy = new Database(file, { readonly: true })
  expect(copy.pragma('journal_mode', { simple: true })).toBe('delete')
  expect(copy.prepare('select count(*) from pages').pluck().get()).toBe(3)
  copy.close()
})

test('a snapshot has no tables of Litestream and no statistics', async () => {
  const { dataDir } = await mirrorDir()
  const tablesOf = (name: string) => {
    const client = new Database(name)
    const sql = `select name from sqlite_schema where name glob '_litestream_*' or name glob 'sqlite_stat*'`
    const found = client.prepare(sql).pluck().all()
    client.close()
    return found
  }
  const mirror = new Database(path.join(dataDir, 'mirror.db'))
  mirror.exec(`create table _litestream_seq (id integer primary key, seq integer);
    create table _litestream_lock (id integer); analyze`)
  mirror.close()
  expect(tablesOf(path.join(dataDir, 'mirror.db'))).toHaveLength(4)
  const file = path.join(tempDir(), 'wiki.db')
  expect((await snapshot(file, dataDir)).code).toBe(0)
  expect(tablesOf(file)).toEqual([])
  expect((await runCommand(['verify', file])).code).toBe(0)
})

test('a snapshot can be served, checked and queried like a mirror', async () => {
  const { dataDir } = await mirrorDir()
  const file = path.join(tempDir(), 'wiki.db')
  await snapshot(file, dataDir)
  const app = await buildApp({
    ...patient,
    config: testConfig(ROOT_ID),
    dataDir: file,
    logLevel: 'error'
  })
  onTestFinished(() => app.close())
  expect((await app.inject('/')).statusCode).toBe(200)
  expect((await runCommand(['check', '--data', file])).stdout).toContain('wiki.db is intact')
  const { stdout } = await runCommand([
    'query',
    'select count(*) as n from pages',
    '--json',
    '--data',
    file
  ])
  expect(JSON.parse(stdout)).toEqual([{ n: 3 }])
})

test('a newer snapshot replaces an older one, and no other file', async () => {
  const { dataDir, api, sync } = await mirrorDir()
  const file = path.join(tempDir(), 'wiki.db')
  await snapshot(file, dataDir)
  api.edit.setText(ROOT_ID, 'Renamed')
  await sync()
  expect(JSON.parse((await snapshot(file, dataDir)).stdout)).toMatchObject({ generation: 2 })

  const other = path.join(tempDir(), 'letter.txt')
  writeFileSync(other, 'dear reader')
  const refused = await snapshot(other, dataDir)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('exists and is not a mirror')
  ])
  const nowhere = await runCommand(['snapshot', file, '--data', tempDir()])
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringContaining('there is no mirror at')
  ])
  expect(existsSync(other)).toBe(true)
})

test('a snapshot replaces neither the mirror itself nor one in use', async () => {
  const { dataDir } = await mirrorDir()
  const file = path.join(dataDir, 'mirror.db')
  const before = mirrorContents(file)
  for (const flags of [[], ['--json']]) {
    const { code, stderr } = await runCommand(['snapshot', file, '--data', dataDir, ...flags])
    expect([code, stderr]).toEqual([1, expect.stringContaining('is the mirror itself')])
  }
  const other = await mirrorDir()
  const inUse = path.join(other.dataDir, 'mirror.db')
  const writer = new Database(inUse)
  writer.exec('begin immediate; update mirror set generation = 7; commit')
  onTestFinished(() => void writer.close())
  const { code, stderr } = await runCommand(['snapshot', inUse, '--data', dataDir])
  expect([code, stderr]).toEqual([1, expect.stringContaining('is a mirror in use')])
  expect(mirrorContents(file)).toEqual(before)
})

test('the next snapshot removes the parts of killed ones, but not those of a running one', async () => {
  const { dataDir } = await mirrorDir()
  const folder = tempDir()
  const [killed, running] = [randomUUID(), randomUUID()]
  const hourAgo = Date.now() / 1000 - 3601
  for (const name of [`wiki.db.${killed}.part`, `wiki.db.${killed}.part-journal`, 'wiki.db.part']) {
    writeFileSync(path.join(folder, name), 'half of it')
    utimesSync(path.join(folder, name), hourAgo, hourAgo)
  }
  writeFileSync(path.join(folder, `wiki.db.${running}.part`), 'half of it')
  expect((await snapshot(path.join(folder, 'wiki.db'), dataDir)).code).toBe(0)
  const left = ['wiki.db', `wiki.db.${running}.part`, 'wiki.db.part']
  expect(readdirSync(folder).toSorted()).toEqual(left.toSorted())
})

test('a folder where a sync has taken its lock and was then refused gets snapshots', async () => {
  const { dataDir } = await mirrorDir()
  const folder = tempDir()
  const sync = new Database(path.join(folder, 'sync.lock'))
  sync.exec('begin exclusive')
  expect((await snapshot(folder, dataDir)).stdout).toContain('is a data directory')
  sync.close()
  for (const what of ['the first one', 'an update']) {
    const { code, stderr } = await snapshot(folder, dataDir)
    expect([what, code, stderr]).toEqual([what, 0, ''])
  }
})

test.each(['wiki', 'wiki.db', 'wiki.db --in-place'])(
  'fansite snapshot %s names the mirror if that is damaged, not the copy',
  async (words) => {
    const { dataDir } = await mirrorDir()
    const folder = tempDir()
    const damaged = path.join(folder, 'mirror.db')
    copyFileSync(path.join(dataDir, 'mirror.db'), damaged)
    damageTable(damaged, 'block')
    const [name = '', ...flags] = words.split(' ')
    const args = ['snapshot', path.join(folder, name), '--data', damaged, ...flags]
    const { code, stderr } = await runCommand(args)
    expect([code, stderr]).toEqual([1, expect.stringMatching(`^${damaged} is damaged; `)])
  }
)

test('files of two file systems are two files, also if they have the same number', () => {
  // The root folders of both file systems have the number 1.
  const [source, target] = ['/proc', '/sys']
  expect(statSync(target).ino).toBe(statSync(source).ino)
  expect(() => refuseOwnFile(source, target)).not.toThrow()
  expect(() => refuseOwnFile(source, '/proc/.')).toThrow('is the mirror itself')
})
