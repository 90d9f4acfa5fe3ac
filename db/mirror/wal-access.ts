import { closeSync, openSync, readSync } from 'node:fs'

import { MirrorError } from './mirror-error.ts'

/** Position of the format version in the header of a database file; 2 means WAL. */
const FORMAT_VERSION_AT = 18

/**
 * Returns a `MirrorError` with the remedy if a database could not be opened because it is in WAL mode
 * and its folder is not writable; any other error unchanged.
 */
export function explainWal(error: unknown, file: string): unknown {
  const cause = error instanceof MirrorError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!/^SQLITE_(CANTOPEN|READONLY)/.test(code) || !isWal(file)) return error
  return new MirrorError(
    `${file} is in WAL mode, so SQLite must be able to write its -wal and -shm files; serve a copy by "fansite snapshot", or give the user that runs fansite write permission for the folder (${code})`,
    { cause }
  )
}

function isWal(file: string): boolean {
  try {
    const handle = openSync(file, 'r')
    try {
      const header = Buffer.alloc(1)
      readSync(handle, header, 0, 1, FORMAT_VERSION_AT)
      return header[0] === 2
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    // Not readable at all: the message of SQLite is right.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
