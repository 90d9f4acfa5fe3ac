import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { clearUnused } from '../../../db/publish/copies/clear-unused.ts'
import { tempDir } from '../../support/temp-dir.ts'

const ROWS = 3000

/** A database whose rows were written in another order than that of their keys; some are deleted. */
function databaseWithDeleted(file: string): { pageSize: number } {
  const client = new Database(file)
  client.pragma('secure_delete = ON')
  client.exec('create table word (key text primary key, text text)')
  const insert = client.prepare('insert into word values (?, ?)')
  client.transaction(() => {
    let random = 1
    for (let row = 0; row < ROWS; row++) {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31
      const name = random % 7 === 0 ? 'Hidden' : 'Shown'
      insert.run(`${random} ${name}`, 'x'.repeat(random % 90))
    }
  })()
  client.exec("delete from word where key like '%Hidden'")
  const pageSize = Number(client.pragma('page_size', { simple: true }))
  client.close()
  return { pageSize }
}

test('what no row uses is overwritten, with the copies of deleted rows that SQLite leaves', () => {
  const file = path.join(tempDir(), 'words.db')
  const { pageSize } = databaseWithDeleted(file)
  const bytes = readFileSync(file)
  expect(bytes.includes('Hidden')).toBe(true)
  for (let at = 0; at < bytes.length; at += pageSize) {
    clearUnused(bytes.subarray(at, at + pageSize), at === 0)
  }
  expect(bytes.includes('Hidden')).toBe(false)
  const cleared = path.join(tempDir(), 'cleared.db')
  writeFileSync(cleared, bytes)
  const [before, after] = [file, cleared].map((each) => {
    const client = new Database(each, { readonly: true })
    const rows = client.prepare('select * from word order by key').all()
    const check = client.pragma('integrity_check', { simple: true })
    client.close()
    return { rows, check }
  })
  expect(after).toEqual({ rows: before?.rows, check: 'ok' })
})
