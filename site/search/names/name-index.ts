import { squash } from '../fold.ts'
import { type QueryUnit, parseQuery, searchTermOf } from '../parse-query.ts'
import { candidateNames, isQuestion } from '../questions.ts'
import { type Snippet, type SearchTerm, matchesIn } from '../snippet.ts'
import { type NameList, type PageNames, pageCount, unpackNames } from './name-list.ts'
import { NameWords, type WordMatch } from './name-words.ts'
import { rankScores } from './rank-scores.ts'
import { WholeNames } from './whole-names.ts'

/** With fewer results than this, misspellings are searched as well. */
const FEW_RESULTS = 3
/** Headings of a page in a result. */
const MAX_SECTIONS = 3
/** Ancestors of a page in a result: a list from elsewhere may have a cycle. */
const MAX_ABOVE = 64

/** A page that is found by its names. */
export interface NameHit {
  path: string
  /** As for `ShownIcon`. */
  icon: string | null
  title: string
  titleRanges: Snippet['ranges']
  /** Its headings with the words of the query; their texts are not known. */
  sections: { heading: string; anchor: string | null; snippet: Snippet }[]
  /** Its ancestors, from the root down. */
  above: { title: string }[]
}

/** The pages whose names match a query, by their indexes in the list. */
export interface RankedNames {
  scores: Map<number, number>
  /** Whether the query is a whole name, or a title starts with it. */
  hasName: boolean
  /** Scores of pages whose whole names a question contains. */
  contained: Map<number, number>
  /** Pages with words that the query may have misspelt, best first; if few others are found. */
  similar: WordMatch[]
}

/**
 * Finds pages by their names in a list, without a server: as `/api/search-notion` does, but not by
 * their texts, and without pages that contain only some of the words.
 */
export class NameIndex {
  readonly #list: NameList
  readonly #wholes = new WholeNames()
  readonly #words = new NameWords()
  #wholesAdded = 0
  #wordsAdded = 0

  /** The index finds what `build` has added: whole names first, then their words. */
  constructor(list: NameList) {
    this.#list = list
  }

  /** Whether all pages are found by whole names and the beginnings of titles. */
  get hasWholeNames(): boolean {
    return this.#wholes.isSorted
  }

  /** Adds pages as long as `hasTime` returns true, at least one; returns whether the index is complete. */
  build(hasTime: () => boolean): boolean {
    const count = pageCount(this.#list)
    while (this.#wholesAdded < count) {
      this.#wholes.add(this.#wholesAdded, unpackNames(this.#list, this.#wholesAdded))
      this.#wholesAdded++
      if (!hasTime()) return false
    }
    if (!this.#wholes.isSorted) {
      this.#wholes.finish()
      if (!hasTime()) return false
    }
    while (this.#wordsAdded < count) {
      this.#words.add(this.#wordsAdded, unpackNames(this.#list, this.#wordsAdded))
      this.#wordsAdded++
      if (!hasTime()) return false
    }
    return true
  }

  /** Pages whose names match a query, best first. */
  find(query: string, limit: number): NameHit[] {
    const { units } = parseQuery(query)
    if (units.length === 0) return []
    const { scores, contained, similar } = this.rank(units, limit)
    addScores(scores, contained)
    const corrected = similar
      .flatMap(({ words }) => words)
      .map((word) => ({ word, isPrefix: false }))
    const words = [...units.map(searchTermOf), ...corrected]
    const ranked = [...scores].toSorted(([one, a], [other, b]) => b - a || one - other)
    // What may be meant comes after what is found.
    const pages = new Set([...ranked, ...rankScores(similar)].map(([page]) => page))
    return [...pages].slice(0, limit).map((page) => this.#describe(page, words))
  }

  /** Scores pages whose names match: not always all, but all that are among the best `limit`. */
  rank(units: QueryUnit[], limit: number): RankedNames {
    const scores = this.#wholes.score(squash(units.map(({ text }) => text).join('')))
    const hasName = scores.size > 0
    // Words of names score lower, and the start of a word may be in thousands of names.
    const hasWords = this.#wordsAdded === pageCount(this.#list)
    const found = hasWords && scores.size < limit ? this.#words.find(units, limit) : []
    const isFew = hasWords && found.length < FEW_RESULTS && !hasName
    const similar = isFew ? this.#words.findMisspelt(units) : []
    const mayContain = !hasName && isQuestion(units)
    const contained = mayContain ? this.#wholes.scoreAny(candidateNames(units)) : new Map()
    addScores(scores, rankScores(found))
    const known = new Set(found.map(({ page }) => page))
    const others = similar.filter(({ page }) => !known.has(page))
    return { scores, hasName, contained, similar: others }
  }

  #describe(index: number, words: SearchTerm[]): NameHit {
    const { path, icon, title, headings, parent } = unpackNames(this.#list, index)
    const matching = headings.filter(({ text }) => matchesIn(text, words).length > 0)
    return {
      path,
      icon,
      title,
      titleRanges: matchesIn(title, words),
      sections: matching
        .slice(0, MAX_SECTIONS)
        .map(({ text, anchor }) => ({ heading: text, anchor, snippet: { text: '', ranges: [] } })),
      above: this.#above(parent)
    }
  }

  #above(parent: PageNames['parent']): NameHit['above'] {
    const above: NameHit['above'] = []
    let index = parent
    while (index !== undefined && above.length < MAX_ABOVE) {
      const page = unpackNames(this.#list, index)
      above.unshift({ title: page.title })
      index = page.parent
    }
    return above
  }
}

function addScores(scores: Map<number, number>, more: Map<number, number>): void {
  for (const [page, score] of more) scores.set(page, (scores.get(page) ?? 0) + score)
}
