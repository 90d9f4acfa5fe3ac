import { existsSync, readFileSync } from 'node:fs'

import { type LockHolder, readHolder } from '../sync/lock-data-dir.ts'

const LOCKS = '/proc/locks'

/**
 * The sync that is running in a data directory now. It is not found out by trying the lock, since a
 * sync that starts at that instant would be turned away: the process that took the lock last has to
 * be alive and, where the system lists the locks, to hold one, for its number may be another's by now.
 */
export function findRunningSync(dataDir: string): LockHolder | undefined {
  const holder = readHolder(dataDir)
  return holder && isAlive(holder.pid) && holdsLock(holder.pid) ? holder : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Of another user: there, but not to be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function holdsLock(pid: number): boolean {
  if (!existsSync(LOCKS)) return true
  return new RegExp(`\\bWRITE +${pid} `).test(readFileSync(LOCKS, 'utf8'))
}
