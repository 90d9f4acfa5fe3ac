import { squash } from '../../site/search/fold.ts'
import type { SearchTerm } from '../../site/search/snippet.ts'
import type { ParsedQuery, QueryUnit } from '../../site/search/parse-query.ts'
import { Vocabulary } from '../../site/search/vocabulary.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import {
  type Alternative,
  type NearName,
  alternativesOf,
  neighboursOf
} from './match/spelling-variants.ts'
import type { Combination } from './match/full-text.ts'
import { readNameWords, readTextWords } from './match/indexed-words.ts'
import { KnownWords } from './match/known-words.ts'
import { NameText } from './match/name-text.ts'
import { inPieces, isQuestion, namesWithin } from './match/questions.ts'
import { type PageGroups, readPageGroups } from './page-groups.ts'
import { publishedIndex } from './published-index.ts'
import { type RankedPage, behind, rankPages, withNames } from './rank-pages.ts'
import { type PageFilter, SectionText } from './match/section-text.ts'

/** Pages of the file that are kept: the full-text indexes of 10,000 pages are in there as a whole. */
const CACHE_KB = 64_000
/** With fewer pages than this, misspelt words are looked for as well. */
const FEW = 3
/** Letters from which on words count that go on behind a word. */
const MIN_GOING_ON = 4

