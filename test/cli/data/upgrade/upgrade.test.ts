import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { type WorkspaceApi, startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { buildApp } from '../../../../server/app.ts'
import { type CommandResult, runCommand } from '../../../support/command.ts'
import { onFinished } from '../../../support/on-finished.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { patient, testConfig } from '../../../support/workspaces/test-config.ts'
import { keepData, unpackData } from './kept-data.ts'
import { PART_ROOT, partConfig, renamedPart } from './sample-part.ts'

/**
 * Data directories that earlier versions of this repository have written for the workspace of
 * `sample-part.ts`, with a page that was renamed between two syncs; named after the commit.
 */
const FIRST = 'face5a41'
const MIDDLE = '466c46bc'
const WITH_CACHE = '5f3665e4'

const FORMER = '/your-first-evening'
const RENAMED = '/your-very-first-evening'

const config = testConfig(PART_ROOT, partConfig)

function unpacked(version: string): string {
  const dataDir = path.join(tempDir(), 'data')
  const file = new URL(`kept/${version}.br`, import.meta.url)
  unpackData(fileURLToPath(file), dataDir)
  return dataDir
}

let api: WorkspaceApi

beforeAll(async () => {
  api = await startWorkspaceApi(renamedPart())
  onFinished(() => api.close())
})

afterEach(() => api.faults.set(undefined))

const sync = (dataDir: string) =>
  runCommand(['sync', '--data', dataDir], {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify({ ...partConfig, name: 'Kept', domain: config.domain })
  })

/** A sync that the workspace refuses. */
async function refusedSync(dataDir: string): Promise<number | null> {
  api.faults.set({ faults: ['locked-out'] })
  const { code } = await sync(dataDir)
  api.faults.set(undefined)
  return code
}

async function openApp(dataDir: string) {
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'silent' })
  onTestFinished(() => app.close())
  return app
}

function read<T>(file: string, sql: string): T[] {
  const database = new Database(file, { readonly: true })
  const rows = database.prepare<[], T>(sql).pluck().all()
  database.close()
  return rows
}

const recordsOf = (file: string) => read<string>(file, 'select id from block order by id')
const pathsOf = (file: string) => read<string>(file, 'select path from page order by path')
const generationOf = (file: string) => read<number>(file, 'select generation from mirror')[0]

