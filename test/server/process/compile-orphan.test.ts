import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { collectOutput, startCommand } from '../../support/command.ts'
import { onFinished } from '../../support/on-finished.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** Waits for ever, as a loop would, but leaves the processor to other tests. */
const neverReturns = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'components that never return end with the server, at %s',
  async (signal) => {
    const folder = tempDir()
    const components = path.join(folder, 'components.tsx')
    writeFileSync(
      components,
      `console.error(\`in \${process.pid};\`)\n${neverReturns}\nexport default {}`
    )
    const server = startCommand(['serve', '--port', '0', '--data', path.join(folder, 'data')], {
      SITE_CONFIG: JSON.stringify({ components })
    })
    onFinished(() => server.kill('SIGKILL'))
    const output = collectOutput(server)
    const compiler = () => Number(/in (\d+);/.exec(output.stderr)?.[1])
    await expect.poll(compiler, { timeout: 60_000 }).toBeGreaterThan(0)
    // The pipe closes when the compiler has ended too, which has the same one.
    const closed = once(server, 'close', { signal: AbortSignal.timeout(30_000) })
    server.kill(signal)
    await closed.catch((error: unknown) => {
      process.kill(compiler(), 'SIGKILL')
      throw error
    })
  }
)
