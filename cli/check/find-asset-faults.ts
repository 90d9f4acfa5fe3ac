import { statSync } from 'node:fs'
import path from 'node:path'

import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { assetPath } from '../../site/addresses/asset-path.ts'
import { fileHash } from './file-hash.ts'
import { type ReferencedAsset, referencedAssets } from './referenced-assets.ts'

/** A referenced file that is missing, or whose content has changed. */
export interface AssetFault {
  hash: string
  /** Source address. */
  source: string
  what: string
  /** Whether the size is right and only the hash differs. */
  isAltered: boolean
}

/** Compares the size and hash of every file that a mirror references. */
export async function findAssetFaults(mirror: Mirror, folder: string): Promise<AssetFault[]> {
  const faults: AssetFault[] = []
  for (const asset of referencedAssets(mirror)) {
    const { hash, source } = asset
    const file = path.join(folder, assetPath(hash))
    const sizeFault = sizeFaultOf(asset, file)
    const isAltered = sizeFault === undefined && (await fileHash(file)) !== hash
    const what = isAltered ? `its file ${file} is corrupted (its sha256 differs)` : sizeFault
    if (what !== undefined) faults.push({ hash, source, what, isAltered })
  }
  return faults
}

function sizeFaultOf({ size }: ReferencedAsset, file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) return `its file ${file} is missing`
  return stats.size === size
    ? undefined
    : `its file ${file} has ${stats.size} bytes instead of ${size}`
}
