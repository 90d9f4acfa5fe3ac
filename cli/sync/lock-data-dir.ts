import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { lockFile } from '../../db/mirror/files/lock-file.ts'
import { makeFolder } from '../../db/mirror/files/make-folder.ts'
import { explained } from '../../db/mirror/mirror-error.ts'
import { type LockHolder, holderFileOf, readHolder } from '../status/lock-holder.ts'
import { LockError } from './sync-error.ts'
import { refuseDuringSnapshot } from './target/snapshot-lock.ts'

/**
 * Locks the data directory for one sync or clone and returns a function that releases the lock. It is an
 * SQLite lock on `sync.lock`, which a killed process does not leave behind. The holder is recorded in
 * `sync.pid`, since the locked file cannot be read. Throws `LockError` when another sync or clone is
 * running or a snapshot is being written there, and `MirrorError` when the folder cannot be used.
 */
export function lockDataDir(dataDir: string): () => void {
  explained(dataDir, () => makeFolder(dataDir))
  return explained(path.join(dataDir, 'sync.lock'), () => takeLock(dataDir))
}

function takeLock(dataDir: string): () => void {
  // Before the file of the lock is made, so that the folder of a snapshot stays as it is.
  refuseDuringSnapshot(dataDir)
  const lock = lockFile(path.join(dataDir, 'sync.lock'), (cause) => {
    const holder = describeHolder(readHolder(dataDir))
    const running = `another sync or clone is running in "${dataDir}" (${holder})`
    return new LockError(`${running}; wait until it ends`, { cause })
  })
  try {
    refuseDuringSnapshot(dataDir)
  } catch (error) {
    lock.close()
    throw error
  }
  writeFileSync(holderFileOf(dataDir), `${process.pid} ${Date.now()}\n`)
  return () => void lock.close()
}

function describeHolder(holder: LockHolder | undefined): string {
  // A process takes the lock before it records itself as the holder.
  if (!holder) return 'it has only just started'
  const seconds = Math.max(0, Math.round((Date.now() - holder.startedAt) / 1000))
  return `process ${holder.pid}, started ${seconds} s ago`
}
