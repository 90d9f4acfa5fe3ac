import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { freePort } from '../../support/run/free-port.ts'
import type { BenchMirror } from './mirror.ts'
import {
  type Core,
  type Usage,
  hasCommand,
  outputOf,
  startOn,
  stopProcess,
  usageOf
} from './processes.ts'
import { type Recorded, headersOf } from './recorded.ts'

const bin = fileURLToPath(new URL('../../../cli/bin.js', import.meta.url))
const bareScript = fileURLToPath(new URL('./bare-server.js', import.meta.url))

export interface RunningTarget {
  /** Without a slash at the end. */
  origin: string
  usage: () => Usage
  stop: () => Promise<void>
}

/** Starts `fansite serve`; `startMs` is the time to its first 200 at `/readyz`. */
export async function startOurs(
  dataDir: string,
  { env }: Pick<BenchMirror, 'env'>,
  core?: Core
): Promise<RunningTarget & { startMs: number }> {
  const startedAt = performance.now()
  const args = ['serve', '--host', '127.0.0.1', '--port', '0', '--data', dataDir]
  const child = startOn(core, [process.execPath, bin, ...args], { env })
  const origin = await outputOf(child, / is at (http:\S+)/)
  await untilReady(origin)
  return { ...target(child, origin), startMs: performance.now() - startedAt }
}

async function untilReady(origin: string): Promise<void> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    const { status } = await fetch(`${origin}/readyz`)
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the server was not ready within two minutes')
}

/** Starts a bare `node:http` server that sends a recorded response. */
export async function startBare(
  recorded: Recorded,
  options: { folder: string; core?: Core }
): Promise<RunningTarget> {
  const { folder, core } = options
  const file = path.join(folder, 'bare.json')
  const bodyFile = path.join(folder, 'body')
  const { body, headers, notModifiedHeaders, etag } = recorded
  writeFileSync(bodyFile, body)
  writeFileSync(file, JSON.stringify({ headers, notModifiedHeaders, etag, bodyFile }))
  const child = startOn(core, [process.execPath, bareScript, file])
  const port = await outputOf(child, /listening on (\d+)/)
  return target(child, `http://127.0.0.1:${port}`)
}

export const hasNginx = hasCommand('nginx', ['-v'])

/** Starts nginx, one process without an access log, that sends the recorded body from a file. */
export async function startNginx(
  recorded: Recorded,
  options: { folder: string; core?: Core }
): Promise<RunningTarget> {
  const { folder, core } = options
  // nginx cannot choose a port itself.
  const port = await freePort()
  writeFileSync(path.join(folder, 'page'), recorded.body)
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(config, nginxConfig(folder, { port, recorded }))
  const child = startOn(core, ['nginx', '-e', 'stderr', '-p', folder, '-c', config])
  const errors = { text: '' }
  child.stderr?.on('data', (part: Buffer) => (errors.text += part.toString()))
  const origin = `http://127.0.0.1:${port}`
  const deadline = performance.now() + 10_000
  while (!(await isAnswering(origin))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`nginx did not start:\n${errors.text}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return target(child, origin)
}

async function isAnswering(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/page`)).ok
  } catch {
    // Refused until nginx listens.
    return false
  }
}

function nginxConfig(
  folder: string,
  { port, recorded }: { port: number; recorded: Recorded }
): string {
  // nginx writes these itself.
  const own = new Set(['content-length', 'content-type', 'etag', 'last-modified', 'accept-ranges'])
  const added = headersOf(recorded)
    .filter(([name]) => !own.has(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll(/['\\]/g, String.raw`\$&`)}';`)
  const [, type = 'text/html'] =
    headersOf(recorded).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  return `daemon off; master_process off; worker_processes 1;
pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 2048; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  open_file_cache max=10;
  server {
    listen 127.0.0.1:${port}; root ${folder}; default_type '${type}';
    ${added.join('\n    ')}
  }
}
`
}

function target(child: ChildProcess, origin: string): RunningTarget {
  const { pid } = child
  if (pid === undefined) throw new Error(`${child.spawnfile} did not start`)
  return { origin, usage: () => usageOf(pid), stop: () => stopProcess(child) }
}
