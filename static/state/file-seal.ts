import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

import { PRIVATE_MODE } from '../../db/mirror/private-file.ts'

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

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
