import { indexTokens } from '../../../site/search/tokens.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { Alternative } from './spelling-variants.ts'
import { type Combination, FullText, RANKED, matchOf } from './full-text.ts'
import type { PageFilter } from './section-text.ts'

/** More than all that words of names and texts are worth together; see `rankPages`. */
const EXACT_TITLE = 3
const TITLE_BEGINNING = 1.5
const EXACT_ALIAS = 0.7
/** Titles with the same beginning that are looked at, the shortest first. */
const MAX_BEGUN = 200
/** Behind all letters that a title may go on with. */
const LAST = '\u{10FFFF}'

/** Pages with a name, and how long it is or what it is for them. */
type Named<Fact extends string> = Record<'page_number' | Fact, number>

interface NameOptions {
  combineWith: Combination
  /** Of a search that is kept to some pages. */
  accepts: PageFilter | undefined
}

/** The names of all pages: as they are as a whole, and their words in SQLite's full-text index. */
export class NameText {
  readonly #words
  readonly #called
  readonly #calledOneOf
  readonly #namesOf
  readonly #begun
  readonly #shortest

  constructor(mirror: Mirror) {
    const { $client } = mirror
    this.#words = new FullText(mirror, 'search_name')
    this.#called = $client.prepare<[string], Named<'is_title'>>(
      'select page_number, is_title from search_called where name = ?'
    )
    this.#calledOneOf = $client.prepare<[string], Named<'length'>>(
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
    const begun = `select page_number, length(name) as length from search_called
                    where name > ? and name < ? and is_title`
    this.#begun = $client.prepare<[string, string, number], Named<'length'>>(`${begun} limit ?`)
    this.#shortest = $client.prepare<[string, string, number], Named<'length'>>(
      `${begun} order by length limit ?`
    )
  }

  /** Numbers of pages whose names have these words, the best first. */
  find(words: Alternative[][], { combineWith, accepts }: NameOptions): number[] {
    if (words.length === 0) return []
    const match = matchOf(words, combineWith)
    const { rows, isMany } = this.#words.find(match, accepts)
    // Of very many the order would say nothing.
    if (rows.length < 2 || isMany) return rows.slice(0, RANKED)
    return this.#inOrder(words, { combineWith, ranked: this.#words.rank(match, accepts) })
  }

  /**
   * Pages with all words as they were asked come first: one that begins so, or is near, may be a rare
   * one, which makes it no better. Among these, and among the others, a title comes before other names.
   */
  #inOrder(
    words: Alternative[][],
    { combineWith, ranked }: { combineWith: Combination; ranked: number[] }
  ): number[] {
    const titled = new Set(this.#words.find(`{title} : (${matchOf(words, combineWith)})`).rows)
    const exact = this.#exactly(words, combineWith)
    const place = (page: number) => (exact?.has(page) ? 0 : 2) + (titled.has(page) ? 0 : 1)
    return ranked.toSorted((one, other) => place(one) - place(other))
  }

  /** Pages with those words as they were asked that are known; undefined where there is nothing to tell apart. */
  #exactly(words: Alternative[][], combineWith: Combination): Set<number> | undefined {
    if (words.every(({ length }) => length === 1)) return undefined
    const known = words.flatMap(([asked]) =>
      asked?.tokens.every((token) => this.#words.has(token)) ? [[asked]] : []
    )
    return known.length > 0
      ? new Set(this.#words.find(matchOf(known, combineWith)).rows)
      : undefined
  }

  /** The words of all names of a page, folded. */
  wordsOf(page: number): Set<string> {
    return new Set(indexTokens(this.#namesOf.all(page).join('\n')).words)
  }

  /** Pages that have one of these as their whole name, and what that is worth: the longer, the more. */
  calledOneOf(names: string[]): Map<number, number> {
    const longest = Math.max(...names.map(({ length }) => length))
    const worth = new Map<number, number>()
    for (const { page_number: page, length } of this.#calledOneOf.all(JSON.stringify(names))) {
      worth.set(page, Math.max(worth.get(page) ?? 0, (EXACT_ALIAS * length) / longest))
    }
    return worth
  }

  /**
   * Pages that are called as was asked, or whose title begins so (the shorter, the nearer), and what
   * that is worth. `asked` is folded, letters and digits only; see `squash`.
   */
  called(asked: string): Map<number, number> {
    const worth = new Map<number, number>()
    if (asked === '') return worth
    const range = [asked, asked + LAST, MAX_BEGUN] as const
    const begun = this.#begun.all(...range)
    const shortest = begun.length < MAX_BEGUN ? begun : this.#shortest.all(...range)
    for (const { page_number: page, length } of shortest) {
      worth.set(page, TITLE_BEGINNING * (0.5 + asked.length / length / 2))
    }
    for (const { page_number: page, is_title: isTitle } of this.#called.all(asked)) {
      worth.set(page, isTitle ? EXACT_TITLE : EXACT_ALIAS)
    }
    return worth
  }
}
