import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import type { PublishedMirror } from '../../publication/mirror-source.ts'
import { BuiltResponses } from '../built-responses.ts'
import type { KeptResponse } from './kept-response.ts'
import { type OpenResponseFile, openResponseFile } from './open-response-file.ts'
import { type Difference, differenceFrom, markOf } from '../publication-mark.ts'
import { type FlatHeaders, ReadyResponse } from './ready-response.ts'
import { ResponseMemory } from './response-memory.ts'
import type { ResponseRequest } from '../response-request.ts'

/** Of the responses in memory; the rest is read from the file. */
const MAX_MEMORY = 64_000_000
/** How often the visits are written to the file. */
const FLUSH_MS = 30_000

interface StoreOptions {
  paths: MirrorPaths
  /** What responses depend on besides the publication: the build and the configuration. */
  settings: string
  excludedPageIds: string[]
  /** Bytes of the responses in the file. */
  maxBytes: number
}

/** Keeps responses in memory and in a file, and removes or marks what a publication changes. */
export class ResponseStore {
  readonly #options: StoreOptions
  readonly #memory: ResponseMemory
  readonly #built = new BuiltResponses()
  readonly #timer: NodeJS.Timeout
  #open: OpenResponseFile | undefined
  /** Headers of all responses; known once a response has been sent in the publication. */
  #common: FlatHeaders | undefined
  /** Responses that were removed because they named withdrawn content. */
  withdrawn = 0

  constructor(options: StoreOptions) {
    this.#options = options
    this.#memory = new ResponseMemory(Math.min(MAX_MEMORY, options.maxBytes))
    this.#timer = setInterval(() => this.#writeVisits(), FLUSH_MS).unref()
  }

  get entries(): number {
    return this.#open?.file.entries ?? 0
  }

  get bytes(): number {
    return this.#open?.file.bytes ?? 0
  }

  /** Since when the oldest stale response is stale, in UTC milliseconds. */
  oldestStale(): number | undefined {
    return this.#open?.file.oldestStale()
  }

  /** Whether `setCommonHeaders` has to be called before responses can be sent. */
  get needsHeaders(): boolean {
    return this.#common === undefined
  }

  setCommonHeaders(headers: FlatHeaders): void {
    this.#common = headers
    this.#built.forgetHeaders()
  }

  /** A script or style sheet of the build; see `BuiltResponses`. */
  findBuilt(url: string): ReadyResponse | undefined {
    return this.#common && this.#built.find(url, this.#common)
  }

  /** The response as it is sent; undefined as long as the common headers are not known. */
  get(address: string): ReadyResponse<KeptResponse> | undefined {
    if (!this.#common) return undefined
    const ready = this.#memory.get(address)
    if (ready) return ready
    const kept = this.#open?.file.read(address)
    return kept && this.#remember(address, kept, this.#common)
  }

  /** The response without its headers for the connection; see `get`. */
  find(address: string): KeptResponse | undefined {
    return this.#memory.get(address)?.finished ?? this.#open?.file.read(address)
  }

  set(address: string, kept: KeptResponse, keys: Iterable<string>): void {
    this.#forget(address)
    this.#open?.file.write(address, kept, keys)
    if (this.#common) this.#remember(address, kept, this.#common)
  }

  remove(address: string): void {
    this.#memory.delete(address)
    this.#open?.file.remove(address)
  }

  /**
   * Compares the responses with a new publication. Returns the requests to make again, most visited
   * first.
   */
  enter(published: PublishedMirror): ResponseRequest[] {
    // The publication may change the Content-Security-Policy.
    this.#common = undefined
    try {
      const mark = markOf(published, this.#options.excludedPageIds)
      const requests = this.#apply(differenceFrom(this.#openFile().publication(), published, mark))
      this.#openFile().follow(mark)
      return requests
    } catch (error) {
      this.#discard()
      throw error
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#writeVisits()
    this.#open?.close()
    this.#open = undefined
    this.#memory.clear()
  }

  #openFile() {
    if (!this.#open) {
      this.#open = openResponseFile(this.#options.paths, this.#options.maxBytes)
      this.#open.file.enter(this.#options.settings)
    }
    return this.#open.file
  }

  #apply({ kind, ...difference }: Difference): ResponseRequest[] {
    this.#writeVisits()
    // Those in memory have the headers of the previous publication, and may be stale now.
    this.#memory.clear()
    const keys = 'keys' in difference ? difference.keys : undefined
    return kind === 'withdrawn' && keys ? this.#withdraw(keys) : this.#markStale(keys)
  }

  #withdraw(keys: Set<string> | 'all'): ResponseRequest[] {
    const file = this.#openFile()
    const dropped = keys === 'all' ? file.clear() : file.drop(keys)
    this.withdrawn += dropped.length
    return dropped
  }

  #markStale(keys: Set<string> | 'all' | undefined): ResponseRequest[] {
    const file = this.#openFile()
    if (keys === 'all') file.markAllStale(Date.now())
    else if (keys) file.markStale(keys, Date.now())
    return file.outdated()
  }

  /** After a failure nothing is known about the kept responses; the next publication starts anew. */
  #discard(): void {
    this.#memory.clear()
    this.#open?.close()
    this.#open = undefined
  }

  #remember(address: string, kept: KeptResponse, common: FlatHeaders): ReadyResponse<KeptResponse> {
    const ready = new ReadyResponse(kept, common)
    const removed = this.#memory.set(address, ready)
    this.#open?.file.addVisits(removed.map(([each, { visits }]) => [each, visits]))
    return ready
  }

  #forget(address: string): void {
    const ready = this.#memory.delete(address)
    if (ready) this.#open?.file.addVisits([[address, ready.visits]])
  }

  #writeVisits(): void {
    const visited = [...this.#memory.entries()].filter(([, { visits }]) => visits > 0)
    this.#open?.file.addVisits(visited.map(([address, { visits }]) => [address, visits]))
    for (const [, ready] of visited) ready.visits = 0
  }
}
