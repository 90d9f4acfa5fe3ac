import { setImmediate, setTimeout } from 'node:timers/promises'

/**
 * The result of an operation, or an error after so many milliseconds. On a busy main thread the timer
 * may fire before an answer that has arrived is read, so that gets its turn first.
 */
export async function within<T>(ms: number, operation: Promise<T>): Promise<T> {
  const answered = new AbortController()
  const late = lateError(ms, answered.signal)
  // Whichever is not awaited any more must not end the process.
  for (const each of [operation, late]) each.catch(() => undefined)
  try {
    return await Promise.race([operation, late])
  } finally {
    answered.abort()
  }
}

async function lateError(ms: number, signal: AbortSignal): Promise<never> {
  await setTimeout(ms, undefined, { signal })
  await setImmediate()
  throw new Error(`no answer within ${ms} ms`)
}
