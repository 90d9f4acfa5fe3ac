import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { assetPath } from '../../site/addresses/asset-path.ts'
import type { NamedAsset } from '../check/find-asset-faults.ts'
import { hasAsset, newPart, storeAsset } from '../sync/assets/asset-folder.ts'

/** What a copy of an asset folder holds. */
export interface CopiedAssets {
  /** Files that the mirror names. */
  files: number
  /** Bytes of them all. */
  bytes: number
  /** How many were copied now; the others were there. */
  copied: number
  /** Addresses of files that are missing or damaged where they were copied from. */
  missing: string[]
}

/** Copies the files that a mirror names from one asset folder into another, each compared with its hash. */
export async function copyAssets(
  assets: NamedAsset[],
  folders: { from: string; to: string }
): Promise<CopiedAssets> {
  const result: CopiedAssets = { files: assets.length, bytes: 0, copied: 0, missing: [] }
  for (const asset of assets) {
    const isThere = hasAsset(folders.to, asset)
    const isCopied = !isThere && (await copyAsset(asset, folders))
    if (isCopied) result.copied++
    if (isThere || isCopied) result.bytes += asset.size
    else result.missing.push(asset.source)
  }
  return result
}

/** Whether the file was there with the bytes that its hash names. */
async function copyAsset(
  { hash, size }: NamedAsset,
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
    await storeAsset(to, { part, hash, size })
    return true
  } finally {
    await rm(part, { force: true })
  }
}
