/**
 * A least-recently-used cache for costly work on texts (typesetting, highlighting), keyed by the
 * text: the same text on another page or in the next publication costs nothing. Its size is limited
 * to `maxCharacters` of source text.
 */
export class LruCache<Result> {
  readonly #results = new Map<string, Result>()
  readonly #maxCharacters: number
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  /** The result for a text; `make` runs if it is not cached. */
  get(text: string, make: () => Result): Result {
    const known = this.#results.get(text)
    if (known === undefined) return this.#store(text, make())
    // A Map iterates in insertion order, so the first entry is the least recently used.
    this.#results.delete(text)
    this.#results.set(text, known)
    return known
  }

  #store(text: string, result: Result): Result {
    this.#results.set(text, result)
    this.#characters += text.length
    for (const oldest of this.#results.keys()) {
      if (this.#characters <= this.#maxCharacters) break
      this.#results.delete(oldest)
      this.#characters -= oldest.length
    }
    return result
  }
}
