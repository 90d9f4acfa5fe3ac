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

/**
 * The result of an operation or, if it takes longer than `ms`, of `late`: a later error is then
 * ignored.
 */
export async function unlessLate<T, Late>(
  operation: Promise<T>,
  { ms, late }: { ms: number; late: () => Late }
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([operation, over.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
