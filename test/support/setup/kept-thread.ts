import type { Plugin } from 'vite'
import {
  type PoolOptions,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest
} from 'vitest/node'

/**
 * Runs the tests of a mutant in the thread of the one before. Stryker's runner has Vitest start a thread
 * for each, which takes longer than most of their tests. It asks for its own pool, against the
 * configuration, and has one worker, so that no two mutants use the thread at a time.
 */
export const keepThread: Plugin = {
  name: 'keep-thread',
  configureVitest({ project }) {
    Object.assign(project.config, { pool: keptThread.name, poolRunner: keptThread })
  }
}

const keptThread = {
  name: 'kept-thread',
  createPoolWorker: (options: PoolOptions): PoolWorker => new KeptThread(options)
}

type Listener = (message: unknown) => void

/**
 * Each mutant leaves listeners and compiled code in a thread, and may leave timers. An error of these
 * would count for a later mutant: Stryker shows it in the column of errors.
 */
const MUTANTS_PER_THREAD = 50

let thread: ThreadsPoolWorker | undefined
let mutants = 0

/** A worker of Vitest for one mutant, which leaves its thread to the next one. */
class KeptThread implements PoolWorker {
  readonly name = keptThread.name
  readonly #thread: ThreadsPoolWorker
  readonly #listeners: [event: string, listener: Listener][] = []
  /** Whether the tests have ended by themselves: a thread is not kept after an error. */
  #hasEnded = false

  constructor(options: PoolOptions) {
    this.#thread = thread ??= new ThreadsPoolWorker(options)
  }

  async start(): Promise<void> {
    if (mutants === 0) {
      await this.#thread.start()
      this.#thread.on('exit', () => this.#forget())
    }
    mutants++
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener])
    this.#thread.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    this.#thread.off(event, listener)
  }

  send(message: WorkerRequest): void {
    if (message.type === 'stop') this.#answerStop()
    else this.#thread.send(message)
  }

  deserialize(data: unknown): unknown {
    return this.#thread.deserialize(data)
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#thread.off(event, listener)
    if (this.#hasEnded && mutants < MUTANTS_PER_THREAD) return
    this.#forget()
    await this.#thread.stop()
  }

  /** The thread does not get the message: it would remove its listeners, and could not be used again. */
  #answerStop(): void {
    this.#hasEnded = true
    const stopped = { type: 'stopped', __vitest_worker_response__: true }
    for (const [event, listener] of this.#listeners) if (event === 'message') listener(stopped)
  }

  #forget(): void {
    if (thread !== this.#thread) return
    thread = undefined
    mutants = 0
  }
}
