import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

import { onTestFinished } from 'vitest'

type Sleep = (ms: number, value: unknown, options: { signal: AbortSignal }) => Promise<unknown>

/**
 * Replaces the `setTimeout` of `node:timers/promises` until the returned function is called. Vitest
 * replaces the global timers only; imports of the module follow its default export.
 */
export function replaceSleep(sleep: Sleep): () => void {
  const { setTimeout: original } = timers
  const set = (setTimeout: unknown) => {
    Object.assign(timers, { setTimeout })
    syncBuiltinESMExports()
  }
  set(sleep)
  return () => set(original)
}

/** Skips the waits of this process until the test ends; returns their lengths, in milliseconds. */
export function skippedWaits(): number[] {
  const waits: number[] = []
  const restore = replaceSleep(async (ms, value) => {
    waits.push(ms)
    return value
  })
  onTestFinished(restore)
  return waits
}

/** Variables with which a command that runs alone begins with the code of a module. */
export const importing = (module: string): Record<string, string> => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}`
})

/** Code that lets each time-out of a signal last as long as a busy machine needs. */
export const longTimeouts = `
  const { timeout } = AbortSignal
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, 100 * ms)`
