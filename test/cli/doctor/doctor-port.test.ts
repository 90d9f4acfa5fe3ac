import { createServer as createWebServer } from 'node:http'
import { createServer } from 'node:net'

import { beforeAll, expect, test } from 'vitest'

import { freePort } from '../../support/run/free-port.ts'
import { longTimeouts } from '../../support/run/waits.ts'
import { listening } from '../../support/run/listening.ts'
import { startServe } from '../../server/metrics/serve-command.ts'
import { type Finding, openExaminedSite } from './examined-site.ts'

let site: Awaited<ReturnType<typeof openExaminedSite>>

beforeAll(async () => {
  site = await openExaminedSite()
})

const find = (findings: Finding[], check: string) =>
  findings.filter((finding) => finding.check === check)

test('a port that another program uses is a failure; one that fansite uses is not', async () => {
  const foreign = await listening(createServer((socket) => socket.destroy()))
  const other = await site.examine({ env: { PORT: String(foreign) }, args: ['--offline'] })
  expect(other.problems).toEqual(['failure port port_unusable'])
  // What `/healthz` of a server answers.
  const own = createWebServer((_, reply) => reply.end('{"status":"ok"}'))
  const port = await listening(own)
  const running = await site.examine({
    env: { PORT: String(port) },
    args: ['--offline'],
    module: longTimeouts
  })
  expect(find(running.findings, 'port')).toMatchObject([
    { status: 'ok', code: 'port_used_by_fansite' }
  ])
})

test('a metrics port that another program or the site uses is a failure', async () => {
  const foreign = await listening(createServer((socket) => socket.destroy()))
  const used = await site.examine({ env: { METRICS_PORT: String(foreign) }, args: ['--offline'] })
  expect({ code: used.code, problems: used.problems }).toEqual({
    code: 1,
    problems: ['failure port metrics_port_unusable']
  })
  for (const HOST of ['127.0.0.1', 'localhost', '0.0.0.0']) {
    const env = { HOST, METRICS_PORT: String(site.port) }
    const { findings, problems } = await site.examine({ env, args: ['--offline'] })
    expect(problems, HOST).toEqual(['failure port metrics_port_of_site'])
    expect(find(findings, 'port')[1]?.remedy).toBe('set METRICS_PORT to another port')
  }
})

test('a metrics port that is free, or has the metrics of fansite, is ok', async () => {
  const free = await site.examine({
    env: { METRICS_PORT: String(await freePort()) },
    args: ['--offline']
  })
  expect(find(free.findings, 'port').map(({ code }) => code)).toEqual(['port', 'metrics_port'])
  const { output } = await startServe({ METRICS_PORT: '0' })
  await expect.poll(() => output.stdout).toContain('\nmetrics: http')
  const port = /^metrics: .*:(\d+)\/metrics$/m.exec(output.stdout)?.[1] ?? ''
  const running = await site.examine({
    env: { METRICS_PORT: port },
    args: ['--offline'],
    module: longTimeouts
  })
  expect(find(running.findings, 'port')[1]).toMatchObject({
    status: 'ok',
    code: 'metrics_port_used_by_fansite'
  })
})

test('--port and --host replace the environment variables, as of a server', async () => {
  const foreign = await listening(createServer((socket) => socket.destroy()))
  const address = ['--port', String(foreign), '--host', '127.0.0.1']
  const { problems, findings } = await site.examine({
    env: { HOST: '192.0.2.1' },
    args: ['--offline', ...address]
  })
  expect(problems).toEqual(['failure port port_unusable'])
  expect(find(findings, 'port')).toMatchObject([{ facts: { error: 'EADDRINUSE' } }])
})

test('an address of another machine cannot be listened on', async () => {
  const { code, findings } = await site.examine({ env: { HOST: '192.0.2.1' }, args: ['--offline'] })
  expect(code).toBe(1)
  expect(find(findings, 'port')).toMatchObject([
    { code: 'port_unusable', facts: { error: 'EADDRNOTAVAIL' } }
  ])
})
