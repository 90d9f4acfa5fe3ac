import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { Cache } from './start-cache.ts'

const script = fileURLToPath(new URL('../../deploy/purge.sh', import.meta.url))

/** Runs `deploy/purge.sh` after the publication of `generation`, without pages that left by default. Returns its exit code. */
export async function purge(
  { env }: Cache,
  { port, generation, left = '' }: { port: number; generation: number; left?: string }
): Promise<number | null> {
  const child = spawn(script, {
    env: {
      PATH: process.env['PATH'] ?? '',
      FANSITE_URL: `http://127.0.0.1:${port}`,
      FANSITE_GENERATION: String(generation),
      ...env
    },
    stdio: ['pipe', 'inherit', 'inherit']
  })
  child.stdin.end(`${left}\n`)
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}
