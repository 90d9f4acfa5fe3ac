import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'

import { ZeroResultCounts, readZeroResultCounts } from '../../../db/search/zero-result-counts.ts'
import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../../support/on-finished.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { patient } from '../../support/workspaces/test-config.ts'

const workspace = workspaceOf([testId(2)], [pageBlock(2, 'Lamp')])
const url = '/api/search-notion'
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const today = dayOf(new Date())

test('zero-result queries are counted by query and day, and nothing else is stored', async () => {
  const { app, dataDir } = await openSite({ workspace })
  for (const query of ['Brass  Sieve', 'brass sieve', 'ｂｒａｓｓ sieve']) {
    await app.inject({ url, query: { query } })
  }
  await app.inject({ url: '/search', query: { q: 'brass sieve' } })
  await app.inject({ method: 'POST', url, payload: { query: 'copper' } })
  const counts = readZeroResultCounts(dataDir, 10)
  expect(counts.map(({ query, count }) => [query, count])).toEqual([
    ['brass sieve', 4],
    ['copper', 1]
  ])
  expect(Object.keys(counts[0] ?? {})).toEqual(['query', 'count', 'last_day'])
  expect([today, dayOf(new Date())]).toContain(counts[0]?.last_day)
  const files = readdirSync(dataDir).filter((name) => name.startsWith('searches.db'))
  expect(files.map((name) => statSync(path.join(dataDir, name)).mode & 0o077)).toEqual(
    files.map(() => 0)
  )
})

test('queries with results, unfinished, empty and filtered queries are not counted', async () => {
  const { app, dataDir } = await openSite({ workspace })
  const queries: Record<string, string>[] = [
    { query: 'lamp' },
    { query: '' },
    { query: '!?' },
    { query: 'zzz', typing: 'true' },
    { query: 'zzz', tag: 'Brass' },
    { query: 'zzz', ancestorId: testId(2) },
    { query: 'zzz', collection: testId(2) }
  ]
  for (const query of queries) {
    expect((await app.inject({ url, query })).statusCode).toBe(200)
  }
  expect(readZeroResultCounts(dataDir, 10)).toEqual([])
})

test('with counting off nothing is stored', async () => {
  const { app, dataDir } = await openSite({ workspace, config: { areSearchesCounted: false } })
  // Creates the file of finished responses.
  await app.inject('/readyz')
  const before = readdirSync(dataDir).toSorted()
  await app.inject(`${url}?query=brass`)
  await app.inject('/search?q=brass')
  expect(readZeroResultCounts(dataDir, 10)).toEqual([])
  expect(readdirSync(dataDir).toSorted()).toEqual(before)
})

test('a mirror served as a file stores no counts and answers searches', async () => {
  const { config, dataDir } = await openSite({ workspace })
  const app = await buildApp({
    ...patient,
    config,
    dataDir: `${dataDir}/mirror.db`,
    logLevel: 'error'
  })
  onFinished(() => app.close())
  expect((await app.inject(`${url}?query=brass`)).json()).toMatchObject({ total: 0 })
  expect(readZeroResultCounts(dataDir, 10)).toEqual([])
})

test('counting goes on after a failure, of which the first is reported', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app, dataDir } = await openSite({ workspace })
  const errors = vi.spyOn(app.log, 'error').mockReturnValue()
  const search = (query: string) => app.inject({ url, query: { query } })
  const counted = () => readZeroResultCounts(dataDir, 10).map(({ query }) => query)
  // As a full disk leaves it.
  writeFileSync(path.join(dataDir, 'searches.db'), '')
  const other = new Database(path.join(dataDir, 'searches.db'))
  onTestFinished(() => void other.close())
  other.exec('begin exclusive')
  for (let time = 0; time < 3; time++) {
    await search('brass')
    vi.advanceTimersByTime(60_000)
  }
  expect(errors).toHaveBeenCalledTimes(1)
  other.exec('rollback')
  expect(counted()).toEqual([])
  await search('tin')
  expect(counted()).toEqual(['tin'])
  other.exec('begin immediate')
  await search('copper')
  other.exec('rollback')
  expect(errors).toHaveBeenCalledTimes(2)
  // A file that fails is left alone for a minute.
  await search('copper')
  expect(counted()).toEqual(['tin'])
  vi.advanceTimersByTime(60_000)
  await search('zinc')
  expect(counted()).toEqual(['tin', 'zinc'])
})

test('of more than a thousand queries, the most frequent ones are kept', () => {
  const folder = tempDir()
  const counts = new ZeroResultCounts(folder)
  for (let time = 0; time < 3; time++) counts.add('often', 0)
  for (let number = 0; number < 1005; number++) counts.add(`rare ${number}`, 0)
  counts.close()
  const kept = readZeroResultCounts(folder, 2000)
  expect(kept).toHaveLength(1000)
  expect(kept[0]).toMatchObject({ query: 'often', count: 3 })
})
