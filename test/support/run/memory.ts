import { statSync, statfsSync } from 'node:fs'

/** A folder in memory, on Linux. */
const SHARED_MEMORY = '/dev/shm'
const OPEN_TO_ALL = 0o777
const MIN_FREE_BYTES = 2_000_000_000

/**
 * A folder in memory for temporary files of the tests, if there is one with enough room: many tests
 * create and delete databases, and would wait for the disk each time.
 */
export function memoryFolder(): string | undefined {
  const mode = statSync(SHARED_MEMORY, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OPEN_TO_ALL) !== OPEN_TO_ALL) return undefined
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize < MIN_FREE_BYTES ? undefined : SHARED_MEMORY
}

/**
 * Options of Node for a process of the tests. Most of what they make is soon unused: with V8's smaller
 * young generation, they spend up to a fourth of their time on copying it.
 */
export const youngGeneration = ['--max-semi-space-size=32']
