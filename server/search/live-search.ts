import { setTimeout } from 'node:timers/promises'

import { SearchIndex } from '../../db/search/search-index.ts'
import { RETRY_AFTER_SECONDS } from '../errors.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'

/** How long a query waits for the first index of a mirror. */
const FIRST_INDEX_WAIT_MS = 2000

/** The search index of the mirror that is served. A new publication is loaded in the background. */
export class LiveSearch {
  readonly #onFailure: (error: unknown) => void
  #index: SearchIndex | undefined
  #mirror: PublishedMirror['mirror'] | undefined
  /** The generation loaded last or loading now; after a failure it is loaded again at `retryAt`. */
  #lastLoad = { generation: 0, retryAt: 0 }
  #update: Promise<void> | undefined

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /**
   * The index to search. While a new publication loads, the index of the one before is returned;
   * undefined if none has loaded yet, or if the mirror has none that this version can read.
   */
  async index(published: PublishedMirror): Promise<SearchIndex | undefined> {
    this.#follow(published)
    if (!this.#isReady())
      await Promise.race([this.#update, setTimeout(FIRST_INDEX_WAIT_MS, undefined, { ref: false })])
    return this.#isReady() ? this.#index : undefined
  }

  #isReady(): boolean {
    return (this.#index?.generation ?? 0) > 0
  }

  #follow({ mirror, publication }: PublishedMirror): void {
    if (this.#mirror !== mirror) {
      this.#index = new SearchIndex(mirror)
      this.#mirror = mirror
      this.#lastLoad = { generation: 0, retryAt: 0 }
      this.#update = undefined
    }
    const { generation } = publication
    const isCurrent =
      this.#lastLoad.generation === generation && performance.now() < this.#lastLoad.retryAt
    if (!this.#index || isCurrent || this.#update) return
    this.#lastLoad = { generation, retryAt: Infinity }
    this.#update = this.#load(mirror, this.#index)
  }

  close(): void {
    this.#mirror = undefined
  }

  async #load(mirror: PublishedMirror['mirror'], index: SearchIndex): Promise<void> {
    try {
      if (!(await index.update())) {
        throw new Error('the mirror has no index for this version; run "fansite sync"')
      }
    } catch (error) {
      // The mirror has been replaced meanwhile; its failure is irrelevant.
      if (this.#mirror !== mirror) return
      this.#lastLoad.retryAt = performance.now() + 1000 * RETRY_AFTER_SECONDS
      this.#onFailure(error)
    } finally {
      if (this.#mirror === mirror) this.#update = undefined
    }
  }
}
