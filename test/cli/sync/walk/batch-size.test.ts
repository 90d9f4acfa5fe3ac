import { expect, onTestFinished, test } from 'vitest'

import { type WorkspaceApiOptions, startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

interface Options {
  blocks?: number
  maxBatch?: WorkspaceApiOptions['maxBatch']
}

async function openSync({ blocks: count = 1500, maxBatch }: Options = {}) {
  const numbers = Array.from({ length: count }, (_, index) => 1000 + index)
  const blocks = numbers.map((number) =>
    number % 50 === 0 ? pageBlock(number, `Page ${number}`) : textBlock(number, `line ${number}`)
  )
  const workspace = workspaceOf(numbers.map(testId), blocks)
  const api = await startWorkspaceApi({ workspace, ...(maxBatch && { maxBatch }) })
  onTestFinished(() => api.close())
  const options = { config: testConfig(ROOT_ID), dataDir: tempDir() }
  const sizes = () =>
    api.requests.flatMap(({ body }) => {
      const { requests } = body as { requests?: unknown[] }
      return requests ? [requests.length] : []
    })
  const sync = (isFull = false) => syncFrom(api, { ...options, isFull })
  /** How often each record was requested, without the root page, which each request names. */
  const repeats = () => {
    const times = new Map<string, number>()
    for (const { body } of api.requests) {
      const { requests = [] } = body as { requests?: { id: string }[] }
      for (const { id } of requests) times.set(id, (times.get(id) ?? 0) + 1)
    }
    times.delete(ROOT_ID)
    return [...times.values()]
  }
  return { api, sync, sizes, repeats }
}

test('batches grow while they are answered completely, and the next run starts at the learned size', async () => {
  const { sync, sizes } = await openSync({ blocks: 3000 })
  expect((await sync()).report.stored.blocks).toBe(3001)
  const first = sizes().length
  expect(Math.max(...sizes())).toBeGreaterThan(300)
  expect(first).toBeLessThanOrEqual(20)
  await sync()
  expect(sizes().slice(first)).toEqual([1, 62])
})

test('one id that the API refuses does not make later batches small', async () => {
  const { api, sync, sizes } = await openSync()
  const id = testId(1751)
  api.faults.set({ faults: ['bad-request'], ids: [id] })
  expect((await sync()).report.failed).toMatchObject([{ id }])
  api.faults.set(undefined)
  const first = sizes().length
  await sync(true)
  expect(Math.max(...sizes().slice(first))).toBeGreaterThan(300)
})

test.each(['refuse', 'truncate'] as const)(
  'an API that responds "%s" to more than a hundred ids is read in batches of a hundred',
  async (beyond) => {
    const { sync, sizes, repeats } = await openSync({ maxBatch: { limit: 100, beyond } })
    const { report } = await sync()
    expect(report.stored.blocks).toBe(1501)
    expect(report.absent).toEqual([])
    expect(report.failed).toEqual([])
    expect(sizes().filter((size) => size > 100).length).toBeLessThanOrEqual(16)
    // Once in a request that is too large, and once in a smaller one.
    expect(Math.max(...repeats())).toBe(2)

    const first = sizes().length
    await sync()
    expect(Math.max(...sizes().slice(first))).toBeLessThanOrEqual(100)
  }
)
