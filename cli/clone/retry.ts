import { setTimeout as sleep } from 'node:timers/promises'

import { TransientFault } from './clone-error.ts'

/** Faults in a row without a byte between them. */
const MAX_FAULTS = 5
const FIRST_BACKOFF_MS = 500
const MAX_WAIT_MS = 60_000

/**
 * Repeats an attempt to download something after faults that pass, with growing pauses. Throws the
 * last `PassingFault` when no bytes come any more, any other error at once, and the signal's reason.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  options: {
    /** How many bytes there are so far. */
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
