import { FileError } from './file-error.ts'
import type { FileToSign, Workspace } from '../../workspace/workspace.ts'

/** Few, so that they are used soon: a signature is good for about an hour. */
const BATCH_SIZE = 50
/** Signatures older than this are not relied on. */
const FRESH_MS = 20 * 60 * 1000
/** So many batches that the workspace did not sign, and the rest is left to the next run. */
const MAX_FAILED_BATCHES = 3

type Signed = Map<string, string | null>

/** Signs the addresses of the workspace's own files, a batch at a time, when the first of it is needed. */
export class Signer {
  readonly #workspace: Workspace
  readonly #batches: FileToSign[][]
  readonly #batchOf = new Map<string, number>()
  readonly #signed = new Map<number, { at: number; answer: Promise<Signed> }>()
  #failedBatches = 0

  /** `files` in the order in which they will be asked for. */
  constructor(workspace: Workspace, files: FileToSign[]) {
    this.#workspace = workspace
    this.#batches = Array.from({ length: Math.ceil(files.length / BATCH_SIZE) }, (_, index) =>
      files.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE)
    )
    for (const [index, { url }] of files.entries()) {
      this.#batchOf.set(url, Math.floor(index / BATCH_SIZE))
    }
  }

  /** An address that can be fetched now. Throws `FileError` when the workspace gives none. */
  async sign(url: string): Promise<string> {
    const index = this.#batchOf.get(url) ?? -1
    const held = this.#signed.get(index)
    const isFresh = held !== undefined && performance.now() - held.at < FRESH_MS
    const answer = isFresh ? held.answer : this.#signBatch(this.#batches[index] ?? [])
    if (!isFresh) this.#signed.set(index, { at: performance.now(), answer })
    return addressIn(await answer, url)
  }

  /** A new address for a file whose signature was refused. */
  async signAgain(file: FileToSign): Promise<string> {
    return addressIn(await this.#signBatch([file]), file.url)
  }

  async #signBatch(files: FileToSign[]): Promise<Signed> {
    if (this.#failedBatches >= MAX_FAILED_BATCHES) {
      throw new FileError('the workspace signs no addresses at the moment', { isFaultOfRun: true })
    }
    const addresses = await this.#workspace.signFiles(files).catch((error: unknown) => {
      this.#failedBatches++
      const reason = error instanceof Error ? error.message : String(error)
      throw new FileError(reason, { cause: error, isFaultOfRun: true })
    })
    return new Map(files.map(({ url }, index) => [url, addresses[index] ?? null]))
  }
}

function addressIn(signed: Signed, url: string): string {
  const address = signed.get(url)
  if (!address) throw new FileError('the workspace gives no address for it')
  return address
}
