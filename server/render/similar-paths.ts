import { perPublication } from '../publication/per-publication.ts'
import { sitePages, siteTags } from '../publication/site-index.ts'
import { editDistance } from '../../site/search/edit-distance.ts'
import { tagAddress } from '../../site/addresses/tag-path.ts'
import type { SitePage } from '../../db/lists/read-site-pages.ts'

/** Paths that are looked at letter by letter for one suggestion. */
const MAX_COMPARED = 100
/** Entries of the index that are gone through before. */
const MAX_VISITED = 20_000
const MAX_LENGTH = 200
/** Which share of the letters may differ. */
const MAX_DIFFERENCE = 0.5

/** Paths that are like one, the likest first, and how many were compared with it. */
interface Similarity {
  found: number[]
  comparisons: number
}

/**
 * Finds paths by likeness. Only those that share three letters in a row with what is looked for
 * are compared with it, those that share the most: what one search costs does not grow with them.
 */
export class SimilarPaths {
  readonly #words: string[]
  /** By three letters: which of the paths have them. */
  readonly #index = new Map<string, number[]>()

  constructor(paths: string[]) {
    this.#words = paths.map(wordOf)
    for (const [position, word] of this.#words.entries()) {
      for (const letters of trigrams(word)) {
        const entries = this.#index.get(letters)
        if (entries) entries.push(position)
        else this.#index.set(letters, [position])
      }
    }
  }

  /** Positions of the paths that are most like this one. */
  find(path: string, limit: number): Similarity {
    const word = wordOf(path)
    const candidates = this.#candidates(word)
    const compared = candidates.map((position) => {
      const other = this.#words[position] ?? ''
      const length = Math.max(word.length, other.length, 1)
      const most = Math.floor(MAX_DIFFERENCE * length)
      return { position, difference: editDistance(word, other, most) / length }
    })
    const near = compared
      .filter(({ difference }) => difference <= MAX_DIFFERENCE)
      .toSorted((a, b) => a.difference - b.difference || a.position - b.position)
    return {
      found: near.slice(0, limit).map(({ position }) => position),
      comparisons: compared.length
    }
  }

  /** Rare letters first: they tell more, and common ones stand in too many paths to go through. */
  #candidates(word: string): number[] {
    const lists = [...trigrams(word)].flatMap((letters) => {
      const entries = this.#index.get(letters)
      return entries ? [entries] : []
    })
    const shared = new Map<number, number>()
    let left = MAX_VISITED
    for (const entries of lists.toSorted((a, b) => a.length - b.length)) {
      for (const position of entries.slice(0, left)) {
        shared.set(position, (shared.get(position) ?? 0) + 1)
      }
      left -= entries.length
      if (left <= 0) break
    }
    const best = [...shared].toSorted(([, a], [, b]) => b - a)
    return best.slice(0, MAX_COMPARED).map(([position]) => position)
  }
}

function wordOf(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/^\/|\/$/g, '')
    .slice(0, MAX_LENGTH)
}

/** With a space at both ends, so that short words and beginnings count. */
function trigrams(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

const sitePaths = perPublication((site) => {
  const pages = sitePages(site)
  return { pages, paths: new SimilarPaths(pages.map(({ path }) => path)) }
})

/** Pages of the site whose paths are like one. */
export function similarPages(
  site: Parameters<typeof sitePaths>[0],
  path: string,
  limit: number
): SitePage[] {
  const { pages, paths } = sitePaths(site)
  return paths.find(path, limit).found.flatMap((position) => pages[position] ?? [])
}

const tagPaths = perPublication((site) => {
  const tags = siteTags(site).filter(({ rows }) => rows > 0)
  const links = tags.map((tag) => ({
    id: tagAddress(tag),
    path: tagAddress(tag),
    title: `${tag.option} · ${tag.property}`
  }))
  return { links, paths: new SimilarPaths(tags.map((tag) => decodeURIComponent(tagAddress(tag)))) }
})

/** Tags that some page has and whose addresses are like a path, as links. */
export function similarTags(
  site: Parameters<typeof tagPaths>[0],
  path: string,
  limit: number
): { id: string; path: string; title: string }[] {
  const { links, paths } = tagPaths(site)
  return paths.find(path, limit).found.flatMap((position) => links[position] ?? [])
}
