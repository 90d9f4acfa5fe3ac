import { once } from 'node:events'
import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { IdleProcesses } from '../../../server/process/statement/idle-processes.ts'
import {
  type RunningStatement,
  runStatement
} from '../../../server/process/statement/run-statement.ts'
import { StatementPool } from '../../../server/process/statement/statement-pool.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'

let dataDir = ''

// The tests only read it.
beforeAll(async () => {
  dataDir = (await mirrorDir()).dataDir
})

function poolOf() {
  const pool = new StatementPool()
  const statement = {
    file: path.join(dataDir, 'mirror.db'),
    sql: 'select 1',
    signal: new AbortController().signal
  }
  return { pool, statement }
}

test('the process of a statement has ended when its pool is closed', async () => {
  const { pool, statement } = poolOf()
  const started = startedProcesses('statement-process')
  let isRunning = () => {}
  const running = new Promise<void>((resolve) => (isRunning = resolve))
  const endless =
    'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'
  const run = pool.run({ ...statement, client: '127.0.0.1', sql: endless }, async ({ read }) => {
    isRunning()
    await read(1)
  })
  const ended = expect(run).rejects.toMatchObject({ code: 'busy' })
  await running
  await pool.close()
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
  await ended
})

const ofNumbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n`

test('statements whose last row was read share a process, which ends with the pool', async () => {
  const { pool, statement } = poolOf()
  const started = startedProcesses('statement-process')
  const rows: unknown[] = []
  for (const sql of ['select 1', 'select 2', ofNumbers(3)]) {
    await pool.run({ ...statement, client: '127.0.0.1', sql }, async ({ read }) => {
      rows.push((await read(10)).rows.length)
    })
  }
  expect([rows, started.length]).toEqual([[1, 1, 3], 1])
  await pool.close()
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
})

test.each([
  ['was read in part', ofNumbers(10_000), undefined],
  ['failed', 'select * from missing', 'no such table']
])('no statement runs in the process of one that %s', async (_, sql, failure) => {
  const { pool, statement } = poolOf()
  const started = startedProcesses('statement-process')
  const run = (text: string) =>
    pool.run({ ...statement, client: '127.0.0.1', sql: text }, async ({ read }) => {
      await read(100)
    })
  if (failure === undefined) await run(sql)
  else await expect(run(sql)).rejects.toThrow(failure)
  await run('select 1')
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', null])
  await pool.close()
})

test('a statement whose process ends between two reads fails', async () => {
  const { pool, statement } = poolOf()
  const [sql, client] = [ofNumbers(10_000), '127.0.0.1']
  const started = startedProcesses('statement-process')
  const run = pool.run({ ...statement, client, sql }, async ({ read }) => {
    await read(1)
    const [child] = started
    if (!child) throw new Error('no process was started')
    // As the kernel does when memory is short.
    child.kill('SIGKILL')
    await once(child, 'exit')
    await read(1)
  })
  await expect(run).rejects.toThrow('it used more than 256 MB of memory')
  await pool.close()
})

test('a process that has more than half of its memory in use runs no other statement', async () => {
  const { statement } = poolOf()
  const started = startedProcesses('statement-process')
  const idle = new IdleProcesses()
  // More than a process has at its start, by less than that.
  const limits = { timeoutMs: 100_000, memoryBytes: 100 * 1024 * 1024 }
  const readAll = async ({ read }: RunningStatement) => void (await read(1))
  for (const sql of ['select 1 where 0', 'select 2 where 0'])
    await runStatement({ ...statement, ...limits, sql }, readAll, idle)
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL'])
})

test('addresses of one network are one client, whose statements wait for each other', async () => {
  const { pool, statement } = poolOf()
  const order: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const run = (client: string, until?: Promise<void>) =>
    pool.run({ ...statement, client }, async () => {
      order.push(client)
      await until
    })
  const first = run('2001:db8::1', released)
  const second = run('2001:db8:0:0:1::2')
  await run('2001:db8:0:1::1')
  release()
  await Promise.all([first, second])
  expect(order.toSorted()).toEqual(['2001:db8:0:0:1::2', '2001:db8:0:1::1', '2001:db8::1'])
  expect(order.at(-1)).toBe('2001:db8:0:0:1::2')
  await pool.close()
})
