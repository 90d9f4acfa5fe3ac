/** The mirror of a site cannot be cloned; the message names the thing, the cause and the remedy. */
export class CloneError extends Error {
  override name = 'CloneError'
}

/** A site sends no `/mirror.db`: it is no server, or it offers no mirror. */
export class NoFileError extends CloneError {
  override name = 'NoFileError'
}

/** The error for what is larger than `maxBytes`, such as `the mirror of <address>`. */
export function tooLarge(what: string, maxBytes: number): CloneError {
  return new CloneError(
    `${what} is larger than ${maxBytes / 1e6} MB; allow more with --max-size <MB>`
  )
}

/** A fault that a retry may overcome; the download then continues where it stopped. */
export class TransientFault extends Error {
  override name = 'TransientFault'
  /** `Retry-After` in milliseconds; 0 without one. */
  readonly retryAfterMs: number

  constructor(
    message: string,
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {}
  ) {
    super(message, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}

/** A site does not serve a file with the hash that its mirror references. */
export class AssetError extends Error {
  override name = 'AssetError'
}
