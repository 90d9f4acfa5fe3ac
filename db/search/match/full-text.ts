import type { Mirror } from '../../mirror/open-mirror.ts'
import { type Alternative, withoutBegun } from './spelling-variants.ts'

/** Rows from which on a query, or a word, is too common to be ranked by: looking at all of them would take too long. */
export const COMMON = 4000
/** Rows that are put in order. */
export const RANKED = 120
/** For SQLite: without a limit. */
const ALL = -1

/** Whether rows count that have all of the words, or any of them. */
export type Combination = 'AND' | 'OR'

/** Whether a row counts, by its number. */
type RowFilter = (row: number) => boolean

interface FoundRows {
  /** Their numbers. */
  rows: number[]
  /** Whether so many match that it would take too long to put them in order. */
  isMany: boolean
}

/** What SQLite's full-text index is asked for: words, each as one of its alternatives. */
export function matchOf(words: Alternative[][], combineWith: Combination): string {
  return words.map(anyOf).join(` ${combineWith} `)
}

function anyOf(alternatives: Alternative[]): string {
  const parts = withoutBegun(alternatives).map(
    ({ tokens, isBeginning }) => `${quoted(tokens)}${isBeginning ? ' *' : ''}`
  )
  return `(${parts.join(' OR ')})`
}

/** Words that stand one behind the other. They hold letters, digits and `·` only: nothing in them means anything to SQLite. */
export function quoted(tokens: string[]): string {
  return `"${tokens.join(' ')}"`
}

/** One of SQLite's full-text indexes: over the names of pages, or over the texts of their sections. */
export class FullText {
  readonly #found
  readonly #later
  readonly #ranked
  readonly #uses

  constructor({ $client }: Mirror, table: 'search_name' | 'search_text') {
    // The words of the index: a view of it, in no file.
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

  /** The first 4,000 rows, in their own order; of a search that is kept to some rows, all of these. */
  find(match: string, counts?: RowFilter): FoundRows {
    const held = this.#found.all(match, counts ? ALL : COMMON)
    return { rows: counts ? held.filter(counts) : held, isMany: held.length >= COMMON }
  }

  /** Numbers of rows from one on, in their own order, each as it is asked for. */
  later(match: string, first: number): Iterable<number> {
    return this.#later.iterate(match, first)
  }

  /** Numbers of the 120 best rows, the best first; of those that count, if not all do. */
  rank(match: string, counts?: RowFilter): number[] {
    if (!counts) return this.#ranked.all(match, RANKED)
    return this.#ranked.all(match, COMMON).filter(counts).slice(0, RANKED)
  }

  has(token: string): boolean {
    return this.#found.get(quoted([token]), 1) !== undefined
  }

  /** How many rows have a token. */
  uses(token: string): number {
    return this.#uses.get(token) ?? 0
  }
}
