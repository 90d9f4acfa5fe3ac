import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import { checkMirror } from '../../db/check-mirror.ts'
import { flush } from '../../db/flush.ts'
import { MirrorError, explained } from '../../db/mirror-error.ts'
import { type Mirror, openMirrorForSync } from '../../db/open-mirror.ts'
import { type MirrorIdentity, readIdentity } from '../../db/read-identity.ts'

/** A mirror to publish into, and what to do once it is published. */
export interface MirrorTarget {
  mirror: Mirror
  /** Closes the file and, when it was built beside the old mirror, puts it in the old one's place. */
  finish: () => void
  /** Closes the file without a publication. */
  abandon: () => void
  /** Where the mirror of another workspace is kept, when there was one. */
  keptAs: string | undefined
}

/**
 * Opens the mirror a run publishes into. A mirror belongs to one root page and space: when the
 * file holds another workspace, a fresh one is built beside it, so that the old one is served
 * until the new one is complete. Throws `MirrorError` when the file cannot be used or is damaged:
 * better now than after a walk of hours.
 */
export function openTarget(file: string, identity: MirrorIdentity): MirrorTarget {
  const held = readHeldIdentity(file)
  return held && !isSame(held, identity) ? openBeside(file, held) : openInPlace(file)
}

/** Which workspace the file mirrors; undefined when there is no file or nothing published in it. */
export function readHeldIdentity(file: string): MirrorIdentity | undefined {
  return existsSync(file) ? identityOf(file) : undefined
}

function openInPlace(file: string): MirrorTarget {
  const mirror = openMirrorForSync(file)
  const close = () => void mirror.$client.close()
  try {
    explained(file, () => checkMirror(mirror))
  } catch (error) {
    close()
    throw error
  }
  return { mirror, finish: close, abandon: close, keptAs: undefined }
}

function openBeside(file: string, held: MirrorIdentity): MirrorTarget {
  const next = path.join(path.dirname(file), 'mirror-next.db')
  removeDatabase(next)
  const mirror = openMirrorForSync(next)
  const keptAs = keptName(file, held)
  return {
    mirror,
    keptAs,
    finish: () => {
      mirror.$client.close()
      explained(file, () => putInPlace(next, file, keptAs))
    },
    abandon: () => {
      mirror.$client.close()
      removeDatabase(next)
    }
  }
}

/**
 * Puts a complete, closed mirror in the place of `file`. What stands there is kept when `isKept`,
 * unless it holds no publication; returns as what. Throws `MirrorError`; `file` is then as it was.
 */
export function installMirror(next: string, file: string, isKept: boolean): string | undefined {
  const held = isKept ? readHeldIdentity(file) : undefined
  const keptAs = held && keptName(file, held)
  explained(file, () => putInPlace(next, file, keptAs))
  return keptAs
}

function putInPlace(next: string, file: string, keptAs: string | undefined): void {
  if (keptAs !== undefined) emptyLog(file)
  // A log that could not be emptied holds part of its mirror, and does not move with the file.
  for (const part of [next, file]) refuseLog(part)
  if (keptAs !== undefined) linkSync(file, keptAs)
  // Empty, but of the old file: the new one must not meet it.
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(next, file)
  flush(path.dirname(file))
}

function emptyLog(file: string): void {
  const mirror = openMirrorForSync(file)
  mirror.$client.pragma('wal_checkpoint(TRUNCATE)')
  mirror.$client.close()
}

function refuseLog(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log === undefined || log.size === 0) return
  throw new MirrorError(
    `${file}-wal cannot be moved into ${file}, so the new mirror does not take its place; free some space, close what reads the mirror, and sync again`
  )
}

function identityOf(file: string): MirrorIdentity | undefined {
  const mirror = openMirrorForSync(file)
  try {
    return explained(file, () => readIdentity(mirror))
  } finally {
    mirror.$client.close()
  }
}

function isSame(a: MirrorIdentity, b: MirrorIdentity): boolean {
  return a.rootPageId === b.rootPageId && a.spaceId === b.spaceId
}

/** A free name that tells which workspace the kept file holds: `mirror-<root>.db`, then `mirror-<root>-2.db`, … */
function keptName(file: string, held: MirrorIdentity): string {
  const stem = path.join(path.dirname(file), `mirror-${held.rootPageId}`)
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${stem}.db` : `${stem}-${count}.db`
    if (!existsSync(name)) return name
  }
}

/** Removes a database with the files that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}
