import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { PRIVATE_MODE } from '../mirror/files/private-file.ts'
import type { MirrorPaths } from '../mirror/mirror-paths.ts'
import type { PublicationFacts } from '../mirror/read-identity.ts'

/** The file in the data directory that remembers the verified mirror. */
const NAME = 'verified.json'

type VerifiedPublication = Pick<PublicationFacts, 'generation' | 'digest'>

const verifiedFile = z.object({
  /** See `readFileState`. */
  state: z.string(),
  generation: z.number(),
  digest: z.string()
})

/**
 * The inode, size, and times of modification and status change of a database file; undefined if the
 * file is missing, or if a write-ahead log or a journal has a part of its content. Each write changes
 * it. Without the device, whose number may change at each start of the system: the mirror would then be
 * verified each time. On another file system, a file with the same times is a copy of the whole system.
 */
export function readFileState(file: string): string | undefined {
  for (const suffix of ['-wal', '-journal']) {
    if ((statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined
  }
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
}

/** The verified publication of a mirror in a data directory; undefined if the file has changed since. */
export function findVerified(folder: string, file: string): VerifiedPublication | undefined {
  const known = readVerified(folder)
  return known && known.state === readFileState(file) ? known : undefined
}

/** Whether this publication of a mirror was verified, and its file is unchanged since. */
export function isVerifiedPublication(
  { file, folder }: MirrorPaths,
  { generation, digest }: VerifiedPublication
): boolean {
  const verified = folder === undefined ? undefined : findVerified(folder, file)
  return verified?.generation === generation && verified.digest === digest
}

/**
 * Remembers that the mirror in a data directory was verified in this state, in a private file. Returns
 * false if that cannot be written; the mirror is then verified again after a restart.
 */
export function rememberVerified(
  folder: string,
  state: string,
  { generation, digest }: VerifiedPublication
): boolean {
  const part = path.join(folder, `${NAME}.${randomUUID()}.part`)
  try {
    writeFileSync(part, JSON.stringify({ state, generation, digest }), { mode: PRIVATE_MODE })
    renameSync(part, path.join(folder, NAME))
    return true
  } catch (error) {
    if (!isOfSystem(error)) throw error
    return false
  } finally {
    rmSync(part, { force: true })
  }
}

function readVerified(folder: string): z.infer<typeof verifiedFile> | undefined {
  try {
    return verifiedFile.parse(JSON.parse(readFileSync(path.join(folder, NAME), 'utf8')))
  } catch (error) {
    // Missing, of another user, or damaged: the mirror is verified again.
    const isDamaged = error instanceof SyntaxError || error instanceof z.ZodError
    if (isDamaged || isOfSystem(error)) return undefined
    throw error
  }
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
