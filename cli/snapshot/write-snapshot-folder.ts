import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

import { MirrorError, explainFailure } from '../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { type Mirror, openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { type Snapshot, refuseTarget, writeSnapshot } from '../../db/publish/write-snapshot.ts'
import { namedAssets } from '../check/find-asset-faults.ts'
import { removeUnnamed } from '../sync/assets/collect-garbage.ts'
import { installMirror, removeDatabase } from '../sync/target-mirror.ts'
import { type CopiedAssets, copyAssets } from './copy-assets.ts'

/** A folder with a copy of a mirror and of its files. */
export interface FolderSnapshot extends Snapshot {
  assets: CopiedAssets
}

/**
 * Writes a copy of what is published into a folder: `mirror.db` and, in `assets/`, the files that
 * its pages show. Files of an earlier copy are not written again. The mirror takes its place last,
 * so that it never names a file that is not there yet. Throws `MirrorError`.
 */
export async function writeSnapshotFolder(
  mirror: Mirror,
  place: MirrorPaths,
  folder: string
): Promise<FolderSnapshot> {
  const file = path.join(folder, 'mirror.db')
  const next = path.join(folder, 'mirror-next.db')
  refuseTarget(mirror, file)
  refuseFolder(folder)
  try {
    const { generation } = writeSnapshot(mirror, next)
    const assets = path.join(folder, 'assets')
    const named = readNamedAssets(next)
    const copied = await copyAssets(named, { from: place.assets, to: assets })
    installMirror(next, file, false)
    removeUnnamed(assets, new Set(named.map(({ hash }) => hash)))
    return { file, size: statSync(file).size, generation, assets: copied }
  } catch (error) {
    throw explainFailure(error, folder)
  } finally {
    removeDatabase(next)
  }
}

function readNamedAssets(file: string) {
  const mirror = openMirrorForReading(file)
  try {
    return namedAssets(mirror)
  } finally {
    mirror.$client.close()
  }
}

/** A folder that is neither empty nor an earlier snapshot holds something of somebody's. */
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

/** What a first snapshot leaves that was cut off. */
const ownNames = new Set(['assets', 'mirror-next.db'])
