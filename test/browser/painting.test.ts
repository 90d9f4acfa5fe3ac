import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { page, text } from '../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../demo/builder/build-workspace.ts'
import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import { ROOT_ID, testId } from '../support/workspaces/records.ts'
import { type TestSite, openSite } from '../support/sites/site.ts'
import { desktop, launchBrowser, visit } from '../support/browser/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The address of a proxy that sends a page in two chunks, with a pause between them. */
async function inPieces(app: TestSite['app'], path: string, end: string): Promise<string> {
  const server = createServer((request, reply) => {
    void app.inject({ url: request.url ?? '' }).then(async ({ headers, body, rawPayload }) => {
      reply.setHeader('content-type', String(headers['content-type']))
      if (request.url !== path) return reply.end(rawPayload)
      const middle = body.indexOf(end) + end.length
      reply.write(body.slice(0, middle))
      await setTimeout(300)
      return reply.end(body.slice(middle))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  // It listens on a port, so its address is not a path.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a page that arrives in chunks is painted at once without layout shifts', async () => {
  const { app } = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets })
  const path = '/lantern-evenings'
  const baseURL = await inPieces(app, path, '</thead>')
  const visitor = await visit(browser, { ...desktop, baseURL })
  onTestFinished(() => visitor.close())
  await visitor.page.goto(path)
  const shifts = await visitor.page.evaluate(async () => {
    const entries: PerformanceEntry[] = []
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true
    })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return entries.length
  })
  expect(shifts).toBe(0)
})

test('the first part of a long page is painted at once', async () => {
  const words = Array.from({ length: 700 }, (_, index) => text(`${index} ${'words '.repeat(20)}`))
  const { app } = await openSite({
    workspace: buildWorkspace({
      rootPageId: ROOT_ID,
      spaceId: testId(0),
      accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
      root: page('Home', {}, [page('Long', {}, words)])
    })
  })
  const [short, long] = await Promise.all(['/', '/long'].map((path) => app.inject(path)))
  expect(short?.body).toContain('blocking="render"')
  expect(long?.body).not.toContain('blocking="render"')
})
