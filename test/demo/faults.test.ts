import { expect, onTestFinished, test } from 'vitest'

import type { Fault, FaultPlan } from '../../demo/api/faults.ts'
import { type WorkspaceApiOptions, startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { ROOT_ID, testId, textBlock, workspaceOf } from '../support/workspaces/records.ts'

const ids = Array.from({ length: 40 }, (_, index) => testId(100 + index))
const workspace = workspaceOf(
  ids,
  ids.map((id, index) => textBlock(100 + index, `line of ${id}`))
)

interface Answer {
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
  const ask = (asked: string[], signal?: AbortSignal) =>
    call('syncRecordValuesMain', { requests: asked.map((id) => ({ table: 'block', id })) }, signal)
  const read = async (asked: string[]) =>
    ((await (await ask(asked)).json()) as Answer).recordMap.block
  return { api, call, ask, read }
}

async function openFaulty(plan: FaultPlan | Fault) {
  const opened = await openApi()
  opened.api.faults.set(typeof plan === 'string' ? { faults: [plan] } : plan)
  return opened
}

test('"foreign" answers with as many records, none of which was asked for', async () => {
  const { read } = await openFaulty('foreign')
  const found = Object.entries(await read(ids))
  expect(found).toHaveLength(ids.length)
  for (const [id, { value }] of found) {
    expect(ids).not.toContain(id)
    expect(value).toMatchObject({ id, type: 'text' })
  }
})

test('"foreign" names other rows in the answer to a query', async () => {
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

test('"partial" leaves out some of the records, the same ones for the same seed', async () => {
  const { api, read } = await openFaulty({ faults: ['partial'], seed: 7 })
  const found = Object.keys(await read(ids))
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(ids.length)
  api.faults.set({ faults: ['partial'], seed: 7 })
  expect(Object.keys(await read(ids))).toEqual(found)
})

test('"bad-shape" takes the type from one record and makes its content no list', async () => {
  const { read } = await openFaulty('bad-shape')
  const values = Object.values(await read(ids)).map(({ value }) => value)
  const broken = values.filter((value) => !('type' in value))
  expect(values).toHaveLength(ids.length)
  expect(broken).toHaveLength(1)
  expect(broken[0]?.['content']).toBeTypeOf('string')
})

test('"drip" sends a byte now and then and never ends', async () => {
  const { ask } = await openFaulty('drip')
  const stop = new AbortController()
  const reply = await ask(ids, stop.signal)
  const reader = reply.body?.getReader()
  const parts = [await reader?.read(), await reader?.read(), await reader?.read()]
  expect(parts.map((part) => part?.done)).toEqual([false, false, false])
  stop.abort()
})

test('"oversized" is JSON of more than 32 MB, without its length told beforehand', async () => {
  const { ask } = await openFaulty('oversized')
  const reply = await ask(ids)
  expect(reply.headers.get('content-type')).toContain('application/json')
  expect(reply.headers.get('content-length')).toBeNull()
  const text = await reply.text()
  expect(text.length).toBeGreaterThan(32 * 1024 * 1024)
  expect(JSON.parse(text)).toHaveProperty('recordMap')
})

test('"bad-json" is called JSON, and "bad-request" is refused as the real API refuses', async () => {
  const { api, ask } = await openFaulty('bad-json')
  const reply = await ask(ids)
  expect(reply.headers.get('content-type')).toContain('application/json')
  await expect(reply.json()).rejects.toThrow(SyntaxError)

  api.faults.set({ faults: ['bad-request'] })
  const refusal = await ask(ids)
  expect(refusal.status).toBe(400)
  expect(await refusal.json()).toMatchObject({ name: 'ValidationError' })
})

test('only calls that name one of the ids are hit, by id alone and inside a batch', async () => {
  const [first = '', second = '', third = ''] = ids
  const { api, ask } = await openFaulty({ faults: ['bad-request'], ids: [second] })
  const statuses = [await ask([first]), await ask([third, second]), await ask([first, third])]
  expect(statuses.map(({ status }) => status)).toEqual([200, 400, 200])
  expect(api.faults.hits).toBe(1)
})

test('a batch beyond the limit is refused, or answered in part, as the option says', async () => {
  const refusing = await openApi({ maxBatch: { limit: 3, beyond: 'refuse' } })
  expect((await refusing.ask(ids.slice(0, 3))).status).toBe(200)
  const refusal = await refusing.ask(ids.slice(0, 4))
  expect(refusal.status).toBe(400)
  expect(await refusal.json()).toMatchObject({ name: 'ValidationError' })

  const { read } = await openApi({ maxBatch: { limit: 3, beyond: 'truncate' } })
  expect(Object.keys(await read(ids.slice(0, 5)))).toEqual(ids.slice(0, 3))
})

test('the bytes of answers are counted', async () => {
  const { api, ask } = await openApi()
  const first = Buffer.byteLength(await (await ask(ids)).text())
  expect(api.sentBytes).toBe(first)
  const second = Buffer.byteLength(await (await ask([ROOT_ID])).text())
  expect(api.sentBytes).toBe(first + second)
})

test('an error of the API itself is a 500, and no refusal of the request', async () => {
  const { call } = await openApi()
  const reply = await call('syncRecordValuesMain', {})
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ name: 'InternalServerError' })
})
