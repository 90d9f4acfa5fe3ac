import { squash } from '../../site/search/fold.ts'
import type { SearchTerm } from '../../site/search/snippet.ts'
import { type ParsedQuery, type QueryUnit, searchTermOf } from '../../site/search/parse-query.ts'
import { candidateNames, isQuestion } from '../../site/search/questions.ts'
import { Vocabulary } from '../../site/search/vocabulary.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import {
  type TermVariant,
  type Correction,
  variantsOf,
  correctionsOf
} from './match/term-variants.ts'
import type { Combination } from './match/full-text.ts'
import { readNameWords, readTextWords } from './match/indexed-words.ts'
import { KnownWords } from './match/known-words.ts'
import { NameText } from './match/name-text.ts'
import { splitTerm } from './match/split-term.ts'
import { type PageGroups, readPageGroups } from './page-groups.ts'
import { publishedIndex } from './published-index.ts'
import { type RankedPage, appendPages, rankPages, addNameScores } from './rank-pages.ts'
import { type PageFilter, SectionText } from './match/section-text.ts'

/** SQLite's page cache: large enough for the full-text indexes of 10,000 pages. */
const CACHE_KB = 64_000
/** With fewer results than this, spelling corrections are searched as well. */
const FEW_RESULTS = 3

/** The result of a search, before its pages are read. */
export interface Found {
  /** Best first. */
  pages: RankedPage[]
  /** Whether further pages match: for very common words only the first rows are read. */
  isMore: boolean
  /** The corrected query, when it contains unknown words. */
  didYouMean: string | undefined
  /** The words to highlight: those of the query and the corrections that were searched. */
  words: SearchTerm[]
}

interface IndexQuery {
  units: ParsedQuery['units']
  /** Scores of pages with a whole-name match, by page number. */
  nameScores: ReadonlyMap<number, number>
  accepts: PageFilter | undefined
}

/** The search of one mirror: its full-text indexes, with their vocabulary in memory. */
export class SearchIndex {
  readonly #mirror: Mirror
  readonly #names: NameText
  readonly #texts: SectionText
  #known = new KnownWords(new Vocabulary(), new Vocabulary())
  #groups: PageGroups = new Map()
  #hasCovered = false
  #generation = 0

  constructor(mirror: Mirror) {
    mirror.$client.pragma(`cache_size = -${CACHE_KB}`)
    this.#mirror = mirror
    this.#names = new NameText(mirror)
    this.#texts = new SectionText(mirror)
  }

  /** The generation of the vocabulary; 0 before the first `update`. */
  get generation(): number {
    return this.#generation
  }

  /** The collection and tags of each page. */
  get groups(): PageGroups {
    return this.#groups
  }

  /**
   * Reads the vocabulary and the facets of pages, in batches. Returns false when the mirror has no
   * usable index; see `publishedIndex`.
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
    this.#hasCovered = [...groups.values()].some(({ isCovered }) => isCovered)
    this.#known = new KnownWords(names, texts)
    this.#texts.common = common
    this.#generation = generation
    return true
  }

  /**
   * Finds pages whose name equals or starts with the query, and pages that contain all of its words; the
   * last word may be incomplete. With few results and no name match, spelling corrections are searched;
   * without results, pages with any of the words. A question also finds pages whose name it contains.
   */
  find({ units }: ParsedQuery, accepts?: PageFilter): Found {
    if (units.length === 0) return { pages: [], isMore: false, didYouMean: undefined, words: [] }
    const nameScores = this.#names.scoreName(squash(units.map(({ text }) => text).join('')))
    const found = this.#findWords({ units, nameScores, accepts })
    if (found.pages[0]?.isNameMatch || !isQuestion(units)) return found
    const contained = this.#names.scoreAnyName(candidateNames(units))
    return { ...found, pages: addNameScores(found.pages, acceptedOnly(contained, accepts)) }
  }

