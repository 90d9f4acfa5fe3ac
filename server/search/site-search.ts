import { parseQuery } from '../../site/search/parse-query.ts'
import type { PageHit } from '../../db/search/describe-hits.ts'
import { type SearchAnswer, searchPages } from '../../db/search/search-pages.ts'
import { ApiError } from '../errors.ts'
import type { PublishedMirror } from '../publication/mirror-watcher.ts'
import { ZeroResultLog } from './zero-result-log.ts'
import { LiveSearch } from './live-search.ts'

/** What a visitor searches for. */
export interface SearchParams {
  query: string
  limit: number
  /** Pages that come before those; see `SearchRequest`. */
  offset?: number | undefined
  ancestorId?: string | undefined
  collection?: string | undefined
  tag?: string | undefined
  /** Whether the query is still being typed: then it is not counted when nothing is found. */
  isTyping?: boolean | undefined
}

/** Where a search looks, and what it leaves out. */
export interface Searched {
  published: PublishedMirror
  hidden: Set<string>
}

/** The search of the site. */
export class SiteSearch {
  readonly #live: LiveSearch
  readonly #fruitless: ZeroResultLog

  /** `folder` is the data directory; undefined when nothing may be written. */
  constructor(
    folder: string | undefined,
    options: { isCounted: boolean; onFailure: (error: unknown) => void }
  ) {
    const { isCounted, onFailure } = options
    this.#live = new LiveSearch(onFailure)
    this.#fruitless = new ZeroResultLog(isCounted ? folder : undefined, onFailure)
  }

  /** Makes the index of a publication before anybody asks. */
  async prepare(published: PublishedMirror): Promise<void> {
    await this.#live.index(published)
  }

  /** Answers a query. Throws `ApiError` search_not_ready while there is no index. */
  async search({ published, hidden }: Searched, params: SearchParams): Promise<SearchAnswer> {
    const index = await this.#live.index(published)
    if (!index) throw new ApiError('search_not_ready')
    return searchPages(published.mirror, index, { ...params, hidden })
  }

  /** Counts a query that was meant as it is and found nothing on the whole site. */
  count(params: SearchParams, { query, total }: Pick<SearchAnswer, 'query' | 'total'>): void {
    const isFiltered = params.ancestorId ?? params.collection ?? params.tag
    if (total === 0 && !isFiltered && !params.isTyping) this.#fruitless.note(query)
  }

  /** The same for what is no query: counted nowhere, and nothing while there is no index. */
  async suggest(
    { published, hidden }: Searched,
    wish: Pick<SearchParams, 'query' | 'limit'>
  ): Promise<PageHit[]> {
    const index = await this.#live.index(published)
    return index ? searchPages(published.mirror, index, { ...wish, hidden }).hits : []
  }

  close(): void {
    this.#live.close()
    this.#fruitless.close()
  }
}

/** Queries with equal keys have equal answers. */
export function cacheKey({
  query,
  limit,
  offset,
  ancestorId,
  collection,
  tag
}: SearchParams): string {
  const { text, isCut } = parseQuery(query)
  return JSON.stringify([text, isCut, limit, offset, ancestorId, collection, tag])
}
