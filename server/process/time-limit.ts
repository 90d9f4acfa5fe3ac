/**
 * Calls `run` with a signal that aborts with `signal`, or with a `TimeoutError` after `ms`. Node 20 loses
 * the time-out of `AbortSignal.any([signal, AbortSignal.timeout(ms)])` when garbage is collected, and
 * `run` would never end.
 */
export async function withTimeLimit<T>(
  { ms, signal }: { ms: number; signal: AbortSignal },
  run: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(lateError()), ms)
  try {
    return await run(AbortSignal.any([signal, limit.signal]))
  } finally {
    clearTimeout(timer)
  }
}

function lateError(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError')
}
