/** The mirror of a site cannot be had; the message names the thing, the cause and the remedy. */
export class CloneError extends Error {
  override name = 'CloneError'
}

/** A fault that may be gone in a moment: the download is gone on with. */
export class TransientFault extends Error {
  override name = 'PassingFault'
  /** What the site asks to wait, milliseconds. */
  readonly retryAfterMs: number

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}

/** A site does not hand out a file as its mirror names it. */
export class AssetError extends Error {
  override name = 'AssetError'
}
