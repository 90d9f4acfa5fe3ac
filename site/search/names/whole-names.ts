import { firstFrom } from '../first-from.ts'
import { squash } from '../fold.ts'
import { EXACT_ALIAS, EXACT_TITLE, containedNameScore, titlePrefixScore } from '../name-scores.ts'
import type { PageNames } from './name-list.ts'

/** Titles with the same prefix that are scored, shortest first. */
const MAX_PREFIXED = 200

/** The pages that have a name, which is in the form of `squash`. */
interface Named {
  titled: number[]
  called: number[]
}

/** Whole names of pages, found regardless of spaces and punctuation. */
export class WholeNames {
  readonly #pages = new Map<string, Named>()
  /** Each once; sorted by `finish`. */
  #titles: string[] = []
  /** Whether pages are found by the beginnings of titles. */
  isSorted = false

  add(page: number, { title, aliases }: PageNames): void {
    const name = squash(title)
    if (name !== '') {
      const { titled } = this.#named(name)
      if (titled.length === 0) this.#titles.push(name)
      titled.push(page)
    }
    for (const alias of aliases) {
      const other = squash(alias)
      if (other !== '' && other !== name) this.#named(other).called.push(page)
    }
  }

  /** Sorts the titles, by whose beginnings pages are found from then on. */
  finish(): void {
    // By code unit, like `<`. A function that compares would take several times as long.
    this.#titles = this.#titles.toSorted()
    this.isSorted = true
  }

  /** Scores the pages that have a whole name, or whose title starts with it. */
  score(name: string): Map<number, number> {
    const scores = new Map<number, number>()
    if (name === '') return scores
    for (const title of this.#titlesFrom(name)) {
      const score = titlePrefixScore(name, title)
      for (const page of this.#named(title).titled) scores.set(page, score)
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
  #titlesFrom(name: string): string[] {
    if (!this.isSorted) return []
    const found: string[] = []
    for (let at = firstFrom(name, this.#titles); at < this.#titles.length; at++) {
      const title = this.#titles[at]
      if (!title?.startsWith(name)) break
      found.push(title)
    }
    if (found.length <= MAX_PREFIXED) return found
    return found.toSorted((one, other) => one.length - other.length).slice(0, MAX_PREFIXED)
  }
}
