import os from 'node:os'

import PQueue from 'p-queue'

import { type JobResult, JobWorker } from '../../server/process/job-worker.ts'
import type { BuildAnswer, BuildJob } from './build-thread.ts'

const thread = new URL('./build-thread.ts', import.meta.url)

/** CPU time of one attempt. It is more than on a server, where a visitor waits. */
const CPU_LIMIT_MS = 60_000
/** The nice value of the processes: a server on the same machine comes first. */
const NICE = 10

type Answer = JobResult<BuildAnswer>
type Worker = JobWorker<BuildJob, BuildAnswer>

/** Waiting responses for which another process is worth its start, which takes as long as 100 of them. */
const WORTH_A_START = 100

/**
 * Processes that make responses and write their files: at most one for each core, and only as many as
 * have enough to do.
 */
export class BuildPool {
  readonly #idle: Worker[]
  readonly #workers: Worker[]
  readonly #queue = new PQueue({ concurrency: 1 })

  constructor(onFailure: (error: unknown) => void, size = os.availableParallelism()) {
    this.#workers = Array.from(
      { length: size },
      () => new JobWorker({ thread, cpuLimitMs: CPU_LIMIT_MS, nice: NICE, onFailure })
    )
    this.#idle = [...this.#workers]
  }

  /** Starts as many processes as this number of jobs is worth. */
  prepare(jobs: number): void {
    const worth = Math.min(1 + Math.floor(jobs / WORTH_A_START), this.#workers.length)
    this.#queue.concurrency = Math.max(this.#queue.concurrency, worth)
    for (const worker of this.#idle.slice(-worth)) worker.prepare()
  }

  /**
   * Runs a job, and once more if it took too long or if its process ended; a page is then rendered plainly.
   * `waiting` is the number of jobs that will follow.
   */
  async run(job: BuildJob, waiting = 0): Promise<Answer> {
    const started = this.#queue.concurrency
    const isWorthAStart = waiting + this.#queue.size >= WORTH_A_START * started
    if (isWorthAStart && started < this.#workers.length) this.#queue.concurrency++
    return this.#queue.add(async () => {
      const worker = this.#idle.pop()
      if (!worker) throw new Error('more jobs run than there are processes')
      try {
        return await attempt(worker, job)
      } finally {
        this.#idle.push(worker)
      }
    })
  }

  /** Drops the jobs that wait; they never end. */
  async close(): Promise<void> {
    this.#queue.clear()
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }
}

async function attempt(worker: Worker, job: BuildJob): Promise<Answer> {
  const first = await worker.run(job)
  if (first.kind !== 'late' && first.kind !== 'gone') return first
  return worker.run({ ...job, isPlain: job.request.kind === 'page' })
}
