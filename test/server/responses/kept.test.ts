import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { covered } from '../../canaries/story.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import {
  type KeptSite,
  answerOf,
  countsOf,
  keptLists,
  keptSite,
  requestsOf,
  untilRefreshed
} from './kept-site.ts'

const words = (number: number) => `${number} some words that compress well. `.repeat(40)

/** A start page with two pages; the first mentions the second. */
function smallWorkspace() {
  const title = [['‣', [['p', testId(3)]]]]
  return workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'First', { content: [testId(20), testId(21)] }),
      pageBlock(3, 'Second', { content: [testId(30)] }),
      textBlock(20, words(20), { parent_id: testId(2) }),
      textBlock(21, '', { parent_id: testId(2), properties: { title } }),
      textBlock(30, words(30), { parent_id: testId(3) })
    ]
  )
}

const addresses = [
  '/',
  '/first',
  '/second',
  '/second.md',
  ...keptLists,
  `/api/notion-page-info?id=${undashId(testId(2))}`
]

describe('a response', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await (await keptSite(smallWorkspace())).open()
    // Later servers then continue with its processes.
    return () => app.close()
  })

  test.each(addresses)('to %s is made once, for all encodings, HEAD and 304', async (url) => {
    const first = await app.inject(url)
    expect(first.statusCode).toBe(200)
    const { renders, hits } = await countsOf(app)
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (raw: Buffer) => raw }
    const tags = new Set<unknown>()
    for (const [encoding, decode] of Object.entries(decoders)) {
      const headers = { 'accept-encoding': encoding }
      const reply = await app.inject({ url, headers })
      const sent = String(reply.headers['content-encoding'] ?? 'identity')
      expect(['identity', encoding]).toContain(sent)
      const bytes = sent === 'identity' ? reply.rawPayload : decode(reply.rawPayload)
      expect(bytes.equals(first.rawPayload)).toBe(true)
      expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
      const tag = String(reply.headers['etag'])
      expect(tag).toMatch(/^"[\w-]+"$/)
      if (!tags.has(tag)) tags.add(tag)

      const conditions = [tag, `W/${tag}`, `"other", ${tag}`, '*']
      for (const condition of conditions) {
        const unchanged = await app.inject({
          url,
          headers: { ...headers, 'if-none-match': condition }
        })
        expect([unchanged.statusCode, unchanged.rawPayload.length]).toEqual([304, 0])
        expect(unchanged.headers['etag']).toBe(tag)
        expect(unchanged.headers['content-type']).toBe(undefined)
      }
      const other = await app.inject({ url, headers: { ...headers, 'if-none-match': '"other"' } })
      expect(other.statusCode).toBe(200)

      const head = await app.inject({ url, method: 'HEAD', headers })
      expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
      expect(head.headers).toEqual({ ...reply.headers, date: head.headers['date'] })
    }
    const later = await countsOf(app)
    expect([later.renders, later.hits - hits]).toEqual([renders, 21])
  })

  test('has the same headers when it is made and when it is kept', async () => {
    const [cold, warm] = [await app.inject('/first'), await app.inject('/first')]
    expect(Object.keys(warm.headers)).toEqual(expect.arrayContaining(Object.keys(cold.headers)))
    expect(warm.headers['content-security-policy']).toContain("default-src 'none'")
    expect(warm.headers['vary']).toBe('accept-encoding')
    expect(warm.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=60/)
    const key = undashId(testId(3))
    expect(String(warm.headers['surrogate-key']).split(' ')).toEqual(
      expect.arrayContaining(['t-html', `p-${undashId(testId(2))}`, `p-${key}`])
    )
  })

  test('is not split by unknown parameters, and no request header changes it', async () => {
    const { body } = await app.inject('/first')
    const { renders, entries } = await countsOf(app)
    const urls = ['/first?utm_source=x', '/first?from=3', '/first?', '/first?v=no', '/first?sort=a']
    for (const url of urls) expect((await app.inject(url)).body, url).toBe(body)
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'accept-language': 'ja',
      cookie: 'theme=dark',
      'user-agent': 'other',
      accept: 'application/json'
    }
    expect((await app.inject({ url: '/first', headers })).body).toBe(body)
    expect(await countsOf(app)).toMatchObject({ renders, entries })
  })

  test('is not sent in an encoding that the client refuses', async () => {
    const encodings: [header: string, sent: string | undefined][] = [
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=0, br;q=0', undefined],
      ['BR', 'br'],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['deflate', undefined],
      ['gzip, deflate, br, zstd', 'br']
    ]
    for (const [header, sent] of encodings) {
      const { headers } = await app.inject({
        url: '/first',
        headers: { 'accept-encoding': header }
      })
      expect(headers['content-encoding'], header).toBe(sent)
    }
  })
})

