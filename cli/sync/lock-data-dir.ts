import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { makeFolder } from '../../db/mirror/make-folder.ts'
import { explained } from '../../db/mirror/mirror-error.ts'
import { LockError } from './sync-error.ts'

/**
 * Takes the data directory for one sync and returns what frees it. The lock is SQLite's own on a
 * side file, so a killed process leaves none behind; who holds it stands in a second file, since a
 * locked one cannot be read. Throws `LockError` when another sync is running, and `MirrorError` when
 * the folder cannot be used.
 */
export function lockDataDir(dataDir: string): () => void {
  return explained(path.join(dataDir, 'sync.lock'), () => takeLock(dataDir))
}

function takeLock(dataDir: string): () => void {
  makeFolder(dataDir)
  const lock = new Database(path.join(dataDir, 'sync.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    throw new LockError(`another sync is running (${describeHolder(readHolder(dataDir))})`, {
      cause: error
    })
  }
  writeFileSync(holderFileOf(dataDir), `${process.pid} ${Date.now()}\n`)
  return () => void lock.close()
}

/** The process that has taken the lock last. */
export interface LockHolder {
  pid: number
  /** UTC milliseconds. */
  startedAt: number
}

/** Which process has taken the lock of a data directory last; it may have ended since. */
export function readHolder(dataDir: string): LockHolder | undefined {
  const file = holderFileOf(dataDir)
  const text = explained(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
  const [pid, startedAt] = text.trim().split(' ').map(Number)
  return pid && startedAt ? { pid, startedAt } : undefined
}

function holderFileOf(dataDir: string): string {
  return path.join(dataDir, 'sync.pid')
}

function describeHolder(holder: LockHolder | undefined): string {
  // Between taking the lock and writing who did, there is an instant without a name.
  if (!holder) return 'it has only just started'
  const seconds = Math.max(0, Math.round((Date.now() - holder.startedAt) / 1000))
  return `process ${holder.pid}, started ${seconds} s ago`
}
