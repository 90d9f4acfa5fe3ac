import { existsSync } from 'node:fs'
import path from 'node:path'

import { explained } from '../../../db/mirror/mirror-error.ts'
import { findAssetFaults, sizeFault } from '../../check/find-asset-faults.ts'
import { type ReferencedAsset, readReferencedAssets } from '../../check/referenced-assets.ts'
import { readCloneRecord } from '../../copies/clone/clone-record.ts'
import type { Context } from '../context.ts'
import type { Finding } from '../finding.ts'
import { messageOf } from '../../../site/formats/error-message.ts'
import { counted } from '../../formats/quantities.ts'

/** Files whose bytes are compared with their hash. */
const HASHED = 50
const MAX_HASHED_BYTES = 5_000_000

/** Whether the files of the mirror are there in their size, and a sample of them unchanged. */
export async function checkAssets({ paths }: Context): Promise<Finding[]> {
  const { file, assets: folder } = paths
  if (!existsSync(file)) return [skipped('there is no mirror')]
  const assets = readAssets(file)
  if (!Array.isArray(assets)) return [skipped(`the mirror cannot be read: ${assets.reason}`)]
  const faults = assets.flatMap((asset) => sizeFault(asset, folder) ?? [])
  const found = faults.length > 0 ? faults : await findAssetFaults(sampleOf(assets), folder)
  const [first] = found
  if (!first) {
    const hashed = sampleOf(assets).length
    const what = `${counted(assets.length, 'file')} there, and ${hashed} of them were compared with their hash`
    return [{ status: 'ok', code: 'assets', what, facts: { files: assets.length, hashed } }]
  }
  return [
    {
      status: 'failure',
      code: 'assets_damaged',
      what: `${found.length.toLocaleString('en')} of ${counted(assets.length, 'file')} missing or damaged: ${first.what}`,
      remedy: remedyFor(file),
      facts: { files: assets.length, faults: found.length }
    }
  ]
}

/** No sync has made the mirror of a clone: "fansite sync" would read the whole workspace. */
function remedyFor(file: string): string {
  const clone = readCloneRecord(path.dirname(file), file)
  return clone
    ? `run "fansite check --files", then "fansite clone ${clone.address} --files", which downloads them`
    : 'run "fansite check --files", then "fansite sync", which fetches them again; a copy needs its folder assets/ beside the mirror'
}

/** The reason if the mirror cannot be read; the check of the mirror reports it. */
function readAssets(file: string): ReferencedAsset[] | { reason: string } {
  try {
    return explained(file, () => readReferencedAssets(file))
  } catch (error) {
    return { reason: messageOf(error) }
  }
}

/** Files in equal distances, so that each run compares the same ones. */
function sampleOf(assets: ReferencedAsset[]): ReferencedAsset[] {
  const small = assets.filter(({ size }) => size <= MAX_HASHED_BYTES)
  const step = Math.max(1, small.length / HASHED)
  const count = Math.min(HASHED, small.length)
  return Array.from({ length: count }, (_, index) => small[Math.floor(index * step)]).filter(
    (asset) => asset !== undefined
  )
}

function skipped(why: string): Finding {
  return { status: 'skipped', code: 'no_mirror', what: why }
}
