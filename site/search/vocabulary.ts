import { editDistance } from './edit-distance.ts'

/** Words one letter shorter than this are not looked for with misspellings. */
export const MIN_MISSPELT = 4
/** From here on two letters may be wrong. */
const MIN_TWICE_MISSPELT = 8

/** A word of the index that is near to one that was asked for. */
export interface Neighbour {
  word: string
  distance: number
  /** How many pages have it. */
  pages: number
}

interface KnownWord {
  word: string
  /** How many pages have it. */
  pages: number
}

/** The words of an index, to complete one that is being typed and to find those near a misspelt one. */
export class Vocabulary {
  readonly #known = new Map<string, KnownWord>()
  #sorted: string[] = []
  /** By index of `#sorted`: a bit for each letter the word has. */
  #letters = new Uint32Array()
  #isSorted = true

  /** Adds a word of a page, or of several; returns it as it is kept, so that nobody keeps it twice. */
  add(word: string, pages = 1): string {
    const held = this.#known.get(word)
    if (held) {
      held.pages += pages
      return held.word
    }
    this.#known.set(word, { word, pages })
    this.#isSorted = false
    return word
  }

  remove(word: string): void {
    const held = this.#known.get(word)
    if (!held) return
    held.pages--
    if (held.pages > 0) return
    this.#known.delete(word)
    this.#isSorted = false
  }

  has(word: string): boolean {
    return this.#known.has(word)
  }

  /** Words that begin with a prefix and go on, those on most pages first. */
  completions(prefix: string, limit: number): string[] {
    this.#sort()
    const found: string[] = []
    for (let index = this.#firstFrom(prefix); index < this.#sorted.length; index++) {
      const word = this.#sorted[index] ?? ''
      if (!word.startsWith(prefix)) break
      if (word !== prefix) found.push(word)
    }
    if (found.length <= limit) return found
    return found.toSorted((a, b) => this.#count(b) - this.#count(a)).slice(0, limit)
  }

  /** Words with one letter wrong, or two in long words; the nearest first, and of these the most used. */
  neighbours(word: string, limit: number): Neighbour[] {
    if (word.length < MIN_MISSPELT) return []
    this.#sort()
    const wrong = word.length < MIN_TWICE_MISSPELT ? 1 : 2
    const letters = lettersOf(word)
    const found: Neighbour[] = []
    for (let index = 0; index < this.#sorted.length; index++) {
      // A letter replaced makes two bits differ, one that is missing a single one. Most words end here.
      if (bits((this.#letters[index] ?? 0) ^ letters) > 2 * wrong) continue
      const other = this.#sorted[index] ?? ''
      if (Math.abs(other.length - word.length) > wrong) continue
      const distance = editDistance(word, other, wrong)
      if (distance > 0 && distance <= wrong) {
        found.push({ word: other, distance, pages: this.#count(other) })
      }
    }
    return found.toSorted((a, b) => a.distance - b.distance || b.pages - a.pages).slice(0, limit)
  }

  #count(word: string): number {
    return this.#known.get(word)?.pages ?? 0
  }

  #firstFrom(prefix: string): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] ?? '') < prefix) low = middle + 1
      else high = middle
    }
    return low
  }

  #sort(): void {
    if (this.#isSorted) return
    this.#sorted = [...this.#known.keys()].toSorted()
    this.#letters = Uint32Array.from(this.#sorted, lettersOf)
    this.#isSorted = true
  }
}

function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters >>> 0
}

function bits(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
