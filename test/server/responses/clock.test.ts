import { expect, onTestFinished, test, vi } from 'vitest'

import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { suspendRendering } from '../render/render-processes.ts'
import { countsOf, keptSite } from './kept-site.ts'

const HOUR_MS = 3_600_000

/** Functions that start a server of one page, request the page and return the number of renderings, and edit it. */
async function openPage() {
  const page = pageBlock(2, 'Page', { content: [testId(20)] })
  const text = textBlock(20, 'first words', { parent_id: page.id })
  const site = await keptSite(workspaceOf([page.id], [page, text]))
  const open = () => site.open({ cache: { maxStaleMs: 0 } })
  const rendersOf = async (app: Awaited<ReturnType<typeof open>>) => {
    expect((await app.inject('/page')).statusCode).toBe(200)
    return (await countsOf(app)).renders
  }
  const edit = async (app: Awaited<ReturnType<typeof open>>, title: string) => {
    site.api.edit.setText(testId(20), title)
    await site.sync()
    // Notices the publication.
    await app.inject('/robots.txt')
  }
  return { open, rendersOf, edit }
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

test('a response is stale since the first publication that has changed it', async () => {
  const { open, rendersOf, edit } = await openPage()
  const app = await open()
  await rendersOf(app)
  const resume = suspendRendering()
  await edit(app, 'other words')
  setClock(Date.now() + HOUR_MS)
  await edit(app, 'newest words')
  expect((await countsOf(app)).oldestStale).toBeGreaterThanOrEqual(HOUR_MS / 1000)
  resume()
})
