import MiniSearch, { type AsPlainObject, type Options, type Query } from 'minisearch'

import { squash } from '../../site/search/fold.ts'
import { termCode } from '../../site/search/term-code.ts'
import { indexTokens, isJoined } from '../../site/search/tokens.ts'
import { Vocabulary } from '../../site/search/vocabulary.ts'
import { type Alternative, withoutBegun } from './alternatives.ts'

/** What a page is named by: fields of the index, and how much a word in them counts. */
const boosts = { title: 6, alias: 4, heading: 2, tag: 1.5 }
type Field = keyof typeof boosts

/** What the small index knows of a page. */
export interface NamedPage {
  /** Of the page in the search tables. */
  number: number
  id: string
  title: string
  /** Other names: by property, of former times, its slug, and how its kana are spelt in Latin letters. */
  aliases: string[]
  headings: string[]
  /** Options of its select and multi-select properties, and its status. */
  tags: string[]
  collectionId: string | null
}

/** What stays in memory of a page beside the index. */
export interface NamedEntry {
  id: string
  /** Letters and digits of the title, folded; see `squash`. */
  title: string
  /** The same of its other names. */
  aliases: string[]
  tags: string[]
  collectionId: string | null
  /** Words of its names in scripts with spaces, each once. */
  words: string[]
}

/** The index as plain data. */
export interface SavedTitles {
  index: AsPlainObject
  /** By the numbers of pages. */
  entries: [number, NamedEntry][]
}

interface NameTokens {
  /** As the index has them. */
  terms: string[]
  /** Words of scripts with spaces. */
  words: string[]
}

/** Names whose tokens are kept. */
const MAX_TOKENS = 1000

/** The index over titles, aliases, headings and tags of all pages, in memory. */
export class TitleIndex {
  readonly vocabulary = new Vocabulary()
  readonly #entries = new Map<number, NamedEntry>()
  readonly #options: Options<NamedPage> = {
    idField: 'number',
    fields: Object.keys(boosts),
    extractField: (page, field) =>
      field === 'number' ? page.number : namesOf(page, field as Field),
    stringifyField: (value) => (Array.isArray(value) ? value.join('\n') : String(value)),
    tokenize: (text) => text.split('\n').flatMap((name) => this.#tokensOf(name).terms),
    processTerm: (term) => term
  }
  #index = new MiniSearch<NamedPage>(this.#options)

  /** Tokens of names that were met lately: pages have many headings in common. */
  readonly #tokens = new Map<string, NameTokens>()

  /** The index as plain data, for `load`. */
  save(): SavedTitles {
    return { index: this.#index.toJSON(), entries: [...this.#entries] }
  }

  /** Takes over what was saved, in place of nothing; others get their turn meanwhile. */
  async load({ index, entries }: SavedTitles): Promise<void> {
    this.#index = await MiniSearch.loadJSAsync(index, this.#options)
    for (const [number, entry] of entries) this.#keep(number, entry)
  }

  /** Adds a page, or puts it in the place of what was known of it. */
  put(page: NamedPage): void {
    this.remove(page.number)
    this.#index.add(page)
    const { id, title, aliases, headings, tags, collectionId } = page
    const names = [title, ...aliases, ...headings, ...tags]
    const words = new Set(
      names.flatMap((name) => name.split('\n')).flatMap((name) => this.#tokensOf(name).words)
    )
    const entry = {
      id,
      title: squash(title),
      aliases: aliases.map(squash),
      tags,
      collectionId,
      words: [...words]
    }
    this.#keep(page.number, entry)
  }

  #keep(number: number, entry: NamedEntry): void {
    const words = entry.words.map((word) => this.vocabulary.add(word))
    this.#entries.set(number, { ...entry, words })
  }

  #tokensOf(name: string): NameTokens {
    const held = this.#tokens.get(name)
    if (held) return held
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.clear()
    const tokens = tokensOf(name)
    this.#tokens.set(name, tokens)
    return tokens
  }

  remove(number: number): void {
    const entry = this.#entries.get(number)
    if (!entry) return
    this.#entries.delete(number)
    this.#index.discard(number)
    for (const word of entry.words) this.vocabulary.remove(word)
  }

  numbers(): IterableIterator<number> {
    return this.#entries.keys()
  }

  entry(number: number): NamedEntry | undefined {
    return this.#entries.get(number)
  }

  /** Scores of pages whose names have these words, each as one of its alternatives. */
  find(words: Alternative[][], combineWith: 'AND' | 'OR'): Map<number, number> {
    if (words.length === 0) return new Map()
    const queries = words.map(withoutBegun).map((alternatives): Query => ({
      combineWith: 'OR',
      queries: [...alternatives.filter(isSeveral).map(asQuery), wordsQuery(alternatives)]
    }))
    const found = this.#index.search(
      { combineWith, queries },
      { tokenize: (text) => [text], boost: boosts }
    )
    return new Map(found.map(({ id, score }) => [Number(id), score]))
  }
}

/** Whether an alternative is more than a single whole word. */
function isSeveral({ tokens, isBeginning }: Alternative): boolean {
  return tokens.length > 1 || isBeginning
}

/** All that are one word, at once: completions and misspellings are many. */
function wordsQuery(alternatives: Alternative[]): Query {
  const single = alternatives.filter((each) => !isSeveral(each))
  const weights = new Map(single.map(({ tokens: [word = ''], weight }) => [termCode(word), weight]))
  return {
    combineWith: 'OR',
    queries: [...weights.keys()],
    boostTerm: (term) => weights.get(term) ?? 1
  }
}

function asQuery({ tokens, weight, isBeginning }: Alternative): Query {
  const terms = tokens.map(termCode)
  const last: Query = { combineWith: 'AND', prefix: isBeginning, queries: terms.slice(-1) }
  return { combineWith: 'AND', queries: [...terms.slice(0, -1), last], boostTerm: () => weight }
}

function namesOf(page: NamedPage, field: Field): string[] {
  if (field === 'title') return [page.title]
  return field === 'alias' ? page.aliases : field === 'heading' ? page.headings : page.tags
}

function tokensOf(name: string): NameTokens {
  const { words, wholes } = indexTokens(name)
  return {
    terms: [...words, ...wholes].map(termCode),
    // Names of several words may be written in one.
    words: [...words, ...wholes].filter((word) => !isJoined(word) && !word.includes('·'))
  }
}
