import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { explained } from '../../db/mirror/mirror-error.ts'

/** The process that last took the lock of a data directory. */
export interface LockHolder {
  pid: number
  /** UTC milliseconds. */
  startedAt: number
}

/**
 * The process that last took the lock of a data directory; it may have ended since. Throws `MirrorError`
 * when its record cannot be read.
 */
export function readHolder(dataDir: string): LockHolder | undefined {
  const file = holderFileOf(dataDir)
  const text = explained(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
  const [pid, startedAt] = text.trim().split(' ').map(Number)
  return pid && startedAt ? { pid, startedAt } : undefined
}

/** The file that records the holder. */
export function holderFileOf(dataDir: string): string {
  return path.join(dataDir, 'sync.pid')
}
