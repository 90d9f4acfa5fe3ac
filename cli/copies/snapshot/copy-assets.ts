import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { assetPath } from '../../../site/addresses/asset-path.ts'
import { assetFault } from '../../check/find-asset-faults.ts'
import type { ReferencedAsset } from '../../check/referenced-assets.ts'
import { newPart, storeAsset } from '../../sync/assets/asset-folder.ts'

/** Counts of a copy of an asset folder. */
export interface CopiedAssets {
  /** Files that the mirror references. */
  files: number
  /** Bytes of the files in the copy. */
  bytes: number
  /** Files copied by this run; the others were in the copy already, undamaged. */
  copied: number
  /** Source addresses of files that are missing or corrupted in the original folder. */
  missing: string[]
}

/**
 * Copies referenced files from one asset folder into another, and compares each with its hash. Files of an
 * earlier run are compared too: a disk may have changed them since.
 */
export async function copyAssets(
  assets: ReferencedAsset[],
  folders: { from: string; to: string }
): Promise<CopiedAssets> {
  const result: CopiedAssets = { files: assets.length, bytes: 0, copied: 0, missing: [] }
  for (const asset of assets) {
    const isIntact = !(await assetFault(asset, folders.to))
    const isCopied = !isIntact && (await copyAsset(asset, folders))
    if (isCopied) result.copied++
    if (isIntact || isCopied) result.bytes += asset.size
    else result.missing.push(asset.source)
  }
  return result
}

/** Returns false when the file is missing or its hash differs. */
async function copyAsset(
  { hash, size }: ReferencedAsset,
  { from, to }: { from: string; to: string }
): Promise<boolean> {
  const file = path.join(from, assetPath(hash))
  if (!existsSync(file)) return false
  const part = newPart(to)
  try {
    const digest = createHash('sha256')
    const hashed = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        digest.update(chunk)
        yield chunk
      }
    }
    await pipeline(createReadStream(file), hashed, createWriteStream(part, { flush: true }))
    if (digest.digest('hex') !== hash) return false
    await storeAsset(to, { part, hash, size, isDamaged: true })
    return true
  } finally {
    await rm(part, { force: true })
  }
}
