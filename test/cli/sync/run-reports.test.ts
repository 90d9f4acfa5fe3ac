import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { testId } from '../../support/workspaces/records.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function openRuns() {
  const { api, dataDir, sync } = await mirrorDir(undefined, syncFrom)
  const mirror = new Database(path.join(dataDir, 'mirror.db'))
  onTestFinished(() => void mirror.close())
  const reports = () =>
    mirror
      .prepare<[], string>('select account from sync_run order by id')
      .pluck()
      .all()
      .map((account) => JSON.parse(account) as Record<string, unknown>)
  return { api, sync, mirror, reports }
}

test('the newest run keeps its report, earlier successful runs keep counts', async () => {
  const { api, sync, reports } = await openRuns()
  api.edit.change(testId(10), { alive: false })
  await sync()
  await sync()
  const [, second, third] = reports()
  expect(second).toMatchObject({ absent: 1, failed: 0, stored: { pages: 2 }, files: { failed: 0 } })
  expect(third?.['absent']).toEqual([
    expect.objectContaining({ id: testId(10), reason: 'deleted' })
  ])
})

test('a run that failed keeps its report without titles, until a page is withdrawn', async () => {
  const { api, sync, reports } = await openRuns()
  api.edit.change(testId(11), { content: 'no list' })
  await sync()
  api.edit.change(testId(11), { content: [] })
  await sync()
  const [, failed] = reports()
  expect(failed?.['failed']).toEqual([
    expect.objectContaining({ page_id: testId(10), title: null, reason: expect.any(String) })
  ])

  // Behind one that has counts already.
  await sync()
  api.edit.setPrivate(testId(10), true)
  await sync()
  expect(reports()[1]).toMatchObject({ failed: 1, shortened_to: 'counts' })
})

test('runs older than a year are deleted', async () => {
  const { sync, mirror } = await openRuns()
  await sync()
  mirror.exec(`update sync_run set finished_at = finished_at - ${366 * DAY_MS} where id = 1`)
  await sync()
  expect(mirror.prepare('select id from sync_run order by id').pluck().all()).toEqual([2, 3])
})

test('unchanged runs add less than a kilobyte each, whatever the first one left out', async () => {
  const { api, sync, mirror } = await openRuns()
  const absent = Array.from({ length: 300 }, (_, index) => testId(1000 + index))
  api.edit.change(testId(20), { content: absent })
  await sync()
  const bytes = () =>
    mirror.prepare<[], number>('select sum(length(account)) from sync_run').pluck()
  const before = bytes().get() ?? 0
  for (let run = 0; run < 5; run++) await sync()
  expect((bytes().get() ?? 0) - before).toBeLessThan(5 * 1024)
})

test('reports in a mirror of an older fansite are shortened once', async () => {
  const { sync, mirror, reports } = await openRuns()
  const old = JSON.stringify({ absent: [{ title: 'Mine', reason: 'missing' }] })
  const insert = mirror.prepare(
    'insert into sync_run (generation, is_published, started_at, finished_at, requests, account) values (1, 0, 1, ?, 1, ?)'
  )
  mirror.exec('delete from sync_run')
  for (let run = 0; run < 3; run++) insert.run(Date.now(), old)
  await sync()
  const counts = { absent: 1, shortened_to: 'counts' }
  expect(reports().slice(0, 3)).toEqual([counts, counts, counts])
})
