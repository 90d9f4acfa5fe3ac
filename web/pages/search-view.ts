import { undashId } from '../../site/page-id.ts'
import type { Snippet } from '../../site/search/snippet.ts'

/** What a visitor searches for on the page of results. */
export interface SearchedFor {
  query: string
  /** Only rows of this collection, by its id. */
  collection?: string | undefined
  /** Only pages with this tag. */
  tag?: string | undefined
}

/** A page that answers, as the page of results shows it. */
export interface HitView {
  path: string
  title: string
  titleRanges: Snippet['ranges']
  /** The parts of it that answer best; the first may be its beginning, without a heading. */
  sections: { heading: string; anchor: string | null; snippet: Snippet }[]
  /** Pages above it, from the root down. */
  above: { title: string }[]
}

/** Something that many of the pages found have in common. */
export interface FacetView {
  value: string
  name: string
  pages: number
}

/** All that is found. */
export interface FoundView {
  hits: HitView[]
  /** How many pages come before them. */
  offset: number
  total: number
  /** Whether more than `total` answer. */
  isMore: boolean
  isCut: boolean
  didYouMean: string | undefined
  facets: { collections: FacetView[]; tags: FacetView[] }
}

/** The address of a search. */
export function searchHref({ query, collection, tag }: SearchedFor): string {
  const asked = new URLSearchParams({ q: query })
  if (collection !== undefined) asked.set('collection', undashId(collection))
  if (tag !== undefined) asked.set('tag', tag)
  return `/search?${asked}`
}
