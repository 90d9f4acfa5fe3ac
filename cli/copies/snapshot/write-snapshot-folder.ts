import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import {
  MirrorError,
  explainFailure,
  explained,
  folderAdvice
} from '../../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { isSpoilerCopy } from '../../../db/mirror/spoiler-copies.ts'
import {
  type Snapshot,
  refuseTarget,
  writeSnapshot
} from '../../../db/publish/copies/write-snapshot.ts'
import { readReferencedAssets } from '../../check/referenced-assets.ts'
import { removeUnreferenced } from '../../sync/assets/collect-garbage.ts'
import { installMirror, removeDatabase } from '../../sync/target/install-mirror.ts'
import { type CopiedAssets, copyAssets } from './copy-assets.ts'

/** A folder with a copy of a mirror and its files. */
export interface FolderSnapshot extends Snapshot {
  assets: CopiedAssets
}

/**
 * Writes a copy of the publication into a folder: `mirror.db`, and the files of its pages in
 * `assets/`. Files of an earlier copy are not written again. The mirror is installed after the files,
 * so that it never references a missing one. Throws `MirrorError`.
 */
export async function writeSnapshotFolder(
  mirror: Mirror,
  source: MirrorPaths,
  folder: string
): Promise<FolderSnapshot> {
  const file = path.join(folder, 'mirror.db')
  const next = path.join(folder, 'mirror-next.db')
  refuseTarget(mirror, file)
  explained(folder, () => refuseFolder(folder), folderAdvice)
  try {
    const { generation } = writeSnapshot(mirror, next)
    const assets = path.join(folder, 'assets')
    const referenced = readReferencedAssets(next)
    const copied = await copyAssets(referenced, { from: source.assets, to: assets })
    installMirror(next, file, false)
    copySpoilerCopies(path.dirname(source.file), folder)
    removeUnreferenced(assets, new Set(referenced.map(({ hash }) => hash)))
    return { file, size: statSync(file).size, generation, assets: copied }
  } catch (error) {
    throw explainFailure(error, folder, folderAdvice)
  } finally {
    removeDatabase(next)
  }
}

/** A server of the folder needs the mirrors that are derived for it. */
function copySpoilerCopies(from: string, to: string): void {
  const names = readdirSync(from).filter((name) => isSpoilerCopy(name) && name.endsWith('.db'))
  for (const name of readdirSync(to).filter(isSpoilerCopy)) {
    if (!names.includes(name)) rmSync(path.join(to, name))
  }
  for (const name of names) {
    const copy = openMirrorForReading(path.join(from, name))
    try {
      writeSnapshot(copy, path.join(to, name))
    } finally {
      copy.$client.close()
    }
  }
}

/** Throws `MirrorError` unless the folder is new, empty or an earlier snapshot. */
function refuseFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const names = readdirSync(folder)
  if (names.includes('sync.lock') || names.includes('staging.db')) {
    throw new MirrorError(`${folder} is a data directory; name another folder for the copy`)
  }
  const isOurs = names.includes('mirror.db') || names.every((name) => ownNames.has(name))
  if (isOurs) return
  throw new MirrorError(
    `${folder} is neither empty nor a snapshot; name another folder for the copy`
  )
}

/** Left by a first snapshot that was interrupted. */
const ownNames = new Set(['assets', 'mirror-next.db'])
