import { squash } from '../fold.ts'
import { NAME_WEIGHT, RANK_OFFSET } from '../name-scores.ts'
import { type QueryUnit, parseQuery, searchTermOf } from '../parse-query.ts'
import { candidateNames, isQuestion } from '../questions.ts'
import { type Snippet, type SearchTerm, matchesIn } from '../snippet.ts'
import { type NameList, type PageNames, pageCount, unpackNames } from './name-list.ts'
import { NameWords, type WordMatch } from './name-words.ts'
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
  #hasWholeNames = false

  /** The index finds what `build` has added: whole names first, then their words. */
  constructor(list: NameList) {
    this.#list = list
  }

  /** Whether all pages are found by whole names and the beginnings of titles. */
  get hasWholeNames(): boolean {
    return this.#hasWholeNames
  }

  /** Adds pages as long as `hasTime` returns true, at least one; returns whether the index is complete. */
  build(hasTime: () => boolean): boolean {
    const count = pageCount(this.#list)
    while (this.#wholesAdded < count) {
      this.#wholes.add(this.#wholesAdded, unpackNames(this.#list, this.#wholesAdded))
      this.#wholesAdded++
      if (!hasTime()) return false
    }
    if (!this.#hasWholeNames) {
      this.#wholes.finish()
      this.#hasWholeNames = true
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
    const { pages, words } = this.#findPages(units, limit)
    return pages.slice(0, limit).map((page) => this.#describe(page, words))
  }

  #findPages(units: QueryUnit[], limit: number): { pages: number[]; words: SearchTerm[] } {
    const scores = this.#wholes.score(squash(units.map(({ text }) => text).join('')))
    const hasName = scores.size > 0
    // Words of names score lower, and the start of a word may be in thousands of names.
    const hasWords = this.#wordsAdded === pageCount(this.#list)
    const found = hasWords && scores.size < limit ? this.#words.find(units, limit) : []
    const isFew = hasWords && found.length < FEW_RESULTS && !hasName
    const similar = isFew ? this.#words.findMisspelt(units) : []
    if (!hasName && isQuestion(units)) {
      addScores(scores, this.#wholes.scoreAny(candidateNames(units)))
    }
    addScores(scores, rankScores([...found, ...similar]))
    const pages = [...scores].toSorted(([one, a], [other, b]) => b - a || one - other)
    const corrected = similar
      .flatMap(({ words }) => words)
      .map((word) => ({ word, isPrefix: false }))
    return { pages: pages.map(([page]) => page), words: [...units.map(searchTermOf), ...corrected] }
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

/** By page; the first of two matches of a page counts. */
function rankScores(found: WordMatch[]): Map<number, number> {
  const pages = [...new Set(found.map(({ page }) => page))]
  return new Map(pages.map((page, rank) => [page, NAME_WEIGHT / (RANK_OFFSET + rank)]))
}

function addScores(scores: Map<number, number>, more: Map<number, number>): void {
  for (const [page, score] of more) scores.set(page, (scores.get(page) ?? 0) + score)
}
