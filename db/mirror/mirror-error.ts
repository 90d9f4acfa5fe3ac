/** A file cannot be used; the message names it, the cause and the remedy. */
export class MirrorError extends Error {
  override name = 'MirrorError'
}

/** The file is damaged, or no database: a sync builds a new one. */
export class DamagedMirrorError extends MirrorError {
  override name = 'DamagedMirrorError'
}

/** The file was made by an older fansite; the next sync brings it up to date. */
export class OutdatedMirrorError extends MirrorError {
  override name = 'OutdatedMirrorError'
}

/** There is nothing in the file yet: a first sync may be setting it up. */
export class EmptyMirrorError extends OutdatedMirrorError {
  override name = 'EmptyMirrorError'
}

/** What SQLite's result codes and the system's error codes mean for a maintainer. */
const explanations: [codes: RegExp, meaning: string][] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    'cannot be written: the disk is full, or the one for temporary files; free some space and sync again'
  ],
  [
    /^(SQLITE_IOERR|EIO|EFBIG)/,
    'cannot be read or written: the system reports an error; check the disk and the limit on file sizes, then sync again'
  ],
  [
    /^(SQLITE_READONLY|SQLITE_PERM)/,
    'or its -wal or -shm file may not be read or written; give the user that runs fansite the right to write it and its folder'
  ],
  [
    /^(EACCES|EPERM|EROFS)/,
    'may not be read or written; give the user that runs fansite the right to write there'
  ],
  [/^SQLITE_NOTADB/, 'is not an SQLite database; move it away and sync again'],
  [/^SQLITE_CORRUPT/, 'is damaged; move it away and sync again'],
  [
    /^(SQLITE_CANTOPEN|EISDIR)/,
    'or its -wal or -shm file cannot be opened; see that they are files which may be read and written'
  ],
  [/^SQLITE_BUSY/, 'is in use by another program; close that and sync again'],
  [
    /^(EEXIST|ENOTDIR)/,
    'cannot be a folder, a file stands in its place or above it; name another folder with --data'
  ],
  [/^ENOENT/, 'is not there and cannot be made; name another folder with --data']
]

/**
 * The error to throw instead of one of SQLite or the file system: a `MirrorError` about `file`, or
 * about the path that the error itself names. Any other error is returned as it is.
 */
export function explainFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof MirrorError) return error
  const { code, path, syscall } = error as NodeJS.ErrnoException
  const [, meaning] = explanations.find(([codes]) => codes.test(code ?? '')) ?? []
  // A connection that is refused is no matter of files, though its code may be the same.
  if (meaning === undefined || syscall === 'connect') return error
  const detail = error.message.startsWith(`${code}`) ? error.message : `${code}: ${error.message}`
  const Failure = /^SQLITE_(NOTADB|CORRUPT)/.test(code ?? '') ? DamagedMirrorError : MirrorError
  return new Failure(`${path ?? file} ${meaning} (${detail})`, { cause: error })
}

/** Does something with a file; what goes wrong with it is thrown as `explainFailure` tells it. */
export function explained<T>(file: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw explainFailure(error, file)
  }
}
