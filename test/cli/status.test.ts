import { once } from 'node:events'
import { copyFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import type { WorkspaceApi } from '../../demo/api/workspace-api.ts'
import { openMirrorForSync } from '../../db/mirror/open-mirror.ts'
import { shortenReports } from '../../db/publish/write-run.ts'
import { ZeroResultCounts } from '../../db/search/zero-result-counts.ts'
import { runCommand, startCommand } from '../support/command.ts'
import { damageInnerPages } from '../support/damage.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { ROOT_ID, testId } from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'

const status = (dataDir: string, ...args: string[]) =>
  runCommand(['status', '--data', dataDir, ...args])

test('status shows the publication, its age and the results of the last runs', async () => {
  const { dataDir, sync } = await mirrorDir()
  await sync()
  const { code, stdout, stderr } = await status(dataDir)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^generation 1, published \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, .+ ago$/m)
  expect(stdout).toMatch(/^3 pages, 4 blocks, 0 rows in 0 collections$/m)
  expect(stdout).toMatch(/^0 files, 0 MB$/m)
  expect(stdout).toMatch(/^no sync is running$/m)
  expect(stdout).toMatch(
    /^last runs:\n.*: unchanged, generation 1 \(exit code 0\)\n.*: published generation 1 \(exit code 0\)\n$/m
  )
})

test('status --json prints the same as one document', async () => {
  const { dataDir, sync } = await mirrorDir()
  for (let run = 0; run < 5; run++) await sync()
  const file = path.join(dataDir, 'mirror.db')
  const mirror = openMirrorForSync(file)
  // Two addresses of one file. Their rows stay in the log while this connection is open.
  mirror.$client.exec(`insert into asset (source, hash, media_type, size)
    select value, printf('%.*c', 64, 'a'), 'image/png', 5 from json_each('["one", "two"]')`)
  const [bytes = 0, logged = 0] = [file, `${file}-wal`].map((name) => statSync(name).size)
  expect(logged).toBeGreaterThan(0)
  const { code, stdout } = await status(dataDir, '--json')
  mirror.$client.close()
  const document = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(document).toMatchObject({
    file,
    file_bytes: bytes + logged,
    generation: 1,
    pages: 3,
    blocks: 4,
    asset_bytes: 5,
    gone_pages: {},
    running_sync: null,
    failed: [],
    left_out: {},
    failed_files: []
  })
  expect(document.published_at + document.age_ms).toBeLessThanOrEqual(Date.now())
  expect(document.runs).toHaveLength(5)
  expect(document.runs[0]).toMatchObject({ exit_code: 0, meaning: 'unchanged, generation 1' })
  expect(document.runs[0].duration_ms).toBe(
    document.runs[0].finished_at - document.runs[0].started_at
  )
})

test('status shows removed pages, and what the last run left out with reasons', async () => {
  const { api, dataDir, sync } = await mirrorDir()
  api.edit.change(testId(10), { alive: false })
  await sync()
  const { stdout } = await status(dataDir)
  expect(stdout).toContain('pages removed since earlier generations: 1 deleted')
  expect(stdout).toContain('not mirrored in the last run:\n  1 deleted: it is in the trash')
  const document = JSON.parse((await status(dataDir, '--json')).stdout)
  expect(document).toMatchObject({
    generation: 2,
    gone_pages: { deleted: 1 },
    left_out: { deleted: 1 }
  })
})

test('status shows which page failed in the last run and why', async () => {
  const { api, dataDir, sync } = await mirrorDir()
  api.edit.change(testId(11), { content: 'no list' })
  await sync()
  const { failed } = JSON.parse((await status(dataDir, '--json')).stdout)
  expect(failed).toEqual([
    { page_id: testId(10), title: 'Mining "deep"', reason: expect.any(String), is_kept: true }
  ])
  expect((await status(dataDir)).stdout).toContain(
    `not read in the last run:\n  "Mining "deep"" (${testId(10)}): ${failed[0].reason}; the published version is kept\n`
  )
})

/** Starts a sync of a workspace that does not answer, and waits for its first request. */
async function startHangingSync(api: WorkspaceApi, dataDir: string) {
  const siteConfig = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(siteConfig) }
  const child = startCommand(['sync', '--data', dataDir], env)
  await expect.poll(() => api.faults.hits).toBeGreaterThan(0)
  return child
}

