import { setTimeout } from 'node:timers/promises'

import { SearchIndex } from '../../db/search/search-index.ts'
import { RETRY_AFTER_SECONDS } from '../errors.ts'
import type { PublishedMirror } from '../publication/mirror-watcher.ts'

/** How long a query waits for the first index of a mirror. */
const PATIENCE_MS = 2000

/** The search index of the mirror that is served; it follows publications beside the visitors' requests. */
export class LiveSearch {
  readonly #onFailure: (error: unknown) => void
  #index: SearchIndex | undefined
  #mirror: PublishedMirror['mirror'] | undefined
  /** The publication that was last taken over, or is just being, and until when: one that failed is tried again. */
  #taken = { generation: 0, until: 0 }
  #update: Promise<void> | undefined

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /**
   * The index to ask. While that of a new publication is made, the one before answers; undefined
   * when there is none yet, or when the mirror has none that this fansite can read.
   */
  async index(published: PublishedMirror): Promise<SearchIndex | undefined> {
    this.#follow(published)
    if (!this.#isReady())
      await Promise.race([this.#update, setTimeout(PATIENCE_MS, undefined, { ref: false })])
    return this.#isReady() ? this.#index : undefined
  }

  #isReady(): boolean {
    return (this.#index?.generation ?? 0) > 0
  }

  #follow({ mirror, publication }: PublishedMirror): void {
    if (this.#mirror !== mirror) {
      this.#index = new SearchIndex(mirror)
      this.#mirror = mirror
      this.#taken = { generation: 0, until: 0 }
      this.#update = undefined
    }
    const { generation } = publication
    const isTaken = this.#taken.generation === generation && Date.now() < this.#taken.until
    if (!this.#index || isTaken || this.#update) return
    this.#taken = { generation, until: Infinity }
    this.#update = this.#take(mirror, this.#index)
  }

  close(): void {
    this.#mirror = undefined
  }

  async #take(mirror: PublishedMirror['mirror'], index: SearchIndex): Promise<void> {
    try {
      if (!(await index.update())) {
        throw new Error('the mirror has no index for this version; run "fansite sync"')
      }
    } catch (error) {
      // Of a mirror that was left meanwhile nothing is to be known.
      if (this.#mirror !== mirror) return
      this.#taken.until = Date.now() + 1000 * RETRY_AFTER_SECONDS
      this.#onFailure(error)
    } finally {
      if (this.#mirror === mirror) this.#update = undefined
    }
  }
}
