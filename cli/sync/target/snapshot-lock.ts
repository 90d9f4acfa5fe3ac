import path from 'node:path'

import type { Database } from 'better-sqlite3'

import { isLocked, lockFile } from '../../../db/mirror/files/lock-file.ts'
import { makeFolder } from '../../../db/mirror/files/make-folder.ts'
import { LockError } from '../sync-error.ts'

/**
 * Locks a folder for one snapshot; closing the result releases the lock. Throws `LockError` while
 * another snapshot is being written.
 */
export function lockForSnapshot(folder: string): Database {
  makeFolder(path.dirname(lockOf(folder)))
  return lockFile(
    lockOf(folder),
    (cause) =>
      new LockError(
        `another snapshot is being written into ${folder}; wait until it ends, or name another folder`,
        { cause }
      )
  )
}

/**
 * Throws `LockError` while a snapshot is being written into a data directory. A sync calls this after
 * it has its own lock, and a snapshot looks for that one after it has this one: never do both continue.
 */
export function refuseDuringSnapshot(dataDir: string): void {
  if (!isLocked(lockOf(dataDir))) return
  throw new LockError(
    `a snapshot is being written into ${dataDir}; wait until it ends, or name another folder with --data`
  )
}

/** The locked file is in `assets/`, so that the folder of a snapshot has no other entry of its own. */
function lockOf(folder: string): string {
  return path.join(folder, 'assets', 'lock')
}
