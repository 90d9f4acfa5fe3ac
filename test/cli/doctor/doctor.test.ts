import {
  cpSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import { lockDataDir } from '../../../cli/sync/lock-data-dir.ts'
import { runCommand } from '../../support/command.ts'
import { damageInnerPages } from '../../support/damage.ts'
import { freePort } from '../../support/run/free-port.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { type Finding, openExaminedSite } from './examined-site.ts'

let site: Awaited<ReturnType<typeof openExaminedSite>>

beforeAll(async () => {
  site = await openExaminedSite()
})

/** A copy of the data directory, changed. */
function copyOf(change: (folder: string) => void): string {
  const folder = path.join(tempDir(), 'data')
  cpSync(site.dataDir, folder, { recursive: true })
  change(folder)
  return folder
}

const find = (findings: Finding[], check: string) =>
  findings.filter((finding) => finding.check === check)

test('all is well: each check is ok, and each endpoint and table is requested once', async () => {
  const before = site.api.requests.length
  const { code, stderr, findings, problems, requests } = await site.examine()
  expect({ code, stderr, problems }).toEqual({ code: 0, stderr: '', problems: [] })
  expect(findings.every(({ status }) => status === 'ok')).toBe(true)
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(
    'node build configuration folder disk sync mirror assets staging port redis workspace clock answers'.split(
      ' '
    )
  )
  const sent = site.api.requests.slice(before).map(({ endpoint, body }) => {
    const { requests: asked = [] } = body as { requests?: { table: string }[] }
    return [endpoint, asked.at(-1)?.table].filter(Boolean).join(' ')
  })
  expect(sent).toEqual([
    'syncRecordValuesMain block',
    'loadPageChunk',
    'syncRecordValuesMain collection',
    'syncRecordValuesMain collection_view',
    'syncRecordValuesMain notion_user',
    'queryCollection',
    'getSignedFileUrls'
  ])
  expect(requests).toBe(sent.length)
})

test('without --json, each check is a line, and the last line counts them', async () => {
  const { code, stdout } = await runCommand(['doctor', '--offline', '--data', site.dataDir], {
    PORT: String(site.port)
  })
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toContainEqual(expect.stringMatching(/^ok {7}mirror {9}the mirror is intact: /))
  expect(lines).toContainEqual(
    expect.stringMatching(/^warning +mirror +the mirror has the root page .*; run "fansite sync"$/)
  )
  expect(lines.at(-1)).toBe('12 ok, 1 warning, 0 failures, 3 skipped; 0 requests to the workspace')
})

test('--offline sends no request', async () => {
  const before = site.api.requests.length
  const { code, findings, requests } = await site.examine({ args: ['--offline'] })
  expect({ code, requests }).toEqual({ code: 0, requests: 0 })
  expect(findings.filter(({ status }) => status === 'skipped').map(({ check }) => check)).toEqual([
    'workspace',
    'clock',
    'answers'
  ])
  expect(site.api.requests.length).toBe(before)
})

test('all problems of the configuration are listed, and the other checks run', async () => {
  const { code, findings } = await site.examine({
    config: { name: '', nmae: 'x' },
    env: { LOG_LEVEL: 'loud' }
  })
  expect(code).toBe(1)
  expect(find(findings, 'configuration').map(({ status, what }) => `${status} ${what}`)).toEqual([
    expect.stringContaining('failure Config error: unknown site config key "nmae"'),
    expect.stringContaining('failure Config error: missing required site config value "name"'),
    expect.stringContaining('failure Config error: environment variable LOG_LEVEL "loud"')
  ])
  expect(find(findings, 'mirror').map(({ status }) => status)).toEqual(['ok', 'ok'])
  expect(find(findings, 'workspace')).toMatchObject([{ status: 'skipped' }])
})

test('a data directory that cannot be created is a failure with its cause', async () => {
  const file = path.join(tempDir(), 'file')
  writeFileSync(file, '')
  const dataDir = path.join(file, 'data')
  const { code, findings } = await site.examine({ dataDir })
  expect(code).toBe(1)
  expect(find(findings, 'folder')).toMatchObject([
    {
      status: 'failure',
      code: 'folder_not_writable',
      what: expect.stringContaining('is a file'),
      remedy: expect.stringContaining('name another folder with --data'),
      facts: { error: 'ENOTDIR' }
    }
  ])
})

test('a data directory without a mirror is a warning', async () => {
  const dataDir = path.join(tempDir(), 'new')
  const { code, problems } = await site.examine({ dataDir })
  expect({ code, problems }).toEqual({ code: 0, problems: ['warning mirror mirror_missing'] })
})

test.each([
  [2, 'failure disk disk_full'],
  [0.6, 'warning disk disk_nearly_full']
])('a damaged mirror of %s times the free space is two problems', async (times, full) => {
  const dataDir = copyOf((folder) => {
    const file = path.join(folder, 'mirror.db')
    writeFileSync(file, '')
    const { bavail, bsize } = statfsSync(folder)
    // Without blocks on the disk.
    truncateSync(file, Math.floor(times * bavail * bsize))
  })
  const { code, problems } = await site.examine({ dataDir })
  expect(code).toBe(1)
  expect(problems).toEqual([full, 'failure mirror mirror_damaged'])
})

test('a damaged mirror is a failure that names what replaces it', async () => {
  const dataDir = copyOf((folder) => damageInnerPages(path.join(folder, 'mirror.db')))
  const { code, findings, problems } = await site.examine({ dataDir })
  expect({ code, problems }).toEqual({ code: 1, problems: ['failure mirror mirror_damaged'] })
  expect(find(findings, 'mirror')).toMatchObject([
    { remedy: expect.stringContaining('move it away and sync again') }
  ])
})

/** Runs SQL on a copy of the mirror. */
function editedMirror(sql: string): string {
  return copyOf((folder) => {
    const database = new Database(path.join(folder, 'mirror.db'))
    database.exec(sql)
    database.close()
  })
}

test.each([
  [
    'of a newer version is a failure',
    `insert into __drizzle_migrations (hash, created_at) values ('next', 9e12)`,
    1,
    'failure mirror mirror_newer'
  ],
  [
    'of an older version is a warning',
    `delete from __drizzle_migrations where rowid = (select max(rowid) from __drizzle_migrations)`,
    0,
    'warning mirror mirror_outdated'
  ],
  [
    'that was not synced for a week is a warning',
    'update sync_run set finished_at = 1000',
    0,
    'warning mirror sync_late'
  ],
  [
    'of another root page is a warning',
    `update mirror set root_page_id = '10a7e12a-0000-4000-8000-000000000001'`,
    0,
    'warning mirror mirror_of_another_root'
  ],
  ['with other paths', `update mirror set path_rules = ''`, 0, 'warning mirror paths_outdated'],
  ['without a publication', 'delete from mirror', 0, 'warning mirror mirror_unpublished']
])('a mirror %s', async (_, sql, code, problem) => {
  const examined = await site.examine({ dataDir: editedMirror(sql), args: ['--offline'] })
  expect({ code: examined.code, problems: examined.problems }).toEqual({
    code,
    problems: [problem]
  })
})

test('a mirror without spoilers that is missing or damaged is found', async () => {
  const dataDir = copyOf(() => {})
  const options = { dataDir, config: { spoilers: {} }, args: ['--offline'] }
  const { findings, problems } = await site.examine(options)
  expect(problems).toEqual(['warning mirror public_mirror_missing'])
  const [, file = ''] = /at (\S+\.db),/.exec(find(findings, 'mirror').at(-1)?.what ?? '') ?? []
  writeFileSync(file, 'x'.repeat(10_000))
  expect((await site.examine(options)).problems).toEqual(['failure mirror mirror_damaged'])
})

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['corrupted', (file: string) => copyFileSync(fileURLToPath(import.meta.url), file)]
])('a %s file of a page is a failure', async (_, damage) => {
  const dataDir = copyOf((folder) => {
    const names = readdirSync(path.join(folder, 'assets'), { recursive: true }).map(String)
    const asset = names.find((each) => /[0-9a-f]{60}/.test(each)) ?? ''
    damage(path.join(folder, 'assets', asset))
  })
  const { code, findings, problems } = await site.examine({ dataDir, args: ['--offline'] })
  expect({ code, problems }).toEqual({ code: 1, problems: ['failure assets assets_damaged'] })
  expect(find(findings, 'assets')).toMatchObject([{ facts: { files: 1, faults: 1 } }])
})

