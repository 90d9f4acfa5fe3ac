import path from 'node:path'

import { expect, test } from 'vitest'

import { StatementPool } from '../../../server/process/statement/statement-pool.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'

async function poolOf() {
  const { dataDir } = await mirrorDir()
  const pool = new StatementPool()
  const statement = {
    file: path.join(dataDir, 'mirror.db'),
    sql: 'select 1',
    signal: new AbortController().signal
  }
  return { pool, statement }
}

test('the process of a statement has ended when its pool is closed', async () => {
  const { pool, statement } = await poolOf()
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

test('addresses of one network are one client, whose statements wait for each other', async () => {
  const { pool, statement } = await poolOf()
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
