import { nearWords } from './edit-distance.ts'
import { firstFrom } from './first-from.ts'

/** Shorter words are not matched with misspellings. */
export const MIN_MISSPELT = 4
/** Minimum length for two misspelled characters. */
const MIN_TWICE_MISSPELT = 8
/** Each more makes the comparison with tens of thousands of paths markedly slower. */
const MAX_EDITS = 4

/** A word of the index that is similar to a query word. */
export interface Neighbour {
  word: string
  distance: number
}

/** Words of a search index, names or paths: completes prefixes and finds similar words. */
export class Vocabulary {
  readonly #words: string[]
  /** Number of names or texts that contain each word. */
  readonly #uses: Uint32Array
  /** Length of the prefix that each word shares with the word before. */
  readonly #prefixLengths: Uint8Array

  /** Takes each word once, in any order. */
  constructor(words: [word: string, uses: number][] = []) {
    // Sorted by code unit, as `<` compares; SQLite orders some rare characters differently.
    const sorted = words.toSorted(([one], [other]) => (one < other ? -1 : 1))
    this.#words = sorted.map(([word]) => word)
    this.#uses = Uint32Array.from(sorted, ([, uses]) => uses)
    this.#prefixLengths = Uint8Array.from(this.#words, (word, index) =>
      commonPrefixLength(word, this.#words[index - 1] ?? '')
    )
  }

  has(word: string): boolean {
    return this.#words[firstFrom(word, this.#words)] === word
  }

  /** Longer words with this prefix, the most used first. */
  completions(prefix: string, limit: number): string[] {
    const found: number[] = []
    for (let index = firstFrom(prefix, this.#words); index < this.#words.length; index++) {
      const word = this.#words[index] ?? ''
      if (!word.startsWith(prefix)) break
      if (word !== prefix) found.push(index)
    }
    const first =
      found.length <= limit
        ? found
        : found.toSorted((a, b) => this.#usesAt(b) - this.#usesAt(a)).slice(0, limit)
    return first.map((index) => this.#words[index] ?? '')
  }

  /**
   * Similar words with at most `wrong` misspelled characters, one in short words. Sorted by
   * distance, then by use.
   */
  neighbours(word: string, { wrong, limit }: { wrong: 1 | 2; limit: number }): Neighbour[] {
    if (word.length < MIN_MISSPELT) return []
    const maxDistance = word.length < MIN_TWICE_MISSPELT ? 1 : wrong
    return this.#near(word, maxDistance)
      .filter(({ distance }) => distance > 0)
      .slice(0, limit)
  }

  /**
   * Words that resemble a mistyped name or path, which may differ in a third of its characters but
   * at most in `MAX_EDITS`. Sorted like `neighbours`.
   */
  similar(word: string, limit: number): string[] {
    const maxDistance = Math.min(MAX_EDITS, Math.max(1, Math.floor(word.length / 3)))
    return this.#near(word, maxDistance)
      .slice(0, limit)
      .map((near) => near.word)
  }

  #near(word: string, maxDistance: number): Neighbour[] {
    return nearWords(word, maxDistance, { words: this.#words, prefixLengths: this.#prefixLengths })
      .toSorted(
        (a, b) =>
          a.distance - b.distance ||
          this.#usesAt(b.index) - this.#usesAt(a.index) ||
          a.index - b.index
      )
      .map(({ index, distance }) => ({ word: this.#words[index] ?? '', distance }))
  }

  #usesAt(index: number): number {
    return this.#uses[index] ?? 0
  }
}

/** Length of the common prefix, at most 255 to fit into a byte. */
function commonPrefixLength(one: string, other: string): number {
  const end = Math.min(one.length, other.length, 255)
  let count = 0
  while (count < end && one.charCodeAt(count) === other.charCodeAt(count)) count++
  return count
}

/** The name that resembles a mistyped one most, whatever the case; undefined if there is none. */
export function nearestName(name: string, candidates: string[]): string | undefined {
  const byText = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]))
  const known = new Vocabulary([...byText.keys()].map((text) => [text, 0]))
  return byText.get(known.similar(name.toLowerCase(), 1)[0] ?? '')
}
