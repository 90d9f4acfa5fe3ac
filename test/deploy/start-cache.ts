import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { tempDir } from '../support/temp-dir.ts'
import { freePort } from '../support/run/free-port.ts'
import type { Origin } from './origin.ts'
import { isInstalled, missingOfNginx, runNginx, runUntilReady } from './run-program.ts'

/** A running cache in front of an origin. */
export interface Cache {
  url: string
  /** What `deploy/purge.sh` needs to purge it. */
  env: Record<string, string>
}

/** A cache with the configuration in `deploy/`. */
export interface CacheKind {
  name: string
  /** What is missing on this machine; undefined if it can run. */
  missing: string | undefined
  start: (origin: Pick<Origin, 'port'>) => Promise<Cache>
}

const deployed = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))

export const caches: CacheKind[] = [
  {
    name: 'nginx',
    missing: missingOfNginx,
    start: startNginx
  },
  {
    name: 'Varnish',
    missing: missingOfVarnish(),
    start: startVarnish
  }
]

async function startNginx(origin: Pick<Origin, 'port'>): Promise<Cache> {
  const folder = tempDir()
  const port = await freePort()
  const cache = path.join(folder, 'cache')
  const site = readFileSync(deployed('nginx/fansite.conf'), 'utf8')
    .replace('/var/cache/nginx/fansite', cache)
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${origin.port}`)
    .replace('listen 80', `listen 127.0.0.1:${port}`)
  const url = `http://127.0.0.1:${port}`
  await runNginx(folder, { http: site, isReady: answering(url) })
  return { url, env: { NGINX_CACHE: cache } }
}

function missingOfVarnish(): string | undefined {
  if (!isInstalled('varnishd', '-V')) return 'Varnish is not installed'
  const vcl = path.join(tempDir(), 'xkey.vcl')
  writeFileSync(vcl, 'vcl 4.1; import xkey; backend default none;')
  const compile = spawnSync('varnishd', ['-C', '-j', 'none', '-f', vcl, '-n', tempDir()], {
    stdio: 'ignore'
  })
  return compile.status === 0 ? undefined : 'the vmod xkey of Varnish is not installed'
}

async function startVarnish(origin: Pick<Origin, 'port'>): Promise<Cache> {
  const folder = tempDir()
  const port = await freePort()
  const vcl = path.join(folder, 'default.vcl')
  const text = readFileSync(deployed('varnish/default.vcl'), 'utf8')
  writeFileSync(vcl, text.replace('.port = "3000"', `.port = "${origin.port}"`))
  const work = path.join(folder, 'work')
  mkdirSync(work)
  const url = `http://127.0.0.1:${port}`
  const listen = ['-a', `127.0.0.1:${port}`, '-T', 'none', '-n', work]
  await runUntilReady(
    ['varnishd', '-F', '-j', 'none', '-f', vcl, '-s', 'malloc,16m', ...listen],
    answering(url)
  )
  return { url, env: { VARNISH_URL: url } }
}

/** Requests are refused until the cache listens. */
function answering(url: string): () => Promise<boolean> {
  return async () => (await fetch(`${url}/healthz`).catch(() => undefined)) !== undefined
}
