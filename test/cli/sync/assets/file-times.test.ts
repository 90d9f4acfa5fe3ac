import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'

import { DownloadBudget } from '../../../../cli/sync/assets/download/download-budget.ts'
import { FailedFiles } from '../../../../cli/sync/assets/failed-files.ts'
import { FailureLog } from '../../../../cli/sync/assets/failure-log.ts'
import { FileLog } from '../../../../cli/sync/assets/file-log.ts'
import { newReport } from '../../../../cli/sync/report/sync-report.ts'
import { testId } from '../../../support/workspaces/records.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const url = 'https://a.example/a.png'

test('a fault of the run does not shorten the next pause of a file', () => {
  const log = new FailureLog(new Database(':memory:'))
  const pauseOf = (isFaultOfRun: boolean) => log.add(url, 'status 500', isFaultOfRun).pauseMs
  const pauses = [false, false, true, false].map(pauseOf)
  expect(pauses).toEqual([HOUR_MS, 4 * HOUR_MS, 0, 12 * HOUR_MS])
})

test.each([
  [-6, true],
  [-8, false],
  // The clock was set back meanwhile.
  [8, false]
])('a file requested %i days from now is fresh: %s', (days, isFresh) => {
  const log = new FileLog(new Database(':memory:'))
  const now = Date.now()
  vi.useFakeTimers({ now: now + days * DAY_MS, toFake: ['Date'] })
  log.storeResponse(url)
  vi.setSystemTime(now)
  expect(log.isFresh(url)).toBe(isFresh)
  vi.useRealTimers()
})

test('a group of failed files is requested again with the first of its files', () => {
  const report = newReport()
  const failed = new FailedFiles(report, new FailureLog(new Database(':memory:')))
  for (const [index, pauseMs] of [5000, 1000, 9000].entries()) {
    const kind = { copy: undefined, isImage: true, isDamaged: false }
    const file = { source: `https://a.example/${index}`, blockId: testId(index), ...kind }
    failed.addPaused(file, { reason: 'status 404', failures: 1, failedAt: 100, pauseMs })
  }
  expect(report.file_failures).toMatchObject([{ files: 3, paused: 3, next_try_at: 1100 }])
})

test('a host that has delivered a file is abandoned after fifty failures in a row, not after five', () => {
  const budget = new DownloadBudget({ allowedOrigins: new Set(), maxBytes: 1, maxRunBytes: 1 })
  budget.addSuccess(url)
  for (let failures = 0; failures < 50; failures++) {
    expect(() => budget.refuseDeadHost(url)).not.toThrow()
    budget.addFailure(url)
  }
  expect(() => budget.refuseDeadHost(url)).toThrow('skipped after 50 failed downloads')
})
