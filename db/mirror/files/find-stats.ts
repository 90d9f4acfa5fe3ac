import { type BigIntStats, statSync } from 'node:fs'

/**
 * The stats of what is at a path, in numbers of 64 bits; undefined if it does not exist. Throws the
 * system's error for a path below a file: since Node 22, `throwIfNoEntry: false` takes that for a missing one.
 */
export function findStats(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
