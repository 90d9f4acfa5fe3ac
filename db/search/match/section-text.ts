import { SECTION_BITS, pageNumberOf } from '../../../site/search/section-tokens.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { TermVariant } from './term-variants.ts'
import { type Combination, FullText, MAX_RANKED, matchExpression, phrase } from './full-text.ts'

/** Maximum distance of words that are near each other, for `NEAR` of FTS5. */
const MAX_DISTANCE = 8

/** Combinations of variants that are searched as phrases. */
const MAX_SEQUENCES = 8
/** In a search for any word: rarest words that are always searched, and sections that end adding more. */
const MIN_WORDS = 3
const MAX_SECTIONS = 500

/** Whether a page is accepted, by its number. */
export type PageFilter = (page: number) => boolean

interface SectionOptions {
  combineWith: Combination
  /** The filter of the search. */
  accepts: PageFilter | undefined
  /** Whether a page is already found by name. */
  isFound: PageFilter
}

/** The result of a search in section texts. */
export interface FoundSections {
  /** Numbers of sections, best first. */
  ranked: number[]
  /** Numbers of all matching pages; without a filter, only those of the first 4,000 sections. */
  pages: Set<number>
  /** Whether further pages match that are neither in `pages` nor found by name. */
  isMore: boolean
}

/** The full-text index of section texts. */
export class SectionText {
  readonly #words
  /** Words in 4,000 or more sections; set after the vocabulary is read. */
  common: ReadonlySet<string> = new Set()

  constructor(mirror: Mirror) {
    this.#words = new FullText(mirror, 'search_text')
  }

  /** Finds sections with these words, each as any of its variants. */
  find(words: TermVariant[][], options: SectionOptions): FoundSections {
    const { combineWith, accepts } = options
    if (words.length === 0) return { ranked: [], pages: new Set(), isMore: false }
    const match = matchExpression(words, combineWith)
    const acceptsRow = accepts && ((section: number) => accepts(pageNumberOf(section)))
    const { rows, isMany } = this.#words.find(match, acceptsRow)
    const pages = new Set(rows.map(pageNumberOf))
    // Too many sections to rank: they remain in rowid order.
    if (rows.length < 2 || isMany) {
      const isMore = isMany && !accepts && this.#isMore(match, { rows, isFound: options.isFound })
      return { ranked: rows.slice(0, MAX_RANKED), pages, isMore }
    }
    const rare = words.filter((variants) => !this.#isCommon(variants))
    const isPart = rare.length > 0 && rare.length < words.length
    const matching = isPart ? new Set(rows) : undefined
    const ranked = matching
      ? this.#words.rank(matchExpression(rare, combineWith), (section) => matching.has(section))
      : this.#words.rank(match, acceptsRow)
    return { ranked: this.#nearFirst(words, ranked), pages, isMore: false }
  }

  /** Whether pages after the last read row match that are not found by name. */
  #isMore(match: string, { rows, isFound }: { rows: number[]; isFound: PageFilter }): boolean {
    const next = pageNumberOf(rows.at(-1) ?? 0) + 1
    for (const section of this.#words.later(match, next << SECTION_BITS)) {
      if (!isFound(pageNumberOf(section))) return true
    }
    return false
  }

  /** Whether a word is common: ranking by it is slow and hardly distinguishes sections. */
  #isCommon(variants: TermVariant[]): boolean {
    return variants.some(
      ({ tokens: [word = ''], tokens: { length } }) => length === 1 && this.common.has(word)
    )
  }

  /** Sorts sections: first those with the words as a phrase, then those with the words near each other. */
  #nearFirst(words: TermVariant[][], ranked: number[]): number[] {
    if (words.length === 1 && words[0]?.length === 1) return ranked
    const phrases = sequences(words)
    const adjacent = new Set(this.#words.find(phrases.map(phraseOf).join(' OR ')).rows)
    if (ranked.every((id) => adjacent.has(id))) return ranked
    const near = new Set(this.#words.find(phrases.map(nearnessOf).join(' OR ')).rows)
    const place = (id: number) => (adjacent.has(id) ? 0 : near.has(id) ? 1 : 2)
    return ranked.toSorted((one, other) => place(one) - place(other))
  }

  /** Selects the rarest words for a search of any word; common words hardly distinguish texts. */
  rarest(words: TermVariant[][]): TermVariant[][] {
    let uses = 0
    const rarest = words
      .filter((variants) => !this.#isCommon(variants))
      .map((variants) => ({ variants, uses: this.#usesOf(variants) }))
      .filter((each) => each.uses > 0)
      .toSorted((one, other) => one.uses - other.uses)
      .filter((each, index) => (uses += each.uses) < MAX_SECTIONS || index < MIN_WORDS)
      .map(({ variants }) => variants)
    return rarest.length > 0 ? rarest : words
  }

  #usesOf(variants: TermVariant[]): number {
    const uses = variants.map(({ tokens }) =>
      Math.min(...tokens.map((token) => this.#words.uses(token)))
    )
    return uses.reduce((sum, each) => sum + each, 0)
  }

  /** Whether a token occurs in any text, or in one of an accepted page. */
  has(token: string, accepts?: PageFilter): boolean {
    if (!accepts) return this.#words.has(token)
    const acceptsRow = (section: number) => accepts(pageNumberOf(section))
    return this.#words.find(phrase([token]), acceptsRow).rows.length > 0
  }
}

/** Returns sequences of variants, one variant per word; the first is the words as typed. */
function sequences(words: TermVariant[][]): TermVariant[][] {
  let all: TermVariant[][] = [[]]
  for (const variants of words) {
    const longer = variants.flatMap((next) => all.map((before) => [...before, next]))
    all = longer.slice(0, MAX_SEQUENCES)
  }
  return all
}

function phraseOf(sequence: TermVariant[]): string {
  const star = sequence.at(-1)?.isPrefix ? ' *' : ''
  return `${phrase(sequence.flatMap(({ tokens }) => tokens))}${star}`
}

function nearnessOf(sequence: TermVariant[]): string {
  const words = sequence.map((each) => phraseOf([each]))
  return `NEAR(${words.join(' ')}, ${MAX_DISTANCE})`
}
