import { once } from 'node:events'

import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { type AppOptions, buildApp } from '../../../server/app.ts'
import { covered, story } from '../../canaries/story.ts'
import { onFinished } from '../../support/on-finished.ts'
import { openSocket } from '../../support/raw-socket.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { openPictureSite } from '../../support/sites/picture-site.ts'
import { openSite } from '../../support/sites/site.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { metricNames, samplesOf } from './samples.ts'

const TOKEN = 'a-token-of-24-characters'
const authorization = `Bearer ${TOKEN}`

/** A server; `scrape` reads its metrics with the token. */
async function open(options: Partial<AppOptions> = {}) {
  const defaults = { config: testConfig(ROOT_ID), dataDir: tempDir(), logLevel: 'silent' }
  const app = await buildApp({ ...defaults, ...atOnce, metricsToken: TOKEN, ...options })
  onFinished(() => app.close())
  return { app, scrape: () => scrape(app) }
}

async function scrape(app: FastifyInstance): Promise<Record<string, number>> {
  const reply = await app.inject({ url: '/metrics', headers: { authorization } })
  expect(reply.statusCode).toBe(200)
  return samplesOf(reply.body)
}

/** A server on a synced workspace. */
async function openSynced() {
  const lantern = textBlock(2, 'A lantern')
  const site = await openSite({ workspace: workspaceOf([lantern.id], [lantern]) })
  return { site, ...(await open({ config: site.config, dataDir: site.dataDir })) }
}

/** For tests that only read. */
let shared: Awaited<ReturnType<typeof openSynced>>

beforeAll(async () => {
  shared = await openSynced()
})

/** A response without what differs between two requests. */
async function answerOf(app: FastifyInstance, headers: Record<string, string> = {}) {
  const { statusCode, body, headers: sent } = await app.inject({ url: '/metrics', headers })
  const { date: _, ...rest } = sent
  return { statusCode, body, headers: rest }
}

test('a scrape is text of Prometheus that no cache keeps', async () => {
  const { app } = await open()
  await app.inject('/healthz')
  const { statusCode, headers, body } = await app.inject({
    url: '/metrics?from=here',
    headers: { authorization }
  })
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  })
  expect(Object.keys(samplesOf(body)).length).toBeGreaterThan(50)
  const names = metricNames(body)
  expect(new Set(names).size).toBe(names.length)
})

test('requests are counted by route and status, with their durations', async () => {
  const { app, scrape: read } = await open()
  for (const url of ['/healthz', '/healthz', '/readyz']) await app.inject(url)
  await app.inject({ url: '/healthz', method: 'HEAD' })
  await app.inject({ url: '/healthz', method: 'POST' })
  const samples = await read()
  expect(samples).toMatchObject({
    'fansite_requests_total{route="/healthz",status="200"}': 3,
    'fansite_requests_total{route="/readyz",status="503"}': 1,
    'fansite_requests_total{route="other",status="405"}': 1,
    'fansite_request_duration_seconds_count{route="/healthz"}': 3,
    'fansite_request_duration_seconds_bucket{route="/healthz",le="+Inf"}': 3
  })
  expect(samples['fansite_request_duration_seconds_sum{route="/healthz"}']).toBeGreaterThan(0)
  await app.inject('/healthz')
  expect(await read()).toMatchObject({
    'fansite_requests_total{route="/healthz",status="200"}': 4,
    'fansite_requests_total{route="/metrics",status="200"}': 1
  })
})

test('buckets of durations grow with their bound', async () => {
  const { app, scrape: read } = await open()
  await app.inject('/healthz')
  const samples = Object.entries(await read())
  const buckets = samples.filter(([key]) => key.includes('_duration_seconds_bucket{route="/hea'))
  const counts = buckets.map(([, count]) => count)
  expect(counts.length).toBeGreaterThan(10)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.at(-1)).toBe(1)
})

test('no request adds a label: routes are those of the server', async () => {
  const { app, scrape: read } = await open()
  const odd = ['/a', '/b?c=d', '/%00', '/%ff', '/"},x', '/api/none', '/_assets/none', '/tags/%0a/x']
  for (const url of odd) await app.inject(url)
  for (const method of ['PUT', 'DELETE', 'PROPFIND'] as const) {
    await app.inject({ method: method as 'PUT', url: `/${method}` })
  }
  const keys = Object.keys(await read()).filter((key) => key.startsWith('fansite_requests_total'))
  const routes = keys.map((key) => /route="([^"]*)"/.exec(key)?.[1] ?? '')
  const known = new Set(['other', '/metrics', '/*', '/tags/*', '/_assets/*'])
  expect(routes.filter((route) => !known.has(route))).toEqual([])
  expect(routes).toContain('/*')
})

test.each([
  ['no token', {}],
  ['a wrong token', { authorization: `${authorization}x` }],
  ['a part of the token', { authorization: authorization.slice(0, -1) }],
  ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ['the token as the whole header', { authorization: TOKEN }]
])('%s gets the response of a server without metrics', async (_title, headers) => {
  const { site, app } = shared
  const expected = await answerOf(site.app, headers)
  expect(expected.statusCode).toBe(404)
  expect(await answerOf(app, headers as Record<string, string>)).toEqual(expected)
})

