import type { BigIntStats } from 'node:fs'

import type { Statement } from 'better-sqlite3'

import { fileIdOf, findFileId } from '../../db/mirror/files/file-id.ts'
import { findStats } from '../../db/mirror/files/find-stats.ts'
import {
  EmptyMirrorError,
  MirrorError,
  UncoveredMirrorError,
  explained
} from '../../db/mirror/mirror-error.ts'
import { type Mirror, openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../../db/mirror/read-identity.ts'
import { explainWal } from '../../db/mirror/wal-access.ts'
import { hasAllCovers } from '../../db/publish/mark-spoilers.ts'
import type { SiteConfig } from '../../site/config/config.ts'

/** An open mirror file, whose commits by other connections can be noticed. */
export interface OpenMirror {
  mirror: Mirror
  /** See `fileIdOf`. */
  fileId: string
  /** Its value changes with each commit of another connection. */
  version: Statement<[], number>
  /** The value when the publication was read last. */
  seen: number | undefined
  /** The `contentState` at that time. */
  state?: string
}

/** Opens a mirror file read-only. Throws like `openMirrorForReading`. */
export function openMirror(file: string, stats: BigIntStats): OpenMirror {
  try {
    const mirror = openMirrorForReading(file)
    const version = mirror.$client.prepare<[], number>('pragma data_version').pluck()
    return { mirror, fileId: fileIdOf(stats), version, seen: undefined }
  } catch (error) {
    throw explainWal(error, file)
  }
}

/**
 * Opens a served file again; undefined if its publication is the served one, or if another file, which
 * is not verified, has taken its path since `stats`. An open connection may miss the commits of other
 * processes. Earlier files of this path have the same `-shm` file. When this process closes its
 * connection to one of them, it loses its locks on `-shm` (POSIX locks belong to the process), and the
 * next writer creates the shared memory anew.
 */
export function openIfNewer(
  file: string,
  stats: BigIntStats,
  served: PublicationFacts | undefined
): (OpenMirror & { publication: PublicationFacts }) | undefined {
  const next = openMirror(file, stats)
  let isKept = false
  try {
    const publication = readNewPublication(next)
    const isNewer = publication && !(served && isSamePublication(served, publication))
    isKept = isNewer === true && findFileId(file) === next.fileId
    return publication && isKept ? { ...next, publication } : undefined
  } finally {
    if (!isKept) next.mirror.$client.close()
  }
}

/** The publication, if another connection has committed since the last call; else undefined. */
export function readNewPublication(open: OpenMirror): PublicationFacts | undefined {
  return explained(open.mirror.$client.name, () => {
    // Read before the publication: a commit in between then shows at the next call.
    const version = open.version.get()
    if (version === open.seen) return undefined
    const publication = readIdentity(open.mirror)
    open.seen = version
    return publication
  })
}

/**
 * Reads the publication of a file that may replace the served one. Throws `EmptyMirrorError` if it has
 * none, and `MirrorError` if it is older than `served`: a restored backup must not replace a newer
 * publication unnoticed.
 */
export function readAcceptable(
  { mirror }: OpenMirror,
  served: PublicationFacts | undefined
): PublicationFacts {
  const { name: file } = mirror.$client
  const found = readIdentity(mirror)
  // The first sync may be filling it.
  if (!found) throw new EmptyMirrorError(`${file} contains no publication; run "fansite sync"`)
  if (!served || served.rootPageId !== found.rootPageId || served.spaceId !== found.spaceId)
    return found
  // A mirror created anew counts generations from 1, so the time decides too.
  const isOlder = found.generation < served.generation && found.publishedAt <= served.publishedAt
  if (!isOlder) return found
  throw new MirrorError(
    `${file} holds generation ${found.generation}, and generation ${served.generation} is being served; sync again, or start with --allow-rollback to serve the older one`
  )
}

/** Throws `UncoveredMirrorError` if the publication names a page that the configuration covers. */
export function requireCovers({ mirror }: OpenMirror, config: SiteConfig): void {
  if (hasAllCovers(mirror, config)) return
  throw new UncoveredMirrorError(
    `${mirror.$client.name} names spoilers that the configuration covers; run "fansite sync", or set "spoilers" to null for a clone`
  )
}

/** Whether nothing was published between two reads; a run that found no changes commits as well. */
export function isSamePublication(one: PublicationFacts, other: PublicationFacts): boolean {
  return (
    one.generation === other.generation &&
    one.publishedAt === other.publishedAt &&
    one.digest === other.digest &&
    one.pathRules === other.pathRules
  )
}

/** Identifies the content of a file, with that of its log. */
export function contentState(file: string, stats: BigIntStats): string {
  const { size, mtimeNs, ctimeNs } = stats
  const log = findStats(`${file}-wal`)
  // SQLite creates and removes an empty one when it opens and closes the file.
  const isLogUsed = log !== undefined && log.size > 0n
  const ofLog = isLogUsed ? [log.size, log.mtimeNs] : []
  return [fileIdOf(stats), size, mtimeNs, ctimeNs, ...ofLog].join(' ')
}
