import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import type { NameHit } from '../../../site/search/names/name-index.ts'

/** The filters of a search. */
export interface SearchFilters {
  /** Only rows of this collection (id). */
  collection?: string | undefined
  /** Only pages with this tag. */
  tag?: string | undefined
}

/** A search on the results page. */
export interface SearchRequest extends SearchFilters {
  query: string
}

/** A matching page as the results page shows it; its first section may be the text before any heading. */
export type HitView = NameHit

/** A property that many of the results share. */
export interface FacetView {
  value: string
  name: string
  pages: number
}

/** The results of a search. */
export interface SearchResults {
  hits: HitView[]
  /** Number of results before `hits`. */
  offset: number
  total: number
  /** Whether there are more than `total` results. */
  isMore: boolean
  isCut: boolean
  didYouMean: string | undefined
  facets: { collections: FacetView[]; tags: FacetView[] }
  /** Number of results without the filters, if there are none with them. */
  elsewhere?: { total: number; isMore: boolean } | undefined
}

/**
 * Characters of a query that can be typed, more than are searched: common proxies take lines of 8,000, and a
 * Japanese letter takes nine of them.
 */
export const MAX_TYPED = 500

/** The address of a search on the results page. */
export function searchHref({ query, ...filters }: SearchRequest): string {
  return `/search?${new URLSearchParams({ q: query, ...filterFields(filters) })}`
}

/** Filters as parameters of that address. */
export function filterFields({ collection, tag }: SearchFilters): Record<string, string> {
  return {
    ...(collection !== undefined && { collection: undashId(collection) }),
    ...(tag !== undefined && { tag })
  }
}
