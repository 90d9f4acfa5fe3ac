import { expect, onTestFinished, test } from 'vitest'

import type { FaultPlan } from '../../../demo/api/faults.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import { runCommand } from '../../support/command.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { type TestSyncOptions, syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

const OTHER = testId(600)
const pointer = { collection_pointer: { id: OTHER, table: 'collection' } }
/** A page with two collections of two rows each. */
const workspace = withCollections(
  { collection_id: HOME },
  {
    collections: [collection(HOME, 'Lamps'), collection(OTHER, 'Oils')],
    views: [view(510, {}), view(511, { format: pointer })],
    blocks: [row(520, HOME), row(521, HOME), row(530, OTHER), row(531, OTHER)]
  }
)

async function openApi() {
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = (options: Pick<TestSyncOptions, 'page' | 'callTimeoutMs'> = {}) =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir, ...options })
  return { api, dataDir, sync }
}

const hitting = (plan: Partial<FaultPlan>): FaultPlan => ({
  faults: ['server-error'],
  endpoint: 'queryCollection',
  ...plan
})

test.each(['server-error', 'hang', 'empty', 'html', 'foreign'] as const)(
  'a first publication waits for the rows of a collection whose query fails with "%s"',
  async (fault) => {
    const { api, sync } = await openApi()
    api.faults.set(hitting({ faults: [fault], ids: [OTHER] }))
    const message = /rows of a collection are missing.*nothing was published/s
    // Only a call that is never answered needs to end soon: another one may be slow.
    const limits = fault === 'hang' ? { callTimeoutMs: 200 } : {}
    await expect(sync(limits)).rejects.toThrow(message)

    api.faults.set(undefined)
    const start = api.requests.length
    const { report, generation } = await sync()
    expect([report.failed, report.stored.rows, generation]).toEqual([[], 4, 1])
    // The root page is probed; only versions are requested of records read before.
    expect(api.requests.length - start).toBeLessThanOrEqual(5)
  }
)

test('a collection that is refused for good is reported, while the others are published', async () => {
  const { api, sync } = await openApi()
  api.faults.set(hitting({ faults: ['bad-request'], ids: [OTHER] }))
  const { report, generation } = await sync()
  expect([generation, report.stored.rows]).toEqual([1, 2])
  expect(report.failed).toMatchObject([{ table: 'collection', id: OTHER, is_kept: false }])
})

test('rows that all name another collection as their parent are published', async () => {
  const { api, sync } = await openApi()
  for (const number of [530, 531]) api.substitutes.set(testId(number), row(number, HOME))
  const { report, generation } = await sync()
  expect([report.failed, generation, report.stored.rows]).toEqual([[], 1, 4])
})

test('rows of an unknown collection are left out and reported, while the others are published', async () => {
  const { api, sync } = await openApi()
  const unknown = testId(601)
  for (const number of [530, 531]) api.substitutes.set(testId(number), row(number, unknown))
  const { report, generation } = await sync()
  expect([report.failed, generation, report.stored.rows]).toEqual([[], 1, 2])
  expect(report.absent.map(({ id, reason }) => [id, reason]).toSorted()).toEqual([
    [testId(530), 'missing'],
    [testId(531), 'missing'],
    [unknown, 'missing']
  ])
})

test('a lasting refusal is new in the first run only, a temporary fault in each run', async () => {
  const { api, sync } = await openApi()
  api.faults.set(hitting({ faults: ['bad-request'], ids: [OTHER] }))
  const newOnes = async () => (await sync()).report.failed.map(({ id, is_new }) => [id, is_new])
  expect(await newOnes()).toEqual([[OTHER, true]])
  expect(await newOnes()).toEqual([[OTHER, false]])
  // A run of one page does not ask for it.
  await sync({ page: testId(520) })
  expect(await newOnes()).toEqual([[OTHER, false]])
  api.faults.set(hitting({ faults: ['server-error'], ids: [OTHER] }))
  expect(await newOnes()).toEqual([[OTHER, true]])
  expect(await newOnes()).toEqual([[OTHER, true]])
})

test('a workspace whose only collection is refused is published', async () => {
  const { api, sync } = await openApi()
  api.edit.change(testId(501), { view_ids: [testId(510)] })
  api.faults.set(hitting({ faults: ['bad-request'] }))
  const { report, generation } = await sync()
  expect([generation, report.failed[0]?.id]).toEqual([1, HOME])
})

test('a first publication waits when every query is refused', async () => {
  const { api, sync } = await openApi()
  api.faults.set(hitting({ faults: ['bad-request'] }))
  await expect(sync()).rejects.toThrow('nothing was published')
  api.faults.set(undefined)
  expect((await sync()).generation).toBe(1)
})

test('a view whose record breaks its query is missing, and no row is', async () => {
  const { api, sync } = await openApi()
  api.edit.changeView(testId(510), { query2: { sort: {} } })
  const { report, generation } = await sync()
  expect([generation, report.stored.rows]).toEqual([1, 4])
  expect(report.failed).toMatchObject([{ table: 'collection_view', id: testId(510) }])
})

test('the command exits with 1 when rows are missing and with 3 when a collection is refused', async () => {
  const { api, dataDir } = await openApi()
  const settings = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const run = () =>
    runCommand(['sync', '--data', dataDir], {
      NOTION_API_BASE_URL: api.baseUrl,
      SITE_CONFIG: JSON.stringify(settings)
    })
  api.faults.set(hitting({ faults: ['bad-request'] }))
  const { code, stderr } = await run()
  expect([code, stderr]).toEqual([1, expect.stringContaining('the next sync continues from there')])
  api.faults.set(hitting({ faults: ['bad-request'], ids: [OTHER] }))
  expect((await run()).code).toBe(3)
})

test('after the first publication, a new collection whose query fails is left out alone', async () => {
  const { api, sync } = await openApi()
  api.edit.change(testId(501), { view_ids: [testId(510)] })
  await sync()
  api.edit.change(testId(501), { view_ids: [testId(510), testId(511)] })
  api.faults.set(hitting({ ids: [OTHER] }))
  const { report, generation } = await sync()
  expect([generation, report.stored.rows]).toEqual([2, 2])
  expect(report.failed).toMatchObject([{ table: 'collection', id: OTHER }])
})
