import { createHash } from 'node:crypto'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'

import { get, openDownload, saved } from './download-site.ts'

let shared: FastifyInstance

// For tests that only read: it makes its copy once.
beforeAll(async () => {
  shared = (await openDownload()).app
})

test('the download is the complete published mirror with caching headers', async () => {
  const { app, dataDir } = await openDownload({ name: '灯籠 Wiki' })
  const reply = await get(app)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('灯籠-wiki-1.db')}`,
    'content-length': String(reply.rawPayload.length),
    'content-type': 'application/vnd.sqlite3',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"1-[0-9a-f]{32}"$/)
  })
  const hash = createHash('sha256').update(reply.rawPayload).digest('base64')
  expect(reply.headers['repr-digest']).toBe(`sha-256=:${hash}:`)
  const file = saved(reply.rawPayload)
  expect(verifyMirror(file)).toMatchObject({ generation: 1 })
  expect(mirrorContents(file)).toEqual(mirrorContents(path.join(dataDir, 'mirror.db')))
})

test('clients that accept brotli get it compressed with another ETag', async () => {
  const app = shared
  const plain = await get(app, { 'accept-encoding': 'gzip, br;q=0' })
  const packed = await get(app, { 'accept-encoding': 'gzip, br;q=0.8' })
  const any = await get(app, { 'accept-encoding': '*' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(any.headers['etag']).toBe(packed.headers['etag'])
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"1-[0-9a-f]{32}-br"$/)
  })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test('a client with the current ETag gets 304, one with a time gets the file', async () => {
  const app = shared
  const { headers } = await get(app)
  const etag = String(headers.etag)
  const unchanged = await get(app, { 'if-none-match': `"other", ${etag}` })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  expect(unchanged.headers).toMatchObject({ etag, vary: 'accept-encoding' })
  // A mirror by other rules of spoilers has the time of the one before.
  const later = new Date(Date.now() + 60_000).toUTCString()
  expect((await get(app, { 'if-modified-since': later })).statusCode).toBe(200)
})

test('HEAD sends the size and no body', async () => {
  const app = shared
  const { headers } = await get(app)
  const head = await app.inject({
    method: 'HEAD',
    url: '/mirror.db',
    headers: { range: 'bytes=0-9' }
  })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers).toMatchObject({
    etag: headers.etag,
    'content-length': headers['content-length'],
    'content-type': 'application/vnd.sqlite3'
  })
})

test.each([
  ['bytes=0-15', 0, 16],
  ['bytes=100-', 100, undefined],
  ['bytes=-100', -100, undefined],
  ['bytes=100-99999999999', 100, undefined]
])('a range request is answered: %s', async (range, from, to) => {
  const app = shared
  const whole = (await get(app)).rawPayload
  const part = await get(app, { range, 'accept-encoding': 'br' })
  const expected = whole.subarray(from, to)
  const first = from < 0 ? whole.length + from : from
  expect(part.statusCode).toBe(206)
  expect(part.headers).toMatchObject({
    'content-range': `bytes ${first}-${first + expected.length - 1}/${whole.length}`,
    'content-length': String(expected.length)
  })
  expect(part.rawPayload.equals(expected)).toBe(true)
})

test.each(['bytes=5-1', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6', 'nonsense'])(
  'an invalid or multiple range gets the whole file: %s',
  async (range) => {
    const app = shared
    const reply = await get(app, { range })
    expect([reply.statusCode, reply.headers['content-range']]).toEqual([200, undefined])
  }
)

test('a range behind the end answers 416 with the size', async () => {
  const app = shared
  const { length } = (await get(app)).rawPayload
  for (const range of [`bytes=${length}-`, 'bytes=-0']) {
    const reply = await get(app, { range })
    expect([reply.statusCode, reply.body]).toEqual([416, ''])
    expect(reply.headers['content-range']).toBe(`bytes */${length}`)
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test('an interrupted download is resumed with If-Range, compressed or not', async () => {
  const app = shared
  for (const accept of ['identity', 'br']) {
    const first = await get(app, { 'accept-encoding': accept })
    const rest = await get(app, {
      'accept-encoding': accept,
      range: 'bytes=1000-',
      'if-range': String(first.headers.etag)
    })
    expect([rest.statusCode, rest.headers.etag]).toEqual([206, first.headers.etag])
    expect(rest.rawPayload.equals(first.rawPayload.subarray(1000))).toBe(true)
  }
  const old = { range: 'bytes=1000-', 'if-range': '"0-other"', 'accept-encoding': 'br' }
  const other = await get(app, old)
  expect([other.statusCode, other.headers['content-encoding']]).toEqual([200, 'br'])
})
