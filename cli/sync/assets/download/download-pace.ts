import type { DownloadBudget } from './download-budget.ts'
import { FileError } from './file-error.ts'

/** Minimum bytes in one interval of `patienceMs`. */
const MIN_BYTES_PER_INTERVAL = 64 * 1024
/** The time-out of a download allows this rate for a file of the maximum size, plus two intervals. */
const MIN_BYTES_PER_SECOND = 128 * 1024

/** Aborts a download that is too slow or takes too long. */
export class DownloadPace {
  /** Why the download was aborted; undefined when it was not. */
  error: FileError | undefined
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #timers: NodeJS.Timeout[]
  /** Bytes of the current interval. */
  #bytes = 0
  #isReceiving = false
  /** Whether the download had begun when the interval began; only full intervals are judged. */
  #isFullInterval = false

  constructor({ budget, signal }: { budget: DownloadBudget; signal: AbortSignal }) {
    const { patienceMs, rules } = budget
    this.signal = AbortSignal.any([signal, this.#stop.signal])
    const totalMs = 2 * patienceMs + (rules.maxBytes / MIN_BYTES_PER_SECOND) * 1000
    this.#timers = [
      setInterval(() => this.#check(), patienceMs),
      setTimeout(() => this.#fail('the download takes too long'), totalMs)
    ]
  }

  /** Counts received bytes. */
  add(bytes: number): void {
    this.#isReceiving = true
    this.#bytes += bytes
  }

  /** Ends the download, complete or not. */
  end(): void {
    // In Node.js, clearTimeout also clears intervals.
    for (const timer of this.#timers) clearTimeout(timer)
    // Closes the connection when the body was not read to its end.
    this.#stop.abort()
  }

  #check(): void {
    const isSlow = this.#isFullInterval && this.#bytes < MIN_BYTES_PER_INTERVAL
    if (isSlow) this.#fail('the download is too slow')
    this.#isFullInterval = this.#isReceiving
    this.#bytes = 0
  }

  #fail(reason: string): void {
    this.error ??= new FileError(reason)
    this.#stop.abort()
  }
}