test('status reports that the newest report has only counts', async () => {
  const { dataDir } = await mirrorDir()
  const mirror = openMirrorForSync(path.join(dataDir, 'mirror.db'))
  shortenReports(mirror, { isWithdrawal: true })
  mirror.$client.close()
  const { code, stdout } = await status(dataDir)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^what the last run left out is not known any more, .*$/m)
  const document = JSON.parse((await status(dataDir, '--json')).stdout)
  expect(document).toMatchObject({ is_report_shortened: true, failed: [], left_out: {} })
})

test('status shows a running sync with its process id and does not disturb it', async () => {
  const { api, dataDir } = await mirrorDir()
  api.faults.set({ faults: ['hang'] })
  const child = await startHangingSync(api, dataDir)
  const { running_sync } = JSON.parse((await status(dataDir, '--json')).stdout)
  expect(running_sync).toEqual({ pid: child.pid, started_at: expect.any(Number) })
  expect((await status(dataDir)).stdout).toMatch(
    new RegExp(`^a sync is running: process ${child.pid}, started \\d`, 'm')
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await status(dataDir)).stdout).toContain('no sync is running')
})

test('during the first sync, commands that need a mirror say so', async () => {
  const { api } = await mirrorDir()
  api.faults.set({ faults: ['hang'] })
  const dataDir = tempDir()
  const child = await startHangingSync(api, dataDir)
  const message = `there is no mirror at ${path.join(dataDir, 'mirror.db')} yet; its first sync is running (process ${child.pid}); wait until it has finished\n`
  expect(await status(dataDir)).toEqual({ code: 1, stdout: '', stderr: message })
  const query = await runCommand(['query', 'select 1', '--data', dataDir])
  expect(query).toEqual({ code: 1, stdout: '', stderr: message })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await status(dataDir)).stderr).toContain('run "fansite sync" to create it')
})

test('the process id of another program is not taken for a running sync', async () => {
  const { dataDir } = await mirrorDir()
  writeFileSync(path.join(dataDir, 'sync.pid'), `${process.pid} ${Date.now() - 5000}\n`)
  expect((await status(dataDir)).stdout).toContain('no sync is running')
})

test('without a mirror, status reports this and the remedy', async () => {
  const { code, stdout, stderr } = await status(tempDir(), '--json')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^there is no mirror at .*mirror\.db; run "fansite sync"/)
  expect(JSON.parse(stdout)).toEqual({ error: stderr.trim(), exit_code: 1 })
})

test('status reports a mirror without a publication', async () => {
  const dataDir = tempDir()
  openMirrorForSync(path.join(dataDir, 'mirror.db')).$client.close()
  const { code, stderr } = await status(dataDir)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^nothing is published in .*mirror\.db yet; run "fansite sync"/)
})

test('status reports a damaged mirror', async () => {
  const { dataDir } = await mirrorDir()
  const copy = path.join(tempDir(), 'mirror.db')
  copyFileSync(path.join(dataDir, 'mirror.db'), copy)
  damageInnerPages(copy)
  const { code, stderr } = await status(copy)
  expect(code).toBe(1)
  expect(stderr).toContain('is damaged; move it away and sync again')
})

test('status --searches lists queries without results, as text and as JSON', async () => {
  const { dataDir } = await mirrorDir()
  const list = () => status(dataDir, '--searches')
  expect(await list()).toMatchObject({
    code: 0,
    stdout: 'no search without a result has been recorded\n'
  })
  const counts = new ZeroResultCounts(dataDir)
  for (const query of ['brass lamp', 'copper', 'brass lamp']) {
    counts.add(query, Date.UTC(2026, 2, 1, 23, 59))
  }
  counts.close()
  const { stdout } = await list()
  expect(stdout).toBe('brass lamp: 2 times, last on 2026-03-01\ncopper: once, last on 2026-03-01\n')
  expect(
    JSON.parse((await status(dataDir, '--searches', '--json')).stdout).searches
  ).toContainEqual({
    query: 'copper',
    count: 1,
    last_day: '2026-03-01'
  })
})
