import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { openMirror } from '../../../library/open-mirror.ts'
import { collectOutput, runCommand, startCommand } from '../../support/command.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'

const COUNTING = 'with recursive r(n) as (select 1 union all select n + 1 from r)'

let dataFolder = ''
let mirrorFile = ''

// Made once: statements only read.
beforeAll(async () => {
  dataFolder = (await mirrorDir()).dataDir
  mirrorFile = path.join(dataFolder, 'mirror.db')
})

const run = (sql: string, ...args: string[]) =>
  runCommand(['query', sql, '--data', dataFolder, ...args])

/** Processes that have the mirror open: the statement process, not the command itself. */
function openHandles(file: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', 'ls -l /proc/[0-9]*/fd 2>&1'], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.endsWith(` -> ${file}`))
}

describe('a statement beyond a limit is stopped, and the command names the limit:', () => {
  const filling = `${COUNTING} select n, printf('%.*c', 5000, 'x') from r order by n desc`
  test.each<[string, string, RegExp]>([
    [`${COUNTING} select count(*) from r`, '0.3', /time limit of 0\.3 s; --timeout/],
    // To fill a gigabyte takes seconds.
    ...(isSweep ? [[filling, '60', /more than 1 GB of memory/] as [string, string, RegExp]] : []),
    [`select zeroblob(500000000), zeroblob(500000000)`, '60', /more than 1 GB of memory/],
    [`select hex(zeroblob(20000000))`, '60', /a row contains 39 MB, more than the limit of 16 MB/]
  ])('%s', async (sql, timeout, message) => {
    const { code, stdout, stderr } = await run(sql, '--timeout', timeout)
    expect(stderr).toMatch(message)
    expect(code).toBe(1)
    expect(stdout).toBe('')
    await expect.poll(() => openHandles(mirrorFile)).toEqual([])
  })

  test('a value of more than SQLite allows', async () => {
    const { code, stdout, stderr } = await run('select randomblob(1e9)')
    expect(stderr).toBe('string or blob too big\n')
    expect(code).toBe(2)
    expect(stdout).toBe('')
  })
})

test('a statement of the library without a time limit runs to its end', async () => {
  const mirror = openMirror({ dataDir: dataFolder })
  onTestFinished(() => mirror.close())
  const rows = await mirror.query('select count(*) as pages from page', { timeoutMs: Infinity })
  expect(rows).toEqual([{ pages: mirror.pages().length }])
})

test('a statement of the library that its signal stops rejects with that code', async () => {
  const mirror = openMirror({ dataDir: dataFolder })
  onTestFinished(() => mirror.close())
  const endless = `${COUNTING} select count(*) from r`
  const signal = AbortSignal.timeout(200)
  const stopped = { name: 'FansiteError', code: 'stopped' }
  await expect(mirror.query(endless, { signal })).rejects.toMatchObject(stopped)
  await expect(mirror.query(endless, { signal })).rejects.toMatchObject(stopped)
})

describe('a running statement', () => {
  async function startEndless() {
    const sql = `${COUNTING} select count(*) from r`
    const child = startCommand(['query', sql, '--data', dataFolder, '--timeout', '600'])
    const output = collectOutput(child)
    await expect.poll(() => openHandles(mirrorFile).length).toBe(1)
    return { child, output }
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143]
  ] as const)('ends with the command on %s', async (signal, exitCode) => {
    const { child, output } = await startEndless()
    child.kill(signal)
    const [code] = await once(child, 'close')
    expect(code).toBe(exitCode)
    expect(output.stderr).toBe(`stopped by ${signal}\n`)
    await expect.poll(() => openHandles(mirrorFile)).toEqual([])
  })

  test('ends when the command is killed', async () => {
    const { child } = await startEndless()
    child.kill('SIGKILL')
    await once(child, 'close')
    await expect.poll(() => openHandles(mirrorFile)).toEqual([])
  })

  test('may lose its reader, which is not an error', async () => {
    const sql = `${COUNTING} select n from r`
    const args = ['query', sql, '--data', dataFolder, '--csv', '--limit', '1000000000']
    const child = startCommand([...args, '--timeout', '600'])
    const output = collectOutput(child)
    child.stdout?.once('data', () => child.stdout?.destroy())
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(output.stderr).toBe('')
  })
})
