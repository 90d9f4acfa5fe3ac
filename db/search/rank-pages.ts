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
  /** Whether it is called as was asked, or its title begins so. */
  isNamed: boolean
  /** Sections whose text answers, the best first; empty when only the page's names do. */
  sections: number[]
}

/** Sections of a page that are told. */
const MAX_SECTIONS = 3

/** Brings pages found by name and by text into one order, by their places in both. */
export function rankPages(results: {
  units: QueryUnit[]
  named: Map<number, number>
  found: FoundSections
  titles: TitleIndex
}): RankedPage[] {
  const { units, named, found, titles } = results
  const pages = new Map<number, RankedPage>()
  const gain = (number: number, score: number, sections: number[] = []) => {
    const held = pages.get(number)
    const all = [...(held?.sections ?? []), ...sections]
    pages.set(number, {
      number,
      score: (held?.score ?? 0) + score,
      isNamed: false,
      sections: all
    })
  }
  const byName = [...named].toSorted((a, b) => b[1] - a[1])
  for (const [place, [number]] of byName.entries()) gain(number, NAME_SHARE / (RANK_OFFSET + place))
  for (const [place, [number, sections]] of byPage(found.ranked).entries()) {
    gain(number, 1 / (RANK_OFFSET + place), sections)
  }
  for (const number of found.pages) gain(number, 0)
  const asked = squash(units.map(({ text }) => text).join(''))
  for (const page of pages.values()) {
    const entry = titles.entry(page.number)
    const name = entry ? nameScore(entry, asked) : 0
    page.score += name
    page.isNamed = name > 0
    // Text of a page that is just being taken over is passed by.
    if (!entry) pages.delete(page.number)
  }
  return [...pages.values()].toSorted((a, b) => b.score - a.score || a.number - b.number)
}

/** The best sections of each page, pages in the order of their best one. */
function byPage(ranked: number[]): [page: number, sections: number[]][] {
  const pages = new Map<number, number[]>()
  for (const section of ranked) {
    const number = pageNumberOf(section)
    const sections = pages.get(number) ?? []
    if (sections.length < MAX_SECTIONS) pages.set(number, [...sections, section])
  }
  return [...pages]
}

/** What is asked for by its whole name comes first, then names that begin so: the shorter, the nearer. */
function nameScore({ title, aliases }: NamedEntry, asked: string): number {
  if (asked === '') return 0
  if (title === asked) return EXACT_TITLE
  if (aliases.includes(asked)) return EXACT_ALIAS
  const isBegun = title.startsWith(asked)
  return isBegun ? TITLE_BEGINNING * (0.5 + asked.length / title.length / 2) : 0
}
