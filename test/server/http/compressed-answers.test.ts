import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { noteProcesses } from '../../support/run/started-processes.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'

let app: FastifyInstance

beforeAll(async () => {
  const pages = Array.from({ length: 9 }, (_, index) => index + 2)
  const site = await publishedSite(
    workspaceOf(
      pages.map(testId),
      pages.flatMap((page) => [
        pageBlock(page, `Lantern ${page}`, { content: [testId(page + 20)] }),
        textBlock(page + 20, 'A lantern of the old road.', { parent_id: testId(page) })
      ])
    )
  )
  app = site.app
})

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

/** Answers that are made for one request, with their status. */
const answers: [name: string, status: number, options: InjectOptions][] = [
  ['the search page', 200, { url: '/search?q=lantern' }],
  ['the search API', 200, { url: '/api/search-notion?query=lantern' }],
  [
    'a search by POST',
    200,
    { method: 'POST', url: '/api/search-notion', payload: { query: 'lantern' } }
  ],
  ['the page for unknown paths', 404, { url: '/lanten-2' }],
  ['an error page', 400, { url: '/a%5Cb' }]
]

describe.each(answers)('%s', (_name, status, options) => {
  test.each(['br', 'gzip'] as const)('is compressed with %s if that is accepted', async (name) => {
    const plain = await app.inject(options)
    const headers = { 'accept-encoding': name }
    const reply = await app.inject({ ...options, headers })
    expect([plain.statusCode, reply.statusCode]).toEqual([status, status])
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(reply.headers['content-encoding']).toBe(name)
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(decoders[name](reply.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect([plain.headers['vary'], reply.headers['vary']]).toEqual([
      'accept-encoding',
      'accept-encoding'
    ])
  })

  test('is sent as it is without an accepted encoding', async () => {
    for (const accepted of ['identity', 'deflate', 'br;q=0, gzip;q=0', '']) {
      const reply = await app.inject({ ...options, headers: { 'accept-encoding': accepted } })
      expect(reply.headers['content-encoding'], accepted).toBeUndefined()
    }
  })
})

test.each(['/search?q=lantern', '/api/search-notion?query=lantern'])(
  '%s has a strong ETag for each encoding, and answers 304',
  async (url) => {
    const tags = new Set<string>()
    for (const accepted of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': accepted }
      const first = await app.inject({ url, headers })
      const tag = String(first.headers['etag'])
      expect(tag).toMatch(/^"[\w-]+"$/)
      expect((await app.inject({ url, headers })).rawPayload.equals(first.rawPayload)).toBe(true)
      for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = { ...headers, 'if-none-match': condition }
        const reply = await app.inject({ url, headers: again })
        expect([reply.statusCode, reply.body, reply.headers['etag']]).toEqual([304, '', tag])
        expect(reply.headers['vary']).toBe('accept-encoding')
        expect(reply.headers['content-type']).toBeUndefined()
        expect(reply.headers['cache-control']).toBe(first.headers['cache-control'])
      }
      const other = { ...headers, 'if-none-match': '"other"' }
      expect((await app.inject({ url, headers: other })).statusCode).toBe(200)
      tags.add(tag)
    }
    expect(tags.size).toBe(3)
  }
)

test('HEAD has the headers of GET and no body', async () => {
  const url = '/search?q=lantern'
  const headers = { 'accept-encoding': 'br' }
  const get = await app.inject({ url, headers })
  const head = await app.inject({ method: 'HEAD', url, headers })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type']) {
    expect(head.headers[name], name).toBe(get.headers[name])
  }
})

test.each(['/search?q=lantern', '/manifest.webmanifest', '/api/search-notion?query=lantern'])(
  'HEAD of %s is answered 304 as GET is',
  async (url) => {
    const { headers } = await app.inject(url)
    for (const tag of ['*', String(headers.etag)]) {
      const request = { url, headers: { 'if-none-match': tag } }
      const get = await app.inject(request)
      const head = await app.inject({ ...request, method: 'HEAD' })
      expect([get.statusCode, head.statusCode, head.body]).toEqual([304, 304, ''])
      for (const name of ['etag', 'vary', 'cache-control']) {
        expect(head.headers[name], name).toBe(get.headers[name])
      }
      expect(head.headers['content-length']).toBeUndefined()
    }
  }
)

test.each(['/healthz', '/api/search-notion?query=zzzz', '/manifest.webmanifest'])(
  'the short answer of %s is not compressed',
  async (url) => {
    const reply = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.length).toBeLessThan(1000)
    expect(reply.headers['content-encoding']).toBeUndefined()
  }
)

test('POST answers and errors are never 304', async () => {
  const headers = { 'if-none-match': '*' }
  const payload = { query: 'lantern' }
  const found = await app.inject({
    method: 'POST',
    url: '/api/search-notion',
    headers,
    payload
  })
  expect(found.statusCode).toBe(200)
  expect((await app.inject({ url: '/lanten-2', headers })).statusCode).toBe(404)
})

test.each(['br', 'gzip'] as const)(
  'the rows of a table are sent as a file compressed with %s',
  async (name) => {
    const url = '/_data/block.csv'
    const plain = await app.inject({ url })
    const headers = { 'accept-encoding': name }
    const reply = await app.inject({ url, headers })
    expect(reply.headers).toMatchObject({ 'content-encoding': name, vary: 'accept-encoding' })
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(decoders[name](reply.rawPayload).equals(plain.rawPayload)).toBe(true)
    const { etag } = reply.headers
    expect(etag).not.toBe(plain.headers.etag)
    const head = await app.inject({ method: 'HEAD', url, headers })
    expect(head.headers).toMatchObject({ 'content-encoding': name, etag })
    const again = await app.inject({ url, headers: { ...headers, 'if-none-match': etag } })
    expect([again.statusCode, again.headers.etag]).toEqual([304, etag])
  }
)

test('a file of rows whose statement ends early is an error if none of it was sent', async () => {
  const url = '/_data/block.csv'
  const end = noteProcesses('statement', (child) =>
    child.on('message', ({ kind }: { kind: string }) => kind === 'started' && child.kill('SIGKILL'))
  )
  onTestFinished(end)
  const site = await publishedSite(workspaceOf([], []))
  const reply = await site.app.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect([reply.statusCode, reply.json().error]).toEqual([503, 'page_late'])
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(reply.headers['content-encoding']).toBeUndefined()
})
