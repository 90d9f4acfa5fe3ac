import { statSync } from 'node:fs'
import path from 'node:path'

import { placeCopy } from './write-file.ts'

/** A folder that is being filled. Plain values, because they are sent to a process. */
export interface FilledFolder {
  folder: string
  /** The folder before, if there is one. */
  earlier: string | undefined
  /** Whether the folder began as a copy of the one before, so that its files are complete. */
  isCopy: boolean
}

/**
 * Uses an existing file whose name has the hash of its content, in the folder or else in the one before.
 * False if there is none with this size.
 */
export function takeHashed(
  { folder, earlier }: Pick<FilledFolder, 'folder' | 'earlier'>,
  { name, size }: { name: string; size: number }
): boolean {
  const file = path.join(folder, name)
  if (sizeOf(file) === size) return true
  if (earlier === undefined) return false
  return placeCopy(path.join(earlier, name), folder, name) !== false && sizeOf(file) === size
}

/** Bytes of a file; undefined if there is none. */
export function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}
