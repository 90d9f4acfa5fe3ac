import { setImmediate } from 'node:timers/promises'

import { isJoined, TOKENIZER_VERSION } from '../../site/search/tokens.ts'
import { type ParsedQuery } from '../../site/search/parse-query.ts'
import { Vocabulary } from '../../site/search/vocabulary.ts'
import type { Mirror } from '../open-mirror.ts'
import { type Alternative, alternativesOf, neighboursOf } from './alternatives.ts'
import { type RankedPage, rankPages } from './rank-pages.ts'
import { KnownWords } from './known-words.ts'
import type { SavedNames } from './saved-names.ts'
import { type PageFilter, SectionText } from './section-text.ts'
import { readTextWords } from './text-words.ts'
import { type NamedPage, TitleIndex } from './title-index.ts'

/** Pages that are put into the index before others get their turn. */
const AT_ONCE = 250
/** With fewer pages than this, misspelt words are looked for as well. */
const FEW = 3
/** Pairs of letters from which on a run may be of several words. */
const MIN_PAIRS = 4

interface PublishedIndex {
  tokenizer: number
  /** Of the publication. */
  digest: string
  generation: number
}

interface StoredPage {
  number: number
  page_id: string
  title: string
  aliases: string
  headings: string
  tags: string
  collection_id: string | null
}

export interface Found {
  /** The best first. */
  pages: RankedPage[]
  /** What was probably meant, when words of the query are unknown. */
  didYouMean: string | undefined
  /** Words that were looked for, folded: those asked for and, where they count, words near to them. */
  words: string[]
}

/** The index over one mirror: names in memory, texts in SQLite. */
export class SearchIndex {
  #titles = new TitleIndex()
  readonly #mirror: Mirror
  readonly #texts: SectionText
  #known: KnownWords
  #generation = 0
  /** The publication of which the index was saved. */
  #savedOf = 0

  constructor(mirror: Mirror) {
    this.#mirror = mirror
    this.#texts = new SectionText(mirror)
    this.#known = new KnownWords(this.#titles.vocabulary, new Vocabulary())
  }

  /** The index of names. */
  get titles(): TitleIndex {
    return this.#titles
  }

  /** The publication that the index is of; 0 while there is none. */
  get generation(): number {
    return this.#generation
  }

