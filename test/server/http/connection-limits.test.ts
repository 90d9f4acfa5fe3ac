import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { promisify } from 'node:util'

import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import type { ConnectionLimits } from '../../../server/http/http-server.ts'
import { listenAlso } from '../../../server/http/listen.ts'
import { onFinished } from '../../support/on-finished.ts'
import { openPictureSite } from '../../support/sites/picture-site.ts'
import { openSocket } from '../../support/raw-socket.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

const health = 'GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n'
const search = 'POST /api/search-notion HTTP/1.1\r\nHost: a.example\r\n'
const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'

async function listen(
  limits?: Partial<ConnectionLimits>,
  { config = testConfig(ROOT_ID), dataDir = tempDir() } = {}
): Promise<{ app: FastifyInstance; address: string }> {
  const app = await buildApp({
    ...patient,
    config,
    dataDir,
    logLevel: 'silent',
    ...(limits && { limits })
  })
  onFinished(() => app.close())
  return { app, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** Ends no connection as idle until the next request is read, for which a busy machine may need longer. */
function idleFromRequest({ server }: FastifyInstance): void {
  const { timeout } = server
  server.setTimeout(100_000)
  server.once('request', ({ socket }: IncomingMessage) => {
    socket.setTimeout(timeout)
    server.setTimeout(timeout)
  })
}

/** Ends no request as late until the returned function is called. */
function withoutLimits({ server }: FastifyInstance): () => void {
  const { headersTimeout, requestTimeout } = server
  Object.assign(server, { headersTimeout: 0, requestTimeout: 0 })
  return () => void Object.assign(server, { headersTimeout, requestTimeout })
}

test('a hundred silent connections are closed within their limit', async () => {
  const { address } = await listen()
  const limitMs = 20_000
  const { address: slowAddress } = await listen({
    headersTimeoutMs: limitMs,
    requestTimeoutMs: limitMs,
    idleTimeoutMs: limitMs
  })
  const last = openSocket(slowAddress).closed.then(() => 'open')
  const sockets = Array.from({ length: 100 }, () => openSocket(address))
  const allClosed = Promise.all(sockets.map(({ closed }) => closed)).then(() => 'closed')
  expect(await Promise.race([allClosed, last])).toBe('closed')
})

test('clients that send nothing, half a request or single bytes are disconnected, others answered', async () => {
  const { app, address } = await listen({ headersTimeoutMs: 500, requestTimeoutMs: 1000 })
  const limit = withoutLimits(app)
  const silent = openSocket(address)
  const half = openSocket(address, 'GET / HTTP/1.1\r\nHo')
  const halfBody = openSocket(address, search + body)
  const slow = openSocket(address, 'GET / HTTP/1.1\r\nX: ')
  const drip = setInterval(() => slow.socket.write('x'), 50)
  onFinished(() => clearInterval(drip))
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  limit()
  expect(await silent.closed).toBe('')
  for (const { closed } of [half, slow, halfBody]) {
    const answer = await closed
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"error":"request_timeout"/s)
    expect(answer).toMatch(/^content-security-policy: default-src 'none'/im)
  }
})

test('a connection that is idle after its response is closed', async () => {
  const { app, address } = await listen({ idleTimeoutMs: 300 })
  idleFromRequest(app)
  expect(await openSocket(address, health).closed).toMatch(/^HTTP\/1\.1 200 .*\}$/s)
})

test('a client that does not read its response is disconnected', async () => {
  const { config, dataDir, sources } = await openPictureSite(
    { 'big.bin': Buffer.alloc(30_000_000) },
    { type: 'file' }
  )
  const { app, address } = await listen({ idleTimeoutMs: 1000 }, { config, dataDir })
  const path = `/image/${encodeURIComponent(sources['big.bin'])}`
  const { timeout } = app.server
  // Until the response begins, for which a busy machine may need longer.
  app.server.setTimeout(100_000)
  const { socket } = openSocket(address, `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`)
  socket.pause()
  const [taken] = (await once(app.server, 'connection')) as [Socket]
  await expect.poll(() => taken.bytesWritten).toBeGreaterThan(0)
  taken.setTimeout(timeout)
  await expect.poll(() => taken.closed).toBe(true)
  expect(taken.bytesWritten).toBeLessThan(30_000_000)
  const connections = promisify(app.server.getConnections.bind(app.server))
  expect(await connections()).toBe(0)
})

test('a client that waits for its response does not count as idle', async () => {
  const { app, address } = await listen({ idleTimeoutMs: 100 })
  idleFromRequest(app)
  const { socket, closed } = openSocket(address, search + body)
  await once(app.server, 'request')
  // Each of these is idle for as long after its response.
  for (let round = 0; round < 3; round++) await openSocket(address, health).closed
  socket.write('x'.repeat(99))
  expect(await closed).toMatch(/^HTTP\/1\.1 400 .*"error":"bad_request"/s)
})

test('connections beyond the limit are closed at once, and accepted again later', async () => {
  const { address } = await listen({ maxConnections: 2 })
  const [first, second] = [openSocket(address), openSocket(address, health)]
  await expect.poll(second.received).toContain('200 OK')
  expect(await openSocket(address, health).closed).toBe('')
  first.socket.destroy()
  await expect
    .poll(async () => {
      const { closed } = openSocket(address, health.replace(/\r\n$/, 'Connection: close\r\n\r\n'))
      return closed
    })
    .toContain('200 OK')
})

test('the second address of localhost has the same limits and closes with the first', async () => {
  const { app } = await listen({ headersTimeoutMs: 500, maxConnections: 2 })
  const second = await listenAlso(app, { host: '127.0.0.1', port: 0 })
  const { port } = second!.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  const limit = withoutLimits(app)
  const half = openSocket(address, `${health}GET / HT`)
  const other = openSocket(address, health)
  for (const each of [half, other]) await expect.poll(each.received).toContain('200 OK')
  expect(await openSocket(address, health).closed).toBe('')
  other.socket.destroy()
  limit()
  expect(await half.closed).toContain('HTTP/1.1 408 ')
  withoutLimits(app)
  const idle = openSocket(address, health)
  await expect.poll(idle.received).toContain('200 OK')
  second!.close()
  await app.close()
  await idle.closed
})

test('the site listens on one address of localhost when the other is in use', async () => {
  const { app } = await listen()
  const { port } = app.server.address() as AddressInfo
  expect(await listenAlso(app, { host: '127.0.0.1', port })).toBeUndefined()
})
