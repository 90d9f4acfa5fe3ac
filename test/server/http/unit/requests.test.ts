import type { IncomingMessage } from 'node:http'

import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { allowMethods } from '../../../../server/http/allow-methods.ts'
import { choosePart } from '../../../../server/http/byte-range.ts'
import { etagOf, isNotModified, isVersionOf } from '../../../../server/http/caching.ts'
import { urlHost } from '../../../../server/http/listen.ts'
import { ifExists, isMissing } from '../../../../server/http/missing-file.ts'
import { refusalOf } from '../../../../server/http/refusals.ts'
import { requestParams } from '../../../../server/http/request-params.ts'
import { decodePath } from '../../../../site/addresses/site-address.ts'
import { pathOf, routableUrl, searchOf } from '../../../../server/http/request-path.ts'
import { contentSecurityPolicy, referrerPolicy } from '../../../../server/http/security-headers.ts'
import { sendText, sentText } from '../../../../server/http/send-text.ts'

const SIZE = 100
const etag = '"tag"'

/** The answer for a file of 100 bytes; the body is the chosen part as JSON. */
async function partOf(
  headers: Record<string, string>,
  method: 'GET' | 'HEAD' = 'GET',
  size = SIZE
) {
  const app = fastify()
  let part: unknown
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      part = choosePart(request, reply, { size, etag })
      const length = reply.getHeader('content-length')
      reply.removeHeader('content-length')
      if (length !== undefined) reply.header('x-length', length)
      return reply.send('')
    }
  })
  const reply = await app.inject({ method, url: '/', headers })
  await app.close()
  const { 'content-range': range, 'x-length': length } = reply.headers
  return { status: reply.statusCode, part, range, length: length && Number(length) }
}

const whole = { status: 200, part: { start: 0, end: 99 }, range: undefined, length: 100 }
const bytes = (start: number, end: number) => ({
  status: 206,
  part: { start, end },
  range: `bytes ${start}-${end}/100`,
  length: end - start + 1
})

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=10-19', 10, 19],
  ['bytes=99-99', 99, 99],
  ['bytes=90-', 90, 99],
  ['bytes=90-500', 90, 99],
  ['bytes=-1', 99, 99],
  ['bytes=-500', 0, 99],
  [' BYTES = 1 - 2 ', 1, 2],
  ['bytes=007-10', 7, 10]
])('the range %j of 100 bytes is %i to %i', async (range, start, end) => {
  expect(await partOf({ range })).toEqual(bytes(start, end))
})

test.each([
  'bytes=9-5',
  'bytes=-',
  'bytes=',
  'lines=1-2',
  'xbytes=1-2',
  'bytes=1-2,4-5',
  'bytes=1-2x',
  'bytes=a-b',
  'bytes 1-2',
  ''
])('the range %j is ignored', async (range) => expect(await partOf({ range })).toEqual(whole))

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=500-'])(
  'the range %j is beyond the end',
  async (range) => {
    const refused = { status: 416, part: undefined, range: 'bytes */100', length: undefined }
    expect(await partOf({ range })).toEqual(refused)
  }
)

test('a range with thousands of spaces is ignored', async () => {
  // Work that grows with the square of its length would exceed the time limit of the test.
  const range = `bytes=${' '.repeat(1_000_000)}x`
  expect(await partOf({ range })).toEqual(whole)
})

test('a range applies to GET of the file with the same tag', async () => {
  expect(await partOf({})).toEqual(whole)
  const range = 'bytes=1-2'
  expect(await partOf({ range, 'if-range': etag })).toEqual(bytes(1, 2))
  expect(await partOf({ range, 'if-range': '"other"' })).toEqual(whole)
  expect(await partOf({ range: 'bytes=500-', 'if-range': '"other"' })).toEqual(whole)
  expect(await partOf({ range }, 'HEAD')).toEqual(whole)
  expect(await partOf({}, 'GET', 0)).toEqual({ ...whole, part: { start: 0, end: -1 }, length: 0 })
})

