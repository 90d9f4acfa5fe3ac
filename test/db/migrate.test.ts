import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'

import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { isSweep } from '../support/run/sweep.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'
import { walkResultOf, openTestMirror, publishAt } from '../support/workspaces/walk-result.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

const KNOWN = readMigrationFiles({ migrationsFolder: migrations }).length

/** A mirror with the first schema and a published page. */
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
    insert into asset values ('s', '${'a1'.repeat(32)}', 'image/png', 1, 2, 3);
    insert into sync_run values (1, 4, 1, 90, 100, 3, '{}')`)
  client.close()
  return file
}

/** Adds enough blocks to make a migration take a while. */
function growMirror(file: string): void {
  const client = new Database(file)
  client.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
    insert into block (id, type, title, parent_id, parent_table, version, created_time, last_edited_time, raw)
    select 'block-' || n, 'text', 'line', '${ROOT_ID}', 'block', 1, 1, 1, '{"padding": "${'x'.repeat(300)}"}'
      from numbers`)
  client.close()
}

/** Where a migration is killed: before a statement, while the parent sees the commit begin, or after it. */
type KillPoint = { statement: number } | 'in the commit' | 'after the commit'

/**
 * Opens the mirror for a sync in a child process, which is killed at the point, if given. Returns the
 * number of statements up to the commit.
 */
async function migrateAndKill(file: string, point?: KillPoint): Promise<number> {
  const module = new URL('../../db/mirror/open-mirror.ts', import.meta.url).href
  const script = `
    import { writeSync } from 'node:fs'
    import Database from 'better-sqlite3'
    const point = ${JSON.stringify(point ?? null)}
    const { prepare, exec } = Database.prototype
    const die = () => process.kill(process.pid, 'SIGKILL')
    let statements = 0
    Database.prototype.prepare = function (sql) {
      if (point?.statement === statements++) die()
      if (sql === 'COMMIT') writeSync(1, String(statements))
      return prepare.call(this, sql)
    }
    Database.prototype.exec = function (sql) {
      if (point === 'after the commit') die()
      return exec.call(this, sql)
    }
    const { openMirrorForSync } = await import(${JSON.stringify(module)})
    openMirrorForSync(${JSON.stringify(file)})`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
    if (point === 'in the commit') child.kill('SIGKILL')
  })
  await once(child, 'close')
  return Number(output)
}

test('a mirror with the first schema keeps its rows and generation', () => {
  const { $client } = openTestMirror(firstMirror())
  const facts = 'select generation, pages, blocks, rows, collections, assets from mirror'
  expect($client.prepare(facts).raw().all()).toEqual([[4, 0, 0, 0, 0, 0]])
  expect($client.prepare('select path, digest from page').raw().all()).toEqual([['/', '']])
  expect($client.prepare('select source, preview from asset').raw().all()).toEqual([['s', null]])
  expect($client.prepare('select exit_code from sync_run').pluck().all()).toEqual([0])
  expect($client.pragma('foreign_key_check')).toEqual([])
})

test('a published mirror is backed up before a migration', () => {
  const file = firstMirror()
  openTestMirror(file)
  const copy = readdirSync(path.dirname(file)).find((name) => name.includes('-before-')) ?? ''
  const client = new Database(path.join(path.dirname(file), copy), { readonly: true })
  expect(client.prepare('select generation from mirror').pluck().all()).toEqual([4])
  expect(client.prepare('select count(*) from __drizzle_migrations').pluck().all()).toEqual([1])
  client.close()
})

test('a killed migration leaves the old or the new schema', async () => {
  const grown = firstMirror()
  growMirror(grown)
  const run = async (point?: KillPoint) => {
    const file = path.join(tempDir(), 'mirror.db')
    cpSync(grown, file)
    const statements = await migrateAndKill(file, point)
    const client = new Database(file)
    const applied = client.prepare('select count(*) from __drizzle_migrations').pluck().get()
    const hasLinks = client
      .prepare(`select count(*) from sqlite_schema where name = 'link'`)
      .pluck()
    expect([
      [1, 0],
      [KNOWN, 1]
    ]).toContainEqual([applied, hasLinks.get()])
    expect(client.prepare('select count(*) from block').pluck().get()).toBe(20_001)
    expect(client.pragma('quick_check', { simple: true })).toBe('ok')
    client.close()
    return { applied, statements }
  }
  const { statements } = await run('in the commit')
  expect(statements).toBeGreaterThan(KNOWN)
  const shares = isSweep ? [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9] : []
  const before = shares.map((share) => Math.floor(share * statements))
  const killed = [...before, statements - 1].map((statement) => run({ statement }))
  expect((await run('after the commit')).applied).toBe(KNOWN)
  expect((await Promise.all(killed)).map(({ applied }) => applied)).toEqual(killed.map(() => 1))
})

test('paths of a mirror with the first schema start their history at its publication', () => {
  const { $client } = openTestMirror(firstMirror())
  const first = { page_id: ROOT_ID, path: '/', first_seen_at: 100, last_seen_at: null }
  expect($client.prepare('select * from page_path').all()).toEqual([first])
})

test('a mirror with the first schema is republished by the next sync and readable', async () => {
  const file = firstMirror()
  const next = walkResultOf(workspaceOf([testId(2)], [pageBlock(2, 'Lamp')]))
  expect(await publishAt(openTestMirror(file), 200, next)).toEqual({
    generation: 5,
    isPublished: true,
    warnings: []
  })
  const { $client } = openMirrorForReading(file)
  expect($client.prepare('select count(*) from page where digest <> ?').pluck().get('')).toBe(2)
  expect($client.prepare('select generation from search_index').pluck().get()).toBe(5)
  expect($client.prepare('select title from search_page').pluck().all()).toEqual(['Home', 'Lamp'])
  $client.close()
})
