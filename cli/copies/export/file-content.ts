import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readSync, writeSync } from 'node:fs'

const CHUNK_BYTES = 1024 * 1024

/** Whether a regular file contains exactly this text, which may come in parts. */
export function hasContent(file: string, parts: Iterable<string>): boolean {
  if (!isRealFile(file)) return false
  const handle = openSync(file, 'r')
  try {
    for (const part of parts) {
      const wanted = Buffer.from(part)
      if (!readExactly(handle, wanted.length).equals(wanted)) return false
    }
    return readExactly(handle, 1).length === 0
  } finally {
    closeSync(handle)
  }
}

/** Whether a path is that of a regular file, and not of a symbolic link to one. */
export function isRealFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
}

/** Whether a regular file has this sha256. */
export function hasHash(file: string, hash: string): boolean {
  return isRealFile(file) && fileHash(file) === hash
}

/** sha256 of a file, 64 hex digits. */
function fileHash(file: string): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const handle = openSync(file, 'r')
  try {
    for (let read = -1; read !== 0; hash.update(chunk.subarray(0, read))) {
      read = readSync(handle, chunk, 0, chunk.length, null)
    }
    return hash.digest('hex')
  } finally {
    closeSync(handle)
  }
}

function readExactly(handle: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let done = 0
  for (let read = -1; done < length && read !== 0; done += read) {
    read = readSync(handle, bytes, done, length - done, null)
  }
  return bytes.subarray(0, done)
}

/** Creates a file with this text, which may come in parts; throws when the file exists. */
export function writeContent(file: string, parts: Iterable<string>): void {
  const handle = openSync(file, 'wx')
  try {
    for (const part of parts) writeAll(handle, Buffer.from(part))
  } finally {
    closeSync(handle)
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done)
}
