import path from 'node:path'

import PQueue from 'p-queue'

import type { Asset, WalkResult } from '../../../db/records/walk-result.ts'
import { isRaster } from '../../../db/assets/is-raster.ts'
import type { SharedCache } from '../../../server/publication/redis/shared-cache.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { isStoredFile } from '../../../site/notion/files/file-sources.ts'
import type { SyncReport } from '../report/sync-report.ts'
import { hasAsset } from './asset-folder.ts'
import { hasOtherLimit } from './download/download-budget.ts'
import type { FetcherOptions, FileFetcher, FileToFetch } from './download/file-fetcher.ts'
import { FailedFiles } from './failed-files.ts'
import { type Failure, isPaused } from './failure-log.ts'
import { FileError } from './download/file-error.ts'
import type { FileLog } from './file-log.ts'
import { type FoundFile, findFiles } from './find-files.ts'
import { sharedPreview } from './shared-preview.ts'

const DOWNLOADS_AT_ONCE = 6

/** Options of `fetchFiles`. */
export interface FileOptions extends FetcherOptions {
  /** The records whose files are fetched. */
  records: Pick<WalkResult, 'blocks' | 'collections' | 'users'>
  report: SyncReport
  rootPageId: string
  /** Whether files that failed recently are requested again. */
  isFull: boolean
  /** Cover and icon that the configuration gives to pages without their own. */
  defaults: (string | null)[]
  /** Whether pictures get a preview. */
  isPreviewWanted: boolean
  /** Previews that other machines have drawn. */
  shared?: SharedCache | undefined
  /** Aborts the downloads; `fetchFiles` then throws its reason. */
  signal: AbortSignal
  onProgress: () => void
}

/**
 * Fetches every file that the staged records show and returns the assets to publish. Files in the
 * workspace's store are fetched once, those of other hosts revalidated after a week, and failed ones
 * requested again after a pause that grows with every failure. A file that cannot be fetched is
 * listed in the report; its earlier copy is used if there is one.
 */
export async function fetchFiles(options: FileOptions): Promise<Asset[]> {
  const { records, report, log, onProgress, signal } = options
  const files = await findFiles(records, options)
  const failed = new FailedFiles(report, log.failures)
  report.files.expected = files.length
  const { copies, due } = partition(files, { options, failed })
  onProgress()

  const stop = new AbortController()
  const anySignal = AbortSignal.any([stop.signal, signal])
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE })
  const tasks = [
    ...copies.map((asset) => () => withPreview(asset, options)),
    ...(await fetches(due, { failed, options, signal: anySignal }))
  ]
  try {
    const assets = await queue.addAll(
      tasks.map((task) => async () => (anySignal.aborted ? undefined : task()))
    )
    signal.throwIfAborted()
    return assets.filter((asset) => asset !== undefined)
  } finally {
    // After an error that ends the run, no download may continue in the background.
    stop.abort()
    await queue.onIdle()
  }
}

/** Copies to publish unchanged, and files to request. */
function partition(
  files: FoundFile[],
  { options, failed }: { options: FileOptions; failed: FailedFiles }
): { copies: Asset[]; due: FileToFetch[] } {
  const { report, log } = options
  const copies: Asset[] = []
  const due: FileToFetch[] = []
  for (const found of files) {
    const file = withCopy(found, options)
    const current = currentCopy(file, log)
    const failure = current ? undefined : log.failures.find(file.source)
    if (current) {
      report.files.stored++
      copies.push(current)
    } else if (failure && isPostponed(failure, options)) {
      failed.addPaused(file, failure)
      if (file.copy) copies.push(file.copy)
    } else due.push(file)
  }
  return { copies, due }
}

/** Whether a failed file is not requested in this run. */
function isPostponed(failure: Failure, { isFull, rules }: FileOptions): boolean {
  return !isFull && isPaused(failure) && !hasOtherLimit(failure.reason, rules)
}

/** A copy in the log was fetched by an unpublished run and is newer than the published one. */
function withCopy(file: FoundFile, { known, log, folder, damaged }: FileOptions): FileToFetch {
  const copies = [log.copy(file.source), known.get(file.source)]
  const copy = copies.find((asset) => asset && hasAsset(folder, asset))
  return { ...file, copy, isDamaged: copy !== undefined && damaged.has(copy.hash) }
}

/**
 * A copy that needs no request. The workspace gives a changed file a new address; other hosts may
 * change a file behind the same one.
 */
function currentCopy({ copy, source, isDamaged }: FileToFetch, log: FileLog): Asset | undefined {
  if (isDamaged) return undefined
  return isStoredFile(source) || log.isFresh(source) ? copy : undefined
}

interface FetchContext {
  failed: FailedFiles
  options: FileOptions
  signal: AbortSignal
}

async function fetches(
  due: FileToFetch[],
  context: FetchContext
): Promise<(() => Promise<Asset | undefined>)[]> {
  if (due.length === 0) return []
  // Most runs download nothing and need not load the libraries for downloads and images.
  const { FileFetcher } = await import('./download/file-fetcher.ts')
  const fetcher = new FileFetcher(context.options, due, context.signal)
  return due.map((file) => () => fetchOne(file, fetcher, context))
}

async function fetchOne(
  file: FileToFetch,
  fetcher: FileFetcher,
  { failed, options, signal }: FetchContext
): Promise<Asset | undefined> {
  const { report, log, onProgress } = options
  const { source, copy } = file
  try {
    const asset = await fetcher.fetch(file)
    log.failures.remove(source)
    report.files.stored++
    return await withPreview(asset, options)
  } catch (error) {
    // An unwritable folder, for example, is not the fault of the file and ends the run.
    if (!(error instanceof FileError)) throw error
    // A stopped run aborts its downloads; that does not count as a failure either.
    signal.throwIfAborted()
    failed.add(file, error)
    return copy && withPreview(copy, options)
  } finally {
    onProgress()
  }
}

/** Applies to files of earlier runs too: the configuration may have changed since. */
async function withPreview(asset: Asset, options: FileOptions): Promise<Asset> {
  if (!options.isPreviewWanted || !isRaster(asset.mediaType)) return { ...asset, preview: null }
  if (asset.preview !== null) return asset
  const file = path.join(options.folder, assetPath(asset.hash))
  const updated = { ...asset, preview: await sharedPreview(options.shared, asset.hash, file) }
  // A run that resumes this one does not draw the preview again.
  if (options.log.copy(asset.source)) options.log.storeCopy(updated)
  return updated
}
