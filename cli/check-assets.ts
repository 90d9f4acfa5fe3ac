import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import path from 'node:path'

import type { Damage } from '../db/find-damage.ts'
import type { Mirror } from '../db/open-mirror.ts'
import { assetPath } from '../site/asset-path.ts'

interface StoredAsset {
  hash: string
  size: number
  source: string
}

/**
 * Looks for files of a mirror that are not in the folder, or whose bytes are others. Undefined when
 * there is no folder, as beside a copy of the mirror alone.
 */
export async function findAssetDamage(
  mirror: Mirror,
  folder: string
): Promise<Damage[] | undefined> {
  if (!existsSync(folder)) return undefined
  const assets = mirror.$client
    .prepare<[], StoredAsset>('select hash, size, min(source) as source from asset group by hash')
    .all()
  const found: Damage[] = []
  for (const asset of assets) {
    const what = await faultOf(asset, path.join(folder, assetPath(asset.hash)))
    if (what) found.push({ kind: 'asset', where: asset.source, what })
  }
  return found
}

async function faultOf({ hash, size }: StoredAsset, file: string): Promise<string | undefined> {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) return `its file ${file} is not there`
  if (stats.size !== size) return `its file ${file} has ${stats.size} bytes instead of ${size}`
  const digest = createHash('sha256')
  for await (const part of createReadStream(file)) digest.update(part as Buffer)
  return digest.digest('hex') === hash ? undefined : `its file ${file} holds other bytes`
}
