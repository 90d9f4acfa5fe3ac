import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import type { PublishedMirror } from '../../publication/mirror-source.ts'
import { BuiltResponses } from '../built-responses.ts'
import { sizeOf } from '../finished-response.ts'
import type { KeptResponse } from './kept-response.ts'
import type { KeyHashes } from './key-hash.ts'
import {
  type FileOptions,
  type OpenResponseFile,
  closeResponseFile,
  discardResponseFile,
  openOwnFile,
  openResponseFile
} from './open-response-file.ts'
import type { ResponseFile } from './response-file.ts'
import { type Difference, differenceFrom, markOf } from '../publication-mark.ts'
import { ReadyResponse } from './ready-response.ts'
import type { FlatHeaders } from './response-head.ts'
import type { ResponseRequest } from '../response-request.ts'

/** Bytes of the responses in memory; the others are read from the file. */
const MAX_MEMORY = 64_000_000
/** How often the visits are written to the file, and its log is copied into it. */
const FLUSH_MS = 30_000

interface StoreOptions extends FileOptions {
  excludedPageIds: string[]
  /** Receives the error of a file that cannot be used any more. */
  onFailure: (error: unknown) => void
}

/**
 * Keeps responses in memory and in a file, and removes or marks what a publication changes. If the
 * file cannot be read or written, it is removed, and only the memory is used until the next
 * publication.
 */
export class ResponseStore {
  readonly built: BuiltResponses
  readonly #options: StoreOptions
  /** What is sent without reading anything. */
  readonly #memory: BoundedMap<string, ReadyResponse<KeptResponse>>
  readonly #timer: NodeJS.Timeout
  #open: OpenResponseFile | undefined
  #hasPublication = false
  /** Headers of all responses; known once a response has been sent in the publication. */
  #common: FlatHeaders | undefined
  /** Responses that were removed because they named withdrawn content. */
  withdrawn = 0

