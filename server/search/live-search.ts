import { setTimeout } from 'node:timers/promises'

import { readSavedNames, writeSavedNames } from '../../db/search/saved-names.ts'
import { SearchIndex } from '../../db/search/search-index.ts'
import { ifThere } from '../missing-file.ts'
import type { PublishedMirror } from '../live-mirror.ts'

/** How long a query waits for the first index of a mirror. */
const PATIENCE_MS = 2000

/** The search index of the mirror that is served; it follows publications beside the visitors' requests. */
export class LiveSearch {
  readonly #folder: string | undefined
  readonly #onFailure: (error: unknown) => void
  #index: SearchIndex | undefined
  #mirror: PublishedMirror['mirror'] | undefined
  /** The publication that was last taken over, or is just being. */
  #generation = 0
  #update: Promise<void> | undefined

  /** `folder` is where a server leaves its index for the next one; undefined when nothing may be written. */
  constructor(folder: string | undefined, onFailure: (error: unknown) => void) {
    this.#folder = folder
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
      this.#generation = 0
      this.#update = undefined
    }
    if (!this.#index || this.#generation === publication.generation || this.#update) return
    this.#generation = publication.generation
    this.#update = this.#take(mirror, this.#index)
  }

  async #load(folder: string, index: SearchIndex): Promise<void> {
    try {
      const saved = await ifThere(readSavedNames(folder))
      if (saved) await index.load(saved)
    } catch (error) {
      // Without it the index is made anew.
      this.#onFailure(error)
    }
  }

  /** Leaves the index for the next server, which is then ready at once. */
  close(): void {
    const isWhole = this.#isReady() && !this.#update
    this.#mirror = undefined
    if (!this.#folder || !isWhole) return
    try {
      const names = this.#index?.save()
      if (names) writeSavedNames(this.#folder, names)
    } catch (error) {
      // The next server makes its own.
      this.#onFailure(error)
    }
  }

  async #take(mirror: PublishedMirror['mirror'], index: SearchIndex): Promise<void> {
    try {
      if (index.generation === 0 && this.#folder) await this.#load(this.#folder, index)
      const isTaken = this.#mirror !== mirror || (await index.update())
      if (isTaken && this.#mirror === mirror) await index.learnWords()
      if (!isTaken) {
        this.#onFailure(new Error('the mirror has no index for this version; run "fansite sync"'))
      }
    } catch (error) {
      // Of a mirror that was left meanwhile nothing is to be known.
      if (this.#mirror === mirror) this.#onFailure(error)
    } finally {
      if (this.#mirror === mirror) this.#update = undefined
    }
  }
}
