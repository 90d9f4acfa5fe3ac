import { rm } from 'node:fs/promises'

import { getNotionFileUrl } from 'notion-utils'

import type { Asset } from '../../../../db/records/walk-result.ts'
import { newPart, storeAsset } from '../asset-folder.ts'
import { DownloadBudget } from './download-budget.ts'
import { type Downloaded, download } from './download.ts'
import type { FileOptions, FileToFetch } from '../fetch-files.ts'
import { FileError } from './file-error.ts'
import { readFileFacts } from '../file-facts.ts'
import type { FoundFile } from '../find-files.ts'
import { Signer } from './signer.ts'
import { suspicionOf } from './content-mismatch.ts'

/** Fetches single files for a run, which has one budget and one signer. */
export class FetchRun {
  readonly #options: FileOptions
  readonly #signal: AbortSignal
  readonly #budget: DownloadBudget
  readonly #signer: Signer

  /** `files` in the order in which they will be fetched. */
  constructor(options: FileOptions, files: FoundFile[], signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.#budget = new DownloadBudget(options.rules)
    const toSign = files.flatMap(({ source, blockId }) => {
      const url = storedAddress(source)
      return url ? [{ url, blockId }] : []
    })
    this.#signer = new Signer(options.workspace, toSign)
  }

  /** Brings a file into the asset folder, or answers its earlier copy when it has not changed. Throws `FileError`. */
  async fetch(file: FileToFetch): Promise<Asset> {
    const { folder, log } = this.#options
    this.#budget.refuseWhenSpent()
    const part = newPart(folder)
    try {
      const found = await this.#download(file, part)
      if (!found && file.held) {
        log.noteAnswer(file.source)
        return file.held
      }
      if (!found) throw new FileError('it is called unchanged and is not known')
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
      throw new FileError(`it is no picture (${facts.mediaType})`)
    }
    const arrival = { file, head, contentType, mediaType: facts.mediaType }
    const suspicion = file.isImage ? undefined : suspicionOf(arrival)
    if (suspicion) throw new FileError(suspicion)
    await storeAsset(folder, { part, hash, size, isDamaged: damaged?.has(hash) ?? false })
    damaged?.forget(hash)
    const asset = { source: file.source, hash, size, ...facts, preview: null }
    // At once, so that a run which is stopped or killed has fetched it for the next one.
    log.inOneWrite(() => {
      log.noteCopy(asset)
      if (!storedAddress(file.source)) log.noteAnswer(file.source, validators)
    })
    return asset
  }

  async #download(file: FileToFetch, part: string): Promise<Downloaded | undefined> {
    const { source, blockId, held, isDamaged } = file
    const url = storedAddress(source)
    const validators = held && !isDamaged ? this.#options.log.validators(source) : undefined
    const from = (address: string) =>
      download({ address, part, validators, budget: this.#budget, signal: this.#signal })
    if (source.startsWith('notion:')) return from(this.#emojiAddress(file)).catch(explainEmoji)
    if (!url) return from(source.startsWith('/') ? this.#options.origin + source : source)

    return from(await this.#signer.sign(url)).catch(async (error: unknown) => {
      // Signatures expire: in a long run the file may have waited for too long.
      if (!(error instanceof FileError) || error.status !== 403) throw error
      return from(await this.#signer.signAgain({ url, blockId }))
    })
  }

  /** No record holds the address of a custom emoji; public pages show it through the web host, in a block's name. */
  #emojiAddress({ source, blockId }: FoundFile): string {
    const query = new URLSearchParams({ table: 'block', id: blockId, cache: 'v2' })
    return `${this.#options.origin}/image/${encodeURIComponent(source)}?${query}`
  }
}

function explainEmoji(error: unknown): never {
  if (!(error instanceof FileError)) throw error
  const reason = `no record holds its address, and the web host does not hand it out: ${error.message}`
  throw new FileError(reason, { cause: error })
}

/** The address to sign of a file that stands in the workspace's own store. */
function storedAddress(source: string): string | undefined {
  return getNotionFileUrl(source)
}

function isImage(mediaType: string | undefined): boolean {
  return mediaType?.startsWith('image/') ?? false
}
