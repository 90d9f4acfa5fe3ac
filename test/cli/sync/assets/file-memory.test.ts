import { expect, test } from 'vitest'

import { runCommand } from '../../../support/command.ts'
import { sends } from '../../../support/sites/file-host.ts'
import {
  type FileSite,
  ageFailures,
  queryRows,
  asset,
  attachment,
  commandEnv,
  imageBlock,
  picture,
  published
} from '../../../support/sites/file-site.ts'
import { openSyncedFileSite } from '../synced-site.ts'

/** A page with one picture that exists and three that answer 404. */
async function siteWithDeadFiles(): Promise<FileSite> {
  const site = await openSyncedFileSite((host) =>
    ['live', 'dead-1', 'dead-2', 'dead-3'].map((name, index) =>
      imageBlock(2 + index, `${host.origin}/${name}.png`)
    )
  )
  site.host.answers.set('/live.png', sends(await picture(1)))
  return site
}

/** Requests for files of one sync. */
async function requestsOf(site: FileSite, options: { isFull?: boolean } = {}): Promise<number> {
  const before = site.host.requests.length
  await site.sync(options)
  return site.host.requests.length - before
}

test('a file that fails is requested again after an hour, then after four, then after twelve', async () => {
  const site = await siteWithDeadFiles()
  expect(await requestsOf(site)).toBe(4)
  expect(await requestsOf(site)).toBe(0)
  for (const pause of [1, 4, 12]) {
    ageFailures(site, pause - 0.1)
    expect(await requestsOf(site), `before ${pause} hours`).toBe(0)
    ageFailures(site, 0.1)
    expect(await requestsOf(site), `after ${pause} hours`).toBe(3)
  }
})

test('a full sync requests every file that failed', async () => {
  const site = await siteWithDeadFiles()
  await site.sync()
  expect(await requestsOf(site, { isFull: true })).toBe(3)
})

test('a file that failed before the clock was set back is requested again, once', async () => {
  const site = await siteWithDeadFiles()
  await site.sync()
  ageFailures(site, -24 * 365)
  expect(await requestsOf(site)).toBe(3)
  expect(await requestsOf(site)).toBe(0)
})

test('a file that is available again is published and its failures are forgotten', async () => {
  const site = await siteWithDeadFiles()
  await site.sync()
  ageFailures(site, 1)
  site.host.answers.set('/dead-1.png', sends(await picture(2)))
  await site.sync()
  expect(published(site).has(`${site.host.origin}/dead-1.png`)).toBe(true)
  const remembered = queryRows(
    site,
    'staging.db',
    'select source from file_failure order by source'
  )
  expect(remembered).toEqual(
    ['dead-2', 'dead-3'].map((name) => ({ source: `${site.host.origin}/${name}.png` }))
  )
})

test('failed files are counted by host and reason, also while they are paused', async () => {
  const site = await siteWithDeadFiles()
  const first = await site.sync()
  const second = await site.sync()
  const group = {
    host: new URL(site.host.origin).host,
    reason: 'status 404',
    files: 3,
    next_try_at: expect.any(Number)
  }
  expect(first.report.file_failures).toEqual([{ ...group, newly_failed: 3, paused: 0 }])
  expect(second.report.file_failures).toEqual([{ ...group, newly_failed: 0, paused: 3 }])
  const { report } = await site.sync({ isFull: true })
  expect(report.file_failures).toEqual([{ ...group, newly_failed: 0, paused: 0 }])
  expect(second.report.files).toMatchObject({ expected: 4, stored: 1 })
  expect(new Set(second.report.files.failed)).toEqual(new Set(first.report.files.failed))
})

test('an abandoned host is skipped by the next run', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => 2 + index)
  const site = await openSyncedFileSite((host) =>
    numbers.map((number) => imageBlock(number, `${host.origin}/${number}.png`))
  )
  for (const number of numbers) {
    site.host.answers.set(`/${number}.png`, (response) => void response.destroy())
  }
  await site.sync()
  expect(await requestsOf(site)).toBe(0)
})

test('files of an unknown host name are skipped after a few failures', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => 2 + index)
  const site = await openSyncedFileSite(() =>
    numbers.map((number) => imageBlock(number, `https://files.invalid/${number}.png`))
  )
  const { report } = await site.sync()
  const givenUp = report.file_failures.find(({ reason }) => reason.startsWith('skipped after'))
  // Six downloads run at the same time when the fifth has failed.
  expect(givenUp?.files).toBeGreaterThanOrEqual(40 - 11)
})

test('a file that was too large is requested again when the limit changes', async () => {
  const site = await openSyncedFileSite((host) => [imageBlock(2, `${host.origin}/a.png`)])
  site.host.answers.set('/a.png', sends(await picture(1, 400)))
  const small = { config: { maxFileSizeMB: 0.0001 } }
  for (const config of [small, small, {}]) await site.sync(config)
  expect([site.host.requests.length, published(site).size]).toEqual([2, 1])
})

/** A page with pictures of the workspace's store, some of which are missing. */
async function siteWithMissingFiles(counts: { stored: number; lost: number }): Promise<FileSite> {
  const numbers = Array.from({ length: counts.stored + counts.lost }, (_, index) => 2 + index)
  const site = await openSyncedFileSite(() =>
    numbers.map((number) => imageBlock(number, attachment(number)))
  )
  for (const number of numbers.slice(0, counts.stored)) {
    site.assets.set(attachment(number), asset(await picture(number)))
  }
  return site
}

test('a run in which most files newly failed exits with 3, the next one with 0', async () => {
  const site = await siteWithMissingFiles({ stored: 2, lost: 3 })
  const run = () => runCommand(['sync', '--data', site.dataDir], commandEnv(site))
  const first = await run()
  const lines = first.stderr.split('\n').filter((line) => line.includes('not fetched'))
  expect([first.code, lines]).toEqual([
    3,
    [
      expect.stringMatching(
        /^files not fetched: 3 from the workspace: the workspace returned no signed URL, 3 for the first time; next try \d{4}-\d\d-\d\d \d\d:\d\d UTC$/
      )
    ]
  ])
  expect((await run()).code).toBe(0)
  const { stdout } = await runCommand(['status', '--data', site.dataDir])
  expect(stdout).toContain('  3 from the workspace: the workspace returned no signed URL; next')
})

test('a run in which a few files failed exits with 0, and --json reports their group', async () => {
  const site = await siteWithMissingFiles({ stored: 3, lost: 3 })
  const args = ['sync', '--json', '--data', site.dataDir]
  const { code, stdout } = await runCommand(args, commandEnv(site))
  const { file_failures: groups } = JSON.parse(stdout) as { file_failures: object[] }
  expect([code, groups]).toMatchObject([0, [{ host: 'the workspace', files: 3, newly_failed: 3 }]])
})
