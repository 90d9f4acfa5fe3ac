import type { Mirror } from '../open-mirror.ts'
import { type Alternative, withoutBegun } from './alternatives.ts'

/** Rows from which on a query is too common to be ranked: looking at all of them would take too long. */
const COMMON = 4000
const RANKED = 120
/** For SQLite: without a limit. */
const ALL = -1
/** Words that may stand between those that were asked for. */
const NEAR = 8

/** Sections of a page have consecutive numbers behind that of their page. */
export const SECTION_BITS = 10

/** Whether a page counts, by its number. */
export type PageFilter = (page: number) => boolean

interface SectionOptions {
  combineWith: 'AND' | 'OR'
  /** Of a search that is kept to some pages. */
  accepts: PageFilter | undefined
}

export interface FoundSections {
  /** Numbers of sections, the best first. */
  ranked: number[]
  /** Numbers of all pages with these words; at most of the first 4,000 sections. */
  pages: Set<number>
}

/** The texts of all sections in SQLite's full-text index. */
export class SectionText {
  readonly #ranked
  readonly #scored
  readonly #unranked

  constructor({ $client }: Mirror) {
    const sql = 'select rowid from search_text where search_text match ?'
    this.#ranked = $client.prepare<[string, number], number>(`${sql} order by rank limit ?`).pluck()
    this.#scored = $client
      .prepare<[string, number], [id: number, rank: number]>(
        'select rowid, rank from search_text where search_text match ? limit ?'
      )
      .raw()
    this.#unranked = $client.prepare<[string, number], number>(`${sql} limit ?`).pluck()
  }

  /** Sections that have these words, each as one of its alternatives. */
  find(words: Alternative[][], { combineWith, accepts }: SectionOptions): FoundSections {
    const expressions = words.map(expressionOf)
    if (expressions.length === 0) return { ranked: [], pages: new Set() }
    const match = expressions.join(` ${combineWith} `)
    const few = this.#scored.all(match, RANKED)
    if (few.length === RANKED) return this.#findMany(words, { match, accepts })
    const ranked = few.toSorted((one, other) => one[1] - other[1]).map(([id]) => id)
    return { ranked: this.#nearFirst(words, ranked), pages: new Set(ranked.map(pageNumberOf)) }
  }

  #findMany(
    words: Alternative[][],
    { match, accepts }: { match: string; accepts: PageFilter | undefined }
  ): FoundSections {
    // A filter may leave few of very many.
    const held = this.#unranked.all(match, accepts ? ALL : COMMON)
    const all = accepts ? held.filter((id) => accepts(pageNumberOf(id))) : held
    const pages = new Set(all.map(pageNumberOf))
    // Too many to rank: their pages are known by their names, and stand in their own order.
    if (held.length >= COMMON) return { ranked: all.slice(0, RANKED), pages }
    return { ranked: this.#nearFirst(words, this.#ranked.all(match, RANKED)), pages }
  }

  /** Sections where the words stand side by side as they were asked first, then those where they stand near. */
  #nearFirst(words: Alternative[][], ranked: number[]): number[] {
    if (words.length === 1 || ranked.length < 2) return ranked
    const asked = words.map(([first]) => first?.tokens ?? [])
    const together = new Set(this.#unranked.all(quoted(asked.flat()), COMMON))
    const near = new Set(
      this.#unranked.all(`NEAR(${asked.map(quoted).join(' ')}, ${NEAR})`, COMMON)
    )
    const place = (id: number) => (together.has(id) ? 0 : near.has(id) ? 1 : 2)
    return ranked.toSorted((one, other) => place(one) - place(other))
  }

  has(token: string): boolean {
    return this.#unranked.get(quoted([token]), 1) !== undefined
  }
}

export function pageNumberOf(section: number): number {
  return section >> SECTION_BITS
}

function expressionOf(alternatives: Alternative[]): string {
  const parts = withoutBegun(alternatives).map(
    ({ tokens, isBeginning }) => `${quoted(tokens)}${isBeginning ? ' *' : ''}`
  )
  return `(${parts.join(' OR ')})`
}

/** The tokens hold letters, digits and `·` only: nothing in them means anything to SQLite. */
function quoted(tokens: string[]): string {
  return `"${tokens.join(' ')}"`
}
