import { setTimeout as sleep } from 'node:timers/promises'

import { TransientFault } from './clone-error.ts'

/** Attempts in a row that received no bytes. */
const MAX_FAULTS = 5
const FIRST_BACKOFF_MS = 500
const MAX_WAIT_MS = 60_000

/**
 * Repeats a download attempt after transient faults, with exponential backoff. Throws the last
 * `TransientFault` when five attempts in a row received no bytes, any other error immediately, and
 * the reason of an aborted signal.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  options: {
    /** Bytes received so far, by all attempts. */
    bytes: () => number
    signal: AbortSignal
    onFault: (message: string) => void
  }
): Promise<T> {
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
