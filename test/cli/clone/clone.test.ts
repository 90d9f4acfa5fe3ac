import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'

import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { redirectTarget } from '../../../cli/copies/clone/mirror-address.ts'
import { lockDataDir } from '../../../cli/sync/lock-data-dir.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { runCommand } from '../../support/command.ts'
import { sends, startFileHost } from '../../support/sites/file-host.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { ROOT_ID, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { type Source, clone, mirrorOf, openSource } from './cloned-site.ts'

/** The site of all tests but the one that edits. */
let source: Source
beforeAll(async () => {
  source = await openSource()
})

test('a clone contains the publication and suggests the next step', async () => {
  const { site, dataDir } = source
  const copy = path.join(tempDir(), "the keeper's wiki")
  const { code, stdout, stderr } = await clone(site, copy)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^cloned: Home, generation 1, published \d{4}-\d\d-\d\d \d\d:\d\d UTC\n3 pages, 4 blocks/
  )
  // As a shell reads it.
  const word = `'${copy.replace("'", "'\\''")}'`
  expect(stdout).toContain(`npx fansite serve --data ${word}`)
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(dataDir)))
  expect(readdirSync(copy).toSorted()).toEqual([
    'clone.json',
    'mirror.db',
    'sync.lock',
    'sync.pid',
    'verified.json'
  ])
  const queried = await runCommand([
    'query',
    'select count(*) as n from pages',
    '--json',
    '--data',
    copy
  ])
  expect(JSON.parse(queried.stdout)).toEqual([{ n: 3 }])
})

test('a second clone downloads nothing, a third the new publication', async () => {
  const { site, api, sync, answers } = await openSource()
  const copy = tempDir()
  await clone(site, copy)
  const before = statSync(mirrorOf(copy))
  const second = JSON.parse((await clone(`${site}/`, copy, '--json')).stdout)
  expect(second).toMatchObject({ is_changed: false, generation: 1, kept_as: null, pages: 3 })
  expect(statSync(mirrorOf(copy))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
  api.edit.setText(testId(11), 'another line')
  await sync()
  const third = JSON.parse((await clone(site, copy, '--json')).stdout)
  expect(third).toMatchObject({ is_changed: true, generation: 2, kept_as: null })
  expect(answers).toEqual([
    [200, undefined],
    [304, undefined],
    [200, undefined]
  ])
})

test('a mirror made by a sync is kept beside the clone, which is reported', async () => {
  const { site } = source
  const other = await mirrorDir(workspaceOf([], []))
  const before = mirrorContents(mirrorOf(other.dataDir))
  const first = await clone(site, other.dataDir)
  expect(first.stdout).toContain(`npx fansite serve --data ${other.dataDir}`)
  const previous = path.join(other.dataDir, `mirror-${ROOT_ID}.db`)
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining(`is kept as ${previous}`)])
  expect(mirrorContents(previous)).toEqual(before)
  const second = JSON.parse((await clone(site, other.dataDir, '--json')).stdout)
  expect(second).toMatchObject({ is_changed: false, generation: 1, pages: 3 })

  // What a sync writes into a clone makes it a mirror of its own.
  const mirror = new Database(mirrorOf(other.dataDir))
  mirror.exec('update sync_run set requests = requests + 1')
  mirror.close()
  const third = JSON.parse((await clone(site, other.dataDir, '--json')).stdout)
  expect(third).toMatchObject({ is_changed: true, kept_as: previous.replace('.db', '-2.db') })
})

test.each([
  ['that a sync uses', 'staging.db'],
  ['with a mirror that cannot be read', 'mirror-other.db']
])('a clone removes no file in a directory %s', async (_what, name) => {
  const { site } = await openSource()
  const copy = tempDir()
  const unreferenced = path.join(copy, 'assets', assetPath('0'.repeat(64)))
  mkdirSync(path.dirname(unreferenced), { recursive: true })
  for (const file of [unreferenced, path.join(copy, name)]) writeFileSync(file, 'some words')
  expect((await clone(site, copy)).code).toBe(0)
  expect(existsSync(unreferenced)).toBe(true)
})

test('nothing is cloned while a sync runs', async () => {
  const { site, answers } = source
  const before = answers.length
  const copy = tempDir()
  const unlock = lockDataDir(copy)
  onTestFinished(unlock)
  const { code, stderr } = await clone(site, copy)
  expect([code, stderr]).toEqual([5, expect.stringContaining('another sync or clone is running')])
  expect([existsSync(mirrorOf(copy)), answers.length]).toEqual([false, before])
})

/** The bytes of a mirror with a foreign change. */
async function corruptedMirror(sql: string): Promise<Buffer> {
  const { dataDir } = await mirrorDir()
  const client = new Database(mirrorOf(dataDir))
  client.exec(sql)
  client.pragma('journal_mode = DELETE')
  client.close()
  return readFileSync(mirrorOf(dataDir))
}

