import { statSync } from 'node:fs'
import path from 'node:path'

import { assetPath } from '../../site/addresses/asset-path.ts'
import { fileHash } from './file-hash.ts'
import type { ReferencedAsset } from './referenced-assets.ts'

/** A referenced file that is missing, or whose content has changed. */
export interface AssetFault {
  hash: string
  /** Source address. */
  source: string
  what: string
  /** Whether the size is right and only the hash differs. */
  isAltered: boolean
}

/** Compares the size and hash of each of these files. */
export async function findAssetFaults(
  assets: ReferencedAsset[],
  folder: string
): Promise<AssetFault[]> {
  const faults: AssetFault[] = []
  for (const asset of assets) {
    const fault = await assetFault(asset, folder)
    if (fault) faults.push(fault)
  }
  return faults
}

/** Compares the size and hash of a file; undefined if it is intact. */
export async function assetFault(
  asset: ReferencedAsset,
  folder: string
): Promise<AssetFault | undefined> {
  const { hash, source } = asset
  const file = path.join(folder, assetPath(hash))
  const fault = sizeFault(asset, folder)
  if (fault || (await fileHash(file)) === hash) return fault
  return {
    hash,
    source,
    what: `its file ${file} is corrupted (its sha256 differs)`,
    isAltered: true
  }
}

/** Compares the size of a file; undefined if it is right. */
export function sizeFault(
  { hash, source, size }: ReferencedAsset,
  folder: string
): AssetFault | undefined {
  const file = path.join(folder, assetPath(hash))
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() && stats.size === size) return undefined
  const what = stats?.isFile()
    ? `its file ${file} has ${stats.size} bytes instead of ${size}`
    : `its file ${file} is missing`
  return { hash, source, what, isAltered: false }
}
