import { expect, test } from 'vitest'

import { CircuitBreaker } from '../../../server/publication/redis/circuit-breaker.ts'

function breakerAt(start: number) {
  const clock = { now: start }
  const breaker = new CircuitBreaker(() => clock.now)
  const fail = (times: number) => {
    for (let count = 0; count < times; count++) breaker.failed()
  }
  return { clock, breaker, fail }
}

test('calls are skipped after five failures in a row, for 30 seconds', () => {
  const { clock, breaker, fail } = breakerAt(1000)
  fail(4)
  expect(breaker.skips()).toBe(false)
  fail(1)
  expect(breaker.skips()).toBe(true)
  clock.now += 29_999
  expect(breaker.skips()).toBe(true)
  clock.now += 1
  expect(breaker.skips()).toBe(false)
})

test('a success between failures keeps calls going', () => {
  const { breaker, fail } = breakerAt(0)
  fail(4)
  breaker.succeeded()
  fail(4)
  expect(breaker.skips()).toBe(false)
})

test('after the pause one call is tried, and its outcome decides', () => {
  const { clock, breaker, fail } = breakerAt(0)
  fail(5)
  clock.now += 30_000
  expect([breaker.skips(), breaker.skips()]).toEqual([false, true])
  breaker.failed()
  clock.now += 29_999
  expect(breaker.skips()).toBe(true)
  clock.now += 1
  expect(breaker.skips()).toBe(false)
  breaker.succeeded()
  expect([breaker.skips(), breaker.skips()]).toEqual([false, false])
})
