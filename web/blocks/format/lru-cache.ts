/**
 * Results of costly work on texts (typesetting, highlighting), kept by the text itself: the same text
 * on another page or in the next publication costs nothing. Beyond `maxCharacters` of source the ones
 * that were not asked for the longest go first.
 */
export class LruCache<Result> {
  readonly #results = new Map<string, Result>()
  readonly #maxCharacters: number
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  /** The result for a text; `make` runs when it is not kept. */
  get(text: string, make: () => Result): Result {
    const known = this.#results.get(text)
    if (known === undefined) return this.#keep(text, make())
    // A Map goes in the order of insertion, so that its first entry is the one used longest ago.
    this.#results.delete(text)
    this.#results.set(text, known)
    return known
  }

  #keep(text: string, result: Result): Result {
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
