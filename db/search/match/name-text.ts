import {
  EXACT_ALIAS,
  EXACT_TITLE,
  containedNameScore,
  titlePrefixScore
} from '../../../site/search/name-scores.ts'
import { indexTokens } from '../../../site/search/tokens.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { TermVariant } from './term-variants.ts'
import { type Combination, FullText, MAX_RANKED, matchExpression } from './full-text.ts'
import type { PageFilter } from './section-text.ts'

/** Titles with the same prefix that are scored, shortest first. */
const MAX_PREFIXED = 200
/** Sorts after any continuation of a title. */
const LAST = '\u{10FFFF}'

/** A page that has a name, with a fact about the name. */
type Named<Fact extends string> = Record<'page_number' | Fact, number>

interface NameOptions {
  combineWith: Combination
  /** The filter of the search. */
  accepts: PageFilter | undefined
}

/** The names of all pages: whole names, and their words in the full-text index. */
export class NameText {
  readonly #words
  readonly #whole
  readonly #anyWhole
  readonly #namesOf
  readonly #prefixed
  readonly #shortest

  constructor(mirror: Mirror) {
    const { $client } = mirror
    this.#words = new FullText(mirror, 'search_name')
    this.#whole = $client.prepare<[string], Named<'is_title'>>(
      'select page_number, is_title from search_called where name = ?'
    )
    this.#anyWhole = $client.prepare<[string], Named<'length'>>(
      `select page_number, length(name) as length
         from json_each(?) join search_called on name = value`
    )
    this.#namesOf = $client
      .prepare<[number], string>(
        `with own as (select * from search_page where number = ?)
         select title from own
         union all select value from own, json_each(aliases)
         union all select value from own, json_each(headings)`
      )
      .pluck()
    const prefixed = `select page_number, length(name) as length from search_called
                       where name > ? and name < ? and is_title`
    this.#prefixed = $client.prepare<[string, string, number], Named<'length'>>(
      `${prefixed} limit ?`
    )
    this.#shortest = $client.prepare<[string, string, number], Named<'length'>>(
      `${prefixed} order by length limit ?`
    )
  }

  /** Returns the numbers of pages whose names contain these words, best first. */
  find(words: TermVariant[][], { combineWith, accepts }: NameOptions): number[] {
    if (words.length === 0) return []
    const match = matchExpression(words, combineWith)
    const { rows, isMany } = this.#words.find(match, accepts)
    // Ranking very many pages would have little meaning.
    if (rows.length < 2 || isMany) return rows.slice(0, MAX_RANKED)
    return this.#inOrder(words, { combineWith, ranked: this.#words.rank(match, accepts) })
  }

  /**
   * Moves pages with all words as typed to the front: a completion or correction may be a rare word,
   * which ranks too high. Within both parts, matches in titles come first.
   */
  #inOrder(
    words: TermVariant[][],
    { combineWith, ranked }: { combineWith: Combination; ranked: number[] }
  ): number[] {
    const titled = new Set(
      this.#words.find(`{title} : (${matchExpression(words, combineWith)})`).rows
    )
    const exact = this.#exactly(words, combineWith)
    const place = (page: number) => (exact?.has(page) ? 0 : 2) + (titled.has(page) ? 0 : 1)
    return ranked.toSorted((one, other) => place(one) - place(other))
  }

  /** Returns the pages with the known words as typed; undefined if the words have no other variants. */
  #exactly(words: TermVariant[][], combineWith: Combination): Set<number> | undefined {
    if (words.every(({ length }) => length === 1)) return undefined
    const known = words.flatMap(([typed]) =>
      typed?.tokens.every((token) => this.#words.has(token)) ? [[typed]] : []
    )
    return known.length > 0
      ? new Set(this.#words.find(matchExpression(known, combineWith)).rows)
      : undefined
  }

  /** Returns the folded words of all names of a page. */
  wordsOf(page: number): Set<string> {
    return new Set(indexTokens(this.#namesOf.all(page).join('\n')).words)
  }

  /** Scores pages that have one of these whole names, by page number; a longer name scores higher. */
  scoreAnyName(names: string[]): Map<number, number> {
    const longest = Math.max(...names.map(({ length }) => length))
    const scores = new Map<number, number>()
    for (const { page_number: page, length } of this.#anyWhole.all(JSON.stringify(names))) {
      scores.set(page, Math.max(scores.get(page) ?? 0, containedNameScore({ length }, longest)))
    }
    return scores
  }

  /**
   * Scores pages that have this whole name, or whose title starts with it, by page number; a shorter
   * title scores higher. `name` is folded, letters and digits only; see `squash`.
   */
  scoreName(name: string): Map<number, number> {
    const scores = new Map<number, number>()
    if (name === '') return scores
    const range = [name, name + LAST, MAX_PREFIXED] as const
    const prefixed = this.#prefixed.all(...range)
    const shortest = prefixed.length < MAX_PREFIXED ? prefixed : this.#shortest.all(...range)
    for (const { page_number: page, length } of shortest) {
      scores.set(page, titlePrefixScore(name, { length }))
    }
    for (const { page_number: page, is_title: isTitle } of this.#whole.all(name)) {
      scores.set(page, isTitle ? EXACT_TITLE : EXACT_ALIAS)
    }
    return scores
  }
}