test.each([
  ['of a newer version', '[99', 1, 'failure staging staging_newer'],
  ['of an older version', '[1', 0, 'warning staging staging_unusable']
])('staging %s', async (_, format, code, problem) => {
  const dataDir = copyOf((folder) => {
    const database = new Database(path.join(folder, 'staging.db'))
    database
      .prepare(`update meta set value = ? || substr(value, 3) where key = 'owner'`)
      .run(format)
    database.close()
  })
  const examined = await site.examine({ dataDir, args: ['--offline'] })
  expect({ code: examined.code, problems: examined.problems }).toEqual({
    code,
    problems: [problem]
  })
})

test('a check that throws is a failure, and all others run', async () => {
  const dataDir = copyOf((folder) => {
    rmSync(path.join(folder, 'sync.pid'), { force: true })
    mkdirSync(path.join(folder, 'sync.pid'))
  })
  const { code, findings, problems } = await site.examine({ dataDir, args: ['--offline'] })
  expect({ code, problems }).toEqual({ code: 1, problems: ['failure sync check_failed'] })
  expect(find(findings, 'sync')).toMatchObject([{ facts: { error: 'EISDIR' } }])
  expect(find(findings, 'mirror')).toHaveLength(2)
})

test('a running sync is a warning with its process', async () => {
  const dataDir = copyOf(() => {})
  const release = lockDataDir(dataDir)
  const { code, findings, problems } = await site.examine({ dataDir, args: ['--offline'] })
  release()
  expect({ code, problems }).toEqual({ code: 0, problems: ['warning sync sync_running'] })
  expect(find(findings, 'sync')).toMatchObject([
    { what: expect.stringContaining(`process ${process.pid}`) }
  ])
})

