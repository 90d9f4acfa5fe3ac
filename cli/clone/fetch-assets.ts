import PQueue from 'p-queue'

import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { namedAssets } from '../check/find-asset-faults.ts'
import { DamagedFiles } from '../check/damaged-files.ts'
import { hasAsset } from '../sync/assets/asset-folder.ts'
import { AssetError, CloneError, TransientFault } from './clone-error.ts'
import { type FetchAssetOptions, fetchAsset } from './fetch-asset.ts'

const DOWNLOADS_AT_ONCE = 6

export interface FetchAssetsOptions extends Omit<FetchAssetOptions, 'damaged'> {
  /** The mirror whose files are fetched. */
  mirrorFile: string
  dataDir: string
  /** All files that are fetched may not be larger, bytes. */
  maxBytes: number
  onProgress: (bytes: number, size: number) => void
}

/** What a clone has of the files that its mirror names. */
export interface FetchedAssets {
  files: number
  fetched: number
  fetched_bytes: number
  failed: { source: string; reason: string }[]
}

/**
 * Fetches the files that a mirror names and that are not in the asset folder yet, or are damaged
 * there. Throws `CloneError` when they are too large, or the site does not answer any more; files
 * that have come are kept.
 */
export async function fetchAssets(options: FetchAssetsOptions): Promise<FetchedAssets> {
  const { mirrorFile, folder, dataDir, maxBytes, address, onProgress } = options
  const damaged = new DamagedFiles(dataDir)
  const named = readNamedAssets(mirrorFile)
  const due = named.filter((asset) => !hasAsset(folder, asset) || damaged.has(asset.hash))
  const size = due.reduce((sum, asset) => sum + asset.size, 0)
  if (size > maxBytes) {
    throw new CloneError(
      `the files of ${address.href} are larger than ${maxBytes / 1e6} MB (${Math.ceil(size / 1e6)} MB); allow more with --max-size <MB>`
    )
  }
  const result: FetchedAssets = { files: named.length, fetched: 0, fetched_bytes: 0, failed: [] }
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE })
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const tasks = due.map((asset) => async () => {
    signal.throwIfAborted()
    try {
      await fetchAsset(asset, { ...options, damaged, signal })
      result.fetched++
      result.fetched_bytes += asset.size
      onProgress(result.fetched_bytes, size)
    } catch (error) {
      if (error instanceof TransientFault) throw unanswered(address, error)
      if (!(error instanceof AssetError)) throw error
      result.failed.push({ source: asset.source, reason: error.message })
    }
  })
  try {
    await queue.addAll(tasks)
    return result
  } finally {
    stop.abort()
    await queue.onIdle()
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

function unanswered({ host }: URL, error: TransientFault): CloneError {
  return new CloneError(
    `${host} does not hand out its files: ${error.message}; what has come is kept, run the same command again`,
    { cause: error }
  )
}
