import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { runCommand } from '../../support/command.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

const update = (file: string, dataDir: string) =>
  runCommand(['snapshot', file, '--in-place', '--json', '--data', dataDir])
const generationOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).generation as unknown
const mirrorOf = (dataDir: string) => mirrorContents(path.join(dataDir, 'mirror.db'))
const verify = (file: string) => runCommand(['verify', file])

/** A copy that a program holds open, with the tables that Litestream adds. */
async function openCopy() {
  const site = await mirrorDir()
  const file = path.join(tempDir(), 'copy', 'mirror.db')
  const { code, stderr } = await update(file, site.dataDir)
  expect([code, stderr]).toEqual([0, ''])
  const replicator = new Database(file)
  onTestFinished(() => void replicator.close())
  replicator.exec(
    'create table _litestream_seq (id integer primary key, seq integer); insert into _litestream_seq values (1, 7)'
  )
  return { ...site, file, replicator }
}

test('a copy is updated in its file, and the tables of Litestream remain', async () => {
  const { api, sync, dataDir, file, replicator } = await openCopy()
  const { ino } = statSync(file)
  api.edit.setText(ROOT_ID, 'Renamed')
  await sync()
  expect(generationOf(await update(file, dataDir))).toBe(2)
  expect(statSync(file).ino).toBe(ino)
  expect(replicator.prepare('select seq from _litestream_seq').pluck().get()).toBe(7)
  const { _litestream_seq, ...contents } = mirrorContents(file)
  expect([contents, _litestream_seq]).toEqual([mirrorOf(dataDir), [expect.any(String)]])
})

test('an update writes only pages with changed rows', async () => {
  const { api, sync, dataDir, file, replicator } = await openCopy()
  replicator.pragma('wal_checkpoint(TRUNCATE)')
  await update(file, dataDir)
  expect(statSync(`${file}-wal`).size).toBe(0)
  api.edit.setText(testId(11), 'An edited paragraph')
  await sync()
  await update(file, dataDir)
  const written = statSync(`${file}-wal`).size
  expect(written).toBeGreaterThan(0)
  expect(written).toBeLessThan(statSync(file).size / 2)
})

test('a copy of a replicated copy is an intact mirror', async () => {
  const { dataDir, file } = await openCopy()
  const restored = path.join(tempDir(), 'restored.db')
  expect((await runCommand(['snapshot', restored, '--data', file])).code).toBe(0)
  const { code, stderr } = await verify(restored)
  expect([code, stderr]).toEqual([0, ''])
  expect(mirrorContents(restored)).toEqual(mirrorOf(dataDir))
})

test('a copy follows a mirror that was rebuilt, and one with other tables', async () => {
  const { sync, dataDir, file, replicator } = await openCopy()
  rmSync(path.join(dataDir, 'mirror.db'))
  rmSync(path.join(dataDir, 'staging.db'))
  await sync()
  replicator.exec('drop table search_name; create table stray (x); create index strays on stray(x)')
  expect(generationOf(await update(file, dataDir))).toBe(1)
  const plain = path.join(tempDir(), 'plain.db')
  await runCommand(['snapshot', plain, '--data', file])
  expect((await verify(plain)).stderr).toBe('')
  expect(mirrorContents(plain)).toEqual(mirrorOf(dataDir))
})

test('an empty database is filled; other files, folders and the mirror are refused', async () => {
  const { dataDir } = await mirrorDir()
  const empty = path.join(tempDir(), 'empty.db')
  new Database(empty).pragma('journal_mode = WAL')
  expect(generationOf(await update(empty, dataDir))).toBe(1)

  const [folder, letter, other] = ['folder', 'letter.txt', 'other.db'].map((name) =>
    path.join(tempDir(), name)
  ) as [string, string, string]
  mkdirSync(folder)
  writeFileSync(letter, 'dear reader')
  new Database(other).exec('create table letter (text)').close()
  for (const [target, fault] of [
    [folder, 'is a folder'],
    [letter, 'is not an SQLite database; name another file, or move it away'],
    [other, 'is not a mirror'],
    [path.join(dataDir, 'mirror.db'), 'is the mirror itself']
  ] as const) {
    const { code, stderr, stdout } = await update(target, dataDir)
    expect([code, stderr + stdout]).toEqual([1, expect.stringContaining(fault)])
  }
})

test('withdrawn text is in no free part of the copy', async () => {
  const { api, sync, dataDir, file, replicator } = await openCopy()
  const isInCopy = async () => {
    await sync()
    await update(file, dataDir)
    replicator.pragma('wal_checkpoint(TRUNCATE)')
    return readFileSync(file).includes('Canary Words')
  }
  api.edit.setText(testId(11), 'Canary Words '.repeat(2000))
  expect(await isInCopy()).toBe(true)
  api.edit.setPrivate(testId(10), true)
  expect(await isInCopy()).toBe(false)
})