test('an invalid mirror is refused and the present one stays', async () => {
  const { site } = source
  const copy = tempDir()
  await clone(site, copy)
  const before = statSync(mirrorOf(copy))
  const corrupted = await corruptedMirror(
    'create trigger spy after insert on page begin select 1; end'
  )
  const br = { 'content-encoding': 'br' }
  const host = await startFileHost({
    '/trigger/mirror.db': (response) => void response.writeHead(200).end(corrupted),
    '/page/mirror.db': (response) => void response.writeHead(200).end('<!doctype html>'.repeat(99)),
    '/cut/mirror.db': (response) =>
      void response.writeHead(200, br).end(brotliCompressSync(corrupted).subarray(0, 2000)),
    '/other/mirror.db': (response) =>
      void response.writeHead(200, { etag: '"a"', 'repr-digest': 'sha-256=:AAAA:' }).end(corrupted),
    '/zip/mirror.db': (response) =>
      void response.writeHead(200, { 'content-encoding': 'zip' }).end(),
    '/away/mirror.db': (response) =>
      void response.writeHead(302, { location: 'http://example.org/' }).end(),
    '/loop/mirror.db': (response) =>
      void response.writeHead(302, { location: '/loop/mirror.db' }).end(),
    '/shut/mirror.db': (response) => void response.writeHead(403).end()
  })
  for (const [name, fault] of [
    ['trigger', 'is refused: it contains the trigger "spy", which no mirror has'],
    ['page', 'is refused: it is not an SQLite database'],
    ['cut', 'is corrupted'],
    ['other', 'is corrupted'],
    ['zip', 'is sent with the content encoding "zip"'],
    ['away', 'redirects to "http://example.org/", which is not an https address'],
    ['loop', 'redirects more than 5 times'],
    ['shut', 'responds with status 403'],
    ['none', 'does not exist; check that the site runs fansite']
  ] as const) {
    const { code, stderr, stdout } = await clone(`${host.origin}/${name}`, copy)
    expect([name, code, stderr, stdout]).toEqual([name, 1, expect.stringContaining(fault), ''])
  }
  expect(statSync(mirrorOf(copy))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
  expect(readdirSync(copy).toSorted()).toEqual([
    'clone.json',
    'mirror.db',
    'sync.lock',
    'sync.pid',
    'verified.json'
  ])
})

test('a mirror that a proxy has compressed again is cloned, although its digest is of other bytes', async () => {
  const { dataDir } = source
  // The mirror file alone: nothing is in its log after a first sync.
  const bytes = brotliCompressSync(readFileSync(mirrorOf(dataDir)))
  const headers = { etag: 'W/"a"', 'repr-digest': 'sha-256=:AAAA:', 'content-encoding': 'br' }
  const host = await startFileHost({ '/mirror.db': sends(bytes, headers) })
  const copy = tempDir()
  const { code, stderr } = await clone(host.origin, copy)
  expect([code, stderr]).toEqual([0, ''])
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(dataDir)))
  // That of the site needs a log, which a clone in a read-only folder could not have.
  const copied = new Database(mirrorOf(copy), { readonly: true })
  expect(copied.pragma('journal_mode', { simple: true })).toBe('delete')
  copied.close()
})

test('a mirror that is too large is refused, compressed or not', async () => {
  const { site } = source
  const bomb = brotliCompressSync(Buffer.alloc(5_000_000))
  const host = await startFileHost({
    '/mirror.db': (response) =>
      void response.writeHead(200, { 'content-encoding': 'br' }).end(bomb),
    '/endless/mirror.db': (response) => {
      const parts = Readable.from(repeated(Buffer.alloc(100_000)))
      response.on('close', () => parts.destroy())
      parts.pipe(response)
    }
  })
  const copy = tempDir()
  for (const [address, size] of [
    [site, '0.01'],
    [host.origin, '1'],
    [`${host.origin}/endless`, '1']
  ] as const) {
    const { code, stderr } = await clone(address, copy, '--max-size', size)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`is larger than ${size} MB; allow more with --max-size`)
    ])
  }
  expect(readdirSync(copy).toSorted()).toEqual(['sync.lock', 'sync.pid'])
})

function* repeated<T>(value: T): Generator<T> {
  for (;;) yield value
}

test.each([
  'wiki.example.org',
  'http://wiki.example.org',
  'ftp://localhost',
  'http://10.0.0.1',
  'http://localhost.example.org'
])('an address that is not https is refused: %s', async (address) => {
  const copy = path.join(tempDir(), 'none')
  const { code, stderr } = await clone(address, copy)
  expect([code, stderr]).toEqual([2, expect.stringContaining('Write the full https address')])
  expect(existsSync(copy)).toBe(false)
})

test('a site elsewhere cannot redirect to this machine', () => {
  const from = new URL('https://wiki.example.org/mirror.db')
  const redirect = () => redirectTarget(from, 'http://127.0.0.1:8080/mirror.db')
  expect(redirect).toThrow('which is not an https address')
})

test('a longer time than a timer can last is refused', async () => {
  const copy = path.join(tempDir(), 'none')
  const { code, stderr } = await clone('http://127.0.0.1:1', copy, '--max-time', '100000')
  expect([code, stderr]).toEqual([2, expect.stringContaining('above 0 and up to 30000')])
})

test('a present but damaged mirror is reported before any download', async () => {
  const { site, answers } = source
  const before = answers.length
  const copy = tempDir()
  mkdirSync(copy, { recursive: true })
  writeFileSync(mirrorOf(copy), 'no database at all, but words of somebody')
  const { code, stderr } = await clone(site, copy)
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('is not an SQLite database; move it away')
  ])
  expect(answers).toHaveLength(before)
})

test('texts of a foreign site cannot control the terminal', async () => {
  const file = path.join(tempDir(), 'mirror.db')
  const { dataDir } = await mirrorDir()
  const database = new Database(mirrorOf(dataDir))
  database.exec(`create view "z\u001b[2J\u009b" as select 1`)
  database.prepare('vacuum into ?').run(file)
  database.close()
  const { stdout, stderr } = await runCommand(['verify', file, '--json'])
  expect(stderr).toContain('the view "z\\u001b[2J\\u009b"')
  // oxlint-disable-next-line no-control-regex
  expect(stdout + stderr).not.toMatch(/[\u001b\u007f-\u009f]/)
})
