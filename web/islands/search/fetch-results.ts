/** A part of a page that answers a query. */
export interface FoundSection {
  section: string
  anchor: string | null
  snippet: MarkedText
}

export interface MarkedText {
  text: string
  ranges: [from: number, to: number][]
}

/** A page that answers a query. */
export interface FoundPage extends FoundSection {
  id: string
  path: string
  title: string
  titleRanges: MarkedText['ranges']
  /** An emoji, or the address of a picture of this site. */
  icon: string | null
  above: string[]
  otherSections: FoundSection[]
}

export interface Found {
  results: FoundPage[]
  total: number
  /** Whether more pages than that answer. */
  isMore: boolean
  didYouMean: string | null
  /** Whether only the beginning of the query was looked for. */
  isCut: boolean
}

const LIMIT = 12

/** Asks the site for pages; rejects when it cannot answer, and when the signal ends. */
export async function fetchResults(query: string, signal: AbortSignal): Promise<Found> {
  const asked = new URLSearchParams({ query, limit: String(LIMIT), typing: 'true' })
  // What a cache of the browser keeps may be of a publication before: it is asked whether that stands.
  const reply = await fetch(`/api/search-notion?${asked}`, { signal, cache: 'no-cache' })
  if (!reply.ok) throw new Error(`the search answers ${reply.status}`)
  return (await reply.json()) as Found
}

/** Tells the site that a query was meant as it stands, once nothing was found for it. */
export function reportZeroResults(query: string): void {
  const asked = new URLSearchParams({ query, limit: '1' })
  // Nobody waits for it.
  void fetch(`/api/search-notion?${asked}`).catch(() => undefined)
}
