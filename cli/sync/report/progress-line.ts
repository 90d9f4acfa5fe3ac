import type { SyncProgress } from '../sync.ts'
import { counted } from '../../formats/quantities.ts'

const BAR_WIDTH = 24
const PLAIN_INTERVAL_MS = 5000

/** Shows the progress of a sync: one rewritten line on a terminal, elsewhere a line every five seconds. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream
  readonly #startedAt = performance.now()
  #lastStep: SyncProgress['step'] | undefined
  #lastShownAt = 0

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  /** Writes a separate line. */
  print(text: string): void {
    this.#stream.write(`${text}\n`)
  }

  show(progress: SyncProgress): void {
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\u001B[K${bar(progress)} ${this.#describe(progress)}`)
      return
    }
    const isDue = performance.now() - this.#lastShownAt >= PLAIN_INTERVAL_MS
    if (!isDue && progress.step === this.#lastStep) return
    this.#lastShownAt = performance.now()
    this.#lastStep = progress.step
    this.print(this.#describe(progress))
  }

  #describe(progress: SyncProgress): string {
    return describe(progress, performance.now() - this.#startedAt)
  }

  /** Clears the rewritten line. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001B[K')
  }
}

function bar(progress: SyncProgress): string {
  const filled = Math.round(share(progress) * BAR_WIDTH)
  return `[${'█'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)}]`
}

/** Share of the known work that is done, 0 to 1. A first walk discovers more work while it runs. */
function share(progress: SyncProgress): number {
  const { files } = progress.report
  const done =
    progress.step === 'walk' ? progress.report.stored.blocks : files.stored + files.failed.length
  const known = progress.step === 'walk' ? done + blocksLeft(progress) : files.expected
  return known === 0 ? 0 : done / known
}

/** The larger of two numbers: pending records, and blocks of the last publication still to come. */
function blocksLeft({ report, pending, knownBlocks }: SyncProgress): number {
  return Math.max(pending, knownBlocks - report.stored.blocks)
}

function describe(progress: SyncProgress, elapsedMs: number): string {
  const { step, report, requests, waitedMs } = progress
  const { files, stored } = report
  if (step === 'walk') {
    const left = blocksLeft(progress)
    const parts = [
      `${counted(stored.pages, 'page')}, ${counted(stored.blocks, 'block')}`,
      `at least ${left.toLocaleString('en')} left${timeLeft(stored.blocks, left, elapsedMs)}`,
      counted(requests, 'request'),
      ...(waitedMs > 0 ? [`waited ${seconds(waitedMs)}`] : [])
    ]
    return `Walking: ${parts.join(', ')}`
  }
  if (step === 'files') {
    return `Files: ${files.stored} of ${files.expected}, ${files.failed.length} failed`
  }
  return 'Publishing'
}

function timeLeft(done: number, left: number, elapsedMs: number): string {
  // In the first seconds the estimate is not reliable.
  return done === 0 || left === 0 || elapsedMs < 3000
    ? ''
    : ` (about ${seconds((elapsedMs / done) * left)})`
}

function seconds(ms: number): string {
  return ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`
}
