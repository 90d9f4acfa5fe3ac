import { NAME_WEIGHT, RANK_OFFSET } from '../../site/search/name-scores.ts'
import { byPage } from '../../site/search/section-tokens.ts'
import type { FoundSections } from './match/section-text.ts'

/** A page that matches a query. */
export interface RankedPage {
  number: number
  score: number
  /** Whether one of its names equals the query, or its title starts with it. */
  isNameMatch: boolean
  /** Sections whose text matches, best first; empty when only names match. */
  sections: number[]
}

/** Merges the pages found by name and by text into one ranking, by their ranks in both. */
export function rankPages(results: {
  /** Numbers of pages whose names contain the words, best first. */
  byName: number[]
  /** Scores of whole-name matches, by page number. */
  nameScores: ReadonlyMap<number, number>
  byText: FoundSections
}): RankedPage[] {
  const { byName, nameScores, byText } = results
  const pages = new Map<number, RankedPage>()
  const addScore = (number: number, score: number): RankedPage => {
    const page = pages.get(number) ?? { number, score: 0, isNameMatch: false, sections: [] }
    page.score += score
    pages.set(number, page)
    return page
  }
  for (const [rank, number] of byName.entries()) {
    addScore(number, NAME_WEIGHT / (RANK_OFFSET + rank))
  }
  for (const [rank, [number, sections]] of [...byPage(byText.ranked)].entries()) {
    addScore(number, 1 / (RANK_OFFSET + rank)).sections = sections
  }
  for (const [number, score] of nameScores) addScore(number, score).isNameMatch = true
  for (const number of byText.pages) addScore(number, 0)
  return [...pages.values()].toSorted(bestFirst)
}

function bestFirst(one: RankedPage, other: RankedPage): number {
  return other.score - one.score || one.number - other.number
}

/** Adds scores of name matches to ranked pages, and pages that were not ranked. */
export function addNameScores(
  pages: RankedPage[],
  nameScores: [page: number, score: number][]
): RankedPage[] {
  if (nameScores.length === 0) return pages
  const all = new Map(pages.map((page) => [page.number, page]))
  for (const [number, score] of nameScores) {
    const page = all.get(number) ?? { number, score: 0, isNameMatch: false, sections: [] }
    all.set(number, { ...page, score: page.score + score })
  }
  return [...all.values()].toSorted(bestFirst)
}

/** Appends pages that are not in the list yet, with lower scores than its last page. */
export function appendPages(first: RankedPage[], others: RankedPage[]): RankedPage[] {
  const numbers = new Set(first.map(({ number }) => number))
  const least = first.at(-1)?.score ?? 0
  const rest = others.filter(({ number }) => !numbers.has(number))
  return [...first, ...rest.map((page) => ({ ...page, score: Math.min(page.score, least) / 2 }))]
}
