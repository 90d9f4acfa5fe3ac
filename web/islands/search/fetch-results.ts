import { basePath } from '../base-path.ts'

/** A section of a page that matches a query. */
export interface FoundSection {
  section: string
  anchor: string | null
  snippet: MarkedText
}

export interface MarkedText {
  text: string
  ranges: [from: number, to: number][]
}

/** A page that matches a query. */
export interface FoundPage extends FoundSection {
  id: string
  path: string
  title: string
  titleRanges: MarkedText['ranges']
  /** An emoji, or the path of a picture on this site. */
  icon: string | null
  above: string[]
  otherSections: FoundSection[]
}

export interface Found {
  results: FoundPage[]
  total: number
  /** Whether there are more than `total` results. */
  isMore: boolean
  didYouMean: string | null
  /** Whether the query was truncated. */
  isCut: boolean
}

const LIMIT = 12

/** Searches the site. Rejects on an error reply, and when the signal aborts. */
export async function fetchResults(query: string, signal: AbortSignal): Promise<Found> {
  const params = new URLSearchParams({ query, limit: String(LIMIT), typing: 'true' })
  // `no-cache` revalidates: the browser's cached reply may be of an earlier publication.
  const reply = await fetch(`${basePath}/api/search-notion?${params}`, {
    signal,
    cache: 'no-cache'
  })
  if (!reply.ok) throw new Error(`the search answered ${reply.status}`)
  return (await reply.json()) as Found
}

/** Reports a query with zero results by repeating it without `typing`, which the server counts. */
export function reportZeroResults(query: string): void {
  const params = new URLSearchParams({ query, limit: '1' })
  // Fire and forget.
  void fetch(`${basePath}/api/search-notion?${params}`).catch(() => undefined)
}