test.each([
  [undefined, false],
  ['', false],
  [etag, true],
  [`W/${etag}`, true],
  ['*', true],
  [`"a", ${etag} , "b"`, true],
  ['"other"', false],
  ['tag', false],
  [`${etag}x`, false]
])('If-None-Match: %s matches: %s', (header, expected) => {
  expect(isNotModified(header, etag)).toBe(expected)
})

test('the tag of a body is the start of its digest', () => {
  expect(etagOf('abc')).toBe('"ungWv48Bz-pBQUDeXa4iI7"')
  expect(etagOf(Buffer.from('abc'))).toBe(etagOf('abc'))
  expect(etagOf('abd')).not.toBe(etagOf('abc'))
})

test.each([
  ['12345678', true],
  ['1234567890', true],
  ['1234567', false],
  ['123456780', false],
  ['', false],
  [undefined, false]
])('the version %s names the content with the hash 1234567890: %s', (version, expected) => {
  expect(isVersionOf('1234567890', version)).toBe(expected)
})

test.each([
  ['/lamp', '/lamp'],
  ['/lamp?a=/b', '/lamp'],
  ['/%E7%81%AF', '/灯'],
  ['/e%CC%81', '/é'],
  ['/a%20b%2Fc', '/a b/c'],
  ['', '']
])('the path of %s is %s', (url, path) => expect(pathOf(url)).toBe(path))

test.each([
  '/%ff',
  '/%',
  '//evil.example',
  '/%2Fevil',
  '/a%0ab',
  '/a%00',
  '/a%5Cb',
  '/a\\b',
  '/a%7F'
])('the path %s is refused', (url) => {
  expect(() => pathOf(url)).toThrow(expect.objectContaining({ code: 'bad_request' }))
})

test('a path that is not UTF-8 cannot be decoded', () => {
  expect(decodePath('/%E7%81%AF')).toBe('/灯')
  expect(decodePath('/%ff')).toBeUndefined()
})

test.each([
  ['/a?b=c', '?b=c'],
  ['/a?', '?'],
  ['?a?b', '?a?b'],
  ['/a', '']
])('the query of %s is %j', (url, search) => expect(searchOf(url)).toBe(search))

test.each([
  ['/a?b', '/a?b', undefined],
  ['http://x.example/a?b', '/a?b', undefined],
  ['HTTPS://x.example', '/', undefined],
  ['https://x.example?a', '/?a', undefined],
  ['/http://x.example/a', '/http://x.example/a', undefined],
  ['/a?%ff', '/a?%ff', undefined],
  ['/%ff?a', '/%25ff', 'malformed_address'],
  ['/%E7%zz', '/%25E7%25zz', 'malformed_address'],
  [undefined, '/', undefined]
])('%s is routed as %s', (url, routed, refusal) => {
  const request = { url } as IncomingMessage
  expect(routableUrl(request)).toBe(routed)
  expect(refusalOf(request)).toBe(refusal)
})

test('the body of a request wins over its query, and one of them is needed', () => {
  expect(requestParams({ query: { a: 1, b: 1 }, body: { b: 2 } })).toEqual({ a: 1, b: 2 })
  expect(requestParams({ query: { a: 1 }, body: null })).toEqual({ a: 1 })
  expect(requestParams({ query: {}, body: {} })).toEqual({})
  const empty = () => requestParams({ query: {}, body: null })
  expect(empty).toThrow(expect.objectContaining({ code: 'bad_request' }))
})

test('only ENOENT means that a file is missing', async () => {
  const missing = Object.assign(new Error('gone'), { code: 'ENOENT' })
  const denied = Object.assign(new Error('denied'), { code: 'EACCES' })
  expect([missing, denied, new Error('plain'), { code: 'ENOENT' }, null].map(isMissing)).toEqual([
    true,
    false,
    false,
    false,
    false
  ])
  expect(await ifExists(Promise.resolve(7))).toBe(7)
  expect(await ifExists(Promise.reject(missing))).toBeUndefined()
  await expect(ifExists(Promise.reject(denied))).rejects.toBe(denied)
})

