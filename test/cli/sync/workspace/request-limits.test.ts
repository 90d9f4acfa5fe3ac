import { expect, test } from 'vitest'

import { readEnvironment } from '../../../../cli/config/environment.ts'
import { Signer } from '../../../../cli/sync/assets/download/signer.ts'
import { BatchSize } from '../../../../cli/sync/workspace/batch-size.ts'
import { connectWorkspace } from '../../../../cli/sync/workspace/connect-workspace.ts'
import { probeRoot } from '../../../../cli/sync/workspace/probe-root.ts'
import { readBody } from '../../../../cli/sync/workspace/read-body.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { ROOT_ID } from '../../../support/workspaces/records.ts'
import { type Answer, connect, settled, useFakeClock } from './wire.ts'

useFakeClock()

/** A response that signs as many files. */
const signed = (count: number): Answer => ({
  status: 200,
  body: { signedUrls: Array.from({ length: count }, (_, index) => `https://files.test/${index}`) }
})

test('files are signed fifty at a time', async () => {
  const { workspace, bodies } = connect([signed(50), signed(1)])
  const urls = Array.from({ length: 51 }, (_, index) => `attachment:${index}`)
  const signer = new Signer(
    workspace,
    urls.map((url) => ({ url, blockId: ROOT_ID }))
  )
  for (const url of urls) await settled(signer.sign(url))
  expect(bodies).toMatchObject([{ urls: { length: 50 } }, { urls: { length: 1 } }])
})

test('a chunk of a page has a hundred blocks', async () => {
  const { workspace, bodies } = connect([
    { status: 200, body: { cursor: { stack: [] }, recordMap: {} } }
  ])
  await settled(workspace.pageChunk({ pageId: ROOT_ID, number: 0, stack: [] }))
  expect(bodies[0]).toMatchObject({ limit: 100, chunkNumber: 0 })
})

test('a call without a response is sent again after twenty seconds', async () => {
  const { call, sentAt } = connect(['none'])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt).toEqual([0, 20_750])
})

test('the root page counts as missing after three responses without it', async () => {
  const { workspace, sentAt } = connect([])
  const root = probeRoot(workspace, testConfig(ROOT_ID), undefined).catch((error: unknown) => error)
  expect(await settled(root)).toMatchObject({ name: 'SyncError' })
  expect(sentAt).toHaveLength(3)
})

test('a workspace on the web gets three requests a second, and eight at once', async () => {
  const { sentAt } = connect([])
  const environment = readEnvironment({ NOTION_API_BASE_URL: 'https://workspace.test/api/v3' })
  const { workspace } = await connectWorkspace(testConfig(ROOT_ID), environment, {})
  await settled(Promise.all([1, 2, 3].map(() => workspace.records([]))))
  expect(sentAt).toEqual([0, 334, 668])
  expect(workspace.budget.concurrency).toBe(8)
})

test('a request names the user of the account whose workspace is read', async () => {
  const { headers } = connect([])
  const environment = readEnvironment({
    NOTION_API_BASE_URL: 'https://workspace.test/api/v3',
    NOTION_ACTIVE_USER: 'somebody'
  })
  const { workspace } = await connectWorkspace(testConfig(ROOT_ID), environment, {})
  await settled(workspace.records([]))
  expect(new Headers(headers[0]).get('x-notion-active-user-header')).toBe('somebody')
})

test.each([
  [0, 'read'],
  [1, 'refused']
])('a response of 32 MiB and %i bytes is %s', async (more, outcome) => {
  const text = JSON.stringify('x'.repeat(32 * 1024 * 1024 - 2 + more))
  const body = readBody(new Blob([text]).stream())
  const result = await body.then(
    () => 'read',
    (error: unknown) => (error as Error).message
  )
  const refused = 'the response is larger than 33554432 bytes'
  expect(result).toBe(outcome === 'read' ? 'read' : refused)
})

test('batches double from 99 to 499 ids while responses are complete', () => {
  const batch = new BatchSize(undefined)
  const sizes = [1, 2, 3, 4].map(() => {
    const size = batch.next(false)
    batch.grow(size)
    return size
  })
  expect([...sizes, batch.next(false)]).toEqual([99, 198, 396, 499, 499])
  expect(batch.next(true)).toBe(99)
})

test('a smaller batch than allowed does not make the next one larger', () => {
  const batch = new BatchSize({ current: 198, largest: 499 })
  batch.grow(197)
  expect(batch.sizes).toEqual({ current: 198, largest: 499 })
  batch.grow(198)
  expect(batch.sizes).toEqual({ current: 396, largest: 499 })
})

test('only a refused batch of more than 99 ids makes batches smaller', () => {
  const batch = new BatchSize({ current: 396, largest: 499 })
  batch.shrink(99)
  expect(batch.sizes.current).toBe(396)
  batch.shrink(100)
  expect(batch.sizes).toEqual({ current: 99, largest: 99 })
})
