import { existsSync, readFileSync } from 'node:fs'

import { type LockHolder, readHolder } from './lock-holder.ts'

const LOCKS = '/proc/locks'
/** Linux reads the list in parts of 4 kB, and leaves locks out while others are released. */
const READINGS = 5

/**
 * The sync that is running in a data directory. Trying the lock would make a sync that starts at the
 * same moment fail. Instead, the process that last took the lock must be alive. Its process id may
 * have been reused, so it must also be the owner of a lock where the system lists locks.
 */
export function findRunningSync(dataDir: string): LockHolder | undefined {
  const holder = readHolder(dataDir)
  return holder && isAlive(holder.pid) && holdsLock(holder.pid) ? holder : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function holdsLock(pid: number): boolean {
  if (!existsSync(LOCKS)) return true
  const lock = new RegExp(`\\bWRITE +${pid} `)
  for (let reading = 0; reading < READINGS; reading++) {
    if (lock.test(readFileSync(LOCKS, 'utf8'))) return true
  }
  return false
}
