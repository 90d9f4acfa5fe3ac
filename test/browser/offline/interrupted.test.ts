import http, { type IncomingMessage, type ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import { copies, visitWithWorker } from '../../support/browser/offline-visits.ts'
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
  const origin = await front((request, response) => {
    if (!isFetched(request, '/candle') || refusals === 2) return false
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
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await expect.poll(() => held[0]?.destroyed).toBe(true)
  isHeld = false
  await page.goto('/lamp')
  await expect.poll(() => copies(page, 'kept')).toEqual(expect.arrayContaining(addresses))
})
