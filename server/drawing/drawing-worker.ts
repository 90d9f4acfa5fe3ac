import { Worker } from 'node:worker_threads'

/** A page that nests 64 levels deep takes some 4 MB of stack. */
const resourceLimits = { stackSizeMb: 32, maxOldGenerationSizeMb: 768 }

/** What became of a job; `late` took too long, and `gone` ended the thread by itself. */
export type DrawingResult<Answer> =
  | Answer
  | { kind: 'ready' }
  | { kind: 'late' }
  | { kind: 'gone'; message: string }

interface Thread<Answer> {
  worker: Worker
  ready: Promise<DrawingResult<Answer>>
}

interface WorkerOptions {
  /** The script of the thread; it sends `ready`, and then one answer for each job. */
  script: URL
  limitMs: number
  /** Hears of a thread that ended by itself. */
  onFailure: (error: unknown) => void
}

/**
 * A thread that draws, one job at a time. It is started when the first one is asked for, and again
 * after it had to be ended. Drawing may take `limitMs`; starting is not counted.
 */
export class DrawingWorker<Job, Answer extends { kind: string }> {
  readonly #options: WorkerOptions
  #thread: Thread<Answer> | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  async run(job: Job): Promise<DrawingResult<Answer>> {
    const { worker, ready } = (this.#thread ??= this.#start())
    const started = await ready
    const result = started.kind === 'ready' ? await this.#draw(worker, job) : started
    if (result.kind === 'late' || result.kind === 'gone') await this.close()
    return result
  }

  async close(): Promise<void> {
    const { worker } = this.#thread ?? {}
    this.#thread = undefined
    await worker?.terminate()
  }

  #start(): Thread<Answer> {
    const worker = new Worker(this.#options.script, { resourceLimits })
    worker.on('error', this.#options.onFailure)
    // Nobody may be waiting when it ends; who asks next starts another one.
    worker.on('exit', () => {
      if (this.#thread?.worker === worker) this.#thread = undefined
    })
    return { worker, ready: nextAnswer<Answer>(worker) }
  }

  async #draw(worker: Worker, job: Job): Promise<DrawingResult<Answer>> {
    const answer = nextAnswer<Answer>(worker)
    // The rule is about windows; a thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(job)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<DrawingResult<Answer>>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'late' }), this.#options.limitMs)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Out of memory, a thread ends with an error instead of an answer. */
function nextAnswer<Answer>(worker: Worker): Promise<DrawingResult<Answer>> {
  return new Promise((resolve) => {
    const settle = (result: DrawingResult<Answer>) => {
      worker.off('message', settle).off('error', onError).off('exit', onExit)
      resolve(result)
    }
    const onError = (error: Error) => settle({ kind: 'gone', message: error.message })
    const onExit = (code: number) => settle({ kind: 'gone', message: `exit code ${code}` })
    worker.on('message', settle).on('error', onError).on('exit', onExit)
  })
}