  constructor(options: StoreOptions) {
    this.#options = options
    this.built = new BuiltResponses(options.onFailure)
    this.#memory = new BoundedMap(Math.min(MAX_MEMORY, options.maxBytes), ({ bytes }) => bytes)
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS).unref()
  }

  get entries(): number {
    return this.#open?.file.entries ?? 0
  }

  get bytes(): number {
    return this.#open?.file.bytes ?? 0
  }

  /** Since when the oldest stale response is stale, in UTC milliseconds. */
  oldestStale(): number | undefined {
    return this.#use((file) => file.oldestStale(), undefined)
  }

  /** Whether `setCommonHeaders` has to be called before responses can be sent. */
  get needsHeaders(): boolean {
    return this.#hasPublication && this.#common === undefined
  }

  setCommonHeaders(headers: FlatHeaders): void {
    this.#common = headers
    this.built.forgetHeaders()
  }

  /**
   * A response as it is sent: of these kept ones, or one to this URL that does not depend on the mirror.
   * Undefined as long as the common headers are not known.
   */
  get(address: string | undefined, url: string): ReadyResponse | undefined {
    const common = this.#common
    if (!common) return undefined
    const inMemory = address === undefined ? undefined : this.#memory.get(address)
    const known = inMemory ?? this.built.find(address ?? url, common)
    if (known || address === undefined) return known
    // Last: a query takes longer than to send a response.
    const kept = this.#use((file) => file.read(address), undefined)
    return kept && this.#remember(address, kept, common)
  }

  /** The response without its headers for the connection; see `get`. */
  find(address: string): KeptResponse | undefined {
    const ready = this.#memory.get(address)
    return ready?.finished ?? this.#use((file) => file.read(address), undefined)
  }

  set(address: string, kept: KeptResponse, keys: KeyHashes): void {
    // The file removes what it knows to be used least recently.
    const added = sizeOf(kept) + keys.byteLength
    if (this.bytes + added > this.#options.maxBytes) this.#writeVisits()
    const before = this.#memory.delete(address)
    this.#use((file) => {
      if (before) file.addVisits([[address, before.visits]])
      file.write(address, kept, keys)
    }, undefined)
    if (this.#common) this.#remember(address, kept, this.#common)
  }

  remove(address: string): void {
    this.#memory.delete(address)
    this.#use((file) => file.remove(address), undefined)
  }

  /**
   * Compares the responses with a new publication. Returns the requests to make again, most visited
   * first; some of them may name what was withdrawn.
   */
  enter(published: PublishedMirror): { requests: ResponseRequest[]; isWithdrawal: boolean } {
    this.#hasPublication = true
    this.#writeVisits()
    // The publication may change the Content-Security-Policy, and may withdraw what is in memory.
    this.#common = undefined
    this.#memory.clear()
    try {
      const previous = this.#openFile()
      const mark = markOf(published, this.#options.excludedPageIds)
      const earlier = this.#use((file) => file.publication(), undefined)
      const difference = differenceFrom(earlier, published, mark)
      const requests = this.#apply(difference)
      this.#use((file) => file.follow(mark), undefined)
      const isWithdrawal = difference.kind === 'withdrawn'
      return { requests: [...previous, ...requests], isWithdrawal }
    } catch (error) {
      this.#discard()
      throw error
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#writeVisits()
    if (this.#open) closeResponseFile(this.#open)
    this.#open = undefined
    this.#memory.clear()
  }

  /** Opens the file, or tries again to open the own one. Returns the requests of an earlier build. */
  #openFile(): ResponseRequest[] {
    if (this.#open && !this.#open.isTemporary) return []
    const own = this.#open ? openOwnFile(this.#options) : openResponseFile(this.#options)
    if (!own) return []
    if (this.#open) discardResponseFile(this.#open)
    this.#open = own
    return own.previous
  }

  #apply({ kind, ...difference }: Difference): ResponseRequest[] {
    const keys = 'keys' in difference ? difference.keys : undefined
    return kind === 'withdrawn' && keys ? this.#withdraw(keys) : this.#markStale(keys)
  }

  #withdraw(keys: Set<string> | 'all'): ResponseRequest[] {
    const dropped = keys === 'all' ? this.#clear() : this.#use((file) => file.drop(keys), [])
    this.withdrawn += dropped.length
    return dropped
  }

  /** A new file: to remove every response of a large one would take seconds. */
  #clear(): ResponseRequest[] {
    const requests = this.#use((file) => file.requests(), [])
    if (requests.length === 0) return []
    this.#discard()
    this.#open = openResponseFile(this.#options)
    return requests
  }

  #markStale(keys: Set<string> | 'all' | undefined): ResponseRequest[] {
    return this.#use((file) => {
      if (keys === 'all') file.markAllStale(Date.now())
      else if (keys) file.markStale(keys, Date.now())
      return file.outdated()
    }, [])
  }

  #discard(): void {
    const open = this.#open
    this.#open = undefined
    if (open) discardResponseFile(open)
  }

  /**
   * Discards a file that has failed. A file system that has become read-only keeps it, with the mark of
   * the publication that it was compared with last.
   */
  #giveUp(): void {
    try {
      this.#discard()
    } catch (error) {
      this.#options.onFailure(error)
    }
  }

  #remember(address: string, kept: KeptResponse, common: FlatHeaders): ReadyResponse<KeptResponse> {
    const ready = new ReadyResponse(kept, common)
    this.#addVisits(this.#memory.set(address, ready))
    return ready
  }

  #flush(): void {
    this.#writeVisits()
    this.#use((file) => file.copyLog(), undefined)
  }

  #writeVisits(): void {
    this.#addVisits([...this.#memory.entries()])
  }

  #addVisits(entries: [address: string, ready: ReadyResponse][]): void {
    const visited = entries.filter(([, { visits }]) => visits > 0)
    if (visited.length === 0) return
    this.#use((file) => {
      file.addVisits(visited.map(([address, { visits }]) => [address, visits]))
    }, undefined)
    for (const [, ready] of visited) ready.visits = 0
  }

  /** Uses the file. `otherwise` is the result without one, or if it fails; then it is removed. */
  #use<T>(work: (file: ResponseFile) => T, otherwise: T): T {
    if (!this.#open) return otherwise
    try {
      return work(this.#open.file)
    } catch (error) {
      this.#options.onFailure(error)
      this.#giveUp()
      return otherwise
    }
  }
}
