import PQueue from 'p-queue'

import { DamagedFiles } from '../../check/damaged-files.ts'
import { assetFault } from '../../check/find-asset-faults.ts'
import { type ReferencedAsset, readReferencedAssets } from '../../check/referenced-assets.ts'
import { AssetError, CloneError, TransientFault } from './clone-error.ts'
import { urlsInFolder, urlsOfServer } from './asset-urls.ts'
import { type FetchAssetOptions, fetchAsset } from './fetch-asset.ts'

const DOWNLOADS_AT_ONCE = 6

export interface FetchAssetsOptions extends Omit<FetchAssetOptions, 'damaged' | 'urlsOf'> {
  /** URL of the site's mirror; the URLs of files are relative to it. */
  address: URL
  /** Whether the site is a folder of static files. */
  isFolder: boolean
  /** The mirror whose files are fetched. */
  mirrorFile: string
  dataDir: string
  /** Limit for the files to fetch together, in bytes. */
  maxBytes: number
  onProgress: (bytes: number, size: number) => void
}

/** Counts of the files that a cloned mirror references. */
export interface FetchedAssets {
  files: number
  fetched: number
  fetched_bytes: number
  failed: { source: string; reason: string }[]
}

/**
 * Fetches the files that a mirror references and that are missing or corrupted in the asset folder.
 * Throws `CloneError` when they are too large or the site stops responding; files that were fetched
 * remain.
 */
export async function fetchAssets(options: FetchAssetsOptions): Promise<FetchedAssets> {
  const { mirrorFile, dataDir, maxBytes, address, isFolder, onProgress } = options
  const urlsOf = isFolder ? urlsInFolder(address, mirrorFile) : urlsOfServer(address)
  const damaged = new DamagedFiles(dataDir)
  const assets = readReferencedAssets(mirrorFile)
  const due = await findDue(assets, options)
  const size = due.reduce((sum, asset) => sum + asset.size, 0)
  if (size > maxBytes) {
    throw new CloneError(
      `the files of ${address.href} are larger than ${maxBytes / 1e6} MB (${Math.ceil(size / 1e6)} MB); allow more with --max-size <MB>`
    )
  }
  const result: FetchedAssets = { files: assets.length, fetched: 0, fetched_bytes: 0, failed: [] }
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE })
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const tasks = due.map((asset) => async () => {
    signal.throwIfAborted()
    try {
      await fetchAsset(asset, { ...options, urlsOf, damaged, signal })
      result.fetched++
      result.fetched_bytes += asset.size
      onProgress(result.fetched_bytes, size)
    } catch (error) {
      if (error instanceof TransientFault) throw outage(address, error)
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

/** Reads every stored file: a disk may have changed it since it was fetched. */
async function findDue(
  assets: ReferencedAsset[],
  { folder, signal }: FetchAssetsOptions
): Promise<ReferencedAsset[]> {
  const due: ReferencedAsset[] = []
  for (const asset of assets) {
    signal.throwIfAborted()
    if (await assetFault(asset, folder)) due.push(asset)
  }
  return due
}

function outage({ host }: URL, error: TransientFault): CloneError {
  return new CloneError(
    `the files of ${host} cannot be fetched: ${error.message}; run the same command again to resume the download`,
    { cause: error }
  )
}