test('an IPv6 address is in brackets in a URL', () => {
  expect([urlHost('::1'), urlHost('127.0.0.1')]).toEqual(['[::1]', '127.0.0.1'])
})

test('a text is sent with its type and tag', async () => {
  const app = fastify()
  app.get('/', async (_request, reply) => sendText(reply, sentText('abc', 'text/x')))
  const reply = await app.inject('/')
  expect([reply.statusCode, reply.body]).toEqual([200, 'abc'])
  expect(reply.headers).toMatchObject({
    'content-type': 'text/x; charset=utf-8',
    etag: etagOf('abc')
  })
  await app.close()
})

test('a path answers only the methods that it has', async () => {
  const app = fastify()
  allowMethods(app)
  app.route({ method: ['GET', 'HEAD'], url: '/read', handler: async () => 'a' })
  app.route({ method: ['GET', 'POST'], url: '/write', handler: async () => 'b' })
  app.setErrorHandler(async (error: { code: string; message: string }, _request, reply) =>
    reply.code(405).send(`${error.code}: ${error.message}`)
  )
  const send = async (method: 'PUT' | 'POST' | 'GET' | 'HEAD', url: string) => {
    const { statusCode, headers, body } = await app.inject({ method, url })
    return [statusCode, headers.allow, body]
  }
  const refused = (methods: string) => `method_not_allowed: This address answers ${methods} only.`
  expect(await send('PUT', '/read?a')).toEqual([405, 'GET, HEAD', refused('GET and HEAD')])
  expect(await send('PUT', '/write?a')).toEqual([
    405,
    'GET, HEAD, POST',
    refused('GET, HEAD and POST')
  ])
  expect(await send('PUT', '/none')).toEqual([405, 'GET, HEAD', refused('GET and HEAD')])
  expect(await send('POST', '/write')).toEqual([200, undefined, 'b'])
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await app.inject({ method, url: '/none' })
    expect([statusCode, headers.allow]).toEqual([404, undefined])
  }
  await app.close()
})

test('the policy allows pictures and analytics hosts that are configured, and no others', () => {
  const directives = (...options: Parameters<typeof contentSecurityPolicy>) =>
    contentSecurityPolicy(...options).directives as Record<string, unknown[]>
  const picture = (list: Record<string, unknown[]>) =>
    (list['img-src']![0] as (request: unknown) => string)({ url: '/x' })
  const plain = directives('sha256-x')
  expect(plain['style-src-elem']).toEqual(["'self'", "'sha256-x'"])
  expect([plain['connect-src'], plain['script-src'], plain['img-src']?.slice(1)]).toEqual([
    ["'self'"],
    ["'self'"],
    ['data:']
  ])
  expect(picture(plain)).toBe("'self'")
  const fathom = { siteId: 'a', scriptUrl: 'https://f.example/script.js' }
  const posthog = { key: 'k', host: 'https://p.example/path' }
  const counted = directives('x', { fathom, posthog }, ({ url }) => `https://i.example${url}`)
  expect(counted['connect-src']).toEqual(["'self'", 'https://p.example', 'https://f.example'])
  expect(counted['script-src']).toEqual(["'self'", 'https://f.example'])
  expect(counted['img-src']?.slice(1)).toEqual(['data:', 'https://f.example'])
  expect(picture(counted)).toBe("'self' https://i.example/x")
  expect([referrerPolicy(), referrerPolicy({ posthog }), referrerPolicy({ fathom })]).toEqual([
    { policy: 'no-referrer' },
    { policy: 'no-referrer' },
    { policy: 'strict-origin-when-cross-origin' }
  ])
})
