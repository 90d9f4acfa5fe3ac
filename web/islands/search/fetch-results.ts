import type { HitView } from '../../pages/search/search-results.ts'
import type { Snippet } from '../../../site/search/snippet.ts'
import { basePath } from '../base-path.ts'
import { fetchCurrent } from '../navigation/fetch-current.ts'
import { isFolder } from '../navigation/page-address.ts'
import type { Names } from './names/names.ts'

/** A section of a page in the answer of the server. */
interface FoundSection {
  section: string
  anchor: string | null
  snippet: Snippet
}

/** A page in the answer of the server. */
interface FoundPage extends FoundSection, Pick<HitView, 'path' | 'title' | 'titleRanges' | 'icon'> {
  above: string[]
  otherSections: FoundSection[]
}

/** The answer to a search. */
export interface Found {
  hits: HitView[]
  total: number
  /** Whether there are more than `total` results. */
  isMore: boolean
  didYouMean: string | null
  /** Whether the query was truncated. */
  isCut: boolean
}

/** Results in the dialog. */
export const LIMIT = 12

/** Searches the site. Rejects on an error reply, and when the signal aborts. */
export async function fetchResults(
  query: string,
  names: Names,
  signal: AbortSignal
): Promise<Found> {
  if (isFolder) {
    const { searchFolder } = await import('./shards/search-folder.ts')
    return searchFolder(query, names, { offset: 0, limit: LIMIT })
  }
  const params = new URLSearchParams({ query, limit: String(LIMIT), typing: 'true' })
  const reply = await fetchCurrent(`${basePath}/api/search-notion?${params}`, { signal })
  if (!reply.ok) throw new Error(`the search answered ${reply.status}`)
  const { results, ...found } = (await reply.json()) as Omit<Found, 'hits'> & {
    results: FoundPage[]
  }
  return { ...found, hits: results.map(hitOf) }
}

function hitOf(page: FoundPage): HitView {
  const { path, title, titleRanges, icon, above, otherSections } = page
  return {
    path,
    title,
    titleRanges,
    icon,
    above: above.map((each) => ({ title: each })),
    sections: [page, ...otherSections].map(({ section, anchor, snippet }) => ({
      heading: section,
      anchor,
      snippet
    }))
  }
}

/** Reports a query with zero results by repeating it without `typing`, which the server counts. */
export function reportZeroResults(query: string): void {
  if (isFolder) return
  const params = new URLSearchParams({ query, limit: '1' })
  // Fire and forget.
  void fetch(`${basePath}/api/search-notion?${params}`).catch(() => undefined)
}
