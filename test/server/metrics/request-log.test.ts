import { openSync } from 'node:fs'

import { beforeAll, expect, test } from 'vitest'

import { startCommand } from '../../support/command.ts'
import { onFinished } from '../../support/on-finished.ts'
import { openSocket } from '../../support/raw-socket.ts'
import { freePort } from '../../support/run/free-port.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { startServe } from './serve-command.ts'

/** The entries of the log with this message. */
function entriesOf({ stdout }: { stdout: string }, msg: string) {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return entries.filter((entry) => entry['msg'] === msg)
}

async function startLogging() {
  const site = await startServe({ LOG_LEVEL: 'info' })
  return { ...site, requests: () => entriesOf(site.output, 'request') }
}

/** The server of the tests that only send requests. */
let shared: Awaited<ReturnType<typeof startLogging>>

beforeAll(async () => {
  shared = await startLogging()
})

/** The shared server; `requests` are those that it logs from now on. */
function logging() {
  const before = shared.requests().length
  return { ...shared, requests: () => shared.requests().slice(before) }
}

test('at level info each request is one line, without its query', async () => {
  const { address, requests, output } = logging()
  await fetch(`${address}/healthz?token=secret`, { headers: { 'user-agent': 'a visitor' } })
  await expect.poll(() => requests().length).toBe(1)
  const [entry = {}] = requests()
  expect(entry).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    reqId: 'req-1',
    method: 'GET',
    path: '/healthz',
    route: '/healthz',
    status: 200,
    bytes: '{"status":"ok"}'.length,
    ms: expect.any(Number),
    kept: false,
    msg: 'request'
  })
  expect(entry['ms']).toBeGreaterThan(0)
  expect(output.stdout).not.toMatch(/secret|visitor|127\.0\.0\.1"/)
  expect(output.stdout).not.toMatch(/incoming request|request completed/)
})

test('each request has a line: HEAD, POST, unknown paths and malformed requests', async () => {
  const { address, requests } = logging()
  await fetch(`${address}/healthz`, { method: 'HEAD' })
  await fetch(`${address}/healthz`, { method: 'POST' })
  await fetch(`${address}/api/none`)
  await openSocket(address, 'NONSENSE\r\n\r\n').closed
  await expect.poll(() => requests().length).toBe(4)
  expect(
    requests().map(({ method, route, status, bytes }) => [method, route, status, bytes])
  ).toEqual([
    ['HEAD', '/healthz', 200, 0],
    ['POST', 'other', 405, expect.any(Number)],
    ['GET', '/*', expect.any(Number), expect.any(Number)],
    ['GET', 'other', 400, expect.any(Number)]
  ])
})

test('a line stays one line of JSON whatever a client sends, and a path is shortened', async () => {
  const { address, requests, output } = logging()
  const path = String.raw`/%0d%0a%1b[31m","msg":"forged"}\n`
  const send = (text: string) =>
    openSocket(address, `GET ${text}\r\nHost: a.example\r\nConnection: close\r\n\r\n`).closed
  expect(await send(`${path} HTTP/1.1`)).not.toContain(' 400 ')
  expect(await send('/\u001b[31m HTTP/1.1')).toContain(' 400 ')
  expect(await send('/ HTTP/1.1\r\nUser-Agent: \u001b[2J')).toContain(' 400 ')
  await fetch(`${address}/${'a'.repeat(9000)}`)
  await expect.poll(() => requests().length).toBe(4)
  expect(requests()[0]?.['path']).toBe(path)
  expect(String(requests()[3]?.['path'])).toHaveLength(1000)
  expect([...output.stdout].filter((char) => char < ' ' && char !== '\n')).toEqual([])
  expect(output.stdout).not.toContain('\u001b')
})

test('a reader of the log that has stopped reading does not block the server', async () => {
  const { address, child, requests } = logging()
  await fetch(`${address}/healthz`)
  await expect.poll(() => requests().length).toBe(1)
  child.stdout?.pause()
  // More than a pipe holds.
  const path = `/api/${'a'.repeat(1000)}`
  for (let count = 0; count < 150; count++) {
    expect((await fetch(address + path, { method: 'POST' })).status).toBe(405)
  }
  child.stdout?.resume()
  await expect.poll(() => requests().length).toBe(151)
})

test('a full disk under the log does not end the server', async () => {
  const port = await freePort()
  const args = ['serve', '--data', tempDir(), '--host', '127.0.0.1', '--port', String(port)]
  const child = startCommand(args, { LOG_LEVEL: 'info' }, { output: openSync('/dev/full', 'w') })
  onFinished(() => child.kill('SIGKILL'))
  const status = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (reply) => reply.status,
      () => undefined
    )
  await expect.poll(status).toBe(200)
  for (let count = 0; count < 10; count++) expect(await status()).toBe(200)
  expect(child.exitCode).toBeNull()
})

// The last test of the shared server, whose log it closes.
test('a closed log does not end the server', async () => {
  const { address, child, requests } = logging()
  await fetch(`${address}/healthz`)
  await expect.poll(() => requests().length).toBe(1)
  child.stdout?.destroy()
  child.stderr?.destroy()
  for (let count = 0; count < 50; count++) {
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  }
  expect(child.exitCode).toBeNull()
})
