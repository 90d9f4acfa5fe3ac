import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { SqliteError } from 'better-sqlite3'

import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { ResponseFile } from './response-file.ts'

/** The name of the file in the data directory. */
const NAME = 'responses.db'

/** An open file of responses. */
export interface OpenResponseFile {
  file: ResponseFile
  /** Closes the file, and removes it if it is temporary. */
  close: () => void
}

/**
 * Opens the file of responses in the data directory; a damaged one is replaced. If another server
 * uses it, if the directory is not writable, or if only a mirror file is served, a temporary file is
 * used, which does not survive a restart.
 */
export function openResponseFile({ folder }: MirrorPaths, maxBytes: number): OpenResponseFile {
  const own = folder === undefined ? undefined : openOwn(path.join(folder, NAME), maxBytes)
  if (own) return { file: own, close: () => own.close() }
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'fansite-responses-'))
  const file = new ResponseFile(path.join(temporary, NAME), maxBytes)
  const close = () => {
    file.close()
    rmSync(temporary, { recursive: true, force: true })
  }
  return { file, close }
}

function openOwn(name: string, maxBytes: number): ResponseFile | undefined {
  try {
    return new ResponseFile(name, maxBytes)
  } catch (error) {
    if (!isDamage(error)) return unlessUnusable(error)
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(name + suffix, { force: true })
    return new ResponseFile(name, maxBytes)
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)
}

/** Another server has locked the file, or the directory is not writable. */
function unlessUnusable(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (
    /^(SQLITE_(BUSY|LOCKED|READONLY|CANTOPEN|IOERR|FULL)|EACCES|EPERM|EROFS|ENOENT|ENOSPC)/.test(
      code
    )
  )
    return undefined
  throw error
}
