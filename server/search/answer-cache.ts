import { etagOf } from '../http/caching.ts'
import type { ServedPublication } from '../publication/published-site.ts'

/** Characters of all cached bodies together. */
const MAX_SIZE = 4_000_000

/** A search answer as it is sent. */
export interface CachedAnswer {
  body: string
  etag: string
  /** The query that was answered, and the number of pages that match it. */
  query: string
  total: number
  /** The generation of the index that answered. */
  generation: number
}

/** Search answers of one publication by `cacheKey`; the oldest are dropped first. */
export class AnswerCache {
  readonly #answers = new Map<string, CachedAnswer>()
  #publication: ServedPublication | undefined
  #size = 0

  /** The cached answer for a key. Another publication than before clears the cache. */
  find(key: string, publication: ServedPublication): CachedAnswer | undefined {
    if (publication !== this.#publication) {
      this.#answers.clear()
      this.#size = 0
      this.#publication = publication
    }
    return this.#answers.get(key)
  }

  /** Adds the ETag, and caches the answer unless its index belongs to another publication. */
  add(key: string, sent: Omit<CachedAnswer, 'etag'>): CachedAnswer {
    const { body } = sent
    const answer = { ...sent, etag: etagOf(body) }
    if (sent.generation !== this.#publication?.generation) return answer
    this.#size += body.length - (this.#answers.get(key)?.body.length ?? 0)
    this.#answers.set(key, answer)
    for (const [oldest, { body: old }] of this.#answers) {
      if (this.#size <= MAX_SIZE) break
      this.#answers.delete(oldest)
      this.#size -= old.length
    }
    return answer
  }
}
