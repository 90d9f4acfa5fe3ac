import type { Mirror } from '../../mirror/open-mirror.ts'
import { type TermVariant, withoutPrefixed } from './term-variants.ts'

/** Queries and words with more rows than this are too common to rank in reasonable time. */
export const MAX_UNRANKED = 4000
/** Maximum number of ranked rows. */
export const MAX_RANKED = 120
/** SQLite's value for no limit. */
const NO_LIMIT = -1

/** Whether rows must contain all words or any word. */
export type Combination = 'AND' | 'OR'

/** Whether a row is accepted, by its rowid. */
type RowFilter = (row: number) => boolean

interface FoundRows {
  /** Rowids. */
  rows: number[]
  /** Whether too many rows match for ranking. */
  isMany: boolean
}

/** Builds an FTS5 `match` expression of words, each as any of its variants. */
export function matchExpression(words: TermVariant[][], combineWith: Combination): string {
  return words.map(anyOf).join(` ${combineWith} `)
}

function anyOf(variants: TermVariant[]): string {
  const parts = withoutPrefixed(variants).map(
    ({ tokens, isPrefix }) => `${phrase(tokens)}${isPrefix ? ' *' : ''}`
  )
  return `(${parts.join(' OR ')})`
}

/** Builds an FTS5 phrase. Tokens contain only letters, digits and `·`, so no escaping is needed. */
export function phrase(tokens: string[]): string {
  return `"${tokens.join(' ')}"`
}

/** One of the two FTS5 indexes: of page names or of section texts. */
export class FullText {
  readonly #found
  readonly #later
  readonly #ranked
  readonly #uses

  constructor({ $client }: Mirror, table: 'search_name' | 'search_text') {
    // A virtual table over the vocabulary of the index, which needs no storage.
    $client.exec(
      `create virtual table if not exists temp.${table}_word using fts5vocab(main, ${table}, row)`
    )
    const sql = `select rowid from ${table} where ${table} match ?`
    this.#found = $client.prepare<[string, number], number>(`${sql} limit ?`).pluck()
    this.#later = $client.prepare<[string, number], number>(`${sql} and rowid >= ?`).pluck()
    this.#ranked = $client.prepare<[string, number], number>(`${sql} order by rank limit ?`).pluck()
    this.#uses = $client
      .prepare<[string], number>(`select doc from temp.${table}_word where term = ?`)
      .pluck()
  }

  /** Returns the first 4,000 matching rows in rowid order; all accepted rows with a filter. */
  find(match: string, accepts?: RowFilter): FoundRows {
    const found = this.#found.all(match, accepts ? NO_LIMIT : MAX_UNRANKED)
    return { rows: accepts ? found.filter(accepts) : found, isMany: found.length >= MAX_UNRANKED }
  }

  /** Iterates over matching rowids from `first` on, in order. */
  later(match: string, first: number): Iterable<number> {
    return this.#later.iterate(match, first)
  }

  /** Returns the rowids of the 120 best rows, best first; with a filter, of accepted rows. */
  rank(match: string, accepts?: RowFilter): number[] {
    if (!accepts) return this.#ranked.all(match, MAX_RANKED)
    return this.#ranked.all(match, MAX_UNRANKED).filter(accepts).slice(0, MAX_RANKED)
  }

  has(token: string): boolean {
    return this.#found.get(phrase([token]), 1) !== undefined
  }

  /** Returns the number of rows that contain a token. */
  uses(token: string): number {
    return this.#uses.get(token) ?? 0
  }
}