export interface Found {
  /** The best first. */
  pages: RankedPage[]
  /** Whether more pages answer than these: of very common words not all are looked at. */
  isMore: boolean
  /** What was probably meant, when words of the query are unknown. */
  didYouMean: string | undefined
  /** Words that were looked for: those asked for and, where they count, words near to them. */
  words: SearchTerm[]
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
    mirror.$client.pragma(`cache_size = -${CACHE_KB}`)
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
   * Takes over the words and the groups of pages, a few at a time. Returns false when the mirror has no
   * index that this fansite can ask: the next sync writes one.
   */
  async update(): Promise<boolean> {
    const generation = publishedIndex(this.#mirror)
    if (generation === undefined) {
      this.#generation = 0
      return false
    }
    const groups = await readPageGroups(this.#mirror)
    const names = await readNameWords(this.#mirror)
    const { vocabulary: texts, common } = await readTextWords(this.#mirror, names)
    this.#groups = groups
    this.#known = new KnownWords(names, texts)
    this.#texts.common = common
    this.#generation = generation
    return true
  }

  /**
   * Pages that answer a query: those that are called so, and those with all of its words, also completed
   * ones; where these are few, and none is called so, words near to misspelt ones count; where there is
   * none, pages with any of the words. Of a question those count too whose name stands in it.
   */
  find({ units }: ParsedQuery, accepts?: PageFilter): Found {
    if (units.length === 0) return { pages: [], isMore: false, didYouMean: undefined, words: [] }
    const called = this.#names.called(squash(units.map(({ text }) => text).join('')))
    const found = this.#findWords({ units, called, accepts })
    if (found.pages[0]?.isNamed || !isQuestion(units)) return found
    const within = this.#names.calledOneOf(namesWithin(units))
    return { ...found, pages: withNames(found.pages, accepted(within, accepts)) }
  }

  #findWords(asked: Asked): Found {
    const { units } = asked
    const strict = units.map((unit) => alternativesOf(unit, this.#known, []))
    const unknown = units.map((unit) => !this.#isKnown(unit))
    // No page has a word that nothing has, unless it is only the beginning of one.
    const isSomewhere = units.every(({ isLast }, index) => isLast || !unknown[index])
    const exact = this.#rank(asked, isSomewhere ? strict : [])
    if (exact.pages.length >= FEW || exact.pages[0]?.isNamed)
      return { ...exact, didYouMean: undefined, words: units.map(soughtUnit) }
    const near = this.#findNear(asked, unknown, 1)
    if (exact.pages.length > 0) {
      // What was typed stands somewhere: that comes first, and nothing else was meant.
      return { ...near, pages: behind(exact.pages, near.pages), didYouMean: undefined }
    }
    if (near.pages.length > 0) return near
    const farther = this.#findNear(asked, unknown, 2)
    if (farther.pages.length > 0) return farther
    const pieces = this.#texts.rarest(farther.alternatives.flatMap(inPieces))
    return { ...farther, ...this.#rank(asked, pieces, 'OR') }
  }

  /** Pages with words that have so many other letters than those asked for. */
  #findNear(
    asked: Asked,
    unknown: boolean[],
    wrong: 1 | 2
  ): Found & { alternatives: Alternative[][] } {
    const { units, accepts } = asked
    const isAnyUnknown = unknown.includes(true)
    // Where words are unknown, the others are taken to be right.
    const neighbours = units.map((unit, index) =>
      isAnyUnknown && !unknown[index] ? [] : this.#neighboursOf(unit, { wrong, accepts })
    )
    const alternatives = units.map((unit, index) =>
      alternativesOf(unit, this.#known, neighbours[index] ?? [])
    )
    const others = alternatives.flatMap(([, ...rest]) => rest)
    const nearWords = others
      .filter(({ tokens }) => tokens.length === 1)
      .map(({ tokens: [word = ''], isBeginning }) => ({ word, isPrefix: isBeginning }))
    // Without them nothing is found that was not found before.
    const isAnyNear = neighbours.some(({ length }) => length > 0)
    const ranked = isAnyNear ? this.#rank(asked, alternatives) : { pages: [], isMore: false }
    const options = neighbours.map((near, at) => (unknown[at] ? near : []))
    const didYouMean = this.#meant(units, options, ranked.pages[0])
    const called = didYouMean ? this.#names.calledOneOf([squash(didYouMean)]) : []
    return {
      ...ranked,
      pages: withNames(ranked.pages, accepted(called, accepts)),
      didYouMean,
      words: [...units.map(soughtUnit), ...nearWords],
      alternatives
    }
  }

  /** The query with the words that were probably meant: of several those that the best page is called by. */
  #meant(
    units: QueryUnit[],
    options: NearName[][],
    best: RankedPage | undefined
  ): string | undefined {
    if (options.every(({ length }) => length === 0)) return undefined
    const names = best && this.#names.wordsOf(best.number)
    const meant = units.map(({ text }, at) => {
      const near = options[at] ?? []
      const likely = near.find(({ tokens }) => tokens.every((token) => names?.has(token)))
      return (likely ?? near[0])?.text ?? text
    })
    return meant.join(' ')
  }

  /** Words near to one; of a search that is kept to some pages, those that are written there. */
  #neighboursOf(
    unit: QueryUnit,
    { wrong, accepts }: { wrong: 1 | 2; accepts: PageFilter | undefined }
  ): NearName[] {
    const near = neighboursOf(unit, this.#known, wrong)
    if (!accepts) return near
    return near.filter(({ tokens }) => tokens.every((token) => this.#texts.has(token, accepts)))
  }

  #rank(
    { called, accepts }: Asked,
    words: Alternative[][],
    combineWith: Combination = 'AND'
  ): Pick<Found, 'pages' | 'isMore'> {
    const named = this.#names.find(words, { combineWith, accepts })
    const isFound = (page: number) => called.has(page) || named.includes(page)
    const found = this.#texts.find(words, { combineWith, accepts, isFound })
    const pages = rankPages({ named, called, found })
    return {
      pages: accepts ? pages.filter(({ number }) => accepts(number)) : pages,
      isMore: found.isMore
    }
  }

  /** Whether a word is written so somewhere; of a name each of its words. */
  #isKnown({ isRun, tokens }: ParsedQuery['units'][number]): boolean {
    return isRun || tokens.every((word) => this.#known.has(word) || this.#texts.has(word))
  }
}

/** A word as it is marked in what was found: short ones as a whole, unless they are still typed. */
function soughtUnit({ text, isLast }: QueryUnit): SearchTerm {
  return { word: text, isPrefix: isLast || text.length >= MIN_GOING_ON }
}

function accepted(
  called: Iterable<[page: number, worth: number]>,
  accepts: PageFilter | undefined
): [page: number, worth: number][] {
  return [...called].filter(([page]) => !accepts || accepts(page))
}
