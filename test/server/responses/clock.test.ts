import { expect, onTestFinished, test, vi } from 'vitest'

import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { countsOf, keptSite } from './kept-site.ts'

const HOUR_MS = 3_600_000

test('after the clock was set back, what was made before is made again once', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS })
  const site = await keptSite(workspaceOf([testId(2)], [pageBlock(2, 'Page')]))
  const ahead = await site.open({ cache: { maxStaleMs: 0 } })
  const rendersOf = async (app: typeof ahead) => {
    expect((await app.inject('/page')).statusCode).toBe(200)
    return (await countsOf(app)).renders
  }
  expect(await rendersOf(ahead)).toBe(1)
  expect(await rendersOf(ahead)).toBe(1)
  await ahead.close()

  vi.useRealTimers()
  const app = await site.open({ cache: { maxStaleMs: 0 } })
  expect(await rendersOf(app)).toBe(1)
  expect(await rendersOf(app)).toBe(1)
})
