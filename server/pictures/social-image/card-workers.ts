import os from 'node:os'

import { type JobFailure, JobWorker } from '../../process/job-worker.ts'
import type { CardFacts } from './card-facts.ts'
import { CardQueue, type CardResult, type QueuedCard } from './card-queue.ts'
import type { CardAnswer, CardJob } from './card-thread.ts'

/** One core remains for the server. More than two processes would only take memory: each keeps 15 MB of fonts. */
const MAX_WORKERS = Math.min(2, Math.max(1, os.availableParallelism() - 1))
/** Visitors wait for pages, so they go first when cores are short. Node's `nice` value. */
const NICE = 10

interface WorkersOptions {
  /** The folder of the mirror's assets. */
  assets: string
  /** CPU time of one slice; a card alone may take as much. */
  cpuLimitMs: number
  onFailure: (error: unknown) => void
}

/**
 * Draws cards in child processes. A process gets several cards at a time, a slice: a card takes 30 ms, but
 * between two jobs the process waits for the main thread, which may take a third of a second to answer
 * while fifty connections keep it busy.
 */
export class CardWorkers {
  readonly #options: WorkersOptions
  readonly #queue = new CardQueue()
  readonly #idle: JobWorker<CardJob, CardAnswer>[] = []
  readonly #all: JobWorker<CardJob, CardAnswer>[] = []
  #isClosed = false

  constructor(options: WorkersOptions) {
    this.#options = options
  }

  /** Draws a card, after those that visitors wait for unless `isAsked`. */
  draw(card: CardFacts, { isAsked }: { isAsked: boolean }): Promise<CardResult> {
    return new Promise((settle) => {
      if (this.#isClosed || !this.#queue.add({ card, settle }, { isAsked })) settle({ busy: true })
      else this.#start()
    })
  }

  /** A visitor waits for this card, the same object as in `draw`. */
  promote(card: CardFacts): void {
    this.#queue.promote(card)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { settle } of this.#queue.clear()) settle({ busy: true })
    await Promise.all(this.#all.map((worker) => worker.close()))
  }

  #start(): void {
    const worker = this.#idle.pop() ?? this.#newWorker()
    if (!worker) return
    void this.#drawAll(worker).finally(() => {
      this.#idle.push(worker)
      // Added after the last slice was taken.
      if (this.#queue.size > 0) this.#start()
    })
  }

  #newWorker(): JobWorker<CardJob, CardAnswer> | undefined {
    if (this.#all.length >= MAX_WORKERS) return undefined
    const thread = new URL('./card-thread.ts', import.meta.url)
    const { cpuLimitMs, onFailure } = this.#options
    const worker = new JobWorker<CardJob, CardAnswer>({ thread, cpuLimitMs, nice: NICE, onFailure })
    this.#all.push(worker)
    return worker
  }

  async #drawAll(worker: JobWorker<CardJob, CardAnswer>): Promise<void> {
    // Cards of one turn of the event loop make one slice.
    await Promise.resolve()
    for (let slice = this.#queue.take(); slice.length > 0; slice = this.#queue.take()) {
      await this.#drawSlice(worker, slice)
    }
  }

  async #drawSlice(worker: JobWorker<CardJob, CardAnswer>, slice: QueuedCard[]): Promise<void> {
    const { assets } = this.#options
    const result = await worker.run({ cards: slice.map(({ card }) => card), assets })
    if (result.kind === 'drawn') {
      for (const [index, drawn] of result.drawn.entries()) slice[index]?.settle(drawn)
      this.#queue.putBack(slice.slice(result.drawn.length))
    } else if (isBusy(result)) {
      for (const { settle } of slice) settle({ busy: true })
    } else if (slice.length > 1) {
      // One of them has ended the process or exceeded its time: each gets a slice of its own.
      for (const queued of slice) await this.#drawSlice(worker, [queued])
    } else {
      slice[0]?.settle({
        error: result.kind === 'late' ? 'late' : `${result.kind}: ${result.message}`
      })
    }
  }
}

function isBusy(result: JobFailure): result is { kind: 'stalled' } | { kind: 'closed' } {
  return result.kind === 'stalled' || result.kind === 'closed'
}
