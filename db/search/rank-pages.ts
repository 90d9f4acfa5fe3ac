import { pageNumberOf, type FoundSections } from './match/section-text.ts'

/** How fast a place in a list of hits loses its worth. */
const RANK_OFFSET = 6
/** Names say more about a page than its text does. */
const NAME_SHARE = 1.3
/** Sections of a page that are told. */
const MAX_SECTIONS = 3

/** A page that answers a query. */
export interface RankedPage {
  number: number
  score: number
  /** Whether it is called as was asked, or its title begins so. */
  isNamed: boolean
  /** Sections whose text answers, the best first; empty when only the page's names do. */
  sections: number[]
}

/** Brings pages found by name and by text into one order, by their places in both. */
export function rankPages(results: {
  /** Pages whose names have the words, the best first. */
  named: number[]
  /** Pages that are called as was asked, and what that is worth. */
  called: ReadonlyMap<number, number>
  found: FoundSections
}): RankedPage[] {
  const { named, called, found } = results
  const pages = new Map<number, RankedPage>()
  const gain = (number: number, score: number): RankedPage => {
    const page = pages.get(number) ?? { number, score: 0, isNamed: false, sections: [] }
    page.score += score
    pages.set(number, page)
    return page
  }
  for (const [place, number] of named.entries()) gain(number, NAME_SHARE / (RANK_OFFSET + place))
  for (const [place, [number, sections]] of [...byPage(found.ranked)].entries()) {
    gain(number, 1 / (RANK_OFFSET + place)).sections = sections
  }
  for (const [number, worth] of called) gain(number, worth).isNamed = true
  for (const number of found.pages) gain(number, 0)
  return [...pages.values()].toSorted(bestFirst)
}

function bestFirst(one: RankedPage, other: RankedPage): number {
  return other.score - one.score || one.number - other.number
}

/** The best sections of each page, pages in the order of their best one. */
function byPage(ranked: number[]): Map<number, number[]> {
  const pages = new Map<number, number[]>()
  for (const section of ranked) {
    const number = pageNumberOf(section)
    const sections = pages.get(number)
    if (!sections) pages.set(number, [section])
    else if (sections.length < MAX_SECTIONS) sections.push(section)
  }
  return pages
}

/** Pages with what some of them, or others, are worth by their name. */
export function withNames(
  pages: RankedPage[],
  called: [page: number, worth: number][]
): RankedPage[] {
  if (called.length === 0) return pages
  const all = new Map(pages.map((page) => [page.number, page]))
  for (const [number, worth] of called) {
    const page = all.get(number) ?? { number, score: 0, isNamed: false, sections: [] }
    all.set(number, { ...page, score: page.score + worth })
  }
  return [...all.values()].toSorted(bestFirst)
}

/** Pages behind others, none twice, and none with a better score. */
export function behind(first: RankedPage[], others: RankedPage[]): RankedPage[] {
  const numbers = new Set(first.map(({ number }) => number))
  const least = first.at(-1)?.score ?? 0
  const rest = others.filter(({ number }) => !numbers.has(number))
  return [...first, ...rest.map((page) => ({ ...page, score: Math.min(page.score, least) / 2 }))]
}
