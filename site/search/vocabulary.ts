import { nearWords } from './edit-distance.ts'

/** Words one letter shorter than this are not looked for with misspellings. */
export const MIN_MISSPELT = 4
/** From here on two letters may be wrong. */
const MIN_TWICE_MISSPELT = 8

/** A word of the index that is near to one that was asked for. */
export interface Neighbour {
  word: string
  distance: number
}

/** The words of an index, to complete one that is being typed and to find those near a misspelt one. */
export class Vocabulary {
  readonly #words: string[]
  /** How often each is used: in how many names or texts. */
  readonly #uses: Uint32Array
  /** How many letters each word has in common with the one before. */
  readonly #common: Uint8Array

  /** Each word once, in any order. */
  constructor(words: [word: string, uses: number][] = []) {
    // As strings are compared here; SQLite puts some rare letters into another order.
    const sorted = words.toSorted(([one], [other]) => (one < other ? -1 : 1))
    this.#words = sorted.map(([word]) => word)
    this.#uses = Uint32Array.from(sorted, ([, uses]) => uses)
    this.#common = Uint8Array.from(this.#words, (word, place) =>
      commonLetters(word, this.#words[place - 1] ?? '')
    )
  }

  has(word: string): boolean {
    return this.#words[this.#firstFrom(word)] === word
  }

  /** Words that begin with a prefix and go on, those that are used most first. */
  completions(prefix: string, limit: number): string[] {
    const found: number[] = []
    for (let place = this.#firstFrom(prefix); place < this.#words.length; place++) {
      const word = this.#words[place] ?? ''
      if (!word.startsWith(prefix)) break
      if (word !== prefix) found.push(place)
    }
    const first =
      found.length <= limit
        ? found
        : found.toSorted((a, b) => this.#usesAt(b) - this.#usesAt(a)).slice(0, limit)
    return first.map((place) => this.#words[place] ?? '')
  }

  /**
   * Words with so many letters wrong at most, and never more than one in short words; the nearest
   * first, and of these the most used.
   */
  neighbours(word: string, { wrong, limit }: { wrong: 1 | 2; limit: number }): Neighbour[] {
    if (word.length < MIN_MISSPELT) return []
    const most = word.length < MIN_TWICE_MISSPELT ? 1 : wrong
    const found = nearWords(word, most, { words: this.#words, common: this.#common })
    return found
      .filter(({ distance }) => distance > 0)
      .toSorted(
        (a, b) =>
          a.distance - b.distance ||
          this.#usesAt(b.place) - this.#usesAt(a.place) ||
          a.place - b.place
      )
      .slice(0, limit)
      .map(({ place, distance }) => ({ word: this.#words[place] ?? '', distance }))
  }

  #usesAt(place: number): number {
    return this.#uses[place] ?? 0
  }

  /** The place of the first word that is this one or comes after it. */
  #firstFrom(word: string): number {
    let [low, high] = [0, this.#words.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#words[middle] ?? '') < word) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** At most 255: a longer word than that is none. */
function commonLetters(one: string, other: string): number {
  const most = Math.min(one.length, other.length, 255)
  let count = 0
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count++
  return count
}
