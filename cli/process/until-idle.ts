import { once } from 'node:events'

/**
 * Waits for a promise. Rejects with `message` if the process has nothing left to do before: nothing
 * can settle the promise then, and Node would end the process without a word.
 */
export async function untilIdle<T>(promise: Promise<T>, message: string): Promise<T> {
  const end = new AbortController()
  const idle = once(process, 'beforeExit', { signal: end.signal }).then(() => {
    throw new Error(message)
  })
  try {
    return await Promise.race([promise, idle])
  } finally {
    end.abort()
  }
}
