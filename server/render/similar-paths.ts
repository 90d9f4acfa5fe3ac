import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { sitePages, siteTags } from '../publication/site-index.ts'
import { editDistance } from '../../site/search/edit-distance.ts'
import { tagAddress } from '../../site/addresses/tag-path.ts'
import type { SitePage } from '../../db/lists/read-site-pages.ts'

/** Paths whose edit distance is computed for one search. */
const MAX_COMPARED = 100
/** Index entries that are read for one search. */
const MAX_VISITED = 20_000
/** Characters of a path that are compared. */
const MAX_LENGTH = 200
/** The edit distance as a share of the longer path's length. */
const MAX_DIFFERENCE = 0.5

interface SimilarityResult {
  /** Positions of similar paths, the most similar first. */
  found: number[]
  /** The number of paths that were compared. */
  comparisons: number
}

/**
 * Finds similar paths by edit distance. Only the paths that share the most trigrams are compared,
 * so the cost of a search is bounded.
 */
export class SimilarPaths {
  readonly #texts: string[]
  /** Positions of the paths that contain a trigram. */
  readonly #index = new Map<string, number[]>()

  constructor(paths: string[]) {
    this.#texts = paths.map(textOf)
    for (const [position, text] of this.#texts.entries()) {
      for (const trigram of trigrams(text)) {
        const entries = this.#index.get(trigram)
        if (entries) entries.push(position)
        else this.#index.set(trigram, [position])
      }
    }
  }

  find(path: string, limit: number): SimilarityResult {
    const text = textOf(path)
    const candidates = this.#candidates(text)
    const compared = candidates.map((position) => {
      const other = this.#texts[position] ?? ''
      const length = Math.max(text.length, other.length, 1)
      const most = Math.floor(MAX_DIFFERENCE * length)
      return { position, difference: editDistance(text, other, most) / length }
    })
    const near = compared
      .filter(({ difference }) => difference <= MAX_DIFFERENCE)
      .toSorted((a, b) => a.difference - b.difference || a.position - b.position)
    return {
      found: near.slice(0, limit).map(({ position }) => position),
      comparisons: compared.length
    }
  }

  /**
   * Rare trigrams first: they are more selective, and common ones have too many entries to read.
   */
  #candidates(text: string): number[] {
    const lists = [...trigrams(text)].flatMap((trigram) => {
      const entries = this.#index.get(trigram)
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

function textOf(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/^\/|\/$/g, '')
    .slice(0, MAX_LENGTH)
}

/** Padded at both ends, so that short texts have trigrams and the beginning counts more. */
function trigrams(text: string): Set<string> {
  const padded = `  ${text} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

const sitePaths = perPublication((site) => {
  const pages = sitePages(site)
  return { pages, paths: new SimilarPaths(pages.map(({ path }) => path)) }
})

/** Pages with similar paths, the most similar first. */
export function similarPages(site: PublishedSite, path: string, limit: number): SitePage[] {
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

/** Tags with rows and with similar addresses, as links. */
export function similarTags(
  site: PublishedSite,
  path: string,
  limit: number
): { id: string; path: string; title: string }[] {
  const { links, paths } = tagPaths(site)
  return paths.find(path, limit).found.flatMap((position) => links[position] ?? [])
}
