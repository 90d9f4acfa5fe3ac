import { squash } from '../fold.ts'
import { EXACT_ALIAS, EXACT_TITLE, containedNameScore, titlePrefixScore } from '../name-scores.ts'
import type { PageNames } from './name-list.ts'

/** Titles with the same prefix that are scored, shortest first. */
const MAX_PREFIXED = 200

interface Title {
  /** In the form of `squash`, like all names here. */
  name: string
  page: number
}

/** The pages that have a name. */
interface Named {
  titled: number[]
  called: number[]
}

/** Whole names of pages, found regardless of spaces and punctuation. */
export class WholeNames {
  readonly #pages = new Map<string, Named>()
  /** Sorted by `finish`. */
  #titles: Title[] = []
  #isSorted = false

  add(page: number, { title, aliases }: PageNames): void {
    const name = squash(title)
    if (name !== '') {
      this.#named(name).titled.push(page)
      this.#titles.push({ name, page })
    }
    for (const alias of aliases) {
      const other = squash(alias)
      if (other !== '' && other !== name) this.#named(other).called.push(page)
    }
  }

  /** Sorts the titles, by whose beginnings pages are found from then on. */
  finish(): void {
    this.#titles = this.#titles.toSorted(({ name: one }, { name: other }) =>
      one < other ? -1 : Number(one > other)
    )
    this.#isSorted = true
  }

  /** Scores the pages that have a whole name, or whose title starts with it. */
  score(name: string): Map<number, number> {
    const scores = new Map<number, number>()
    if (name === '') return scores
    for (const title of this.#titlesFrom(name)) {
      scores.set(title.page, titlePrefixScore(name, title.name))
    }
    const { titled, called } = this.#pages.get(name) ?? { titled: [], called: [] }
    for (const page of called) scores.set(page, EXACT_ALIAS)
    for (const page of titled) scores.set(page, EXACT_TITLE)
    return scores
  }

  /** Scores the pages that have one of these whole names. */
  scoreAny(names: string[]): Map<number, number> {
    const longest = Math.max(...names.map(({ length }) => length))
    const scores = new Map<number, number>()
    for (const name of names) {
      const { titled, called } = this.#pages.get(name) ?? { titled: [], called: [] }
      const score = containedNameScore(name, longest)
      for (const page of [...titled, ...called]) {
        scores.set(page, Math.max(scores.get(page) ?? 0, score))
      }
    }
    return scores
  }

  #named(name: string): Named {
    const known = this.#pages.get(name)
    if (known) return known
    const named: Named = { titled: [], called: [] }
    this.#pages.set(name, named)
    return named
  }

  /** The shortest titles that start with a name. */
  #titlesFrom(name: string): Title[] {
    if (!this.#isSorted) return []
    const found: Title[] = []
    for (let at = this.#firstFrom(name); at < this.#titles.length; at++) {
      const title = this.#titles[at]
      if (!title?.name.startsWith(name)) break
      found.push(title)
    }
    if (found.length <= MAX_PREFIXED) return found
    return found
      .toSorted((one, other) => one.name.length - other.name.length)
      .slice(0, MAX_PREFIXED)
  }

  #firstFrom(name: string): number {
    let [low, high] = [0, this.#titles.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#titles[middle]?.name ?? '') < name) low = middle + 1
      else high = middle
    }
    return low
  }
}
