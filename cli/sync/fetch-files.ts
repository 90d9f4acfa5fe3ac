import path from 'node:path'

import PQueue from 'p-queue'

import type { Asset, Harvest } from '../../db/harvest.ts'
import { assetPath } from '../../site/asset-path.ts'
import { isStoredFile } from '../../site/file-sources.ts'
import type { Account } from './account.ts'
import { hasAsset } from './asset-folder.ts'
import type { DownloadRules } from './download-budget.ts'
import { FetchRun } from './fetch-file.ts'
import { FileError } from './file-error.ts'
import type { FileLog } from './file-log.ts'
import { type FoundFile, findFiles } from './find-files.ts'
import { previewOf } from './image-preview.ts'
import { isRaster } from '../../server/picture.ts'
import type { Workspace } from './workspace.ts'

const DOWNLOADS_AT_ONCE = 6

export interface FileOptions {
  workspace: Workspace
  /** The records whose files are to be had. */
  records: Pick<Harvest, 'blocks' | 'collections' | 'users'>
  account: Account
  rootPageId: string
  /** The asset folder. */
  folder: string
  /** What the last publication holds, by source address. */
  known: Map<string, Asset>
  /** What was asked of other hosts, and when. */
  log: FileLog
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
}

/**
 * Fetches the bytes of every file that staged records show and returns what there is to publish.
 * The workspace's own files are fetched once, those of other hosts asked for again after a week.
 * What cannot be had is in the account; its earlier copy stays, or the page is published without it.
 */
export async function fetchFiles(options: FileOptions): Promise<Asset[]> {
  const { records, account, onProgress, signal } = options
  const found = await findFiles(records, options)
  const files = found.map((file) => withCopy(file, options))
  const kept = files.flatMap((file) => keptCopy(file, options.log) ?? [])
  const keptSources = new Set(kept.map(({ source }) => source))
  const due = files.filter(({ source }) => !keptSources.has(source))
  account.files.expected = files.length
  account.files.stored = kept.length
  onProgress()

  const stop = new AbortController()
  const anySignal = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])])
  const run = new FetchRun(options, due, anySignal)
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE })
  const tasks = [
    ...kept.map((asset) => () => withPreview(asset, options)),
    ...due.map((file) => () => fetchOne(file, { run, options }))
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

function withCopy(file: FoundFile, { known, folder }: FileOptions): FileToFetch {
  const asset = known.get(file.source)
  return { ...file, held: asset && hasAsset(folder, asset) ? asset : undefined }
}

/** A copy that need not be asked for: the workspace gives a changed file another address, other hosts may not. */
function keptCopy({ held, source }: FileToFetch, log: FileLog): Asset | undefined {
  return isStoredFile(source) || log.isFresh(source) ? held : undefined
}

async function fetchOne(
  file: FileToFetch,
  { run, options }: { run: FetchRun; options: FileOptions }
): Promise<Asset | undefined> {
  const { account, onProgress } = options
  const { source, blockId, held } = file
  try {
    const asset = await run.fetch(file)
    account.files.stored++
    return await withPreview(asset, options)
  } catch (error) {
    // A folder that cannot be written is no fault of the file: the run ends.
    if (!(error instanceof FileError)) throw error
    const reason = held ? `${error.message}; its earlier copy stays` : error.message
    account.files.failed.push({ source, block_id: blockId, reason })
    return held && withPreview(held, options)
  } finally {
    onProgress()
  }
}

/** Also for files of earlier runs: the option may have been switched on or off since. */
async function withPreview(asset: Asset, options: FileOptions): Promise<Asset> {
  if (!options.isPreviewWanted || !isRaster(asset.mediaType)) return { ...asset, preview: null }
  const file = path.join(options.folder, assetPath(asset.hash))
  return { ...asset, preview: asset.preview ?? (await previewOf(file)) }
}
