import type { KeptResponse } from './kept-response.ts'
import type { ReadyResponse } from './ready-response.ts'

type ReadyKept = ReadyResponse<KeptResponse>

/** The responses that are sent without reading anything, bounded in bytes. */
export class ResponseMemory {
  readonly #maxBytes: number
  /** Least recently used first. */
  readonly #ready = new Map<string, ReadyKept>()
  #bytes = 0
  #newest: ReadyKept | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(address: string): ReadyKept | undefined {
    const found = this.#ready.get(address)
    if (found && found !== this.#newest) {
      // A map keeps the place of a key that is set again, so it is deleted first.
      this.#ready.delete(address)
      this.#ready.set(address, found)
      this.#newest = found
    }
    return found
  }

  /** Adds or replaces a response. Returns those that had to leave. */
  set(address: string, ready: ReadyKept): [address: string, ready: ReadyKept][] {
    const left = this.delete(address)
    const removed: [string, ReadyKept][] = left ? [[address, left]] : []
    this.#ready.set(address, ready)
    this.#newest = ready
    this.#bytes += ready.bytes
    for (const [oldest, each] of this.#ready) {
      if (this.#bytes <= this.#maxBytes) break
      this.delete(oldest)
      removed.push([oldest, each])
    }
    return removed
  }

  delete(address: string): ReadyKept | undefined {
    const found = this.#ready.get(address)
    if (found) this.#bytes -= found.bytes
    this.#ready.delete(address)
    if (this.#newest === found) this.#newest = undefined
    return found
  }

  entries(): IterableIterator<[address: string, ready: ReadyKept]> {
    return this.#ready.entries()
  }

  clear(): void {
    this.#ready.clear()
    this.#bytes = 0
    this.#newest = undefined
  }
}
