import { beforeAll, expect, test } from 'vitest'

import { openSocket } from '../../support/raw-socket.ts'
import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { keptSite } from './kept-site.ts'

const KEPT = '/lamp'
const host = 'Host: a.example\r\n'
const close = `Connection: close\r\n${host}`

let address = ''
let etag = ''

beforeAll(async () => {
  const lamp = pageBlock(2, 'Lamp')
  const app = await (await keptSite(workspaceOf([lamp.id], [lamp]))).open()
  address = await app.listen({ host: '127.0.0.1', port: 0 })
  // The first request makes the response, and the second one tells its route.
  for (let request = 0; request < 2; request += 1) {
    const { headers } = await fetch(address + KEPT, { headers: { 'accept-encoding': 'br' } })
    etag = headers.get('etag') ?? ''
  }
})

/** Everything that the server sends for some requests until it closes the connection. */
const answerTo = (...requests: string[]) => openSocket(address, requests.join('')).closed

/** What differs between two responses to the same request, on an open and on a closing connection. */
const masked = (text: string) =>
  text.replaceAll(/^Date: .*\r\n/gm, '').replaceAll(/^Connection: .*\r\n/gm, '')

test.each([
  ['a page', () => `GET ${KEPT} HTTP/1.1\r\n`],
  ['a compressed page', () => `GET ${KEPT} HTTP/1.1\r\nAccept-Encoding: br\r\n`],
  ['HEAD', () => `HEAD ${KEPT} HTTP/1.1\r\nAccept-Encoding: gzip\r\n`],
  ['304', () => `GET ${KEPT} HTTP/1.1\r\nAccept-Encoding: br\r\nIf-None-Match: ${etag}\r\n`]
])(
  'a connection that stays open gets %s as one that closes: the same bytes, each time',
  async (_name, start) => {
    const closing = await answerTo(start() + close + '\r\n')
    const open = start() + host + '\r\n'
    const all = await answerTo(open, open, start() + close + '\r\n')
    expect(all.match(/^Connection: \S+\r$/gm)).toEqual([
      'Connection: keep-alive\r',
      'Connection: keep-alive\r',
      'Connection: close\r'
    ])
    expect(masked(all)).toBe(masked(closing).repeat(3))
  }
)

test('the Date of a kept response is the time at which it is sent', async () => {
  for (let request = 0; request < 2; request += 1) {
    const before = Math.floor(Date.now() / 1000)
    const { headers } = await fetch(address + KEPT)
    const sent = Date.parse(headers.get('date') ?? '') / 1000
    expect(sent).toBeGreaterThanOrEqual(before)
    expect(sent).toBeLessThanOrEqual(Date.now() / 1000)
    const next = (before + 1) * 1000
    await expect.poll(() => Date.now(), { interval: 20 }).toBeGreaterThanOrEqual(next)
  }
})

test('a connection of HTTP/1.0 closes after a response', async () => {
  const all = await answerTo(`GET ${KEPT} HTTP/1.0\r\n${host}\r\n`)
  expect(all).toMatch(/^HTTP\/1\.1 200 OK\r$.*^Connection: close\r$.*<\/html>\s*$/ms)
})

test('requests that arrive at once are answered, in their order', async () => {
  const paths = [KEPT, '/', '/robots.txt', KEPT, '/']
  for (const path of paths) await (await fetch(address + path)).text()
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${host}\r\n`)
  const all = await answerTo(...requests, `GET /robots.txt HTTP/1.1\r\n${close}\r\n`)
  const types = [...all.matchAll(/^content-type: (\S+);/gm)].map(([, type]) => type)
  const [html, text] = ['text/html', 'text/plain']
  expect(types).toEqual([html, html, text, html, html, text])
})

test('the responses before a malformed request are sent, then the connection closes', async () => {
  const kept = `GET ${KEPT} HTTP/1.1\r\n${host}\r\n`
  for (const malformed of ['GET / HTTP/1.1\r\nNo colon\r\n\r\n', `\0 / HTTP/1.1\r\n${host}\r\n`]) {
    const all = await answerTo(kept, malformed)
    expect(all).toMatch(/^HTTP\/1\.1 200 OK\r$.*<\/html>\s*$/ms)
    expect(all.match(/^HTTP\/1\.1/gm)).toHaveLength(1)
  }
  expect((await fetch(address + KEPT)).status).toBe(200)
})
