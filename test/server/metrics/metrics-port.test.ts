import { createServer } from 'node:net'

import { beforeAll, expect, test, vi } from 'vitest'

import { runCommand } from '../../support/command.ts'
import { openSocket } from '../../support/raw-socket.ts'
import { listening } from '../../support/run/listening.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { samplesOf } from './samples.ts'
import { startServe } from './serve-command.ts'

const token = 'correct-horse-battery'

async function startWithMetrics() {
  const site = await startServe({
    SITE_CONFIG: '{"components":null,"isMcpEnabled":true}',
    METRICS_PORT: '0',
    METRICS_TOKEN: token,
    TRUSTED_PROXIES: '192.0.2.1',
    // Not used without `isRedisEnabled`: it would be reported that nothing listens there.
    REDIS_URL: 'redis://127.0.0.1:1'
  })
  await vi.waitUntil(() => site.output.stdout.includes('\nmetrics: http'), { timeout: 100_000 })
  const metrics = /^metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(site.output.stdout)?.[1]
  return { ...site, metrics: metrics ?? '' }
}

/** The server of the next three tests. Another test asks one without a token. */
let shared: Awaited<ReturnType<typeof startWithMetrics>>

beforeAll(async () => {
  shared = await startWithMetrics()
})

test('the token opens the metrics on the port of the site; its own port answers only GET and HEAD of them', async () => {
  const { address, metrics } = shared
  const headers = { authorization: `Bearer ${token}` }
  const onSite = await fetch(`${address}/metrics`, { headers })
  expect([onSite.status, (await fetch(metrics)).status]).toEqual([200, 200])
  expect((await fetch(`${address}/metrics`)).status).not.toBe(200)
  const head = await fetch(metrics, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = await fetch(metrics, { method: 'POST', body: 'x' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  for (const path of ['/', '/healthz', '/metrics/', '/metrics/x', '/mirror.db']) {
    expect((await fetch(new URL(path, metrics))).status, path).toBe(404)
  }
  expect((await fetch(`${metrics}?a=b`)).status).toBe(200)
  expect(await openSocket(metrics, 'GET /metrics HTTP/1.1\r\n\r\n').closed).toContain(' 400 ')
})

test('only the proxies of TRUSTED_PROXIES name the clients of requests', async () => {
  const left = async (client: string) => {
    const headers = { 'x-forwarded-for': client }
    return (await fetch(`${shared.address}/_mcp`, { headers })).headers.get('ratelimit-remaining')
  }
  // This machine is not among them, so both are requests of one client.
  expect([await left('203.0.113.1'), await left('203.0.113.2')]).toEqual(['119', '118'])
})

// The last test of the shared server, which it ends.
test('METRICS_PORT serves the metrics of the site on a port of their own, on this machine; no request is logged', async () => {
  const { address, metrics, child, ended, output } = shared
  await fetch(`${address}/healthz`)
  const reply = await fetch(metrics)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(samplesOf(await reply.text())).toMatchObject({
    'fansite_requests_total{route="/healthz",status="200"}': 1
  })
  const onSite = await fetch(`${address}/metrics`)
  expect([onSite.status, await onSite.text()]).not.toContain('fansite_')
  expect(onSite.status).not.toBe(200)
  await fetch(`${address}/none`)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(output.stdout).toMatch(/^\S.* is at http:\/\/\S+\nmetrics: \S+\n$/)
  await expect(fetch(metrics)).rejects.toThrow('fetch failed')
})

test('a metrics port in use ends the command with an error', async () => {
  const port = await listening(createServer())
  const env = { METRICS_PORT: String(port) }
  const { code, stdout, stderr } = await runCommand(
    ['serve', '--data', tempDir(), '--port', '0'],
    env
  )
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `metrics: listen EADDRINUSE: address already in use 127.0.0.1:${port}; stop the program that uses the port, or choose another one with METRICS_PORT\n`
  })
})

test('a site port in use ends the command although the metrics are listening', async () => {
  const port = await listening(createServer())
  const args = ['serve', '--data', tempDir(), '--host', '127.0.0.1', '--port', String(port)]
  const { code, stdout, stderr } = await runCommand(args, { METRICS_PORT: '0' })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}; stop the program that uses the port, or choose another one with --port or PORT\n`
  )
})

test('an address of another machine ends the command with the names of what to change', async () => {
  const args = ['serve', '--data', tempDir(), '--port', '0', '--host', '192.0.2.1']
  const { code, stdout, stderr } = await runCommand(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(
    'listen EADDRNOTAVAIL: address not available 192.0.2.1; choose an address of this machine with --host or HOST, and a port with --port or PORT\n'
  )
})

test.each([
  ['METRICS_PORT', '70000', ' "70000" is not valid: write a number from 0 to 65535'],
  ['METRICS_TOKEN', 'too short', ' is not valid: write at least 16 letters, digits or ._~+/-']
])('%s is checked at start; a token is not printed', async (variable, value, message) => {
  const { code, stderr } = await runCommand(['serve', '--port', '0'], { [variable]: value })
  expect(code).toBe(2)
  expect(stderr).toBe(`Config error: environment variable ${variable}${message}\n`)
})
