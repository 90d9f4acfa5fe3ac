import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test, vi } from 'vitest'

import { explainFailure } from '../../db/mirror/mirror-error.ts'
import { type Mirror, openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { runCommand } from '../support/command.ts'
import { damageInnerPages } from '../support/damage.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { syncFrom } from '../support/workspaces/sync-from.ts'
import { testConfig } from '../support/workspaces/test-config.ts'
import { tempDir } from '../support/temp-dir.ts'
import { walkResultOf, openTestMirror, publishAt } from '../support/workspaces/walk-result.ts'

/** Whether strace is installed and may inject errors into system calls. */
function canInject(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

const execFileAsync = promisify(execFile)

function wiki(size: number) {
  const numbers = Array.from({ length: size }, (_, index) => 1000 + index)
  const blocks = numbers.map((number) => textBlock(number, `line ${number} `.repeat(20)))
  return workspaceOf([testId(2), ...numbers.map(testId)], [...blocks, pageBlock(2, 'Lamp')])
}

function blockCountAndGeneration(mirror: Mirror): unknown {
  return mirror.$client.prepare('select count(*), max(generation) from block, mirror').raw().get()
}

/** A mirror with 302 blocks. */
async function publishedMirror(): Promise<{ mirror: Mirror; file: string }> {
  const file = path.join(tempDir(), 'mirror.db')
  const mirror = openTestMirror(file)
  await publishAt(mirror, 100, walkResultOf(wiki(300)))
  return { mirror, file }
}

/** Limits the growth of a mirror to this many SQLite pages, like a nearly full disk. */
function leaveSpace(mirror: Mirror, pages: number): void {
  const used = Number(mirror.$client.pragma('page_count', { simple: true }))
  mirror.$client.pragma(`max_page_count = ${used + pages}`)
}

/** A synced data directory, and the environment to sync it again. */
async function syncedFolder() {
  const api = await startWorkspaceApi({ workspace: wiki(300) })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  await syncFrom(api, { config: testConfig(ROOT_ID), dataDir })
  const keys = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(keys) }
  return { api, dataDir, file: path.join(dataDir, 'mirror.db'), env }
}

test('a full disk during publishing is reported with path and remedy, and the old mirror stays', async () => {
  const { mirror, file } = await publishedMirror()
  leaveSpace(mirror, 5)
  const publishing = () => publishAt(mirror, 200, walkResultOf(wiki(900)))
  await expect(publishing).rejects.toThrow(`${file} cannot be written: the disk is full`)
  await expect(publishing).rejects.toThrow('free some space and sync again')
  const reader = openMirrorForReading(file)
  expect(blockCountAndGeneration(reader)).toEqual([302, 1])
  expect(reader.$client.pragma('integrity_check', { simple: true })).toBe('ok')
  reader.$client.close()
})

test('a failed publication can be repeated', async () => {
  const { mirror } = await publishedMirror()
  leaveSpace(mirror, 5)
  const publishing = publishAt(mirror, 200, walkResultOf(wiki(900)))
  await expect(publishing).rejects.toThrow('the disk is full')
  leaveSpace(mirror, 10_000)
  const publication = await publishAt(mirror, 300, walkResultOf(wiki(900)))
  expect(publication).toEqual({ generation: 2, isPublished: true, warnings: [] })
})

test('an aborted publication leaves the mirror unchanged and can be repeated', async () => {
  const { mirror } = await publishedMirror()
  const stop = new AbortController()
  const walkResult = walkResultOf(wiki(1500))
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let read = 0
  const blocks = function* () {
    for (const block of walkResult.blocks()) {
      if (++read === 1000) {
        setImmediate(() => stop.abort(new Error('stopped by a signal')))
        // Publishing yields when it has lasted this long, however fast the machine is.
        vi.advanceTimersByTime(50)
      }
      yield block
    }
  }
  const publishing = publishAt(mirror, 200, { ...walkResult, blocks, signal: stop.signal })
  await expect(publishing).rejects.toThrow('stopped by a signal')
  expect(blockCountAndGeneration(mirror)).toEqual([302, 1])
  expect((await publishAt(mirror, 300, walkResult)).generation).toBe(2)
})

const damages: [string, (file: string) => void][] = [
  ['with damaged inner pages', damageInnerPages],
  ['that is truncated', (file) => truncateSync(file, 40_000)],
  ['that is not a database', (file) => writeFileSync(file, 'plain words '.repeat(500))]
]

test.each(damages)(
  'a mirror %s is rebuilt from staging, and the damaged file is kept',
  async (_, damage) => {
    const { api, dataDir, file, env } = await syncedFolder()
    damage(file)
    const damaged = readFileSync(file)
    const before = api.requests.length
    const { code, stderr, stdout } = await runCommand(['sync', '--data', dataDir], env)
    const expected = `${file} was damaged and is rebuilt; the damaged file is kept as ${file}-damaged`
    expect([code, stderr]).toEqual([0, expect.stringContaining(expected)])
    expect(stdout).toContain('2 pages, 302 blocks')
    expect(readFileSync(`${file}-damaged`).equals(damaged)).toBe(true)
    expect(blockCountAndGeneration(openTestMirror(file))).toEqual([302, expect.any(Number)])
    // Two requests for the root page, one for the versions of pages.
    expect(api.requests.length - before).toBeLessThanOrEqual(3)
  }
)

test('a rebuilt mirror continues the generation of the damaged one', async () => {
  const { dataDir, file, env } = await syncedFolder()
  const mirror = openTestMirror(file)
  mirror.$client.exec('update mirror set generation = 41')
  mirror.$client.close()
  damageInnerPages(file)
  await runCommand(['sync', '--data', dataDir], env)
  expect(blockCountAndGeneration(openTestMirror(file))).toEqual([302, 42])
})

const faults: [string, (file: string) => void, RegExp][] = [
  [
    'whose write-ahead log is a folder',
    (file) => mkdirSync(`${file}-wal`),
    /-wal or -shm file cannot be opened/
  ],
  ['whose shared-memory file is a folder', (file) => mkdirSync(`${file}-shm`), /-wal or -shm file/],
  [
    'that is a folder',
    (file) => {
      rmSync(file)
      mkdirSync(file)
    },
    /cannot be opened; check that they are files/
  ]
]

test.each(faults)(
  'a mirror %s fails a sync with path, cause and remedy',
  async (_, damage, expected) => {
    const { dataDir, file, env } = await syncedFolder()
    damage(file)
    const { code, stderr, stdout } = await runCommand(['sync', '--data', dataDir], env)
    const [message = ''] = stderr.trim().split('\n').slice(-1)
    expect(message).toMatch(expected)
    expect(message.startsWith(`${file} `)).toBe(true)
    expect(stderr).not.toContain('    at ')
    expect([code, stdout]).toEqual([1, ''])
  }
)

test.each([
  ['is a file', 'file', 'file'],
  ['is below a file', 'file/below', 'file/below']
])('a data directory that %s is rejected by name', async (_, name, named) => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'file'), '')
  const { code, stderr } = await runCommand(['sync', '--data', path.join(folder, name)])
  expect(stderr).toContain(`${path.join(folder, named)} cannot be a folder`)
  expect(stderr).toContain('name another folder with --data')
  expect(code).toBe(1)
})

