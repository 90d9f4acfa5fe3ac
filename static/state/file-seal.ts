import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'

import { PRIVATE_MODE } from '../../db/mirror/files/private-file.ts'

const PART_BYTES = 256 * 1024

/**
 * Notes the digest of a file that no program has open, beside it. SQLite does not notice if bytes of a
 * value have changed on the disk.
 */
export function sealFile(file: string): void {
  const seal = sealOf(file)
  const part = `${seal}.part`
  try {
    writeFileSync(part, digestOf(file), { mode: PRIVATE_MODE })
    renameSync(part, seal)
  } catch {
    // On a full disk the file stays without a digest, and the next build continues this one.
    rmSync(part, { force: true })
  }
}

/**
 * Removes the digest before the file is changed. False if the file has changed since it was noted; true
 * also without a digest, as after a killed build.
 */
export function takeSeal(file: string): boolean {
  const seal = sealOf(file)
  if (!existsSync(seal)) return true
  const digest = readFileSync(seal, 'utf8')
  rmSync(seal)
  return !existsSync(file) || digest === digestOf(file)
}

function sealOf(file: string): string {
  return `${file}.sha256`
}

/** Read in parts into the same memory: new memory for a large file takes longer than its digest. */
function digestOf(file: string): string {
  const hash = createHash('sha256')
  const part = Buffer.allocUnsafe(PART_BYTES)
  const handle = openSync(file, 'r')
  try {
    for (let length = readSync(handle, part); length > 0; length = readSync(handle, part)) {
      hash.update(part.subarray(0, length))
    }
  } finally {
    closeSync(handle)
  }
  return hash.digest('hex')
}
