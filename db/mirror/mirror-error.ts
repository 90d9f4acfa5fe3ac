/** A file is unusable; the message names the file, the cause and the remedy. */
export class MirrorError extends Error {
  override name = 'MirrorError'
}

/** The file is damaged or not a database; a sync builds a new one. */
export class DamagedMirrorError extends MirrorError {
  override name = 'DamagedMirrorError'
}

/** Why a mirror with a newer schema is refused, and what to do. */
export const newerSchema =
  'was written by a newer fansite; update fansite to read it, or put back the copy from before the update (docs/upgrading.md)'

/** The file was written by a newer fansite, which may have changed its tables. */
export class NewerFileError extends MirrorError {
  override name = 'NewerFileError'
}

/** The file has migrations that this fansite does not have, so it cannot be migrated; a sync builds a new one. */
export class ForeignMirrorError extends MirrorError {
  override name = 'ForeignMirrorError'
}

/** The file was written by an older fansite; the next sync migrates it. */
export class OutdatedMirrorError extends MirrorError {
  override name = 'OutdatedMirrorError'
}

/** The file has no tables yet: a first sync may be creating it. */
export class EmptyMirrorError extends OutdatedMirrorError {
  override name = 'EmptyMirrorError'
}

/** The publication names spoilers that the configuration covers; the next sync covers them. */
export class UncoveredMirrorError extends OutdatedMirrorError {
  override name = 'UncoveredMirrorError'
}

/** Parts of a remedy that depend on what was being written. */
interface Advice {
  again: string
  elsewhere: string
}

const syncAdvice: Advice = {
  again: 'sync again',
  elsewhere: 'name another folder with --data'
}

/** For a command whose argument is a folder that it writes to. */
export const folderAdvice: Advice = {
  again: 'run the command again',
  elsewhere: 'name another folder'
}

/** Cause and remedy for SQLite result codes and system error codes. */
const explanations: [codes: RegExp, meaning: (advice: Advice) => string][] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    ({ again }) =>
      `cannot be written: the disk is full, or the disk of temporary files is; free some space and ${again}`
  ],
  [
    /^(SQLITE_IOERR|EIO|EFBIG)/,
    ({ again }) =>
      `cannot be read or written: the system reports an error; check the disk and the limit on file sizes, then ${again}`
  ],
  [
    /^(SQLITE_READONLY|SQLITE_PERM)/,
    () =>
      'or its -wal or -shm file may not be read or written; give the user that runs fansite write permission for it and its folder'
  ],
  [
    /^(EACCES|EPERM|EROFS)/,
    () => 'may not be read or written; give the user that runs fansite write permission there'
  ],
  [/^SQLITE_NOTADB/, () => 'is not an SQLite database; move it away and sync again'],
  [/^SQLITE_CORRUPT/, () => 'is damaged; move it away and sync again'],
  [
    /^(SQLITE_CANTOPEN|EISDIR)/,
    () =>
      'or its -wal or -shm file cannot be opened; check that they are files, can be read and written, and have paths below 500 bytes'
  ],
  [/^SQLITE_BUSY/, ({ again }) => `is in use by another program; close that and ${again}`],
  [
    /^(EEXIST|ENOTDIR)/,
    ({ elsewhere }) =>
      `cannot be a folder: this path, or one above it, is a file or a link to a missing path; ${elsewhere}`
  ],
  [/^ENOENT/, ({ elsewhere }) => `does not exist and cannot be created; ${elsewhere}`],
  [
    /^ENAMETOOLONG/,
    () =>
      'has a name or a path that is too long for the system, or for the temporary files beside it; write a shorter one'
  ]
]

/**
 * Returns a `MirrorError` for an error of SQLite or the file system, about the path that the error
 * names, or else about `file`; about `file` too if a name is too long. Returns any other error unchanged.
 */
export function explainFailure(error: unknown, file: string, advice = syncAdvice): unknown {
  if (!(error instanceof Error) || error instanceof MirrorError) return error
  const { code, path, syscall } = error as NodeJS.ErrnoException
  const [, meaning] = explanations.find(([codes]) => codes.test(code ?? '')) ?? []
  // A refused network connection may have the same code as a file error.
  if (meaning === undefined || syscall === 'connect') return error
  // The path of the error may be that of a temporary file, with a longer name.
  if (code === 'ENAMETOOLONG')
    return new MirrorError(`${file} ${meaning(advice)} (${code})`, { cause: error })
  const detail = error.message.startsWith(`${code}`) ? error.message : `${code}: ${error.message}`
  const Failure = /^SQLITE_(NOTADB|CORRUPT)/.test(code ?? '') ? DamagedMirrorError : MirrorError
  return new Failure(`${path ?? file} ${meaning(advice)} (${detail})`, { cause: error })
}

/** Runs an action on a file; rethrows its errors through `explainFailure`. */
export function explained<T>(file: string, action: () => T, advice?: Advice): T {
  try {
    return action()
  } catch (error) {
    throw explainFailure(error, file, advice)
  }
}
