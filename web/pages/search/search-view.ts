import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import type { Snippet } from '../../../site/search/snippet.ts'

/** What a search is narrowed to. */
export interface SearchFilters {
  /** Only rows of this collection, by its id. */
  collection?: string | undefined
  /** Only pages with this tag. */
  tag?: string | undefined
}

/** What a visitor searches for on the page of results. */
export interface SearchRequest extends SearchFilters {
  query: string
}

/** A page that answers, as the page of results shows it. */
export interface HitView {
  path: string
  /** As `ShownIcon` takes it. */
  icon: string | null
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
  /** How many pages answer without the filters, where none does with them. */
  elsewhere?: { total: number; isMore: boolean } | undefined
}

/** The address of a search. */
export function searchHref({ query, ...filters }: SearchRequest): string {
  return `/search?${new URLSearchParams({ q: query, ...filterFields(filters) })}`
}

/** Filters as the address of a search names them. */
export function filterFields({ collection, tag }: SearchFilters): Record<string, string> {
  return {
    ...(collection !== undefined && { collection: undashId(collection) }),
    ...(tag !== undefined && { tag })
  }
}