describe('after a publication', () => {
  let site: KeptSite
  let app: FastifyInstance
  beforeAll(async () => {
    site = await keptSite(smallWorkspace())
    app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
    for (const url of addresses) await app.inject(url)
    return () => app.close()
  })

  test('only what shows the change is made again, without a request for it', async () => {
    const bodies = new Map<string, string>()
    for (const url of addresses) bodies.set(url, (await app.inject(url)).body)
    const before = await countsOf(app)
    site.api.edit.setText(testId(30), 'quite different words')
    await site.sync()
    await untilRefreshed(app)
    const changed = []
    for (const url of addresses) {
      const { body } = await app.inject(url)
      if (body !== bodies.get(url)) changed.push(url)
    }
    const after = await countsOf(app)
    expect(changed).toEqual([
      '/second',
      '/second.md',
      '/recent-changes',
      '/feed.xml',
      '/sitemap.xml',
      '/llms.txt'
    ])
    expect(after.misses).toBe(before.misses)
    expect(after.refreshes - before.refreshes).toBe(changed.length)
  })

  test('a stale response is sent for a bounded time, then visitors wait for a new one', async () => {
    site.api.edit.setText(testId(3), 'Renamed')
    await site.sync()
    const { body } = await app.inject('/first')
    expect(body.includes('Renamed') || body.includes('Second')).toBe(true)
    await untilRefreshed(app)
    expect((await app.inject('/first')).body).toContain('Renamed')
    expect((await app.inject('/second')).statusCode).toBe(301)
  })
})

test('the blocks of a page have the present record of a sub-page', async () => {
  const site = await keptSite(smallWorkspace())
  const app = await site.open({ cache: { maxStaleMs: 0 } })
  const url = `/api/pages/${undashId(ROOT_ID)}?text=blocks`
  const before = (await app.inject(url)).body
  site.api.edit.setText(testId(30), 'quite different words')
  await site.sync()
  const { body } = await app.inject(url)
  expect(body).not.toBe(before)
  expect(body).toBe((await (await site.open()).inject(url)).body)
})

test('concurrent requests for a cold page share one rendering', async () => {
  const app = await (await keptSite(smallWorkspace())).open()
  const replies = await Promise.all(Array.from({ length: 30 }, () => app.inject('/first')))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await countsOf(app)).renders).toBe(1)
})

test('over a connection, a kept response is the same each time, and each request is counted', async () => {
  const app = await (await keptSite(smallWorkspace())).open()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const replies = []
  for (let count = 0; count < 4; count++) {
    const reply = await fetch(`${address}/first?utm=${count}`, {
      headers: { 'accept-encoding': 'gzip' }
    })
    const headers = Object.fromEntries(reply.headers)
    replies.push({ ...headers, date: '', body: await reply.text(), status: reply.status })
  }
  expect(replies[0]).toMatchObject({ status: 200, 'content-encoding': 'gzip' })
  for (const reply of replies) expect(reply).toEqual(replies[0])
  const etag = String((replies[0] as Record<string, unknown> | undefined)?.['etag'])
  const unchanged = await fetch(`${address}/first`, {
    headers: { 'accept-encoding': 'gzip', 'if-none-match': etag }
  })
  expect(unchanged.status).toBe(304)
  expect(await countsOf(app)).toMatchObject({ hits: 4, misses: 1, renders: 1 })
  expect(await requestsOf(app, '/*')).toEqual({ 200: 4, 304: 1 })
})

test('the least recently used responses leave first', async () => {
  const site = await keptSite(smallWorkspace())
  const app = await site.open({ cache: { maxBytes: 60_000 } })
  for (const url of addresses) expect((await answerOf(app, url)).statusCode).toBe(200)
  const { entries, renders } = await countsOf(app)
  expect(entries).toBeGreaterThan(0)
  expect(entries).toBeLessThan(addresses.length)
  for (const url of addresses) expect((await answerOf(app, url)).statusCode).toBe(200)
  // They have left the memory too.
  expect((await countsOf(app)).renders).toBeGreaterThan(renders)
})

test('a response that is asked for all the time stays in the file while others leave', async () => {
  const site = await keptSite(smallWorkspace())
  // Room for some of the pages.
  const cache = { maxBytes: 150_000 }
  const app = await site.open({ cache })
  for (const url of addresses) {
    for (const each of ['/first', url]) expect((await app.inject(each)).statusCode).toBe(200)
  }
  expect((await countsOf(app)).entries).toBeLessThan(addresses.length)
  await app.close()
  const restarted = await site.open({ cache })
  expect((await restarted.inject('/first')).statusCode).toBe(200)
  expect(await countsOf(restarted)).toMatchObject({ renders: 0, hits: 1 })
})

test('a page keeps its response below the prefix of another address', async () => {
  const app = await (await keptSite(smallWorkspace())).open()
  const encoded = await app.inject('/%66irst')
  expect(encoded.statusCode).toBe(200)
  expect((await app.inject('/first')).body).toBe(encoded.body)
  expect((await app.inject('/first/')).statusCode).toBe(301)
  expect((await app.inject(`/${undashId(ROOT_ID)}`)).headers['location']).toBe('/')
})

test('a bookmark is made again when the page that it leads to is marked', async () => {
  const link = `https://www.notion.so/${undashId(testId(3))}`
  const properties = { link: [[link]], title: [['The keeper falls']] }
  const workspace = workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'Linking', { content: [testId(21)] }),
      pageBlock(3, 'The keeper'),
      record(21, { type: 'bookmark', parent_id: testId(2), properties })
    ]
  )
  const { api, sync, open } = await keptSite(workspace, { config: { spoilers: covered } })
  const app = await open()
  const label = 'Spoiler (chapter 9)'
  expect((await app.inject('/linking')).body).not.toContain(label)
  api.edit.setText(testId(3), '🔒 9 The keeper')
  await sync()
  await expect.poll(async () => (await app.inject('/linking')).body).toContain(label)
})