test.skipIf(!existsSync('/proc/self'))(
  'a data directory in which no folder can be created is rejected at once',
  async () => {
    const { code, stderr } = await runCommand(['sync', '--data', '/proc/nowhere/data'])
    expect(stderr).toContain('/proc/nowhere does not exist and cannot be created')
    expect(code).toBe(1)
  }
)

test('a file size limit fails a sync, and the mirror is unchanged', async () => {
  const { dataDir, file, env } = await syncedFolder()
  const before = readFileSync(file)
  const limited = `ulimit -f 100; exec '${process.execPath}' cli/bin.js sync --data '${dataDir}'`
  const PATH = process.env['PATH'] ?? ''
  const run = execFileAsync('/bin/sh', ['-c', limited], { env: { ...env, PATH } })
  const stderr = expect.stringMatching(/the system reports an error; check the disk and the limit/)
  await expect(run).rejects.toMatchObject({ code: 1, stdout: '', stderr })
  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining(dataDir) })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test.skipIf(!canInject())(
  'a disk that fills up after publication gives a warning, and the publication is readable',
  async () => {
    const { dataDir, file, env } = await syncedFolder()
    const mirror = openTestMirror(file)
    mirror.$client.exec("update mirror set digest = 'another'")
    mirror.$client.close()
    const full = ['-f', '-qq', '-o', '/dev/null', '-e', 'inject=pwrite64:error=ENOSPC', '-P', file]
    const sync = [process.execPath, 'cli/bin.js', 'sync', '--data', dataDir]
    const PATH = process.env['PATH'] ?? ''
    const run = await execFileAsync('strace', [...full, ...sync], { env: { ...env, PATH } })
    expect(run.stderr).toContain(
      'the mirror is published, but its write-ahead log could not be emptied'
    )
    expect(run.stderr).toContain(`${file} cannot be written: the disk is full`)
    expect(run.stdout).toContain('Published generation 2')
    expect(blockCountAndGeneration(openTestMirror(file))).toEqual([302, 2])
  }
)

