import type { Mirror } from '../../mirror/open-mirror.ts'
import type { Alternative } from './spelling-variants.ts'
import { type Combination, FullText, RANKED, matchOf, quoted } from './full-text.ts'

/** Words that may stand between those that were asked for. */
const NEAR = 8

/** Ways to read a query that are looked for in one piece. */
const MAX_SEQUENCES = 8
/** Where any of the words will do: how many are looked for however common, and sections that more of them may have. */
const FEWEST = 3
const MANY = 500

/** Sections of a page have consecutive numbers behind that of their page. */
export const SECTION_BITS = 10

/** Whether a page counts, by its number. */
export type PageFilter = (page: number) => boolean

interface SectionOptions {
  combineWith: Combination
  /** Of a search that is kept to some pages. */
  accepts: PageFilter | undefined
  /** Whether a page answers for another reason. */
  isFound: PageFilter
}

export interface FoundSections {
  /** Numbers of sections, the best first. */
  ranked: number[]
  /** Numbers of all pages with these words; at most of the first 4,000 sections. */
  pages: Set<number>
  /** Whether pages answer that are neither among these nor found for another reason. */
  isMore: boolean
}

/** The texts of all sections in SQLite's full-text index. */
export class SectionText {
  readonly #words
  /** Words that 4,000 sections and more have, as far as they are known. */
  common: ReadonlySet<string> = new Set()

  constructor(mirror: Mirror) {
    this.#words = new FullText(mirror, 'search_text')
  }

  /** Sections that have these words, each as one of its alternatives. */
  find(words: Alternative[][], options: SectionOptions): FoundSections {
    const { combineWith, accepts } = options
    if (words.length === 0) return { ranked: [], pages: new Set(), isMore: false }
    const match = matchOf(words, combineWith)
    const counts = accepts && ((section: number) => accepts(pageNumberOf(section)))
    const { rows, isMany } = this.#words.find(match, counts)
    const pages = new Set(rows.map(pageNumberOf))
    // Of very many pages are known by their names, and stand in their own order.
    if (rows.length < 2 || isMany) {
      const isMore = isMany && !accepts && this.#isMore(match, { rows, isFound: options.isFound })
      return { ranked: rows.slice(0, RANKED), pages, isMore }
    }
    const telling = words.filter((alternatives) => !this.#isCommon(alternatives))
    const isPart = telling.length > 0 && telling.length < words.length
    const answers = isPart ? new Set(rows) : undefined
    const ranked = answers
      ? this.#words.rank(matchOf(telling, combineWith), (section) => answers.has(section))
      : this.#words.rank(match, counts)
    return { ranked: this.#nearFirst(words, ranked), pages, isMore: false }
  }

  /** Whether sections of further pages match, where not all were looked at. */
  #isMore(match: string, { rows, isFound }: { rows: number[]; isFound: PageFilter }): boolean {
    const next = pageNumberOf(rows.at(-1) ?? 0) + 1
    for (const section of this.#words.later(match, next << SECTION_BITS)) {
      if (!isFound(pageNumberOf(section))) return true
    }
    return false
  }

  /** A word that very many sections have takes long to rank by, and says little. */
  #isCommon(alternatives: Alternative[]): boolean {
    return alternatives.some(
      ({ tokens: [word = ''], tokens: { length } }) => length === 1 && this.common.has(word)
    )
  }

  /** Sections where the words stand side by side as they were asked first, then those where they stand near. */
  #nearFirst(words: Alternative[][], ranked: number[]): number[] {
    if (words.length === 1 && words[0]?.length === 1) return ranked
    const phrases = sequences(words)
    const together = new Set(this.#words.find(phrases.map(phraseOf).join(' OR ')).rows)
    if (ranked.every((id) => together.has(id))) return ranked
    const near = new Set(this.#words.find(phrases.map(nearnessOf).join(' OR ')).rows)
    const place = (id: number) => (together.has(id) ? 0 : near.has(id) ? 1 : 2)
    return ranked.toSorted((one, other) => place(one) - place(other))
  }

  /** Of words of which any will do, the rarest: what very many texts have tells little. */
  rarest(words: Alternative[][]): Alternative[][] {
    let uses = 0
    const telling = words.filter((alternatives) => !this.#isCommon(alternatives))
    const rarest = telling
      .map((alternatives) => ({ alternatives, uses: this.#usesOf(alternatives) }))
      .filter((each) => each.uses > 0)
      .toSorted((one, other) => one.uses - other.uses)
      .filter((each, index) => (uses += each.uses) < MANY || index < FEWEST)
      .map(({ alternatives }) => alternatives)
    return rarest.length > 0 ? rarest : words
  }

  #usesOf(alternatives: Alternative[]): number {
    const uses = alternatives.map(({ tokens }) =>
      Math.min(...tokens.map((token) => this.#words.uses(token)))
    )
    return uses.reduce((sum, each) => sum + each, 0)
  }

  /** Whether a token stands anywhere, or on a page that counts. */
  has(token: string, accepts?: PageFilter): boolean {
    if (!accepts) return this.#words.has(token)
    const counts = (section: number) => accepts(pageNumberOf(section))
    return this.#words.find(quoted([token]), counts).rows.length > 0
  }
}

/** What the words may stand for, one behind the other: as they were asked, and a few more. */
function sequences(words: Alternative[][]): Alternative[][] {
  let all: Alternative[][] = [[]]
  for (const alternatives of words) {
    const longer = alternatives.flatMap((next) => all.map((before) => [...before, next]))
    all = longer.slice(0, MAX_SEQUENCES)
  }
  return all
}

function phraseOf(sequence: Alternative[]): string {
  const star = sequence.at(-1)?.isBeginning ? ' *' : ''
  return `${quoted(sequence.flatMap(({ tokens }) => tokens))}${star}`
}

function nearnessOf(sequence: Alternative[]): string {
  const words = sequence.map((each) => phraseOf([each]))
  return `NEAR(${words.join(' ')}, ${NEAR})`
}

export function pageNumberOf(section: number): number {
  return section >> SECTION_BITS
}
