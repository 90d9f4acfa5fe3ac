import { BuildError } from '../build-error.ts'
import { codeOf } from './write-file.ts'

const again = 'and run the command again; it continues this build'

const TOO_LONG = /^ENAMETOOLONG/

/** Cause and remedy for system error codes. */
const explanations: [codes: RegExp, meaning: string][] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, `cannot be written: the disk is full; free some space ${again}`],
  [
    /^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_PERM)/,
    'may not be written; give the user that runs fansite write permission there, or name another folder'
  ],
  [/^(ENOTDIR|EEXIST)/, 'cannot be a folder: a part of its path is a file; name another folder'],
  [
    /^ENOENT/,
    'is missing and cannot be created, or was removed during the build; name another folder'
  ],
  [/^EBUSY/, 'is in use, for example as a mount point; name a folder below it'],
  [
    /^(EIO|SQLITE_IOERR)/,
    `cannot be written: the system reports an error; check the disk ${again}`
  ],
  [/^(EMFILE|ENFILE)/, `cannot be written: too many files are open; raise the limit ${again}`],
  [
    TOO_LONG,
    'has a name or a path that is too long for the system, or for the files beside it and below it; write a shorter one'
  ]
]

/** Runs a step; its system errors become `BuildError` about the path that they name, or about `file`. */
export function explained<T>(file: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw explainFailure(error, file)
  }
}

/** A `BuildError` for an error of the file system or of SQLite; any other error unchanged. */
export function explainFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof BuildError) return error
  const code = codeOf(error)
  const [, meaning] = explanations.find(([codes]) => codes.test(code)) ?? []
  if (meaning === undefined) return error
  // The path of the error may be that of a file that the build has named.
  const { path = file } = TOO_LONG.test(code) ? {} : (error as NodeJS.ErrnoException)
  return new BuildError(`"${path}" ${meaning} (${code})`, { cause: error })
}
