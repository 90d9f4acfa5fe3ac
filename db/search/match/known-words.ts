import type { Neighbour, Vocabulary } from '../../../site/search/vocabulary.ts'

/** The vocabularies of names and texts, for completion and spelling correction. */
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

  /** Returns longer words that start with a prefix; words of names come first. */
  completions(prefix: string, limit: number): string[] {
    const named = this.names.completions(prefix, limit)
    const rest = limit - named.length
    return rest > 0 ? [...named, ...this.texts.completions(prefix, rest)] : named
  }

  /** Returns words similar to one, nearest first; at equal distance words of names come first. */
  neighbours(word: string, options: { wrong: 1 | 2; limit: number }): Neighbour[] {
    const named = this.names.neighbours(word, options)
    const texts = this.texts.neighbours(word, options)
    return [...named, ...texts].toSorted((a, b) => a.distance - b.distance).slice(0, options.limit)
  }
}
