import { expect, onTestFinished, test, vi } from 'vitest'

import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { countsOf, keptSite } from './kept-site.ts'

const HOUR_MS = 3_600_000

/** A function that starts a server of one page, and one that requests the page and returns the number of renderings. */
async function openPage() {
  const site = await keptSite(workspaceOf([testId(2)], [pageBlock(2, 'Page')]))
  const open = () => site.open({ cache: { maxStaleMs: 0 } })
  const rendersOf = async (app: Awaited<ReturnType<typeof open>>) => {
    expect((await app.inject('/page')).statusCode).toBe(200)
    return (await countsOf(app)).renders
  }
  return { open, rendersOf }
}

function setClock(now: number): void {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now })
}

test('after the clock was set back, what was made before is made again once', async () => {
  setClock(Date.now() + HOUR_MS)
  const { open, rendersOf } = await openPage()
  const ahead = await open()
  expect(await rendersOf(ahead)).toBe(1)
  expect(await rendersOf(ahead)).toBe(1)
  await ahead.close()

  vi.useRealTimers()
  const app = await open()
  expect(await rendersOf(app)).toBe(1)
  expect(await rendersOf(app)).toBe(1)
})

test('a page is made again in a new year, which its footer shows', async () => {
  const { open, rendersOf } = await openPage()
  const app = await open()
  expect(await rendersOf(app)).toBe(1)
  const newYear = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1)
  setClock(newYear - 1)
  expect(await rendersOf(app)).toBe(1)
  setClock(newYear)
  expect(await rendersOf(app)).toBe(2)
})
