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
