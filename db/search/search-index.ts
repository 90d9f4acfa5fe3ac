import { squash } from '../../site/search/fold.ts'
import { isJoined } from '../../site/search/tokens.ts'
import { type ParsedQuery } from '../../site/search/parse-query.ts'
import { Vocabulary } from '../../site/search/vocabulary.ts'
import type { Mirror } from '../open-mirror.ts'
import { type Alternative, alternativesOf, neighboursOf } from './alternatives.ts'
import type { Combination } from './full-text.ts'
import { readNameWords, readTextWords } from './indexed-words.ts'
import { KnownWords } from './known-words.ts'
import { NameText } from './name-text.ts'
import { namesWithin } from './names-within.ts'
import { type PageGroups, readPageGroups } from './page-groups.ts'
import { publishedIndex } from './published-index.ts'
import { type RankedPage, rankPages } from './rank-pages.ts'
import { type PageFilter, SectionText } from './section-text.ts'

/** With fewer pages than this, misspelt words are looked for as well. */
const FEW = 3
/** Pairs of letters from which on a run may be of several words. */
const MIN_PAIRS = 4

export interface Found {
  /** The best first. */
  pages: RankedPage[]
  /** Whether more pages answer than these: of very common words not all are looked at. */
  isMore: boolean
  /** What was probably meant, when words of the query are unknown. */
  didYouMean: string | undefined
  /** Words that were looked for, folded: those asked for and, where they count, words near to them. */
  words: string[]
}

interface Asked {
  units: ParsedQuery['units']
  /** Pages that are called as was asked, and what that is worth. */
  called: ReadonlyMap<number, number>
  accepts: PageFilter | undefined
}

/** The search of one mirror: its full-text indexes, and in memory the words they have. */
export class SearchIndex {
  readonly #mirror: Mirror
  readonly #names: NameText
  readonly #texts: SectionText
  #known = new KnownWords(new Vocabulary(), new Vocabulary())
  #groups: PageGroups = new Map()
  #generation = 0

  constructor(mirror: Mirror) {
    this.#mirror = mirror
    this.#names = new NameText(mirror)
    this.#texts = new SectionText(mirror)
  }

  /** The publication whose words are known; 0 while there is none. */
  get generation(): number {
    return this.#generation
  }

  /** The collection and the tags of each page. */
  get groups(): PageGroups {
    return this.#groups
  }

