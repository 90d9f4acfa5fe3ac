import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { expect, test } from 'vitest'

import { openMirrorForReading } from '../../db/open-mirror.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../records.ts'
import { tempDir } from '../temp-dir.ts'
import { harvestOf, openTestMirror, publishAt } from './harvest.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

/** A mirror as the first schema made it, with a published page in it. */
function firstMirror(): string {
  const folder = path.join(tempDir(), 'migrations')
  mkdirSync(path.join(folder, 'meta'), { recursive: true })
  const name = path.join('meta', '_journal.json')
  const text = readFileSync(path.join(migrations, name), 'utf8')
  const journal = JSON.parse(text) as { entries: unknown[] }
  journal.entries = journal.entries.slice(0, 1)
  writeFileSync(path.join(folder, name), JSON.stringify(journal))
  cpSync(path.join(migrations, '0000_first_light.sql'), path.join(folder, '0000_first_light.sql'))

  const file = path.join(tempDir(), 'mirror.db')
  const client = new Database(file)
  migrate(drizzle(client), { migrationsFolder: folder })
  client.exec(`
    insert into mirror values (1, '${ROOT_ID}', 'space', 4, 100, 'digest', 'rules');
    insert into block (id, type, title, parent_id, parent_table, version, created_time, last_edited_time, raw)
      values ('${ROOT_ID}', 'page', 'Home', 'space', 'space', 1, 1, 1, '{}');
    insert into page (id, path, slug, title, depth, position, text, created_time, last_edited_time)
      values ('${ROOT_ID}', '/', '', 'Home', 0, 0, '', 1, 1);
    insert into asset values ('s', 'h', 'image/png', 1, 2, 3);
    insert into sync_run values (1, 4, 1, 90, 100, 3, '{}')`)
  client.close()
  return file
}

test('a mirror of the first schema keeps its rows and its generation', () => {
  const { $client } = openTestMirror(firstMirror())
  const facts = 'select generation, pages, blocks, rows, collections, assets from mirror'
  expect($client.prepare(facts).raw().all()).toEqual([[4, 0, 0, 0, 0, 0]])
  expect($client.prepare('select path, digest from page').raw().all()).toEqual([['/', '']])
  expect($client.prepare('select source, preview from asset').raw().all()).toEqual([['s', null]])
  expect($client.prepare('select exit_code from sync_run').pluck().all()).toEqual([0])
  expect($client.pragma('foreign_key_check')).toEqual([])
})

test('the paths of a mirror of the first schema begin their history with its publication', () => {
  const { $client } = openTestMirror(firstMirror())
  const first = { page_id: ROOT_ID, path: '/', first_seen_at: 100, last_seen_at: null }
  expect($client.prepare('select * from page_path').all()).toEqual([first])
})

test('a mirror of the first schema is published anew by the next sync, and can be read', async () => {
  const file = firstMirror()
  const next = harvestOf(workspaceOf([testId(2)], [pageBlock(2, 'Lamp')]))
  expect(await publishAt(openTestMirror(file), 200, next)).toEqual({
    generation: 5,
    isPublished: true,
    warnings: []
  })
  const { $client } = openMirrorForReading(file)
  expect($client.prepare('select count(*) from page where digest <> ?').pluck().get('')).toBe(2)
  $client.close()
})
