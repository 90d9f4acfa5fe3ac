import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { runCommand } from '../../support/command.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

function change(file: string, sql: string): void {
  const database = new Database(file)
  database.exec(sql)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

const settingsOf = (baseUrl: string) => ({
  NOTION_API_BASE_URL: baseUrl,
  SITE_CONFIG: JSON.stringify({
    rootNotionPageId: ROOT_ID,
    pageUrlOverrides: {},
    navigationLinks: []
  })
})

test('every command refuses a mirror of a newer fansite with one message, and leaves it as it is', async () => {
  const { api, dataDir } = await mirrorDir()
  const file = path.join(dataDir, 'mirror.db')
  change(file, `insert into __drizzle_migrations (hash, created_at) values ('next', 9e12)`)
  const before = readFileSync(file)
  const target = tempDir()
  const commands = [
    ['sync'],
    ['status'],
    ['query', 'select 1'],
    ['tables'],
    ['check'],
    ['export', path.join(target, 'export')],
    ['snapshot', path.join(target, 'snapshot')],
    ['snapshot', path.join(target, 'copy.db'), '--in-place'],
    ['verify', dataDir]
  ]
  for (const command of commands) {
    const data = command[0] === 'verify' ? [] : ['--data', dataDir]
    const { code, stderr } = await runCommand([...command, ...data], settingsOf(api.baseUrl))
    expect({ command, code }).toEqual({ command, code: 1 })
    expect(stderr.trim().split('\n').at(-1), command.join(' ')).toBe(
      `${file} was written by a newer fansite; update fansite to read it, or put back the copy from before the update (docs/upgrading.md)`
    )
  }
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(target)).toEqual([])
})

test('a sync refuses the staging file of a newer fansite, and runs without it', async () => {
  const { api, dataDir } = await mirrorDir()
  const staging = path.join(dataDir, 'staging.db')
  const mirror = path.join(dataDir, 'mirror.db')
  // A sync would derive the mirror again.
  change(mirror, 'create view of_a_newer_version as select 1')
  const before = readFileSync(mirror)
  change(staging, `update meta set value = '[99' || substr(value, 3) where key = 'owner'`)
  const sync = () => runCommand(['sync', '--data', dataDir], settingsOf(api.baseUrl))
  const refused = await sync()
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(
    `${staging} was written by a newer fansite; update fansite, or delete the file: the next sync then reads everything`
  )
  expect(readFileSync(mirror).equals(before)).toBe(true)
  const database = new Database(staging)
  expect(database.prepare('select count(*) from record').pluck().get()).toBeGreaterThan(0)
  database.exec(`update meta set value = '[1' || substr(value, 4) where key = 'owner'`)
  database.close()
  expect((await sync()).code).toBe(0)
})

test('records that an earlier version has cleaned by other rules are read again', async () => {
  const { dataDir, sync } = await mirrorDir()
  const staging = path.join(dataDir, 'staging.db')
  const mirror = path.join(dataDir, 'mirror.db')
  const sign = `raw = json_insert(raw, '$.properties.link', '?n=''1''&sig=canary')`
  change(staging, `update record set ${sign} where kind = 'block'`)
  change(staging, `update meta set value = '[5' || substr(value, 3) where key = 'owner'`)
  change(mirror, `update block set ${sign}`)
  await sync()
  const database = new Database(mirror, { readonly: true })
  const signed = `select count(*) from block where raw like '%canary%'`
  expect(database.prepare(signed).pluck().get()).toBe(0)
  database.close()
})