test('a mirror of another workspace is not replaced while a reader uses its log', async () => {
  const { dataDir, file, env } = await syncedFolder()
  const reader = openMirrorForReading(file)
  onTestFinished(() => void reader.$client.close())
  reader.$client.exec('begin; select * from mirror')
  const mirror = openTestMirror(file)
  mirror.$client.exec(`update mirror set root_page_id = '${testId(7)}'`)
  mirror.$client.close()

  const { code, stderr } = await runCommand(['sync', '--data', dataDir], env)
  expect(stderr).toContain(`${file}-wal cannot be merged into ${file}`)
  expect(code).toBe(1)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('mirror-'))).toEqual([])
  reader.$client.exec('commit')
  expect((await runCommand(['sync', '--data', dataDir], env)).code).toBe(0)
})

test.skipIf(!canInject())('a mirror is kept where the file system has no links', async () => {
  const { dataDir, file, env } = await syncedFolder()
  const mirror = openTestMirror(file)
  mirror.$client.exec(`update mirror set root_page_id = '${testId(7)}'`)
  mirror.$client.close()
  const noLinks = ['-f', '-qq', '-o', '/dev/null', '-e', 'inject=link,linkat:error=EPERM']
  const sync = [process.execPath, 'cli/bin.js', 'sync', '--data', dataDir]
  const PATH = process.env['PATH'] ?? ''
  await execFileAsync('strace', [...noLinks, ...sync], { env: { ...env, PATH } })
  const kept = openTestMirror(path.join(dataDir, `mirror-${testId(7)}.db`))
  expect(blockCountAndGeneration(kept)).toEqual(blockCountAndGeneration(openTestMirror(file)))
})

// root may write to any file.
test.skipIf(process.getuid?.() === 0)(
  'a read-only mirror fails a sync with the missing permission',
  async () => {
    const { dataDir, file, env } = await syncedFolder()
    chmodSync(file, 0o444)
    const { code, stderr } = await runCommand(['sync', '--data', dataDir], env)
    expect(stderr).toContain(`${file} or its -wal or -shm file may not be read or written`)
    expect(code).toBe(1)
  }
)

test.each([
  ['SQLITE_READONLY_DBMOVED', /may not be read or written; give the user/],
  ['EROFS', /may not be read or written; give the user/],
  ['SQLITE_IOERR_FSYNC', /the system reports an error; check the disk/],
  ['ENOSPC', /the disk is full.*free some space/],
  ['SQLITE_BUSY', /is in use by another program; close that/]
])('the error code %s is explained', (code, expected) => {
  const cause = Object.assign(new Error('what the system says'), { code })
  const explained = explainFailure(cause, '/data/mirror.db')
  expect(String(explained)).toMatch(expected)
  expect(String(explained)).toContain(`/data/mirror.db`)
  expect(explained).toMatchObject({ cause })
})

test('an error unrelated to files is returned unchanged', () => {
  const refused = Object.assign(new Error('connect EACCES'), { code: 'EACCES', syscall: 'connect' })
  for (const error of [refused, new Error('other'), 'no error at all']) {
    expect(explainFailure(error, '/data/mirror.db')).toBe(error)
  }
})
