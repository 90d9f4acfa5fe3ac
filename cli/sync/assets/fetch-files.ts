import path from 'node:path'

import PQueue from 'p-queue'

import type { Asset, WalkResult } from '../../../db/records/walk-result.ts'
import { isRaster } from '../../../db/assets/picture.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { isStoredFile } from '../../../site/notion/files/file-sources.ts'
import type { DamagedFiles } from '../../check/damaged-files.ts'
import type { SyncReport } from '../report/sync-report.ts'
import { hasAsset } from './asset-folder.ts'
import { type DownloadRules, hasOtherLimit } from './download/download-budget.ts'
import { FailedFiles } from './failed-files.ts'
import { type Failure, isPaused } from './failure-log.ts'
import { FetchRun } from './download/file-fetcher.ts'
import { FileError } from './download/file-error.ts'
import type { FileLog } from './file-log.ts'
import { type FoundFile, findFiles } from './find-files.ts'
import { previewOf } from './image-preview.ts'
import type { Workspace } from '../workspace/workspace.ts'

const DOWNLOADS_AT_ONCE = 6

export interface FileOptions {
  workspace: Workspace
  /** The records whose files are to be had. */
  records: Pick<WalkResult, 'blocks' | 'collections' | 'users'>
  report: SyncReport
  rootPageId: string
  /** The asset folder. */
  folder: string
  /** What the last publication holds, by source address. */
  known: Map<string, Asset>
  /** What earlier runs have fetched, and what they could not fetch. */
  log: FileLog
  /** Stored files that a check has found damaged. */
  damaged?: DamagedFiles
  /** Whether files that failed lately are requested all the same. Default false. */
  isFull?: boolean
  /** Cover and icon that the configuration gives to pages without their own. */
  defaults: (string | null)[]
  /** Where `/images/…` and `/icons/…` stand: the origin of the workspace's web host. */
  origin: string
  rules: DownloadRules
  /** Whether pictures get a preview. */
  isPreviewWanted: boolean
  /** Ends the downloads; `fetchFiles` throws its reason then. */
  signal?: AbortSignal | undefined
  onProgress: () => void
}

/** A file and the copy that an earlier run has left of it. */
export interface FileToFetch extends FoundFile {
  held: Asset | undefined
  /** Whether the bytes of that copy are not what they were; they stay until others are there. */
  isDamaged: boolean
}

/**
 * Fetches the bytes of every file that staged records show and returns what there is to publish.
 * The workspace's own files are fetched once, those of other hosts asked for again after a week,
 * and those that failed after a pause that grows with every failure. A file that cannot be fetched
 * is in the account; its earlier copy stays, or the page is published without it.
 */
export async function fetchFiles(options: FileOptions): Promise<Asset[]> {
  const { records, report, log, onProgress, signal } = options
  const files = await findFiles(records, options)
  const failed = new FailedFiles(report, log.failures)
  report.files.expected = files.length
  const { copies, due } = sortOut(files, { options, failed })
  onProgress()

  const stop = new AbortController()
  const anySignal = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])])
  const run = new FetchRun(options, due, anySignal)
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE })
  const tasks = [
    ...copies.map((asset) => () => withPreview(asset, options)),
    ...due.map((file) => () => fetchOne(file, { run, failed, options, signal: anySignal }))
  ]
  try {
    const assets = await queue.addAll(
      tasks.map((task) => async () => (anySignal.aborted ? undefined : task()))
    )
    signal?.throwIfAborted()
    return assets.filter((asset) => asset !== undefined)
  } finally {
    // After an error that is no file's fault: nothing goes on behind the caller's back.
    stop.abort()
    await queue.onIdle()
  }
}

/** The copies that stay as they are, and the files to request. */
function sortOut(
  files: FoundFile[],
  { options, failed }: { options: FileOptions; failed: FailedFiles }
): { copies: Asset[]; due: FileToFetch[] } {
  const { report, log } = options
  const copies: Asset[] = []
  const due: FileToFetch[] = []
  for (const found of files) {
    const file = withCopy(found, options)
    const kept = keptCopy(file, log)
    const failure = kept ? undefined : log.failures.find(file.source)
    if (kept) {
      report.files.stored++
      copies.push(kept)
    } else if (failure && isLeftAlone(failure, options)) {
      failed.addPaused(file, failure)
      if (file.held) copies.push(file.held)
    } else due.push(file)
  }
  return { copies, due }
}

/** Whether a file that failed is not requested in this run. */
function isLeftAlone(failure: Failure, { isFull = false, rules }: FileOptions): boolean {
  return !isFull && isPaused(failure) && !hasOtherLimit(failure.reason, rules)
}

/** What was fetched and not published yet is newer than what is published. */
function withCopy(file: FoundFile, { known, log, folder, damaged }: FileOptions): FileToFetch {
  const copies = [log.copy(file.source), known.get(file.source)]
  const held = copies.find((asset) => asset && hasAsset(folder, asset))
  return { ...file, held, isDamaged: held !== undefined && (damaged?.has(held.hash) ?? false) }
}

/** A copy that need not be asked for: the workspace gives a changed file another address, other hosts may not. */
function keptCopy({ held, source, isDamaged }: FileToFetch, log: FileLog): Asset | undefined {
  if (isDamaged) return undefined
  return isStoredFile(source) || log.isFresh(source) ? held : undefined
}

async function fetchOne(
  file: FileToFetch,
  rest: { run: FetchRun; failed: FailedFiles; options: FileOptions; signal: AbortSignal }
): Promise<Asset | undefined> {
  const { run, failed, options, signal } = rest
  const { report, log, onProgress } = options
  const { source, held } = file
  try {
    const asset = await run.fetch(file)
    log.failures.forget(source)
    report.files.stored++
    return await withPreview(asset, options)
  } catch (error) {
    // A folder that cannot be written is no fault of the file: the run ends.
    if (!(error instanceof FileError)) throw error
    // Nor is the end of the run, which cuts its downloads.
    signal.throwIfAborted()
    failed.add(file, error)
    return held && withPreview(held, options)
  } finally {
    onProgress()
  }
}

/** Also for files of earlier runs: the option may have been switched on or off since. */
async function withPreview(asset: Asset, options: FileOptions): Promise<Asset> {
  if (!options.isPreviewWanted || !isRaster(asset.mediaType)) return { ...asset, preview: null }
  if (asset.preview !== null) return asset
  const file = path.join(options.folder, assetPath(asset.hash))
  const drawn = { ...asset, preview: await previewOf(file) }
  // A run that resumes this one does not draw the preview again.
  if (options.log.copy(asset.source)) options.log.noteCopy(drawn)
  return drawn
}
