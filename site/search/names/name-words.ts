import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch'

import { type QueryUnit, isOpenRun } from '../parse-query.ts'
import { indexTokens, isJoined } from '../tokens.ts'
import { MIN_MISSPELT } from '../vocabulary.ts'
import type { PageNames } from './name-list.ts'
import { encodeTerm } from './term-code.ts'

/** Letters of a word that may be misspelt if the query has other words too. */
const MIN_BESIDE_OTHERS = 3
/** Letters of a word that is being typed after other words; a shorter one begins too many words. */
const MIN_START = 2

interface Entry {
  id: number
  title: string
  alias: string
  heading: string
}

/** A page that contains the words of a query in its names. */
export interface WordMatch {
  page: number
  /** The words that were found: those of the query, completed or corrected. */
  words: string[]
}

/** A token that is searched as it is; `isPrefix` also finds longer ones. */
interface Term {
  token: string
  isPrefix: boolean
}

/** The words of the names of all pages, in an index of minisearch with the tokens of the site. */
export class NameWords {
  readonly #index = new MiniSearch<Entry>({
    fields: ['title', 'alias', 'heading'],
    tokenize: tokensOf,
    processTerm: (term) => term,
    searchOptions: {
      // Queries are tokenized already.
      tokenize: (token) => [token],
      processTerm: (term) => term,
      boost: { title: 4, alias: 3 }
    }
  })

  add(page: number, { title, aliases, headings }: PageNames): void {
    this.#index.add({
      id: page,
      title,
      alias: aliases.join('\n'),
      heading: headings.map(({ text }) => text).join('\n')
    })
  }

  /**
   * The pages with all words, best first; the last word may be incomplete. Pages with all words in their
   * titles come first; with `limit` of these, no others are searched.
   */
  find(units: QueryUnit[], limit: number): WordMatch[] {
    const query = queryOf(withoutStart(units, MIN_START), Infinity)
    const titled = this.#run(query, { fields: ['title'] })
    if (titled.length >= limit) return titled.map(wordMatch)
    const known = new Set(titled.map(({ id }) => id))
    const others = this.#run(query, {}).filter(({ id }) => !known.has(id))
    return [...titled, ...others].map(wordMatch)
  }

  /**
   * The pages with all words if one letter of each may be wrong, or swapped with the next; in headings
   * only if no title or other name matches. Empty if no word is long enough.
   */
  findMisspelt(units: QueryUnit[]): WordMatch[] {
    const used = withoutStart(units, MIN_BESIDE_OTHERS)
    const minLength = used.length > 1 ? MIN_BESIDE_OTHERS : MIN_MISSPELT
    const tokens = used.flatMap((unit) => unit.tokens)
    if (!tokens.some((token) => isMisspellable(token, minLength))) return []
    const query = queryOf(used, minLength)
    const named = this.#run(query, { fields: ['title', 'alias'] })
    return (named.length > 0 ? named : this.#run(query, {})).map(wordMatch)
  }

  #run(query: Query, options: SearchOptions): SearchResult[] {
    return this.#index.search(query, options)
  }
}

function tokensOf(text: string): string[] {
  const { words, wholes } = indexTokens(text)
  return [...words, ...wholes].map(encodeTerm)
}

function wordMatch({ id, terms }: SearchResult): WordMatch {
  return { page: Number(id), words: terms }
}

/** All words of a query; `fuzzyFrom` is the length of words that may be misspelt. */
function queryOf(units: QueryUnit[], fuzzyFrom: number): Query {
  return { combineWith: 'AND', queries: units.map((unit) => unitQuery(unit, fuzzyFrom)) }
}

/** All tokens of a word, or the whole of a compound name. */
function unitQuery(unit: QueryUnit, fuzzyFrom: number): Query {
  const { tokens, wholes, isLast } = unit
  const isPrefix = unit.isRun ? isOpenRun(unit) : isLast
  const parts = tokens.map((token, index) =>
    termQuery({ token, isPrefix: isPrefix && index === tokens.length - 1 }, fuzzyFrom)
  )
  const all: Query = { combineWith: 'AND', queries: parts }
  if (wholes.length === 0) return all
  const names = wholes.map((token) => termQuery({ token, isPrefix: isLast }, Infinity))
  return { combineWith: 'OR', queries: [all, ...names] }
}

function termQuery({ token, isPrefix }: Term, fuzzyFrom: number): Query {
  const exact: Query = { queries: [encodeTerm(token)], prefix: isPrefix }
  // A short word that is being typed resembles too many others.
  const minLength = isPrefix ? Math.max(fuzzyFrom, MIN_MISSPELT) : fuzzyFrom
  if (!isMisspellable(token, minLength)) return exact
  const similar: Query = { queries: [token], prefix: isPrefix, fuzzy: 1 }
  return { combineWith: 'OR', queries: [similar, ...swapped(token)] }
}

function isMisspellable(token: string, minLength: number): boolean {
  return token.length >= minLength && !isJoined(token)
}

/** The words of a query without a last one that is too short, unless it is the only one. */
function withoutStart(units: QueryUnit[], minLength: number): QueryUnit[] {
  const last = units.at(-1)
  const isShort = last !== undefined && !last.isRun && last.text.length < minLength
  return isShort && units.length > 1 ? units.slice(0, -1) : units
}

/** A word with two neighbouring letters swapped, in every place: to minisearch, these are two errors. */
function swapped(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, at) =>
    [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join('')
  ).filter((other) => other !== word)
}
