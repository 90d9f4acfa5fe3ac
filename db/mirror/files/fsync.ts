import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a file's contents, or a folder's entries, to disk. */
export function fsync(file: string): void {
  const handle = openSync(file, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
