import { etagOf } from '../http/etag.ts'
import type { ServedPublication } from '../publication/per-publication.ts'

/** Characters of answers that are kept. */
const MAX_KEPT = 4_000_000

/** An answer as it is sent. */
export interface CachedAnswer {
  body: string
  etag: string
  /** The query as it was answered, and how many pages answer. */
  query: string
  total: number
  /** The publication that the index was of. */
  generation: number
}

/** Answers by what was asked, those of one publication; the oldest make room. */
export class AnswerCache {
  readonly #answers = new Map<string, CachedAnswer>()
  #publication: ServedPublication | undefined
  #size = 0

  /** The answer to what `key` stands for; those of other publications than this are forgotten. */
  find(key: string, publication: ServedPublication): CachedAnswer | undefined {
    if (publication !== this.#publication) {
      this.#answers.clear()
      this.#size = 0
      this.#publication = publication
    }
    return this.#answers.get(key)
  }

  /** Keeps an answer, unless the index it is from was still that of another publication. */
  keep(key: string, sent: Omit<CachedAnswer, 'etag'>): CachedAnswer {
    const { body } = sent
    const answer = { ...sent, etag: etagOf(body) }
    if (sent.generation !== this.#publication?.generation) return answer
    this.#size += body.length - (this.#answers.get(key)?.body.length ?? 0)
    this.#answers.set(key, answer)
    for (const [oldest, { body: old }] of this.#answers) {
      if (this.#size <= MAX_KEPT) break
      this.#answers.delete(oldest)
      this.#size -= old.length
    }
    return answer
  }
}
