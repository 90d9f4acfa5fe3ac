import { squash } from '../../site/search/fold.ts'
import type { QueryUnit } from '../../site/search/parse-query.ts'
import { type FoundSections, pageNumberOf } from './section-text.ts'
import type { NamedEntry, TitleIndex } from './title-index.ts'

/** How fast a place in a list of hits loses its worth. */
const RANK_OFFSET = 6
/** Names say more about a page than its text does. */
const NAME_SHARE = 1.3

const EXACT_TITLE = 3
const EXACT_ALIAS = 2
const TITLE_BEGINNING = 0.25

/** A page that answers a query. */
export interface RankedPage {
  number: number
  score: number
  /** The section whose text answers best; undefined when only the page's names do. */
  section: number | undefined
}

/** Brings pages found by name and by text into one order, by their places in both. */
export function rankPages(results: {
  units: QueryUnit[]
  named: Map<number, number>
  found: FoundSections
  titles: TitleIndex
}): RankedPage[] {
  const { units, named, found, titles } = results
  const pages = new Map<number, RankedPage>()
  const gain = (number: number, score: number, section?: number) => {
    const page = pages.get(number) ?? { number, score: 0, section: undefined }
    page.score += score
    page.section ??= section
    pages.set(number, page)
  }
  const byName = [...named].toSorted((a, b) => b[1] - a[1])
  for (const [place, [number]] of byName.entries()) gain(number, NAME_SHARE / (RANK_OFFSET + place))
  for (const [place, section] of bestSections(found.ranked).entries()) {
    gain(pageNumberOf(section), 1 / (RANK_OFFSET + place), section)
  }
  for (const number of found.pages) gain(number, 0)
  const asked = squash(units.map(({ text }) => text).join(''))
  for (const page of pages.values()) {
    const entry = titles.entry(page.number)
    if (entry) page.score += nameScore(entry, asked)
    // Text of a page that is just being taken over is passed by.
    else pages.delete(page.number)
  }
  return [...pages.values()].toSorted((a, b) => b.score - a.score || a.number - b.number)
}

/** The first section of each page. */
function bestSections(ranked: number[]): number[] {
  const best = new Map<number, number>()
  for (const section of ranked) {
    const page = pageNumberOf(section)
    if (!best.has(page)) best.set(page, section)
  }
  return [...best.values()]
}

/** What is asked for by its whole name comes first, then names that begin so: the shorter, the nearer. */
function nameScore({ title, aliases }: NamedEntry, asked: string): number {
  if (asked === '') return 0
  if (title === asked) return EXACT_TITLE
  if (aliases.includes(asked)) return EXACT_ALIAS
  const isBegun = title.startsWith(asked)
  return isBegun ? TITLE_BEGINNING * (0.5 + asked.length / title.length / 2) : 0
}
