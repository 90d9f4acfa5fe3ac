import type { SyncProgress } from './sync/sync.ts'

const BAR_WIDTH = 24
const PLAIN_INTERVAL_MS = 5000

/** Shows how a sync goes: one line that is rewritten on a terminal, a plain line now and then elsewhere. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream
  #lastStep: SyncProgress['step'] | undefined
  #lastShownAt = 0

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  /** Writes a line of its own. */
  say(text: string): void {
    this.#stream.write(`${text}\n`)
  }

  show(progress: SyncProgress): void {
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\u001B[K${bar(progress)} ${describe(progress)}`)
      return
    }
    const isDue = performance.now() - this.#lastShownAt >= PLAIN_INTERVAL_MS
    if (!isDue && progress.step === this.#lastStep) return
    this.#lastShownAt = performance.now()
    this.#lastStep = progress.step
    this.say(describe(progress))
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

/** What is done of what is known so far, 0 to 1: a walk learns of more blocks as it goes. */
function share({ step, account, pending }: SyncProgress): number {
  const { files, stored } = account
  const done = step === 'walk' ? stored.blocks : files.stored + files.failed.length
  const known = step === 'walk' ? stored.blocks + pending : files.expected
  return known === 0 ? 0 : done / known
}

function describe({ step, account, requests, pending }: SyncProgress): string {
  const { files, stored } = account
  if (step === 'walk') {
    return `Walking: ${stored.pages} pages, ${stored.blocks} blocks, ${pending} more known, ${requests} requests`
  }
  if (step === 'files') {
    return `Files: ${files.stored} of ${files.expected}, ${files.failed.length} failed`
  }
  return 'Publishing'
}
