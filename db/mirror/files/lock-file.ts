import { existsSync } from 'node:fs'

import Database from 'better-sqlite3'

/**
 * Takes an SQLite lock on a file, which a killed process does not leave behind; closing the result
 * releases it. Throws what `busy` returns if another process has the lock.
 */
export function lockFile(file: string, busy: (cause: Error) => Error): Database.Database {
  const lock = new Database(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    throw busy(error)
  }
}

/**
 * Whether another process has such a lock, found without taking it. A missing file, or one that is no
 * database, is not locked.
 */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const lock = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 })
    try {
      lock.prepare('select 1 from sqlite_schema').get()
      return false
    } finally {
      lock.close()
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return error.code === 'SQLITE_BUSY'
  }
}
