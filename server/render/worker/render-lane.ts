import PQueue from 'p-queue'

import { type JobResult, JobWorker } from '../../process/job-worker.ts'
import type { RenderAnswer } from './render-thread.ts'
import type { RenderJob } from './render-request.ts'

export type LaneResult = JobResult<RenderAnswer>

const thread = new URL('./render-thread.ts', import.meta.url)

/** Renders one thing at a time in a process of its own, first what has the highest priority. */
export class RenderLane {
  readonly #worker: JobWorker<RenderJob, RenderAnswer>
  readonly #queue = new PQueue({ concurrency: 1 })

  /** `cpuLimitMs` is the CPU time of one job. */
  constructor(options: { cpuLimitMs: number; onFailure: (error: unknown) => void }) {
    this.#worker = new JobWorker({ thread, ...options })
  }

  /** `work` runs jobs one after the other; nothing else runs in between. */
  add<T>(work: (run: RenderLane['run']) => Promise<T>, priority: number): Promise<T> {
    return this.#queue.add(() => work(this.run), { priority })
  }

  readonly run = (job: RenderJob): Promise<LaneResult> => this.#worker.run(job)

  close(): void {
    this.#worker.close()
  }
}
