interface Details extends ErrorOptions {
  /** HTTP status of the answer, where there was one. */
  status?: number
  /** Whether asking again may help. */
  isPassing?: boolean
  /** Whether the host cannot be reached at all. */
  isUnreachable?: boolean
  /** Whether the run is at fault (its limits, say) and not the file: the next run asks again. */
  isFaultOfRun?: boolean
  /** Milliseconds that the host asks to wait. */
  retryAfterMs?: number | undefined
}

/**
 * A file cannot be had; the message says why in a few words and never holds an address, since that
 * may be a signed one.
 */
export class FileError extends Error {
  override name = 'FileError'
  readonly status: number | undefined
  readonly isPassing: boolean
  readonly isUnreachable: boolean
  readonly isFaultOfRun: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: Details = {}) {
    super(message, details)
    this.status = details.status
    this.isPassing = details.isPassing ?? false
    this.isUnreachable = details.isUnreachable ?? false
    this.isFaultOfRun = details.isFaultOfRun ?? false
    this.retryAfterMs = details.retryAfterMs
  }
}
