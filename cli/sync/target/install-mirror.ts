import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import { fsync } from '../../../db/mirror/files/fsync.ts'
import { linkOrCopy } from '../../../db/mirror/files/link-or-copy.ts'
import { MirrorError, explained } from '../../../db/mirror/mirror-error.ts'
import { openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { makePrivate } from '../../../db/mirror/files/private-file.ts'
import type { MirrorIdentity } from '../../../db/mirror/read-identity.ts'
import { type Unusable, readStoredIdentity } from './stored-identity.ts'

/** The mirror that a new one replaces. */
export interface PreviousMirror {
  /** Path under which it is kept; undefined when it is not kept or does not exist. */
  keptAs?: string
  unusable?: Unusable
}

/**
 * Replaces `file` by a complete, closed mirror. When `isKept`, the previous mirror is kept under
 * another name, unless it has no publication; returns that path. Throws `MirrorError`; `file` is then
 * unchanged.
 */
export function installMirror(next: string, file: string, isKept: boolean): string | undefined {
  const identity = isKept ? readStoredIdentity(file) : undefined
  const keptAs = identity && keptName(file, identity)
  explained(file, () => replaceMirror(next, file, keptAs === undefined ? {} : { keptAs }))
  return keptAs
}

/** Renames `next` to `file`, after the previous mirror got its new name. */
export function replaceMirror(next: string, file: string, previous: PreviousMirror): void {
  const { keptAs, unusable } = previous
  const isUsable = unusable === undefined
  refuseLog(next)
  if (existsSync(file)) setAside(file, keptAs, isUsable)
  // These empty files belong to the previous mirror; SQLite must not use them with the new one.
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(next, file)
  // The copy retains content that later runs remove from the mirror.
  if (keptAs !== undefined && !isUsable) makePrivate(keptAs)
  fsync(path.dirname(file))
}

/** Gives the file another name too; an unusable one with its WAL file, which cannot be checkpointed. */
function setAside(file: string, keptAs: string | undefined, isUsable: boolean): void {
  if (isUsable) {
    if (keptAs !== undefined) checkpoint(file)
    // A WAL file that is not empty contains a part of the mirror and does not move with it.
    refuseLog(file)
  }
  if (keptAs === undefined) return
  if (linkOrCopy(file, keptAs) === 'copied') fsync(keptAs)
  if (!isUsable && existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${keptAs}-wal`)
}

function checkpoint(file: string): void {
  const mirror = openMirrorForSync(file)
  mirror.$client.pragma('wal_checkpoint(TRUNCATE)')
  mirror.$client.close()
}

function refuseLog(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log === undefined || log.size === 0) return
  throw new MirrorError(
    `${file}-wal cannot be merged into ${file}, so the new mirror was not installed; free some disk space, close programs that read the mirror, and run the command again`
  )
}

/** A free name with the root page of the kept mirror: `mirror-<root>.db`, then `mirror-<root>-2.db`, … */
export function keptName(file: string, identity: MirrorIdentity): string {
  return freeName(path.join(path.dirname(file), `mirror-${identity.rootPageId}`), '.db')
}

/** A free name that the garbage collection does not read as a mirror: `mirror.db-damaged`, then `-2`, … */
export function unusableName(file: string, unusable: Unusable): string {
  return freeName(unusable === 'damaged' ? `${file}-damaged` : `${file}-older`, '')
}

function freeName(stem: string, extension: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${stem}${extension}` : `${stem}-${count}${extension}`
    if (!existsSync(name)) return name
  }
}
