import { beforeAll, expect, test } from 'vitest'

import { openSite } from '../../../support/sites/site.ts'
import { workspaceOf } from '../../../support/workspaces/records.ts'

let address: string
beforeAll(async () => {
  const { app } = await openSite({
    workspace: workspaceOf([], []),
    config: { isMcpEnabled: true }
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

const send = (method: string, headers: Record<string, string> = {}) =>
  fetch(new URL('/_mcp', address), { method, headers })

const post = (body: string, origin: string) =>
  fetch(new URL('/_mcp', address), {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      origin
    }
  })

const preflight = (origin: string) =>
  send('OPTIONS', {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,mcp-protocol-version'
  })

test.each([
  ['https://evil.example', 403, 403],
  ['http://wiki.example.org', 403, 403],
  ['http://localhost.evil.example', 403, 403],
  ['null', 403, 403],
  ['https://wiki.example.org', 200, 405]
])('a request from a page of %s is answered with %i', async (origin, status, asked) => {
  const replies = [await post(ping, origin), await preflight(origin)]
  expect(replies.map((reply) => reply.status)).toEqual([status, asked])
  for (const reply of replies) {
    expect(reply.headers.get('access-control-allow-origin')).toBe(null)
    expect(reply.headers.get('access-control-allow-methods')).toBe(null)
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
})

test.each(['http://localhost:6274', 'http://127.0.0.1:8080', 'http://[::1]', 'https://localhost'])(
  'a page of %s may send messages and read the answers, also errors',
  async (origin) => {
    const asked = await preflight(origin)
    expect([asked.status, await asked.text()]).toEqual([204, ''])
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, mcp-protocol-version, mcp-session-id',
      'access-control-max-age': '86400'
    })
    const unread = await send('GET', { origin })
    const replies = [asked, unread, await post('{', origin), await post(ping, origin)]
    expect(replies.map((reply) => reply.status)).toEqual([204, 405, 400, 200])
    for (const { headers: sent } of replies) {
      expect(sent.get('access-control-allow-origin')).toBe(origin)
      expect(sent.get('access-control-allow-credentials')).toBe(null)
      expect(sent.get('vary')).toBe('origin')
      expect(sent.get('cache-control')).toBe('no-store')
    }
  }
)

test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'PROPFIND'])(
  '%s is refused, as the address answers POST only',
  async (method) => {
    const reply = await send(method)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
    const message = method === 'HEAD' ? '' : 'This address answers POST only.'
    expect(await reply.text()).toContain(message)
  }
)
