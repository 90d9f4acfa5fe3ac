import { rmSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.ts'
import type { ResponseRequest } from '../response-request.ts'
import { ResponseFile } from './response-file.ts'

/** The name of the file in the data directory. */
const NAME = 'responses.db'

export interface FileOptions {
  paths: MirrorPaths
  /** What responses depend on besides the publication: the build and the configuration. */
  settings: string
  /** Bytes of the responses in the file. */
  maxBytes: number
}

/** An open file of responses. */
export interface OpenResponseFile {
  file: ResponseFile
  name: string
  /** Whether the file belongs to this process only and does not survive a restart. */
  isTemporary: boolean
  /** The requests of responses that were made with other settings, most visited first. */
  previous: ResponseRequest[]
}

/**
 * Opens the file of responses in the data directory; a damaged one is replaced. If another server
 * uses it, if the directory is not writable, or if only a mirror file is served, a temporary file is
 * used.
 */
export function openResponseFile(options: FileOptions): OpenResponseFile {
  return openOwnFile(options) ?? openTemporary(options)
}

/** The file in the data directory; undefined if it cannot be used now. */
export function openOwnFile({ paths, ...options }: FileOptions): OpenResponseFile | undefined {
  if (paths.folder === undefined) return undefined
  const name = path.join(paths.folder, NAME)
  try {
    return withSettings(name, options)
  } catch (error) {
    if (!isDamage(error)) return unlessUnusable(error)
    removeFile(name)
    return withSettings(name, options)
  }
}

/** Closes the file. A temporary one is removed. */
export function closeResponseFile({ file, name, isTemporary }: OpenResponseFile): void {
  file.close()
  if (isTemporary) removeTemporaryFolder(path.dirname(name))
}

/** Closes the file and removes it, so that no byte of it remains. Works on a full disk too. */
export function discardResponseFile(open: OpenResponseFile): void {
  open.file.close()
  removeFile(open.name)
  if (open.isTemporary) removeTemporaryFolder(path.dirname(open.name))
}

function openTemporary({ settings, maxBytes }: FileOptions): OpenResponseFile {
  const folder = makeTemporaryFolder('responses')
  return { ...withSettings(path.join(folder, NAME), { settings, maxBytes }), isTemporary: true }
}

function withSettings(
  name: string,
  { settings, maxBytes }: Omit<FileOptions, 'paths'>
): OpenResponseFile {
  const found = new ResponseFile(name, maxBytes)
  // A new file: it has no responses.
  if (found.settings === '') found.settings = settings
  if (found.settings === settings) {
    return { file: found, name, isTemporary: false, previous: [] }
  }
  const previous = found.requests()
  found.close()
  removeFile(name)
  const file = new ResponseFile(name, maxBytes)
  file.settings = settings
  return { file, name, isTemporary: false, previous }
}

function removeFile(name: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(name + suffix, { force: true })
}

function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)
}

/** Another server has locked the file, or the directory is not writable. */
function unlessUnusable(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isUnusable =
    /^(SQLITE_(BUSY|LOCKED|READONLY|CANTOPEN|IOERR|FULL)|EACCES|EPERM|EROFS|ENOENT|ENOSPC)/
  if (isUnusable.test(code)) return undefined
  throw error
}
