interface Details extends ErrorOptions {
  /** HTTP status; undefined when there was no response. */
  status?: number
  /** Whether a retry may succeed. */
  isTransient?: boolean
  /** Whether the host cannot be reached. */
  isUnreachable?: boolean
  /** Whether the cause is the run, such as its limits, and not the file: the next run tries again. */
  isFaultOfRun?: boolean
  /** `Retry-After` in milliseconds. */
  retryAfterMs?: number | undefined
}

/** A file cannot be fetched. The short message never contains the URL, which may be a signed one. */
export class FileError extends Error {
  override name = 'FileError'
  readonly status: number | undefined
  readonly isTransient: boolean
  readonly isUnreachable: boolean
  readonly isFaultOfRun: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: Details = {}) {
    super(message, details)
    this.status = details.status
    this.isTransient = details.isTransient ?? false
    this.isUnreachable = details.isUnreachable ?? false
    this.isFaultOfRun = details.isFaultOfRun ?? false
    this.retryAfterMs = details.retryAfterMs
  }
}
