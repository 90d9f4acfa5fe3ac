import http, { type IncomingMessage, type ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { copies, untilIdle, visitWithWorker } from '../../support/browser/offline-visits.ts'
import { onFinished } from '../../support/on-finished.ts'
import { listening } from '../../support/run/listening.ts'
import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { type KeptSite, keptSite } from '../../server/responses/kept-site.ts'

const names = ['Lamp', 'Lantern', 'Candle', 'Torch']
const addresses = ['/', ...names.map((name) => `/${name.toLowerCase()}`)]

let site: KeptSite
beforeAll(async () => {
  const pages = names.map((name, index) => pageBlock(10 + index, name))
  site = await keptSite(
    workspaceOf(
      pages.map(({ id }) => id),
      pages
    )
  )
})

/** A request that is sent without haste for what is to be kept. */
function isFetched({ headers, url }: IncomingMessage, path: string): boolean {
  return url === path && (headers['cache-control'] ?? '').includes('stale-if-error=0')
}

/** A server in front of the site; `answer` returns whether it has answered a request itself. */
async function front(answer: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const app: FastifyInstance = await site.open()
  await app.ready()
  const server = http.createServer((request, response) => {
    if (!answer(request, response)) app.routing(request, response)
  })
  const port = await listening(server)
  onFinished(() => server.closeAllConnections())
  return `http://127.0.0.1:${port}`
}

test('what a busy server refuses is asked for again', async () => {
  let refusals = 0
  /** Before this time everything is refused; a little less than the second that is asked for. */
  let busyUntil = 0
  const origin = await front((request, response) => {
    if (!isFetched(request, '/candle')) return false
    if (refusals >= 2 && performance.now() >= busyUntil) return false
    busyUntil = performance.now() + 900
    refusals++
    response.writeHead(refusals === 1 ? 503 : 429, { 'retry-after': '1' }).end()
    return true
  })
  const { page } = await visitWithWorker(origin, '/_offline')
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  await page.locator('.offline-status', { hasText: 'The whole wiki is kept' }).waitFor()
  expect(refusals).toBe(2)
  expect(await copies(page, 'kept')).toEqual(expect.arrayContaining(addresses))
})

test('a copy is shown if a gateway does not reach the site; what is for one visitor has none', async () => {
  let status = 0
  const origin = await front(({ url }, response) => {
    const isPrivate = url === '/candle'
    if (status === 0 && !isPrivate) return false
    const headers = { 'content-type': 'text/html', 'cache-control': 'private' }
    response.writeHead(status || 200, headers).end('<h1>Not for all</h1>')
    return true
  })
  const { page } = await visitWithWorker(origin)
  await page.goto('/candle')
  await page.getByText('Not for all').waitFor()
  await page.goto('/lamp')
  await expect.poll(() => copies(page, 'read')).toEqual(['/', '/lamp'])
  for (status of [502, 504]) {
    await page.goto('/lamp')
    expect(await page.locator('h1').innerText()).toBe('Lamp')
    expect((await page.goto('/candle'))?.status()).toBe(status)
  }
  // The site is there, but cannot answer now.
  for (status of [408, 429, 500, 503]) expect((await page.goto('/lamp'))?.status()).toBe(status)
  expect(await copies(page, 'read')).toEqual(['/', '/lamp'])
})

test('twenty pages that were read are kept, and of pictures the small ones that are final', async () => {
  const read = Array.from({ length: 20 }, (_, index) => `/page-${10 + index}`)
  const origin = await front(({ url = '' }, response) => {
    const picture = pictures[url]
    if (!picture && !read.includes(url)) return false
    const { size, headers } = picture ?? { size: 1, headers: { 'content-type': 'text/html' } }
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': size, ...headers })
    response.end('x'.repeat(size))
    return true
  })
  const { page } = await visitWithWorker(origin)
  await page.evaluate(
    async (paths) => {
      for (const path of paths) await (await fetch(path)).text()
    },
    [...read, ...Object.keys(pictures)]
  )
  await expect.poll(() => copies(page, 'read')).toEqual(['/', ...read])
  const final = ['/image/drawn.png?f=avif', '/image/small.png']
  await expect.poll(() => copies(page, 'pictures')).toEqual(final)
})

/** Pictures with their size in bytes. Without `immutable`, the server sends the original for a smaller one. */
const pictures: Record<string, { size: number; headers?: Record<string, string> }> = {
  '/image/large.png': { size: 600_000 },
  '/image/not-drawn.png?f=avif': { size: 10 },
  '/image/of-one-visitor.png': { size: 10, headers: { 'cache-control': 'private' } },
  '/image/drawn.png?f=avif': { size: 10, headers: { 'cache-control': 'immutable' } },
  '/image/small.png': { size: 10 }
}

/** What a worker knows of its last look, so that it looks for a publication with the next page. */
const lastLooks = {
  'six minutes ago': { minutes: 6 },
  'two minutes ago, and something was missing': { minutes: 2, gap: 'unreachable' },
  'later than now, since the clock was set back': { minutes: -1000 }
}

test('the next page looks for a publication if the last look was some time ago', async () => {
  let looks = 0
  const origin = await front((request) => {
    if (isFetched(request, '/generation.json')) looks++
    return false
  })
  const { page } = await visitWithWorker(origin)
  await untilIdle(page)
  for (const [when, last] of Object.entries(lastLooks)) {
    // With it ends the look before, which the next page would otherwise wait for.
    await stopWorker(page)
    const before = looks
    await page.evaluate(setState, last)
    await page.goto('/lamp')
    await expect.poll(() => looks, { message: when }).toBe(before + 1)
  }
})

/** Changes what a worker knows of its last look. Runs in the browser. */
async function setState({ minutes, ...gap }: { minutes: number; gap?: string }): Promise<void> {
  const name = (await caches.keys()).find((each) => each.endsWith('/state')) ?? ''
  const cache = await caches.open(name)
  const state = await (await cache.match('/_offline/state'))?.json()
  const lookedAt = Date.now() - minutes * 60_000
  await cache.put('/_offline/state', Response.json({ ...state, ...gap, lookedAt }))
}

test('a worker that the browser ends goes on when a page is opened', async () => {
  let isHeld = true
  const held: ServerResponse[] = []
  const origin = await front((request, response) => {
    if (!isHeld || !isFetched(request, '/torch')) return false
    held.push(response)
    return true
  })
  const { page } = await visitWithWorker(origin, '/_offline')
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  await expect.poll(() => held.length).toBe(1)
  await stopWorker(page)
  await expect.poll(() => held[0]?.destroyed).toBe(true)
  isHeld = false
  await page.goto('/lamp')
  await expect.poll(() => copies(page, 'kept')).toEqual(expect.arrayContaining(addresses))
})

/** Ends the worker as the browser does. */
async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
}
