import type { Neighbour, Vocabulary } from '../../../site/search/vocabulary.ts'

/** The words of names and those of texts, to complete a word that is typed and to find those near a misspelt one. */
export class KnownWords {
  readonly names: Vocabulary
  readonly texts: Vocabulary

  constructor(names: Vocabulary, texts: Vocabulary) {
    this.names = names
    this.texts = texts
  }

  has(word: string): boolean {
    return this.names.has(word) || this.texts.has(word)
  }

  /** Words that begin with a prefix and go on: those of names first. */
  completions(prefix: string, limit: number): string[] {
    const named = this.names.completions(prefix, limit)
    const rest = limit - named.length
    return rest > 0 ? [...named, ...this.texts.completions(prefix, rest)] : named
  }

  /** Words near to one; the nearest first, and of these those of names. */
  neighbours(word: string, options: { wrong: 1 | 2; limit: number }): Neighbour[] {
    const named = this.names.neighbours(word, options)
    const texts = this.texts.neighbours(word, options)
    return [...named, ...texts].toSorted((a, b) => a.distance - b.distance).slice(0, options.limit)
  }
}