  #findWords(query: IndexQuery): Found {
    const { units } = query
    const strict = units.map((unit) => variantsOf(unit, this.#known, []))
    const unknown = units.map((unit) => !this.#isKnown(unit))
    // An unknown word matches no page, unless it is the last one, which may be a prefix.
    const canMatch = units.every(({ isLast }, index) => isLast || !unknown[index])
    const exact = this.#rank(query, canMatch ? strict : [])
    if (exact.pages.length >= FEW_RESULTS || exact.pages[0]?.isNameMatch)
      return { ...exact, didYouMean: undefined, words: units.map(searchTermOf) }
    const corrected = this.#findCorrected(query, unknown, 1)
    if (exact.pages.length > 0) {
      // The query as typed has results: they come first, and no correction is suggested.
      return {
        ...corrected,
        pages: appendPages(exact.pages, corrected.pages),
        didYouMean: undefined
      }
    }
    if (corrected.pages.length > 0) return corrected
    const correctedTwice = this.#findCorrected(query, unknown, 2)
    if (correctedTwice.pages.length > 0) return correctedTwice
    const parts = this.#texts.rarest(correctedTwice.variants.flatMap(splitTerm))
    return { ...correctedTwice, ...this.#rank(query, parts, 'OR') }
  }

  /** Finds pages with words at most `distance` edits away from those of the query. */
  #findCorrected(
    query: IndexQuery,
    unknown: boolean[],
    distance: 1 | 2
  ): Found & { variants: TermVariant[][] } {
    const { units, accepts } = query
    const isAnyUnknown = unknown.includes(true)
    // If some words are unknown, the others are assumed to be correct.
    const corrections = units.map((unit, index) =>
      isAnyUnknown && !unknown[index] ? [] : this.#correctionsOf(unit, { distance, accepts })
    )
    const variants = units.map((unit, index) =>
      variantsOf(unit, this.#known, corrections[index] ?? [])
    )
    const others = variants.flatMap(([, ...rest]) => rest)
    const otherWords = others
      .filter(({ tokens }) => tokens.length === 1)
      .map(({ tokens: [word = ''], isPrefix }) => ({ word, isPrefix }))
    // Without corrections the result would be that of the strict search.
    const hasCorrections = corrections.some(({ length }) => length > 0)
    const ranked = hasCorrections ? this.#rank(query, variants) : { pages: [], isMore: false }
    const suggestions = corrections.map((each, at) =>
      unknown[at] ? each.filter((correction) => this.#isOpen(correction)) : []
    )
    const didYouMean = this.#suggest(units, suggestions, ranked.pages[0])
    const nameScores = didYouMean ? this.#names.scoreAnyName([squash(didYouMean)]) : []
    return {
      ...ranked,
      pages: addNameScores(ranked.pages, acceptedOnly(nameScores, accepts)),
      didYouMean,
      words: [...units.map(searchTermOf), ...otherWords],
      variants
    }
  }

  /** Corrects the query, preferring words in the names of the best page. */
  #suggest(
    units: QueryUnit[],
    corrections: Correction[][],
    best: RankedPage | undefined
  ): string | undefined {
    if (corrections.every(({ length }) => length === 0)) return undefined
    const names = best && this.#names.wordsOf(best.number)
    const suggested = units.map(({ text }, at) => {
      const options = corrections[at] ?? []
      const likely = options.find(({ tokens }) => tokens.every((token) => names?.has(token)))
      return (likely ?? options[0])?.text ?? text
    })
    return suggested.join(' ')
  }

  /** Whether the name or text of a page that is not covered contains each word of a correction. */
  #isOpen({ tokens }: Correction): boolean {
    if (!this.#hasCovered) return true
    const accepts = (page: number) => this.#groups.get(page)?.isCovered !== true
    return tokens.every((token) => {
      const words = [[{ tokens: [token], isPrefix: false }]]
      const named = this.#names.find(words, { combineWith: 'AND', accepts })
      return named.length > 0 || this.#texts.has(token, accepts)
    })
  }

  /** Returns corrections of a word; in a filtered search only those that occur in accepted pages. */
  #correctionsOf(
    unit: QueryUnit,
    { distance, accepts }: { distance: 1 | 2; accepts: PageFilter | undefined }
  ): Correction[] {
    const corrections = correctionsOf(unit, this.#known, distance)
    if (!accepts) return corrections
    return corrections.filter(({ tokens }) =>
      tokens.every((token) => this.#texts.has(token, accepts))
    )
  }

  #rank(
    { nameScores, accepts }: IndexQuery,
    words: TermVariant[][],
    combineWith: Combination = 'AND'
  ): Pick<Found, 'pages' | 'isMore'> {
    const byName = this.#names.find(words, { combineWith, accepts })
    const isFound = (page: number) => nameScores.has(page) || byName.includes(page)
    const byText = this.#texts.find(words, { combineWith, accepts, isFound })
    const pages = rankPages({ byName, nameScores, byText })
    return {
      pages: accepts ? pages.filter(({ number }) => accepts(number)) : pages,
      isMore: byText.isMore
    }
  }

  /**
   * Whether a word occurs in the mirror; for a compound name, whether it or each of its words does. A
   * text with `v1.7` contains the name `1.7`, but not the word `1`.
   */
  #isKnown({ isRun, tokens, wholes }: ParsedQuery['units'][number]): boolean {
    if (isRun || tokens.every((word) => this.#known.has(word) || this.#texts.has(word))) return true
    return wholes.some((name) => this.#texts.has(name))
  }
}

function acceptedOnly(
  nameScores: Iterable<[page: number, score: number]>,
  accepts: PageFilter | undefined
): [page: number, score: number][] {
  return [...nameScores].filter(([page]) => !accepts || accepts(page))
}
