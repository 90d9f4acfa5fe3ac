import { once } from 'node:events'

import { expect, test } from 'vitest'

import { JobWorker } from '../../../server/process/job-worker.ts'
import { endSpares } from '../../../server/process/spare-processes.ts'
import { onFinished } from '../../support/on-finished.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'

interface Job {
  does: string
}

/** A worker that runs the source of a job, and answers. */
function workerOf(): JobWorker<Job, { kind: 'done' }> {
  const source = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ does }) => {
      new Function(does)()
      parentPort.postMessage({ kind: 'done' })
    })
    parentPort.postMessage({ kind: 'ready' })`
  const thread = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const onFailure = (error: unknown) => expect.fail(String(error))
  const worker = new JobWorker<Job, { kind: 'done' }>({
    thread,
    cpuLimitMs: 300,
    nice: 5,
    onFailure
  })
  onFinished(() => worker.close())
  return worker
}

test('a job that loops forever is stopped, and the next one is done', async () => {
  const worker = workerOf()
  expect(await worker.run({ does: 'for (;;);' })).toEqual({ kind: 'late' })
  expect(await worker.run({ does: '' })).toEqual({ kind: 'done' })
})

test('a job that only waits is not stopped', async () => {
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)'
  expect(await workerOf().run({ does: wait })).toEqual({ kind: 'done' })
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