  /**
   * Takes over the words of names and the groups of pages. Returns false when the mirror has no index
   * that this fansite can ask: the next sync writes one.
   */
  async update(): Promise<boolean> {
    const generation = publishedIndex(this.#mirror)
    if (generation === undefined) return false
    const { vocabulary: names } = await readNameWords(this.#mirror)
    this.#groups = await readPageGroups(this.#mirror)
    this.#known = new KnownWords(names, this.#known.texts)
    this.#generation = generation
    return true
  }

  /** Takes over the words of texts, for misspellings of them; what is asked meanwhile is looked for without. */
  async learnWords(): Promise<void> {
    const { names } = this.#known
    const { vocabulary, common } = await readTextWords(this.#mirror, names)
    this.#known = new KnownWords(names, vocabulary)
    this.#texts.common = common
  }

  /**
   * Pages that answer a query: those that are called so, and those with all of its words, also completed
   * ones; where these are few, and none is called so, words near to misspelt ones count; where there is
   * none, pages with any of the words.
   */
  find({ units }: ParsedQuery, accepts?: PageFilter): Found {
    const words = units.map(({ text }) => text)
    if (units.length === 0) return { pages: [], isMore: false, didYouMean: undefined, words }
    const asked: Asked = { units, called: this.#names.called(squash(words.join(''))), accepts }
    const strict = units.map((unit) => alternativesOf(unit, this.#known, []))
    const unknown = units.map((unit) => !this.#isKnown(unit))
    // No page has a word that nothing has, unless it is only the beginning of one.
    const isSomewhere = units.every(({ isLast }, index) => isLast || !unknown[index])
    const exact = this.#rank(asked, isSomewhere ? strict : [])
    if (exact.pages.length >= FEW || exact.pages[0]?.isNamed)
      return { ...exact, didYouMean: undefined, words }
    const near = this.#findNear(asked, unknown, 1)
    if (exact.pages.length > 0) {
      // What was typed stands somewhere: that comes first, and nothing else was meant.
      return { ...near, pages: behind(exact.pages, near.pages), didYouMean: undefined }
    }
    if (near.pages.length > 0) return near
    const farther = this.#findNear(asked, unknown, 2)
    if (farther.pages.length > 0) return farther
    const pieces = this.#texts.rarest(farther.alternatives.flatMap(inPieces))
    const called = this.#names.calledOneOf(namesWithin(units))
    return { ...farther, ...this.#rank({ ...asked, called }, pieces, 'OR') }
  }

  /** Pages with words that have so many other letters than those asked for. */
  #findNear(
    asked: Asked,
    unknown: boolean[],
    wrong: 1 | 2
  ): Found & { alternatives: Alternative[][] } {
    const { units } = asked
    const isAnyUnknown = unknown.includes(true)
    // Where words are unknown, the others are taken to be right.
    const neighbours = units.map((unit, index) =>
      isAnyUnknown && !unknown[index] ? [] : neighboursOf(unit, this.#known, wrong)
    )
    const alternatives = units.map((unit, index) =>
      alternativesOf(unit, this.#known, neighbours[index] ?? [])
    )
    // Without them nothing is found that was not found before.
    const isAnyNear = neighbours.some(({ length }) => length > 0)
    const ranked = isAnyNear ? this.#rank(asked, alternatives) : { pages: [], isMore: false }
    const others = alternatives.flat().filter(({ tokens }) => tokens.length === 1)
    const words = [...units.map(({ text }) => text), ...others.flatMap(({ tokens }) => tokens)]
    const meant = units.map(({ text }, at) => (unknown[at] && neighbours[at]?.[0]?.text) || text)
    const isAsked = meant.every((word, at) => word === units[at]?.text)
    const didYouMean = isAsked ? undefined : meant.join(' ')
    return { ...ranked, didYouMean, words: [...new Set(words)], alternatives }
  }

  #rank(
    { called, accepts }: Asked,
    words: Alternative[][],
    combineWith: Combination = 'AND'
  ): Pick<Found, 'pages' | 'isMore'> {
    const named = this.#names.find(words, combineWith)
    const isFound = (page: number) => called.has(page) || named.includes(page)
    const found = this.#texts.find(words, { combineWith, accepts, isFound })
    return { pages: rankPages({ named, called, found }), isMore: found.isMore }
  }

  /** Whether a word is written so somewhere; of a name each of its words. */
  #isKnown({ isRun, tokens }: ParsedQuery['units'][number]): boolean {
    return isRun || tokens.every((word) => this.#known.has(word) || this.#texts.has(word))
  }
}

/** A long run of a script without spaces, a question maybe, as its pairs of letters: pages may have some of them. */
function inPieces(alternatives: Alternative[]): Alternative[][] {
  const [run] = alternatives
  if (!run || run.tokens.length < MIN_PAIRS || !isJoined(run.tokens[0] ?? '')) return [alternatives]
  return run.tokens.map((token) => [{ ...run, tokens: [token] }])
}

/** Pages behind others, none twice, and none with a better score. */
function behind(first: RankedPage[], others: RankedPage[]): RankedPage[] {
  const numbers = new Set(first.map(({ number }) => number))
  const least = first.at(-1)?.score ?? 0
  const rest = others.filter(({ number }) => !numbers.has(number))
  return [...first, ...rest.map((page) => ({ ...page, score: Math.min(page.score, least) / 2 }))]
}
