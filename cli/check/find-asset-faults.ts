import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'

import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { assetPath } from '../../site/addresses/asset-path.ts'

/** A file that a mirror names. */
export interface NamedAsset {
  hash: string
  size: number
  source: string
}

/** A file of a mirror that is missing, or not as it was stored. */
export interface AssetFault {
  hash: string
  /** Its address. */
  source: string
  what: string
  /** Whether only its content tells, and not its size. */
  isAltered: boolean
}

/** Compares every file that a mirror names with its size and its hash. */
export async function findAssetFaults(mirror: Mirror, folder: string): Promise<AssetFault[]> {
  const faults: AssetFault[] = []
  for (const asset of namedAssets(mirror)) {
    const { hash, source } = asset
    const file = path.join(folder, assetPath(hash))
    const sizeFault = sizeFaultOf(asset, file)
    const isAltered = sizeFault === undefined && (await hashOf(file)) !== hash
    const what = isAltered ? `its file ${file} holds other bytes` : sizeFault
    if (what !== undefined) faults.push({ hash, source, what, isAltered })
  }
  return faults
}

/** Every file that a mirror names, once. */
export function namedAssets(mirror: Mirror): NamedAsset[] {
  return mirror.$client
    .prepare<[], NamedAsset>(
      'select hash, size, min(source) as source from asset group by hash order by hash'
    )
    .all()
}

function sizeFaultOf({ size }: NamedAsset, file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) return `its file ${file} is not there`
  return stats.size === size
    ? undefined
    : `its file ${file} has ${stats.size} bytes instead of ${size}`
}

/** sha256 of a file, 64 hex digits. */
export async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const part of createReadStream(file)) digest.update(part as Buffer)
  return digest.digest('hex')
}
