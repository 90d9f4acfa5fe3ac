import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { collectOutput } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { litestream, missing } from './follower.ts'

const script = fileURLToPath(new URL('../../demo/cluster/cluster.ts', import.meta.url))

async function runCluster(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args])
  onFinished(() => child.kill('SIGTERM'))
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

test.skipIf(litestream === undefined)(
  `a cluster publishes under load and survives kills without errors or torn pages${missing}`,
  async () => {
    // The limit of 10 seconds is for an idle machine.
    const { code, stdout, stderr } = await runCluster('--seconds', '6', '--limit', '60')
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
    for (const line of ['kill -9 of serve-1', 'kill -9 of the sync node', 'all promises kept']) {
      expect(stdout).toContain(line)
    }
    expect(stdout).toMatch(/serve-2: .* 0 errors · 0 torn pages · [1-9]\d* requests/)
  }
)

test.skipIf(litestream === undefined)(
  `a staleness above the limit breaks a promise${missing}`,
  async () => {
    const { code, stderr } = await runCluster('--seconds', '1', '--nodes', '1', '--limit', '0.001')
    expect([code, stderr]).toEqual([1, expect.stringContaining('after more than 0.0 s')])
  }
)

test('wrong options of the cluster are refused', async () => {
  const { code, stderr } = await runCluster('--nodes', '0')
  expect([code, stderr]).toEqual([2, expect.stringContaining('usage: npm run demo:cluster')])
})
