import { FileError } from './file-error.ts'
import type { FileToSign, Workspace } from '../../workspace/workspace.ts'
import { messageOf } from '../../../../site/formats/error-message.ts'

/** Small, so that the URLs are used soon: a signature expires after about an hour. */
const BATCH_SIZE = 50
/** Signatures older than this are renewed. */
const FRESH_MS = 20 * 60 * 1000
/** After so many failed batches the remaining files are left to the next run. */
const MAX_FAILED_BATCHES = 3

type Signed = Map<string, string | null>

/** Signs the URLs of files in the workspace's store in batches; a batch is signed when its first file is needed. */
export class Signer {
  readonly #workspace: Workspace
  readonly #batches: FileToSign[][]
  readonly #batchOf = new Map<string, number>()
  readonly #signed = new Map<number, { at: number; urls: Promise<Signed> }>()
  #failedBatches = 0

  /** `files` in the order in which they will be fetched. */
  constructor(workspace: Workspace, files: FileToSign[]) {
    this.#workspace = workspace
    this.#batches = Array.from({ length: Math.ceil(files.length / BATCH_SIZE) }, (_, index) =>
      files.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE)
    )
    for (const [index, { url }] of files.entries()) {
      this.#batchOf.set(url, Math.floor(index / BATCH_SIZE))
    }
  }

  /** A signed URL that is valid now. Throws `FileError` when the workspace returns none. */
  async sign(url: string): Promise<string> {
    const index = this.#batchOf.get(url) ?? -1
    const cached = this.#signed.get(index)
    const isFresh = cached !== undefined && performance.now() - cached.at < FRESH_MS
    const urls = isFresh ? cached.urls : this.#signBatch(this.#batches[index] ?? [])
    if (!isFresh) this.#signed.set(index, { at: performance.now(), urls })
    return signedUrl(await urls, url)
  }

  /** A new signed URL for a file whose signature was refused. */
  async signAgain(file: FileToSign): Promise<string> {
    return signedUrl(await this.#signBatch([file]), file.url)
  }

  async #signBatch(files: FileToSign[]): Promise<Signed> {
    if (this.#failedBatches >= MAX_FAILED_BATCHES) {
      throw new FileError('the workspace signs no URLs at the moment', { isFaultOfRun: true })
    }
    const urls = await this.#workspace.signFiles(files).catch((error: unknown) => {
      this.#failedBatches++
      const reason = messageOf(error)
      throw new FileError(reason, { cause: error, isFaultOfRun: true })
    })
    return new Map(files.map(({ url }, index) => [url, urls[index] ?? null]))
  }
}

function signedUrl(batch: Signed, url: string): string {
  const signed = batch.get(url)
  if (!signed) throw new FileError('the workspace returned no signed URL')
  return signed
}