describe.each([FIRST, MIDDLE, WITH_CACHE])('the data of version %s', (version) => {
  test('is refused by commands that read, with the remedy, and is a warning of the doctor', async () => {
    const dataDir = unpacked(version)
    const file = path.join(dataDir, 'mirror.db')
    const before = readFileSync(file)
    const { code, stderr } = await runCommand(['query', 'select 1', '--data', dataDir])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${file} has an older schema; run "fansite sync" to bring it up to date\n`
    })
    const doctor = await runCommand(['doctor', '--offline', '--data', dataDir], { PORT: '0' })
    expect(doctor.code).toBe(0)
    expect(doctor.stdout).toMatch(/^warning +mirror +.* has an older schema; run "fansite sync"/m)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  describe('after a sync', () => {
    let dataDir: string
    let file: string
    /** The directory as it was. */
    let old: string
    let synced: CommandResult
    beforeAll(async () => {
      ;[dataDir, old] = [unpacked(version), unpacked(version)]
      file = path.join(dataDir, 'mirror.db')
      synced = await sync(dataDir)
    })

    test('has all records, pages and files, and is served', async () => {
      const earlier = path.join(old, 'mirror.db')
      const [records, paths] = [recordsOf(earlier), pathsOf(earlier)]
      const files = read<string>(earlier, 'select distinct hash from asset')
      const { code, stdout, stderr } = synced
      expect({ code, stderr: stderr.match(/error|failed to/gi) }).toEqual({ code: 0, stderr: null })
      expect(stdout).toMatch(/^Published generation \d+/m)
      expect(recordsOf(file)).toEqual(expect.arrayContaining(records))
      expect(pathsOf(file)).toEqual(paths)
      expect(read(file, 'select distinct hash from asset')).toEqual(expect.arrayContaining(files))
      expect(generationOf(file)).toBeGreaterThan(2)
      expect(statSync(path.join(dataDir, 'staging.db')).mode & 0o777).toBe(0o600)
      const app = await openApp(dataDir)
      for (const each of paths) expect((await app.inject(each)).statusCode, each).toBe(200)
      const responses = path.join(old, 'responses.db')
      if (existsSync(responses)) await expectNewResponses(app, responses)
      expect((await sync(dataDir)).stdout).toMatch(/^Unchanged, /)
      expect((await runCommand(['verify', dataDir])).code).toBe(0)
    })

    /** Those that an older version has kept are not sent. */
    async function expectNewResponses(app: FastifyInstance, responses: string): Promise<void> {
      const kept = read<Buffer>(responses, 'select identity from body')
      expect(kept.length).toBeGreaterThan(3)
      const home = (await app.inject('/')).rawPayload
      expect(kept.some((body) => home.equals(body))).toBe(false)
      await app.close()
      const database = new Database(path.join(dataDir, 'responses.db'), { readonly: true })
      expect(database.pragma('user_version', { simple: true })).toBe(3)
      expect(database.prepare('select count(*) from response').pluck().get()).toBeGreaterThan(0)
      database.close()
      expect(existsSync(path.join(dataDir, 'verified.json'))).toBe(true)
    }

    if (version === FIRST) {
      test('has been built anew, since its tables cannot be migrated, and the old mirror is kept', () => {
        const kept = `${file}-older`
        expect(synced.stderr).toContain(
          `warning: ${file} was written by a version of fansite whose tables cannot be migrated and is rebuilt; the old file is kept as ${kept}`
        )
        expect(readFileSync(kept).equals(readFileSync(path.join(old, 'mirror.db')))).toBe(true)
        expect(statSync(kept).mode & 0o777).toBe(0o600)
        expect(generationOf(file)).toBe(3)
      })
    } else {
      test('has a copy of the mirror from before, to which an older version can return', () => {
        const copy = readdirSync(dataDir).find((name) => /^mirror-before-\d+\.db$/.test(name)) ?? ''
        const kept = path.join(dataDir, copy)
        const migrations = 'select hash from __drizzle_migrations'
        expect(read(kept, migrations)).toEqual(read(path.join(old, 'mirror.db'), migrations))
        expect(generationOf(kept)).toBe(2)
        expect(statSync(kept).mode & 0o777).toBe(0o600)
      })
    }
  })
})

describe.each([MIDDLE, WITH_CACHE])('the mirror of version %s is migrated', (version) => {
  test('and served before the workspace answers, with its former paths', async () => {
    const dataDir = unpacked(version)
    const file = path.join(dataDir, 'mirror.db')
    const [records, paths] = [recordsOf(file), pathsOf(file)]
    const publishedAt = read(file, 'select published_at from mirror')
    const runs = `select json_array(id, generation, is_published, started_at, finished_at, requests, account)
      from sync_run order by id`
    const runsBefore = read(file, runs)
    expect(await refusedSync(dataDir)).toBe(1)
    expect([recordsOf(file), pathsOf(file)]).toEqual([records, paths])
    expect(read(file, 'select published_at from mirror')).toEqual(publishedAt)
    // The sync has failed, and the migration is none.
    expect(read(file, runs)).toEqual(runsBefore)
    const status = await runCommand(['status', '--json', '--data', dataDir])
    expect([status.code, JSON.parse(status.stdout).runs]).toEqual([0, expect.any(Array)])
    expect(JSON.parse(status.stdout).runs).toHaveLength(runsBefore.length)
    expect((await runCommand(['verify', dataDir])).code).toBe(0)
    const app = await openApp(dataDir)
    for (const each of paths) expect((await app.inject(each)).statusCode, each).toBe(200)
    const former = await app.inject(FORMER)
    expect([former.statusCode, former.headers['location']]).toEqual([301, RENAMED])
    const found = await app.inject('/api/search-notion?query=evening')
    expect(found.json().results.map(({ path: url }: { path: string }) => url)).toContain(RENAMED)
  })
})

test('the mirror of the first version is left alone by a sync that the workspace refuses', async () => {
  const dataDir = unpacked(FIRST)
  const file = path.join(dataDir, 'mirror.db')
  const before = readFileSync(file)
  expect(await refusedSync(dataDir)).toBe(1)
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('the data of this version can be kept for later ones', async () => {
  const [dataDir, copy, kept] = [unpacked(FIRST), tempDir(), path.join(tempDir(), 'kept.br')]
  // Without the mirror: compression takes seconds for each megabyte.
  rmSync(path.join(dataDir, 'mirror.db'))
  const staging = path.join(dataDir, 'staging.db')
  writeFileSync(staging, readFileSync(staging).subarray(0, 100_000))
  keepData(dataDir, kept)
  unpackData(kept, copy)
  const names = readdirSync(dataDir, { recursive: true }).map(String).toSorted()
  expect(readdirSync(copy, { recursive: true }).map(String).toSorted()).toEqual(names)
  expect(readFileSync(path.join(copy, 'staging.db'))).toEqual(readFileSync(staging))
})
