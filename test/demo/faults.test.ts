import { expect, onTestFinished, test } from 'vitest'

import type { Fault, FaultPlan } from '../../demo/api/faults.ts'
import { type WorkspaceApiOptions, startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { ROOT_ID, testId, textBlock, workspaceOf } from '../support/workspaces/records.ts'

const ids = Array.from({ length: 40 }, (_, index) => testId(100 + index))
const workspace = workspaceOf(
  ids,
  ids.map((id, index) => textBlock(100 + index, `line of ${id}`))
)

interface RecordResponse {
  recordMap: { block: Record<string, { role: string; value: Record<string, unknown> }> }
}

async function openApi(options: Partial<WorkspaceApiOptions> = {}) {
  const api = await startWorkspaceApi({ workspace, shape: 'flat', ...options })
  onTestFinished(() => api.close())
  const call = (endpoint: string, body: unknown, signal: AbortSignal | null = null) =>
    fetch(`${api.baseUrl}/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal
    })
  const send = (recordIds: string[], signal?: AbortSignal) =>
    call(
      'syncRecordValuesMain',
      { requests: recordIds.map((id) => ({ table: 'block', id })) },
      signal
    )
  const read = async (recordIds: string[]) =>
    ((await (await send(recordIds)).json()) as RecordResponse).recordMap.block
  return { api, call, send, read }
}

async function openFaulty(plan: FaultPlan | Fault) {
  const opened = await openApi()
  opened.api.faults.set(typeof plan === 'string' ? { faults: [plan] } : plan)
  return opened
}

test('"foreign" returns the same number of records with other ids', async () => {
  const { read } = await openFaulty('foreign')
  const found = Object.entries(await read(ids))
  expect(found).toHaveLength(ids.length)
  for (const [id, { value }] of found) {
    expect(ids).not.toContain(id)
    expect(value).toMatchObject({ id, type: 'text' })
  }
})

test('"foreign" replaces row ids in a query\'s response', async () => {
  const home = testId(500)
  const row = textBlock(2, 'row', { parent_id: home, parent_table: 'collection' })
  const served = workspaceOf([], [row])
  served.collection[home] = { id: home, schema: {} } as never
  const { api, call } = await openApi({ workspace: served })
  const loader = { reducers: { collection_group_results: { type: 'results', limit: 9 } } }
  const query = { collection: { id: home }, collectionView: { id: testId(501) }, loader }
  expect(await (await call('queryCollection', query)).text()).toContain(testId(2))
  api.faults.set({ faults: ['foreign'] })
  expect(await (await call('queryCollection', query)).text()).not.toContain(testId(2))
})

test('"partial" drops some records, the same ones for the same seed', async () => {
  const { api, read } = await openFaulty({ faults: ['partial'], seed: 7 })
  const found = Object.keys(await read(ids))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(ids.length)
  api.faults.set({ faults: ['partial'], seed: 7 })
  expect(Object.keys(await read(ids))).toEqual(found)
})

test('"bad-shape" removes the type of one record and makes its content a string', async () => {
  const { read } = await openFaulty('bad-shape')
  const values = Object.values(await read(ids)).map(({ value }) => value)
  const broken = values.filter((value) => !('type' in value))
  expect(values).toHaveLength(ids.length)
  expect(broken).toHaveLength(1)
  expect(broken[0]?.['content']).toBeTypeOf('string')
})

test('"drip" keeps sending single bytes and never ends', async () => {
  const { send } = await openFaulty('drip')
  const stop = new AbortController()
  const reply = await send(ids, stop.signal)
  const reader = reply.body?.getReader()
  const parts = [await reader?.read(), await reader?.read(), await reader?.read()]
  expect(parts.map((part) => part?.done)).toEqual([false, false, false])
  stop.abort()
})

test('"oversized" returns more than 32 MB of JSON without a content-length', async () => {
  const { send } = await openFaulty('oversized')
  const reply = await send(ids)
  expect(reply.headers.get('content-type')).toContain('application/json')
  expect(reply.headers.get('content-length')).toBeNull()
  const text = await reply.text()
  expect(text.length).toBeGreaterThan(32 * 1024 * 1024)
  expect(JSON.parse(text)).toHaveProperty('recordMap')
})

test('"bad-json" has the media type of JSON, and "bad-request" fails like the real API', async () => {
  const { api, send } = await openFaulty('bad-json')
  const reply = await send(ids)
  expect(reply.headers.get('content-type')).toContain('application/json')
  await expect(reply.json()).rejects.toThrow(SyntaxError)

  api.faults.set({ faults: ['bad-request'] })
  const refusal = await send(ids)
  expect(refusal.status).toBe(400)
  expect(await refusal.json()).toMatchObject({ name: 'ValidationError' })
})

test('only calls that contain one of the ids fail, in batches too', async () => {
  const [first = '', second = '', third = ''] = ids
  const { api, send } = await openFaulty({ faults: ['bad-request'], ids: [second] })
  const statuses = [await send([first]), await send([third, second]), await send([first, third])]
  expect(statuses.map(({ status }) => status)).toEqual([200, 400, 200])
  expect(api.faults.hits).toBe(1)
})

test('a batch above the limit is refused or truncated, depending on the option', async () => {
  const refusing = await openApi({ maxBatch: { limit: 3, beyond: 'refuse' } })
  expect((await refusing.send(ids.slice(0, 3))).status).toBe(200)
  const refusal = await refusing.send(ids.slice(0, 4))
  expect(refusal.status).toBe(400)
  expect(await refusal.json()).toMatchObject({ name: 'ValidationError' })

  const { read } = await openApi({ maxBatch: { limit: 3, beyond: 'truncate' } })
  expect(Object.keys(await read(ids.slice(0, 5)))).toEqual(ids.slice(0, 3))
})

test('the size of responses is counted', async () => {
  const { api, send } = await openApi()
  const first = Buffer.byteLength(await (await send(ids)).text())
  expect(api.sentBytes).toBe(first)
  const second = Buffer.byteLength(await (await send([ROOT_ID])).text())
  expect(api.sentBytes).toBe(first + second)
})

test('an internal error of the API is a 500, not a refusal', async () => {
  const { call } = await openApi()
  const reply = await call('syncRecordValuesMain', {})
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ name: 'InternalServerError' })
})
