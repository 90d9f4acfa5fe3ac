import type { ChildProcess } from 'node:child_process'

import { messageOf } from '../../site/formats/error-message.ts'
import type { FailedJob } from './answer-jobs.ts'
import { endProcess } from './end-process.ts'
import { keepSpare, takeSpare } from './spare-processes.ts'
import { endOf, nextMessage, startProcess } from './start-module.ts'
import { unlessLate } from './time-limit.ts'

const processModule = new URL('./job-process.ts', import.meta.url)

/** A job that takes longer gets next to no CPU time, or waits for ever. */
const STALLED_MS = 120_000

/** A job, and the CPU time that it may take, in milliseconds. */
export interface JobRequest {
  job: object
  cpuLimitMs: number
}

/** Why a job has no result. */
export type JobFailure =
  | FailedJob
  /** It exceeded the limit of CPU time, in milliseconds. */
  | { kind: 'late'; cpuLimitMs: number }
  /** Its process ended, for example because it ran out of memory. */
  | { kind: 'gone'; message: string }
  | { kind: 'stalled' }
  /** The server is closing. */
  | { kind: 'closed' }

export type JobResult<Answer> = Answer | JobFailure

const stalled: JobFailure = { kind: 'stalled' }

interface Running<Answer> {
  child: ChildProcess
  ready: Promise<Message<Answer>>
  /** Whether the process has sent `ready`. */
  isReady: boolean
}

type Message<Answer> = JobResult<Answer> | { kind: 'ready' }

interface WorkerOptions {
  /** The module of the thread that does the jobs. It calls `answerJobs`. */
  thread: URL
  /** CPU time that one job may take. The start of the process does not count. */
  cpuLimitMs: number
  /**
   * Node's `nice` value, above 0. The server has to answer finished pages while its processes work, also
   * if there are fewer cores than processes.
   */
  nice: number
  /** Receives the error of a process that cannot be started or reached. */
  onFailure: (error: unknown) => void
}

/**
 * A process that does one job at a time within a limit of CPU time. It starts with the first job, and
 * again after it had to be killed. The limit is not wall-clock time, because a small job may wait long
 * for its turn on a busy machine. A thread alone would not do: its CPU time cannot be measured on every
 * system, and it cannot be stopped in native code.
 */
export class JobWorker<Job extends object, Answer extends { kind: string }> {
  readonly #options: WorkerOptions
  #running: Running<Answer> | undefined
  #isBusy = false
  #isClosed = false

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Starts the process before its first job. */
  prepare(): Running<Answer> {
    return (this.#running ??= this.#start())
  }

  async run(job: Job): Promise<JobResult<Answer>> {
    if (this.#isClosed) return { kind: 'closed' }
    const running = this.prepare()
    this.#isBusy = true
    const { cpuLimitMs } = this.#options
    const answer = answerTo({ job, cpuLimitMs }, running)
    const result = await unlessLate(answer, { ms: STALLED_MS, late: () => stalled })
    this.#isBusy = false
    if (this.#isClosed) return { kind: 'closed' }
    if (['late', 'gone', 'stalled'].includes(result.kind)) this.#end()
    return result
  }

  /**
   * Ends the process, unless it is ready and idle: the next worker of the same kind then continues with it.
   * Resolves when no job runs any more.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    const { child, isReady } = this.#running ?? {}
    this.#running = undefined
    if (!child) return
    if (this.#isBusy || !isReady) await endProcess(child)
    else keepSpare(this.#args().join(' '), child)
  }

  #start(): Running<Answer> {
    const args = this.#args()
    const spare = takeSpare(args.join(' '))
    const child = spare ?? startProcess(processModule, { args })
    child.on('error', (error) => {
      // A job may be on its way to a process that has been ended.
      if (!this.#isClosed) this.#options.onFailure(error)
    })
    // It may end between two jobs; the next job then starts another process.
    child.on('exit', () => {
      if (this.#running?.child === child) this.#running = undefined
    })
    if (spare) return { child, ready: Promise.resolve({ kind: 'ready' }), isReady: true }
    const ready = nextAnswer<Answer>(child)
    const running = { child, ready, isReady: false }
    void ready.then(({ kind }) => (running.isReady = kind === 'ready'))
    return running
  }

  #args(): string[] {
    const { thread, nice } = this.#options
    return [thread.href, String(nice)]
  }

  #end(): void {
    this.#running?.child.kill('SIGKILL')
    this.#running = undefined
  }
}

async function answerTo<Answer extends { kind: string }>(
  request: JobRequest,
  { child, ready }: Running<Answer>
): Promise<JobResult<Answer>> {
  const started = await ready
  if (started.kind !== 'ready') return started as JobResult<Answer>
  const answer = nextAnswer<Answer>(child)
  child.send(request)
  // A process sends `ready` only once.
  return (await answer) as JobResult<Answer>
}

async function nextAnswer<Answer>(child: ChildProcess): Promise<Message<Answer>> {
  try {
    const answer = await nextMessage<Message<Answer>>(child)
    return answer ?? { kind: 'gone', message: endOf(child) }
  } catch (error) {
    return { kind: 'gone', message: messageOf(error) }
  }
}