  /** Takes over an index that was saved of this very publication; any other is left aside. */
  async load(saved: SavedNames): Promise<void> {
    const published = readPublished(this.#mirror)
    const isOfIt = saved.digest === published?.digest && saved.generation === published.generation
    if (!isOfIt || saved.tokenizer !== TOKENIZER_VERSION) return
    const titles = new TitleIndex()
    await titles.load(saved.titles)
    this.#titles = titles
    this.#known = new KnownWords(titles.vocabulary, new Vocabulary())
    this.#generation = this.#savedOf = saved.generation
  }

  /** The index of names for the next server; undefined when it is of a publication before, or was saved. */
  save(): SavedNames | undefined {
    const published = readPublished(this.#mirror)
    const isOfIt = published?.generation === this.#generation
    if (!isOfIt || this.#savedOf === this.#generation) return undefined
    return { ...published, tokenizer: TOKENIZER_VERSION, titles: this.#titles.save() }
  }

  /**
   * Takes over what has changed since the last time, a few pages at a time. Returns false when the
   * mirror has no index that this fansite can ask: the next sync writes one.
   */
  async update(): Promise<boolean> {
    const published = readPublished(this.#mirror)
    if (published?.tokenizer !== TOKENIZER_VERSION) return false
    const { $client } = this.#mirror
    const held = $client.prepare<[], number>('select number from search_page').pluck().all()
    const numbers = new Set(held)
    for (const number of this.#titles.numbers())
      if (!numbers.has(number)) this.#titles.remove(number)
    await this.#takeChanged()
    this.#generation = published.generation
    return true
  }

  /** Takes over the words of texts, for misspellings of them; what is asked meanwhile is looked for without. */
  async learnWords(): Promise<void> {
    const { vocabulary } = this.#titles
    this.#known = new KnownWords(vocabulary, await readTextWords(this.#mirror, vocabulary))
  }

  /** Batch by batch: what a publication changes meanwhile has a higher generation, and is taken the next time. */
  async #takeChanged(): Promise<void> {
    const changed = this.#mirror.$client.prepare<[number, number, number], StoredPage>(
      `select search_page.*, page.collection_id from search_page join page on page.id = page_id
        where changed_in > ? and number > ? order by number limit ?`
    )
    for (let last = 0; ; await setImmediate()) {
      const batch = changed.all(this.#generation, last, AT_ONCE)
      for (const page of batch) this.#titles.put(namedPage(page))
      if (batch.length < AT_ONCE) return
      last = batch.at(-1)?.number ?? last
    }
  }

  /**
   * Pages that answer a query: those with all of its words, also completed ones; where these are
   * few, and none is called so, words near to misspelt ones count; where there is none, pages with any of the words.
   */
  find({ units }: ParsedQuery, accepts?: PageFilter): Found {
    const words = units.map(({ text }) => text)
    if (units.length === 0) return { pages: [], didYouMean: undefined, words }
    const strict = units.map((unit) => alternativesOf(unit, this.#known, []))
    const unknown = units.map((unit) => !this.#isKnown(unit))
    // No page has a word that nothing has, unless it is only the beginning of one.
    const isSomewhere = units.every(({ isLast }, index) => isLast || !unknown[index])
    const exact = isSomewhere ? this.#rank({ units, words: strict, accepts }) : []
    if (exact.length >= FEW || exact[0]?.isNamed)
      return { pages: exact, didYouMean: undefined, words }
    const near = this.#findNear(units, { unknown, accepts, isAnyAsked: exact.length === 0 })
    if (exact.length === 0) return near
    // What was typed stands somewhere: that comes first, and nothing else was meant.
    return { ...near, pages: behind(exact, near.pages), didYouMean: undefined }
  }

  #findNear(
    units: ParsedQuery['units'],
    options: { unknown: boolean[]; accepts: PageFilter | undefined; isAnyAsked: boolean }
  ): Found {
    const { unknown, accepts, isAnyAsked } = options
    const isAnyUnknown = unknown.includes(true)
    // Where words are unknown, the others are taken to be right.
    const neighbours = units.map((unit, index) =>
      isAnyUnknown && !unknown[index] ? [] : neighboursOf(unit, this.#known)
    )
    const near = units.map((unit, index) =>
      alternativesOf(unit, this.#known, neighbours[index] ?? [])
    )
    const misspelt = this.#rank({ units, words: near, accepts })
    const pages =
      misspelt.length > 0 || !isAnyAsked
        ? misspelt
        : this.#rank({ units, words: near.flatMap(inPieces), accepts, isAny: true })
    const others = near.flat().filter(({ tokens }) => tokens.length === 1)
    const words = [...units.map(({ text }) => text), ...others.flatMap(({ tokens }) => tokens)]
    const meant = units.map(({ text }, at) => (unknown[at] && neighbours[at]?.[0]?.text) || text)
    const isAsked = meant.every((word, at) => word === units[at]?.text)
    const didYouMean = isAsked ? undefined : meant.join(' ')
    return { pages, didYouMean, words: [...new Set(words)] }
  }

  #rank(asked: {
    units: ParsedQuery['units']
    words: Alternative[][]
    accepts: PageFilter | undefined
    /** Whether pages count that have only some of the words. */
    isAny?: boolean
  }): RankedPage[] {
    const { units, words, accepts, isAny = false } = asked
    const combineWith = isAny ? 'OR' : 'AND'
    const named = this.#titles.find(words, combineWith)
    const found = this.#texts.find(words, { combineWith, accepts })
    return rankPages({ units, named, found, titles: this.#titles })
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

function readPublished({ $client }: Mirror): PublishedIndex | undefined {
  return $client
    .prepare<[], PublishedIndex>(
      `select tokenizer, digest, search_index.generation from search_index
         join mirror on mirror.generation = search_index.generation`
    )
    .get()
}

function namedPage({ page_id, collection_id, ...page }: StoredPage): NamedPage {
  return {
    number: page.number,
    id: page_id,
    title: page.title,
    aliases: asList(page.aliases),
    headings: asList(page.headings),
    tags: asList(page.tags),
    collectionId: collection_id
  }
}

function asList(json: string): string[] {
  return JSON.parse(json) as string[]
}
