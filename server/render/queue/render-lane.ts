import PQueue from 'p-queue'

import { type JobResult, JobWorker } from '../../process/job-worker.ts'
import type { RenderAnswer } from '../worker/render-thread.ts'
import type { RenderJob } from '../worker/render-request.ts'

export type LaneResult = JobResult<RenderAnswer>

const thread = new URL('../worker/render-thread.ts', import.meta.url)

interface LaneOptions {
  /** CPU time of one job. */
  cpuLimitMs: number
  /** Node's `nice` value of the process, above 0. */
  nice: number
  onFailure: (error: unknown) => void
}

/** Renders one thing at a time in a process of its own, first what has the highest priority. */
export class RenderLane {
  readonly #worker: JobWorker<RenderJob, RenderAnswer>
  readonly #queue = new PQueue({ concurrency: 1 })

  constructor(options: LaneOptions) {
    this.#worker = new JobWorker({ thread, ...options })
  }

  /** What is queued and what runs. */
  get size(): number {
    return this.#queue.size + this.#queue.pending
  }

  /** `work` runs jobs one after the other; nothing else runs in between. It must not reject. */
  add(work: (run: RenderLane['run']) => Promise<void>, priority: number): void {
    void this.#queue.add(() => work(this.run), { priority })
  }

  readonly run = (job: RenderJob): Promise<LaneResult> => this.#worker.run(job)

  close(): Promise<void> {
    return this.#worker.close()
  }
}
