import { once } from 'node:events'

import { vi } from 'vitest'

import { collectOutput, startCommand } from '../../support/command.ts'
import { onFinished } from '../../support/on-finished.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** `fansite serve` without a mirror on a free port, once it listens. Components would be compiled. */
export async function startServe(env: Record<string, string> = {}) {
  const args = ['serve', '--data', tempDir(), '--port', '0']
  const child = startCommand(args, { SITE_CONFIG: '{"components":null}', ...env })
  onFinished(() => child.kill('SIGKILL'))
  const output = collectOutput(child)
  await vi.waitUntil(() => / is at http:\/\/\S+\n/.test(output.stdout), { timeout: 100_000 })
  const address = / is at (http:\/\/\S+)/.exec(output.stdout)?.[1] ?? ''
  return { child, output, address, ended: once(child, 'exit') }
}