test('Redis that does not answer is a failure, without its password', async () => {
  const { code, findings, problems } = await site.examine({
    config: { isRedisEnabled: true },
    env: { REDIS_URL: `redis://:oil-and-wick@127.0.0.1:${await freePort()}` },
    args: ['--offline']
  })
  expect({ code, problems }).toEqual({ code: 1, problems: ['failure redis redis_unreachable'] })
  expect(JSON.stringify(findings)).not.toContain('oil-and-wick')
})

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('an old Node, a missing build and missing scripts are reported together', async () => {
  const folder = tempDir()
  const rooms = 'cli db site server static demo migrations web tsconfig.json'.split(' ')
  for (const name of rooms) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  mkdirSync(path.join(folder, 'data'))
  const manifest = { version: '1.0.0', type: 'module', engines: { node: '>=99.1' } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  const keys = { rootNotionPageId: 'a'.repeat(32), name: 'a', author: 'a', domain: 'a.example' }
  writeFileSync(path.join(folder, 'site.config.ts'), `export default ${JSON.stringify(keys)}`)
  const args = [path.join(folder, 'cli/bin.js'), 'doctor', '--offline', '--json']
  const env = { PATH: process.env['PATH'], FANSITE_DATA: path.join(folder, 'data'), PORT: '0' }
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { env }, (_, output) => resolve(output))
  })
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  expect(findings.filter(({ check }) => check === 'node' || check === 'build')).toMatchObject([
    { status: 'failure', code: 'node_too_old', remedy: expect.stringContaining('99.1 or newer') },
    { status: 'warning', code: 'build_missing' },
    { status: 'failure', code: 'scripts_not_built', remedy: 'run "npm run build"' }
  ])
})
