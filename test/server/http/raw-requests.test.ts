import { beforeAll, expect, test } from 'vitest'

import { publishedSite } from '../../support/sites/published-site.ts'
import { openSocket } from '../../support/raw-socket.ts'
import { workspaceOf } from '../../support/workspaces/records.ts'

let address = ''

beforeAll(async () => {
  const { app } = await publishedSite(workspaceOf([], []))
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})

const close = 'Connection: close\r\n'
const host = `Host: a.example\r\n${close}`
const json = `Content-Type: application/json\r\n${host}`
const search = 'POST /api/search-notion HTTP/1.1\r\n'

test.each([
  ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n`, 400],
  ['a target that is no path', `GET foo HTTP/1.1\r\n${host}\r\n`, 400],
  ['an address that is not UTF-8', `GET /%ff HTTP/1.1\r\n${host}\r\n`, 400],
  ['HTTP/0.9', 'GET /\r\n\r\n', 400],
  ['HTTP/2 in the open', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['no Host', `GET /healthz HTTP/1.1\r\n${close}\r\n`, 400],
  ['two Hosts', `GET /healthz HTTP/1.1\r\nHost: b.example\r\n${host}\r\n`, 400],
  ['the same Host twice', `GET /healthz HTTP/1.1\r\nhost: a.example\r\n${host}\r\n`, 400],
  ['two Hosts in HTTP/1.0', `GET /healthz HTTP/1.0\r\nHost: b.example\r\n${host}\r\n`, 400],
  ['two lengths', `${search}${json}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`, 400],
  [
    'length and chunks',
    `${search}${json}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400
  ],
  ['an unknown transfer coding', `GET / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`, 400],
  ['a malformed chunk', `${search}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['headers of 20 kB', `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a body of 20 kB', `${search}${json}Content-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`, 413],
  [
    'a body of another type',
    `${search}Content-Type: text/xml\r\n${host}Content-Length: 1\r\n\r\nx`,
    415
  ],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000', 400]
])('%s is refused with our headers, and the connection ends', async (_name, text, status) => {
  const answer = await openSocket(address, text).closed
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(answer).toMatch(/^x-content-type-options: nosniff/im)
  expect(answer).toMatch(/^cache-control: no-store/im)
  expect(answer).not.toContain('statusCode')
})

test.each([
  ['HTTP/1.0 without a Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ['an absolute URL', `GET http://a.example/healthz HTTP/1.1\r\n${host}\r\n`],
  ['an unknown expectation', `GET /healthz HTTP/1.1\r\n${host}Expect: magic\r\n\r\n`],
  [
    'an offer to upgrade',
    'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close, Upgrade\r\nUpgrade: h2c\r\n\r\n'
  ]
])('%s is answered', async (_name, text) => {
  expect(await openSocket(address, text).closed).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s)
})

test('a request before a malformed one is answered', async () => {
  const answer = await openSocket(address, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nFOO\r\n\r\n')
    .closed
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}/s)
})