test('metrics are not public by default, with or without a slash', async () => {
  const { site, app } = shared
  for (const url of ['/metrics', '/metrics/', '/METRICS']) {
    const plain = await site.app.inject({ url, headers: { authorization: 'Bearer undefined' } })
    expect(plain.statusCode).toBe(404)
    expect(plain.body).not.toContain('fansite_')
    const other = await app.inject(url)
    expect([other.statusCode, other.body]).toEqual([404, plain.body])
  }
})

test('HEAD has the headers of the metrics without them, POST is not allowed', async () => {
  const { app } = await open()
  const head = await app.inject({ url: '/metrics', method: 'HEAD', headers: { authorization } })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers['content-type']).toContain('version=0.0.4')
  const post = await app.inject({ url: '/metrics', method: 'POST', headers: { authorization } })
  expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
})

test('the publication and the last sync are shown, and nothing of them before', async () => {
  const empty = await (await open()).scrape()
  expect(Object.keys(empty)).not.toContain('fansite_generation')
  const { site, app, scrape: read } = await openSynced()
  // A scrape does not wait for the check of the mirror; other requests do.
  await app.inject('/readyz')
  const samples = await read()
  expect(samples).toMatchObject({ fansite_generation: 1, fansite_sync_exit_code: 0 })
  expect(samples['fansite_publication_age_seconds']).toBeGreaterThanOrEqual(0)
  expect(samples['fansite_sync_age_seconds']).toBeGreaterThanOrEqual(0)
  site.api.edit.setText(testId(2), 'Two lanterns')
  await site.sync()
  // The clock of the machine that syncs may be ahead.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await read()).toMatchObject({
    fansite_generation: 2,
    fansite_publication_age_seconds: 0,
    fansite_sync_age_seconds: 0
  })
})

test('with withheld spoilers, the last sync is shown also if it has published nothing', async () => {
  const spoilers = { ...covered, mode: 'withhold' as const }
  const site = await syncedMirror({ workspace: story(), config: { spoilers } })
  const { config, dataDir, api, mirror, sync } = site
  const { app, scrape: read } = await open({ config, dataDir })
  await app.inject('/readyz')
  expect(await sync()).toMatchObject({ isPublished: false })
  const samples = await read()
  const { fansite_sync_age_seconds: age = NaN } = samples
  expect(age).toBeLessThan(samples['fansite_publication_age_seconds'] ?? NaN)
  const ended = mirror.$client.prepare('select max(finished_at) from sync_run').pluck().get()
  const { body } = await app.inject('/recent-changes')
  expect(body).toContain(`<time dateTime="${new Date(Number(ended)).toISOString()}">`)

  // A file that was verified, and that only syncs have changed, is served at once.
  const restarted = await open({ config, dataDir })
  expect(await restarted.scrape()).toMatchObject({ fansite_generation: 1 })

  api.edit.change(testId(11), { content: 'no list' })
  await sync()
  expect(await read()).toMatchObject({ fansite_sync_exit_code: 3 })
})

test('searches are counted, those from the cache apart', async () => {
  const { config, dataDir } = shared.site
  const { app, scrape: read } = await open({ config, dataDir })
  for (let count = 0; count < 3; count++) await app.inject('/api/search-notion?query=lantern')
  await app.inject('/search?q=lantern')
  const samples = await read()
  expect(samples).toMatchObject({ fansite_searches_total: 2, fansite_searches_cached_total: 2 })
  expect(samples['fansite_search_seconds_total']).toBeGreaterThan(0)
})

test('a copy of the mirror is counted once, however often it is downloaded', async () => {
  const { config, dataDir } = shared.site
  const { app, scrape: read } = await open({ config, dataDir })
  for (let count = 0; count < 2; count++) {
    expect((await app.inject('/mirror.db')).statusCode).toBe(200)
  }
  expect(await read()).toMatchObject({
    fansite_download_copies_total: 1,
    fansite_download_failures_total: 0
  })
})

test('a request is counted whose client leaves before the end of the response', async () => {
  const { config, dataDir, sources } = await openPictureSite(
    { 'big.bin': Buffer.alloc(12_000_000) },
    { type: 'file' }
  )
  const { app, scrape: read } = await open({ config, dataDir })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const path = `/image/${encodeURIComponent(sources['big.bin'])}`
  const { socket } = openSocket(address, `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`)
  await once(socket, 'data')
  // Otherwise all of the response may have come before the next line.
  socket.pause()
  const key = 'fansite_requests_total{route="/image/*",status="200"}'
  expect((await read())[key]).toBeUndefined()
  socket.destroy()
  await expect.poll(async () => (await read())[key]).toBe(1)
})

test('requests that are not valid HTTP are counted as other', async () => {
  const { app, scrape: read } = await open()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  await openSocket(address, 'GET / HTTP/1.1\r\n\r\n').closed
  await openSocket(address, 'NONSENSE\r\n\r\n').closed
  const key = 'fansite_requests_total{route="other",status="400"}'
  await expect.poll(async () => (await read())[key]).toBe(2)
})
