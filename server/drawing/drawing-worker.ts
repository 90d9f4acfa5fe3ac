import { Worker } from 'node:worker_threads'

import type { DrawingAnswer, DrawingJob } from './answer-drawings.ts'

/** A page that nests 64 levels deep takes some 4 MB of stack. */
const resourceLimits = { stackSizeMb: 32, maxOldGenerationSizeMb: 768 }

/** What became of a job; `late` took too long, and `gone` ended the thread by itself. */
export type DrawingResult = DrawingAnswer | { kind: 'late' } | { kind: 'gone'; message: string }

interface Thread {
  worker: Worker
  ready: Promise<DrawingResult>
}

/**
 * The thread that draws heavy pages, one at a time. It is started when the first one is asked for,
 * and again after it had to be ended. Drawing may take `limitMs`; starting is not counted.
 */
export class DrawingWorker {
  readonly #limitMs: number
  readonly #onFailure: (error: unknown) => void
  #thread: Thread | undefined

  /** `onFailure` hears of a thread that ended by itself. */
  constructor(limitMs: number, onFailure: (error: unknown) => void) {
    this.#limitMs = limitMs
    this.#onFailure = onFailure
  }

  async run(job: DrawingJob): Promise<DrawingResult> {
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

  #start(): Thread {
    const worker = new Worker(new URL('drawing-thread.js', import.meta.url), { resourceLimits })
    worker.on('error', this.#onFailure)
    // Nobody may be waiting when it ends; who asks next starts another one.
    worker.on('exit', () => {
      if (this.#thread?.worker === worker) this.#thread = undefined
    })
    return { worker, ready: nextAnswer(worker) }
  }

  async #draw(worker: Worker, job: DrawingJob): Promise<DrawingResult> {
    const answer = nextAnswer(worker)
    // The rule is about windows; a thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(job)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<DrawingResult>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'late' }), this.#limitMs)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Out of memory, a thread ends with an error instead of an answer. */
function nextAnswer(worker: Worker): Promise<DrawingResult> {
  return new Promise((resolve) => {
    const settle = (result: DrawingResult) => {
      worker.off('message', settle).off('error', onError).off('exit', onExit)
      resolve(result)
    }
    const onError = (error: Error) => settle({ kind: 'gone', message: error.message })
    const onExit = (code: number) => settle({ kind: 'gone', message: `exit code ${code}` })
    worker.on('message', settle).on('error', onError).on('exit', onExit)
  })
}
