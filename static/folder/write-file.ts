import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { linkOrCopy } from '../../db/mirror/files/link-or-copy.ts'

/** A file that was written. */
export interface WrittenFile {
  /** Bytes. */
  size: number
  /** Whether its content differs from that of the earlier folder. */
  isNew: boolean
}

/** Where a file is written. */
export interface Place {
  /** The folder that is being filled. */
  folder: string
  /** Relative to it. */
  name: string
  /** The folder before, if there is one. */
  earlier: string | undefined
}

/** Writes a file; one with the same content in the folder before is linked instead. */
export function writeUnlessSame(content: string | Uint8Array, place: Place): WrittenFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const size = bytes.byteLength
  const { folder, name, earlier } = place
  const before = earlier === undefined ? undefined : path.join(earlier, name)
  if (before !== undefined && hasContent(before, bytes) && placeCopy(before, folder, name)) {
    return { size, isNew: false }
  }
  const file = path.join(folder, name)
  // The existing file may be a hard link to one that visitors read: writing would change that, too.
  withFolder(place, () => {
    rmSync(file, { force: true })
    writeFileSync(file, bytes, { flag: 'wx' })
  })
  return { size, isNew: true }
}

function hasContent(file: string, bytes: Uint8Array): boolean {
  const isSameSize = statSync(file, { throwIfNoEntry: false })?.size === bytes.byteLength
  return isSameSize && readFileSync(file).equals(bytes)
}

/**
 * Puts a file into a folder: a hard link, or a copy where there are none. False if the file does not
 * exist.
 */
export function placeCopy(
  source: string,
  folder: string,
  name: string
): 'linked' | 'copied' | false {
  const file = path.join(folder, name)
  try {
    return withFolder({ folder, name }, () => replace(source, file))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Replaces a file of that name. */
function replace(source: string, file: string): 'linked' | 'copied' {
  try {
    return linkOrCopy(source, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    rmSync(file, { force: true })
    return linkOrCopy(source, file)
  }
}

/**
 * Creates the folders of a file if a first attempt shows that one is missing. Another process may do the
 * same. The folder that is being filled is not created: a later build has renamed it.
 */
function withFolder<T>({ folder, name }: Pick<Place, 'folder' | 'name'>, write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || !existsSync(folder)) throw error
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    return write()
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
