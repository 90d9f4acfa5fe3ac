import type { DownloadBudget } from './download-budget.ts'
import { FileError } from './file-error.ts'

/** Fewer bytes than this in one stretch of patience is a drip. */
const MIN_BYTES_A_STRETCH = 64 * 1024
/** What a slow line is granted, beside one stretch, until a file of the largest size is there. */
const SLOWEST_BYTES_A_SECOND = 128 * 1024

/** Ends a download that drips or takes too long in all. */
export class DownloadPace {
  /** Why it was ended; undefined while all is well. */
  complaint: FileError | undefined
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #timers: NodeJS.Timeout[]
  /** Bytes of this stretch. */
  #bytes = 0
  #isReceiving = false
  /** Whether bytes were coming when this stretch began: a part of one says nothing. */
  #isWhole = false

  constructor({ budget, signal }: { budget: DownloadBudget; signal: AbortSignal }) {
    const { patienceMs, rules } = budget
    this.signal = AbortSignal.any([signal, this.#stop.signal])
    const totalMs = 2 * patienceMs + (rules.maxBytes / SLOWEST_BYTES_A_SECOND) * 1000
    this.#timers = [
      setInterval(() => this.#check(), patienceMs),
      setTimeout(() => this.#complain('it takes too long'), totalMs)
    ]
  }

  add(bytes: number): void {
    this.#isReceiving = true
    this.#bytes += bytes
  }

  end(): void {
    // Node's timers of both kinds are cleared the same way.
    for (const timer of this.#timers) clearTimeout(timer)
    // What is left of an answer that nobody wants is not waited for.
    this.#stop.abort()
  }

  #check(): void {
    if (this.#isWhole && this.#bytes < MIN_BYTES_A_STRETCH) this.#complain('it arrives too slowly')
    this.#isWhole = this.#isReceiving
    this.#bytes = 0
  }

  #complain(reason: string): void {
    this.complaint ??= new FileError(reason)
    this.#stop.abort()
  }
}
