import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

import type { Database } from 'better-sqlite3'

import { isLocked } from '../../../db/mirror/files/lock-file.ts'
import {
  MirrorError,
  explainFailure,
  explained,
  folderAdvice
} from '../../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { type Mirror, readMirror } from '../../../db/mirror/open-mirror.ts'
import type { PublicationFacts } from '../../../db/mirror/read-identity.ts'
import {
  findSpoilerCopies,
  isSpoilerCopy,
  publicationKey,
  storedOrigin
} from '../../../db/mirror/spoiler-copies.ts'
import {
  type Snapshot,
  refuseTarget,
  requirePublication,
  writeSnapshot
} from '../../../db/publish/copies/write-snapshot.ts'
import { readReferencedAssets } from '../../check/referenced-assets.ts'
import { removeUnreferenced } from '../../sync/assets/collect-garbage.ts'
import { replaceMirror } from '../../sync/target/install-mirror.ts'
import { lockForSnapshot } from '../../sync/target/snapshot-lock.ts'
import { type CopiedAssets, copyAssets } from './copy-assets.ts'

/** A folder with a copy of a mirror and its files. */
export interface FolderSnapshot extends Snapshot {
  assets: CopiedAssets
}

/**
 * Writes a copy of the publication into a folder: `mirror.db`, and the files of its pages in
 * `assets/`. Files of an earlier copy are not written again. The mirror is installed when all else is
 * written: it never references a missing file, and a failure leaves an earlier copy unchanged. Throws
 * `MirrorError`, and `LockError` while another snapshot is written into the folder. No sync or clone of
 * the folder starts meanwhile.
 */
export async function writeSnapshotFolder(
  mirror: Mirror,
  source: MirrorPaths,
  folder: string
): Promise<FolderSnapshot> {
  const file = path.join(folder, 'mirror.db')
  const next = path.join(folder, NEXT_MIRROR)
  refuseTarget(mirror, file)
  const lock = explained(folder, () => lockFolder(folder), folderAdvice)
  try {
    const { generation, copies } = await writeMirrors(mirror, path.dirname(source.file), folder)
    const assets = path.join(folder, 'assets')
    const referenced = readReferencedAssets(next)
    const copied = await copyAssets(referenced, { from: source.assets, to: assets })
    replaceMirror(next, file, {})
    installSpoilerCopies(copies, folder)
    removeUnreferenced(assets, new Set(referenced.map(({ hash }) => hash)))
    return { file, size: statSync(file).size, generation, assets: copied }
  } catch (error) {
    throw explainFailure(error, folder, folderAdvice)
  } finally {
    removeUnfinished(folder)
    lock.close()
  }
}

/** The mirror that is not installed yet. */
const NEXT_MIRROR = 'mirror-next.db'
/** The end of the name of a spoiler copy that is not installed yet. */
const NEXT = '-next'
/** A sync that this folder has refused leaves it behind, unlocked; one that runs also writes `sync.pid`. */
const SYNC_LOCK = 'sync.lock'

/** Two minutes for a sync to publish the copies after the mirror. */
const MAX_ATTEMPTS = 120
const PAUSE_MS = 1000

/**
 * Writes the mirror and its spoiler copies under other names; returns the names of the copies. A sync
 * publishes them one after the other, so this waits until all are of one publication.
 */
async function writeMirrors(
  mirror: Mirror,
  from: string,
  to: string
): Promise<{ generation: number; copies: string[] }> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (attempt > 1) await setTimeout(PAUSE_MS)
    const publication = requirePublication(mirror)
    const copies = findSpoilerCopies(from)
    if (!copies.every((name) => isMadeFrom(publication, path.join(from, name)))) continue
    const { generation } = writeSnapshot(mirror, path.join(to, NEXT_MIRROR))
    for (const name of copies) {
      readMirror(path.join(from, name), (copy) => writeSnapshot(copy, path.join(to, name + NEXT)))
    }
    const isWhole = copies.every((name) => isMadeFrom(publication, path.join(to, name + NEXT)))
    if (isWhole && generation === publication.generation) return { generation, copies }
  }
  throw new MirrorError(
    `the mirrors without and with spoilers in ${from} are of another publication than mirror.db; wait until the sync ends, or run "fansite sync", then repeat the snapshot`
  )
}

function isMadeFrom(publication: PublicationFacts, file: string): boolean {
  const origin = readMirror(file, storedOrigin)
  return origin?.startsWith(`${publicationKey(publication)} `) ?? false
}

/** Installs the spoiler copies with these names, and removes those that other rules have made. */
function installSpoilerCopies(names: string[], folder: string): void {
  for (const name of names) renameSync(path.join(folder, name + NEXT), path.join(folder, name))
  for (const name of readdirSync(folder).filter(isSpoilerCopy)) {
    if (!names.includes(name)) rmSync(path.join(folder, name))
  }
}

function removeUnfinished(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder).filter(isUnfinished) : []
  for (const name of names) rmSync(path.join(folder, name), { force: true })
}

/** Whether a file is a mirror that is not installed yet, a part of one, or one of its logs. */
function isUnfinished(name: string): boolean {
  return name.startsWith(NEXT_MIRROR) || (isSpoilerCopy(name) && name.includes(NEXT))
}

function lockFolder(folder: string): Database {
  refuseFolder(folder)
  const lock = lockForSnapshot(folder)
  try {
    // A sync may have begun before the lock was taken.
    refuseFolder(folder)
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

/** Throws `MirrorError` unless the folder is new, empty or an earlier snapshot. */
function refuseFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const names = readdirSync(folder)
  const isSynced = names.includes('sync.pid') || names.includes('staging.db')
  if (isSynced || isLocked(path.join(folder, SYNC_LOCK))) {
    throw new MirrorError(`${folder} is a data directory; name another folder for the copy`)
  }
  // A first snapshot that was interrupted has no mirror yet.
  const isBegun = names.every(
    (name) => name === 'assets' || name === SYNC_LOCK || isUnfinished(name)
  )
  const isOurs = names.includes('mirror.db') || isBegun
  if (isOurs) return
  throw new MirrorError(
    `${folder} is neither empty nor a snapshot; name another folder for the copy`
  )
}
