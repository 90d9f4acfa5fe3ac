import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { makeFolder } from '../../db/make-folder.ts'
import { explained } from '../../db/mirror-error.ts'

/** Another sync holds the data directory. */
export class LockError extends Error {
  override name = 'LockError'
}

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
  const holderFile = path.join(dataDir, 'sync.pid')
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    throw new LockError(`another sync is running (${describeHolder(holderFile)})`, { cause: error })
  }
  writeFileSync(holderFile, `${process.pid} ${Date.now()}\n`)
  return () => void lock.close()
}

/** Who holds the lock has written it down, or is about to. */
function describeHolder(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, pid, startedAt] = /^(\d+) (\d+)\n/.exec(text) ?? []
  if (pid === undefined) return 'which has only just started'
  const seconds = Math.max(0, Math.round((Date.now() - Number(startedAt)) / 1000))
  return `process ${pid}, started ${seconds} s ago`
}
