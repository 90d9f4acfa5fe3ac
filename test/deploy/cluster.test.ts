import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { collectOutput } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { isSweep } from '../support/run/sweep.ts'
import { litestream, missing } from './follower.ts'

const script = fileURLToPath(new URL('../../demo/cluster/cluster.ts', import.meta.url))

async function runCluster(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args])
  onFinished(() => child.kill('SIGTERM'))
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

interface Run {
  what: string
  args: string[]
  nodes: string[]
  code: number
  /** What stderr says. */
  broken: RegExp
}

const small: Run = {
  what: 'one node',
  // No publication is seen within a millisecond; all other promises are kept.
  args: ['--pages', '10', '--nodes', '1', '--rate', '5', '--seconds', '3', '--limit', '0.001'],
  nodes: ['serve-1'],
  code: 1,
  broken: /^broken: serve-1 showed \d+ publications after more than 0\.0 s\n$/
}
const whole: Run = {
  what: 'two nodes',
  // The limit of 10 seconds is for an idle machine.
  args: ['--seconds', '6', '--limit', '60'],
  nodes: ['serve-1', 'serve-2'],
  code: 0,
  broken: /^$/
}

test.skipIf(litestream === undefined).each(isSweep ? [small, whole] : [small])(
  `a cluster of $what publishes under load and survives kills${missing}`,
  async ({ args, nodes, code, broken }) => {
    const run = await runCluster(...args)
    // A serve node may start before its first copy of the mirror.
    const stderr = run.stderr.replaceAll(/^there is no mirror at .*\n/gm, '')
    expect(stderr, run.stdout).toMatch(broken)
    expect(run.code).toBe(code)
    const kills = ['kill -9 of serve-1', 'kill -9 of the sync node', 'after kill -9']
    for (const line of kills) expect(run.stdout).toContain(line)
    expect(run.stdout.includes('all promises kept')).toBe(code === 0)
    for (const node of nodes) {
      const figures = `${node}: .* [1-9]\\d* publications seen · 0 errors · 0 torn pages · `
      expect(run.stdout).toMatch(new RegExp(figures))
    }
  }
)

test('wrong options of the cluster are refused', async () => {
  const { code, stderr } = await runCluster('--nodes', '0')
  expect([code, stderr]).toEqual([2, expect.stringContaining('usage: npm run demo:cluster')])
})
