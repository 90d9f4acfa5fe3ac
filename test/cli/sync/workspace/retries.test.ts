import { expect, test, vi } from 'vitest'

import { CallError } from '../../../../cli/sync/workspace/call-error.ts'
import { OutageError } from '../../../../cli/sync/workspace/request-budget.ts'
import { type Answer, connect, down, limited, ok, settled, useFakeClock } from './wire.ts'

useFakeClock()

test('a fault is retried three times, after waits that double', async () => {
  const { call, sentAt } = connect([down, down, down, down])
  const error = await settled(call())
  // Half a second to a second before the first retry; here the middle.
  expect(sentAt).toEqual([0, 750, 2250, 5250])
  expect(error).toBeInstanceOf(CallError)
  expect(error?.message).toBe('the workspace did not answer syncRecordValuesMain: status 503')
})

test.each([
  [0, 500],
  [0.999, 999]
])('the wait before a retry is spread: random %f waits %i ms', async (random, waited) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const { call, sentAt } = connect([down])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt.map(Math.floor)).toEqual([0, waited])
})

test('the fourth attempt may succeed', async () => {
  const { call, sentAt } = connect([down, down, down, ok])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt).toHaveLength(4)
})

const reset = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })

test.each<[string, Answer]>([
  ['status 408', { status: 408 }],
  ['status 500', { status: 500 }],
  ['a reset', reset],
  ['a response without records', { status: 200, body: [] }]
])('%s is retried', async (_, answer) => {
  const { call, sentAt } = connect([answer])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt).toEqual([0, 750])
})

test('a response without a body is retried, and named in the error', async () => {
  const { call, sentAt } = connect(Array.from({ length: 4 }, () => ({ status: 204 })))
  expect((await settled(call()))?.message).toBe(
    'the workspace did not answer syncRecordValuesMain as expected: the response has no body'
  )
  expect(sentAt).toHaveLength(4)
})

test.each([400, 404, 410, 499])('status %i is not retried', async (status) => {
  const { call, sentAt } = connect([{ status }])
  expect(await settled(call())).toMatchObject({ name: 'CallError', status })
  expect(sentAt).toHaveLength(1)
})

test.each([401, 403])('status %i ends the run with the remedy', async (status) => {
  const { call, sentAt } = connect([{ status, body: { message: 'Token was revoked.' } }])
  const error = await settled(call())
  expect(error).toBeInstanceOf(OutageError)
  expect(error?.message).toMatch(
    /^the workspace did not answer syncRecordValuesMain: Token was revoked\.; the page is not shared to the web, or a token is needed: .*NOTION_TOKEN/
  )
  expect(sentAt).toHaveLength(1)
})

const notFound = new Error('getaddrinfo ENOTFOUND app.notion.com')
const refusals = Object.assign(
  new AggregateError([new Error('connect ECONNREFUSED ::1:443')], ''),
  {
    code: 'ECONNREFUSED'
  }
)

test.each([
  ['a name that is not found', notFound, 'getaddrinfo ENOTFOUND app.notion.com'],
  ['a TLS error', new Error('wrong version number:350:\n'), 'wrong version number:350:; check'],
  ['a nested error', new Error('outer', { cause: notFound }), 'getaddrinfo ENOTFOUND'],
  ['several refused addresses', refusals, 'connect ECONNREFUSED ::1:443'],
  ['an error without a text', Object.assign(new Error(''), { code: 'EPIPE' }), 'EPIPE']
])('%s is reported with the host and the remedy', async (_, cause, reason) => {
  const failure = new TypeError('fetch failed', { cause })
  const { call } = connect([failure, failure, failure, failure])
  const error = await settled(call())
  expect(error?.message).toMatch(
    /^the workspace did not answer syncRecordValuesMain: \S+ cannot be reached: .*; check the network, the proxy or firewall, and NOTION_API_BASE_URL$/
  )
  expect(error?.message).toContain(`cannot be reached: ${reason}`)
})

test('rate limits do not count as faults', async () => {
  const { call, sentAt } = connect([down, limited('1'), down, limited('1'), down, ok])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt).toEqual([0, 750, 1750, 3250, 4250, 7250])
})

/** The answers of one call that fails after all its attempts. */
const failed = [down, down, down, down]

test('the third failed call in a row ends the run if the probe fails, too', async () => {
  const { call, sentAt } = connect([...failed, ...failed, ...failed, ...failed])
  expect(await settled(call())).toMatchObject({ name: 'CallError' })
  expect(await settled(call())).toMatchObject({ name: 'CallError' })
  expect(await settled(call())).toMatchObject({ name: 'OutageError' })
  expect(sentAt).toHaveLength(16)
})

test('a probe that succeeds starts the count again', async () => {
  const { call, sentAt } = connect([...failed, ...failed, ...failed, ok, ...failed, ...failed])
  const errors = []
  for (let count = 0; count < 5; count++) errors.push(await settled(call()))
  expect(errors.map((error) => error?.name)).toEqual(Array(5).fill('CallError'))
  expect(sentAt).toHaveLength(21)
})

test('a call that succeeds starts the count again', async () => {
  const { call, sentAt } = connect([...failed, ...failed, ok, ...failed])
  const errors = []
  for (let count = 0; count < 4; count++) errors.push(await settled(call()))
  expect(errors.map((error) => error?.name)).toEqual([
    'CallError',
    'CallError',
    undefined,
    'CallError'
  ])
  expect(sentAt).toHaveLength(13)
})

test('calls that are refused do not count: the API answers', async () => {
  const refused = { status: 400 }
  const { call, sentAt } = connect([refused, refused, refused])
  for (let count = 0; count < 3; count++) expect(await settled(call())).toMatchObject(refused)
  expect(sentAt).toHaveLength(3)
})
