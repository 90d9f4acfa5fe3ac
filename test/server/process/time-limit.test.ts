import { once } from 'node:events'

import { expect, test } from 'vitest'

import { withTimeLimit } from '../../../server/process/time-limit.ts'
import { keepCollectingGarbage } from '../../support/collect-garbage.ts'

/** Waits for a signal with nothing but a listener, as a request does. */
const abortOf = async (signal: AbortSignal) => {
  await once(signal, 'abort')
  throw signal.reason
}

test('a time limit is reached although garbage is collected', async () => {
  keepCollectingGarbage()
  const { signal } = new AbortController()
  await expect(withTimeLimit({ ms: 100, signal }, abortOf)).rejects.toMatchObject({
    name: 'TimeoutError'
  })
})

test('a given signal ends a call before its time', async () => {
  keepCollectingGarbage()
  const controller = new AbortController()
  const { signal } = controller
  const call = withTimeLimit({ ms: 60_000, signal }, abortOf)
  setTimeout(() => controller.abort(new Error('stopped')), 50)
  await expect(call).rejects.toThrow('stopped')
})

test('a call that has ended is not aborted later', async () => {
  const { signal } = new AbortController()
  const given = await withTimeLimit({ ms: 1, signal }, async (each) => each)
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(given.aborted).toBe(false)
})
