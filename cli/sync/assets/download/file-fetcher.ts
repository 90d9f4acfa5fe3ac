import { rm } from 'node:fs/promises'

import { getNotionFileUrl } from 'notion-utils'

import type { Asset } from '../../../../db/records/walk-result.ts'
import type { DamagedFiles } from '../../../check/damaged-files.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { newPart, storeAsset } from '../asset-folder.ts'
import { DownloadBudget, type DownloadRules } from './download-budget.ts'
import { type Downloaded, download } from './download.ts'
import { FileError } from './file-error.ts'
import type { FileLog } from '../file-log.ts'
import { readFileFacts } from '../file-facts.ts'
import type { FoundFile } from '../find-files.ts'
import { Signer } from './signer.ts'
import { contentMismatch, describeBytes } from './content-mismatch.ts'

/** The workspace, folder, logs and limits of all downloads of a run. */
export interface FetcherOptions {
  workspace: Workspace
  /** The asset folder. */
  folder: string
  /** The published assets, by source address. */
  known: Map<string, Asset>
  /** Files that earlier runs have fetched or failed to fetch. */
  log: FileLog
  /** Stored files that `fansite check` has found damaged. */
  damaged: DamagedFiles
  /** Origin of the workspace's web host, for `/images/…` and `/icons/…`. */
  origin: string
  rules: DownloadRules
}

/** A file and the copy of an earlier run. */
export interface FileToFetch extends FoundFile {
  copy: Asset | undefined
  /** Whether the copy is corrupted; it is used until the file is fetched again. */
  isDamaged: boolean
}

/** Fetches the files of a run, with one download budget and one signer. */
export class FileFetcher {
  readonly #options: FetcherOptions
  readonly #signal: AbortSignal
  readonly #budget: DownloadBudget
  readonly #signer: Signer

  /** `files` in the order in which they will be fetched. */
  constructor(options: FetcherOptions, files: FoundFile[], signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.#budget = new DownloadBudget(options.rules)
    const toSign = files.flatMap(({ source, blockId }) => {
      const url = storedAddress(source)
      return url ? [{ url, blockId }] : []
    })
    this.#signer = new Signer(options.workspace, toSign)
  }

  /** Fetches a file into the asset folder, or returns its copy when it is unchanged. Throws `FileError`. */
  async fetch(file: FileToFetch): Promise<Asset> {
    const { folder, log } = this.#options
    this.#budget.refuseWhenSpent()
    const part = newPart(folder)
    try {
      const found = await this.#download(file, part)
      if (!found && file.copy) {
        log.storeResponse(file.source)
        return file.copy
      }
      if (!found) throw new FileError('unexpected status 304')
      return await this.#store(file, { ...found, part })
    } finally {
      await rm(part, { force: true })
    }
  }

  async #store(file: FileToFetch, found: Downloaded & { part: string }): Promise<Asset> {
    const { folder, known, log, damaged } = this.#options
    const { hash, size, part, contentType, validators } = found
    const { head, ...facts } = await readFileFacts(part)
    const wasImage = isImage(known.get(file.source)?.mediaType)
    if ((file.isImage || wasImage) && !isImage(facts.mediaType)) {
      throw new FileError(`received ${describeBytes({ head, ...facts })} instead of a picture`)
    }
    const received = { file, head, contentType, mediaType: facts.mediaType }
    const mismatch = file.isImage ? undefined : contentMismatch(received)
    if (mismatch) throw new FileError(mismatch)
    await storeAsset(folder, { part, hash, size, isDamaged: damaged.has(hash) })
    damaged.remove(hash)
    const asset = { source: file.source, hash, size, ...facts, preview: null }
    // Immediately, so that the next run can use the file when this one is stopped or killed.
    log.inOneWrite(() => {
      log.storeCopy(asset)
      if (!storedAddress(file.source)) log.storeResponse(file.source, validators)
    })
    return asset
  }

  async #download(file: FileToFetch, part: string): Promise<Downloaded | undefined> {
    const { source, blockId, copy, isDamaged } = file
    const url = storedAddress(source)
    const validators = copy && !isDamaged ? this.#options.log.validators(source) : undefined
    const from = (address: string) =>
      download({ address, part, validators, budget: this.#budget, signal: this.#signal })
    if (source.startsWith('notion:')) return from(this.#emojiAddress(file)).catch(explainEmoji)
    if (!url) return from(source.startsWith('/') ? this.#options.origin + source : source)

    return from(await this.#signer.sign(url)).catch(async (error: unknown) => {
      // The signature may have expired in a long run.
      if (!(error instanceof FileError) || error.status !== 403) throw error
      return from(await this.#signer.signAgain({ url, blockId }))
    })
  }

  /**
   * No record contains the URL of a custom emoji. Public pages load it from the web host, with the id
   * of a block that shows it.
   */
  #emojiAddress({ source, blockId }: FoundFile): string {
    const query = new URLSearchParams({ table: 'block', id: blockId, cache: 'v2' })
    return `${this.#options.origin}/image/${encodeURIComponent(source.toWellFormed())}?${query}`
  }
}

function explainEmoji(error: unknown): never {
  if (!(error instanceof FileError)) throw error
  const reason = `the web host does not serve this custom emoji: ${error.message}`
  throw new FileError(reason, { cause: error })
}

/** The URL to sign for a file in the workspace's own store; undefined for other files. */
function storedAddress(source: string): string | undefined {
  return getNotionFileUrl(source)
}

function isImage(mediaType: string | undefined): boolean {
  return mediaType?.startsWith('image/') ?? false
}
