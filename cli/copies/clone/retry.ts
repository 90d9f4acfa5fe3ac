import { setTimeout as sleep } from 'node:timers/promises'

import { CloneError, TransientFault } from './clone-error.ts'

/** Attempts in a row that received no bytes. */
const MAX_FAULTS = 5
const FIRST_BACKOFF_MS = 500
const MAX_WAIT_MS = 60_000

interface RetryOptions {
  /** Bytes received so far, by all attempts. */
  bytes: () => number
  signal: AbortSignal
  onFault: (message: string) => void
}

/** Like `retry`, but throws `CloneError` with the remedy instead of `TransientFault`. */
export async function retryOrExplain<T>(
  address: URL,
  options: RetryOptions,
  attempt: () => Promise<T>
): Promise<T> {
  try {
    return await retry(attempt, options)
  } catch (error) {
    if (!(error instanceof TransientFault)) throw error
    throw new CloneError(
      `${address.href} cannot be fetched: ${error.message}; run the same command again to resume the download`,
      { cause: error }
    )
  }
}

/**
 * Repeats a download attempt after transient faults, with exponential backoff. Throws the last
 * `TransientFault` when five attempts in a row received no bytes, any other error immediately, and
 * the reason of an aborted signal.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { bytes, signal, onFault } = options
  let faults = 0
  for (;;) {
    const before = bytes()
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TransientFault)) throw error
      faults = bytes() > before ? 1 : faults + 1
      if (faults >= MAX_FAULTS) throw error
      onFault(error.message)
      const waitMs = Math.max(error.retryAfterMs, FIRST_BACKOFF_MS * 2 ** (faults - 1))
      await sleep(Math.min(waitMs, MAX_WAIT_MS), undefined, { signal }).catch(() =>
        signal.throwIfAborted()
      )
    }
  }
}
