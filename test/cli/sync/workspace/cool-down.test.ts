import { expect, test, vi } from 'vitest'

import { connect, down, limited, ok, settled, useFakeClock } from './wire.ts'

useFakeClock()

const HOUR = 60 * 60_000

test.each([
  ['in seconds', '7', 7000],
  ['in parts of a second, at least a second', '0.2', 1000],
  ['of none, at least a second', '0', 1000],
  ['at most an hour', '86400', HOUR],
  ['as a date', 'Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
  ['as a date in the past', 'Wed, 31 Dec 2025 23:59:00 GMT', 1000],
  ['as a date tomorrow, at most an hour', 'Fri, 02 Jan 2026 00:00:00 GMT', HOUR],
  ['that cannot be read', 'soon', 15_000],
  ['that is empty', '', 15_000]
])('a 429 waits as Retry-After asks: %s', async (_, retryAfter, waited) => {
  const { call, sentAt, budget } = connect([limited(retryAfter)])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt).toEqual([0, waited])
  expect(budget.waitedMs).toBe(waited)
})

test.each([
  ['behind', 'Fri, 02 Jan 2026 00:00:00 GMT', 'Fri, 02 Jan 2026 00:01:30 GMT'],
  ['ahead', 'Wed, 31 Dec 2025 00:00:00 GMT', 'Wed, 31 Dec 2025 00:01:30 GMT']
])('a 429 waits until a date of the clock of the API if that here is %s', async (...row) => {
  const [, date, until] = row
  const headers = { date, 'retry-after': until }
  const { call, sentAt } = connect([{ status: 429, headers }])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt).toEqual([0, 90_000])
})

test('waits without Retry-After double up to five minutes, and the eighth 429 is an error', async () => {
  const { call, sentAt } = connect(Array.from({ length: 8 }, () => limited()))
  expect(await settled(call())).toMatchObject({ name: 'CallError', status: 429 })
  const waits = sentAt.slice(1).map((at, index) => (at - (sentAt[index] ?? 0)) / 1000)
  expect(waits).toEqual([15, 30, 60, 120, 240, 300, 300])
})

test('a 429 with Retry-After does not make later waits longer', async () => {
  const { call, sentAt } = connect([limited('7'), limited('7'), limited()])
  expect(await settled(call())).toBeUndefined()
  expect(sentAt).toEqual([0, 7000, 14_000, 29_000])
})

test('waits start again after a success', async () => {
  const { call, sentAt } = connect([limited(), limited(), ok, limited()])
  await settled(call())
  const before = sentAt.length
  const start = Date.now()
  const result = call()
  await vi.advanceTimersByTimeAsync(14_999)
  expect(sentAt).toHaveLength(before + 1)
  await settled(result)
  expect(sentAt.at(-1)).toBe(start + 15_000 - Date.UTC(2026, 0, 1))
})

test('no call is sent during a cool-down', async () => {
  const { call, sentAt } = connect([limited('60')])
  const first = call()
  await vi.advanceTimersByTimeAsync(10_000)
  const others = [call(), call()]
  await vi.advanceTimersByTimeAsync(49_999)
  expect(sentAt).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([first, ...others])
  expect(sentAt).toEqual([0, 60_000, 60_000, 60_000])
})

test('calls that are refused together wait once', async () => {
  const { call, sentAt, budget } = connect([limited(), limited(), limited()])
  await settled(Promise.all([call(), call(), call()]))
  expect(sentAt).toEqual([0, 0, 0, 15_000, 15_000, 15_000])
  expect(budget.waitedMs).toBe(15_000)
})

test('a stopped run ends its waits with the reason, and sends nothing more', async () => {
  const { call, sentAt, budget } = connect([limited('60'), down])
  const waiting = call()
  await vi.advanceTimersByTimeAsync(1000)
  budget.stop(new Error('stopped by the deadline'))
  expect(await waiting).toEqual(new Error('stopped by the deadline'))
  expect(await settled(call())).toEqual(new Error('stopped by the deadline'))
  expect(sentAt).toEqual([0])
})

test.each(['its caller', 'itself'])('a run with a signal is stopped by %s', async (stopper) => {
  const caller = new AbortController()
  const { call, sentAt, budget } = connect([limited('60')], { signal: caller.signal })
  const waiting = call()
  await vi.advanceTimersByTimeAsync(1000)
  const reason = new Error('stopped')
  if (stopper === 'itself') budget.stop(reason)
  else caller.abort(reason)
  expect(await settled(waiting)).toEqual(reason)
  expect(sentAt).toEqual([0])
})

test.each([
  [3, 334],
  [5, 200]
])(
  'requests are spread by the rate: of %i a second each is %i ms after the last',
  async (...of) => {
    const [ratePerSecond, ms] = of
    const { call, sentAt } = connect([], { ratePerSecond })
    await settled(Promise.all(Array.from({ length: 5 }, call)))
    expect(sentAt).toEqual([0, 1, 2, 3, 4].map((count) => count * ms))
  }
)

test.each([null, 50])('at most two requests are open at once with the rate %s', async (rate) => {
  const { budget } = connect([], { concurrency: 2, ratePerSecond: rate })
  let [open, most] = [0, 0]
  const request = async () => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 100))
    open--
  }
  await settled(Promise.all(Array.from({ length: 6 }, () => budget.run(request))))
  expect([most, budget.requests]).toEqual([2, 6])
})
