import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { afterAll, expect, test } from 'vitest'

import { JobWorker } from '../../../server/process/job-worker.ts'
import { onFinished } from '../../support/on-finished.ts'
import { endSparesOf, startedProcesses } from '../../support/run/started-processes.ts'

interface Job {
  does: string
}

const echo = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ does }) => {
    new Function(does)()
    parentPort.postMessage({ kind: 'done' })
  })
  parentPort.postMessage({ kind: 'ready' })`
/** A thread that runs the source of a job, and answers. */
const options = {
  thread: new URL(`data:text/javascript,${encodeURIComponent(echo)}`),
  nice: 5
}

const cpuLimitMs = 300
const late = { kind: 'late', cpuLimitMs }

const endSpares = () => endSparesOf(options)
afterAll(endSpares)

function workerOf(): JobWorker<Job, { kind: 'done' }> {
  const onFailure = (error: unknown) => expect.fail(String(error))
  const worker = new JobWorker<Job, { kind: 'done' }>({ ...options, cpuLimitMs, onFailure })
  onFinished(() => worker.close())
  return worker
}

test('a job that loops forever is stopped, and the next one is done', async () => {
  const worker = workerOf()
  expect(await worker.run({ does: 'for (;;);' })).toEqual(late)
  expect(await worker.run({ does: '' })).toEqual({ kind: 'done' })
})

test('a job that only waits is not stopped', async () => {
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)'
  expect(await workerOf().run({ does: wait })).toEqual({ kind: 'done' })
})

test('a job whose process is suspended for longer than its limit is not stopped', async () => {
  endSpares()
  const started = startedProcesses('data:text/javascript')
  const suspended = workerOf()
  expect(await suspended.run({ does: '' })).toEqual({ kind: 'done' })
  const [child] = started
  child?.kill('SIGSTOP')
  const result = suspended.run({ does: '' })
  // Meanwhile the process of another worker spends this time, and is ended for it.
  expect(await workerOf().run({ does: 'for (;;);' })).toEqual(late)
  child?.kill('SIGCONT')
  expect(await result).toEqual({ kind: 'done' })
  expect(started).toHaveLength(2)
})

test('a job whose process exits fails, and the next one is done', async () => {
  const worker = workerOf()
  expect(await worker.run({ does: `process.kill(process.pid, 'SIGKILL')` })).toEqual({
    kind: 'gone',
    message: 'SIGKILL'
  })
  expect(await worker.run({ does: 'throw new Error("broken")' })).toEqual({
    kind: 'gone',
    message: 'broken'
  })
  expect(await worker.run({ does: '' })).toEqual({ kind: 'done' })
})

test('a process whose thread ends between two jobs ends too, and the next job is done', async () => {
  endSpares()
  const worker = workerOf()
  const started = startedProcesses('data:text/javascript')
  expect(await worker.run({ does: 'setTimeout(() => process.exit(1))' })).toEqual({ kind: 'done' })
  const [child] = started
  if (child?.exitCode === null) await once(child, 'exit')
  expect(child?.exitCode).toBe(1)
  expect(await worker.run({ does: '' })).toEqual({ kind: 'done' })
})

test('the process of a job that still runs has ended when its worker is closed', async () => {
  endSpares()
  const worker = workerOf()
  const started = startedProcesses('data:text/javascript')
  expect(await worker.run({ does: '' })).toEqual({ kind: 'done' })
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
  const running = worker.run({ does: wait })
  const closing = worker.close()
  // As if the job was being sent.
  started[0]?.emit('error', new Error('write EPIPE'))
  await closing
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
  expect(await running).toEqual({ kind: 'closed' })
})

test('a process that is not ready when its worker is closed does no job of the next one', async () => {
  endSpares()
  const started = startedProcesses('data:text/javascript')
  const first = workerOf()
  first.prepare()
  await first.close()
  const next = workerOf()
  expect([await next.run({ does: '' }), await next.run({ does: '' })]).toEqual([
    { kind: 'done' },
    { kind: 'done' }
  ])
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', null])
})

test('a process ends if its parent has ended before it ran', async () => {
  const entry = fileURLToPath(new URL('../../../server/process/run-module.js', import.meta.url))
  const waiting = 'data:text/javascript,setInterval(() => {}, 1000)'
  const source = `
    import { fork } from 'node:child_process'
    const child = fork(${JSON.stringify(entry)}, ['${waiting}'], { execArgv: [] })
    process.stdout.write(String(child.pid), () => process.kill(process.pid, 'SIGKILL'))`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', source])
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
  // The pipe closes when the child has ended too, which has the same one.
  const closed = once(parent, 'close', { signal: AbortSignal.timeout(60_000) })
  await closed.catch((error: unknown) => {
    process.kill(Number(pid), 'SIGKILL')
    throw error
  })
})

/** The `nice` values of the threads of a process (proc_pid_stat(5), field 19). */
function priorities(pid: number): number[] {
  const folder = `/proc/${pid}/task`
  return readdirSync(folder).map((thread) => {
    const stat = readFileSync(`${folder}/${thread}/stat`, 'utf8')
    const [, nice] = /\) (?:\S+ ){16}(-?\d+) /.exec(stat) ?? []
    return Number(nice)
  })
}

test.skipIf(!existsSync('/proc/self/task'))(
  'all threads of a process have its priority, also those that V8 has started',
  async () => {
    endSpares()
    const started = startedProcesses('data:text/javascript')
    expect(await workerOf().run({ does: '' })).toEqual({ kind: 'done' })
    const found = priorities(started[0]?.pid ?? 0)
    expect(found.length).toBeGreaterThan(4)
    expect(new Set(found)).toEqual(new Set([5]))
  }
)
