import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { openMirrorForReading, openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { tempDir } from '../../support/temp-dir.ts'

test('opening a missing mirror for reading fails and creates no file', () => {
  const file = path.join(tempDir(), 'mirror.db')
  expect(() => openMirrorForReading(file)).toThrow(/unable to open database file/)
  expect(existsSync(file)).toBe(false)
})

test('a file that is not a database is rejected by name', () => {
  const file = path.join(tempDir(), 'mirror.db')
  writeFileSync(file, 'not a database, but long enough to be looked at by someone who expects one')
  expect(() => openMirrorForReading(file)).toThrow(`${file} is not an SQLite database`)
})

test('a mirror written by a newer fansite is rejected for reading and for sync', () => {
  const file = path.join(tempDir(), 'mirror.db')
  openMirrorForSync(file).$client.close()
  const database = new Database(file)
  database.exec(
    "insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)"
  )
  database.close()

  expect(() => openMirrorForReading(file)).toThrow(/written by a newer fansite; update fansite/)
  expect(() => openMirrorForSync(file)).toThrow(/written by a newer fansite; update fansite/)
})

test('the bundled SQLite includes the write-ahead log fix of 3.51.3', () => {
  const [major = 0, minor = 0, patch = 0] = String(
    new Database(':memory:').prepare('select sqlite_version()').pluck().get()
  )
    .split('.')
    .map(Number)
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003)
})
