import type { PageHit } from '../../db/search/hit-reader.ts'
import { type SearchAnswer, searchPages } from '../../db/search/search-pages.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { coveredCollections } from '../publication/site-index.ts'
import { ApiError } from '../errors.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { LiveSearch } from './live-search.ts'
import type { SearchParams } from './search-params.ts'
import { ZeroResultLog } from './zero-result-log.ts'

/** Searches the publication that is served, without its excluded pages. */
export class SiteSearch {
  /** What the metrics show; see `MetricSources`. */
  readonly numbers = { searches: 0, cached: 0, seconds: 0 }
  readonly #site: PublishedSite
  readonly #live: LiveSearch
  readonly #zeroResults: ZeroResultLog

  /** `folder` is the data directory; undefined when it must not be written to. */
  constructor(
    site: PublishedSite,
    folder: string | undefined,
    onFailure: (error: unknown) => void
  ) {
    this.#site = site
    this.#live = new LiveSearch(onFailure)
    const isCounted = site.config.areSearchesCounted
    this.#zeroResults = new ZeroResultLog(isCounted ? folder : undefined, onFailure)
  }

  /** Loads the index before the first search. */
  async prepare(): Promise<void> {
    const { config } = this.#site
    if (this.#site.isReady() && config.isSearchEnabled) {
      await this.#live.index(this.#site.published())
    }
  }

  /** The answer to a query. Throws `ApiError` search_not_ready while there is no index. */
  async search(params: SearchParams): Promise<SearchAnswer> {
    const answer = await this.#answer(params)
    if (!answer) throw new ApiError('search_not_ready')
    return answer
  }

  /** Pages that match a text; not counted as a search. Empty while there is no index. */
  async suggest(query: string, limit: number): Promise<PageHit[]> {
    return (await this.#answer({ query, limit }))?.hits ?? []
  }

  /** Counts a finished query without filters that found nothing. */
  count(params: SearchParams, { query, total }: Pick<SearchAnswer, 'query' | 'total'>): void {
    const isFiltered = params.ancestorId ?? params.collection ?? params.tag
    if (total === 0 && !isFiltered && !params.isTyping) this.#zeroResults.add(query)
  }

  close(): void {
    this.#live.close()
    this.#zeroResults.close()
  }

  async #answer(params: SearchParams): Promise<SearchAnswer | undefined> {
    const started = performance.now()
    try {
      return await this.#find(params)
    } finally {
      this.numbers.searches += 1
      this.numbers.seconds += (performance.now() - started) / 1000
    }
  }

  async #find(params: SearchParams): Promise<SearchAnswer | undefined> {
    const published = this.#site.published()
    // A folder of files has only the page of an empty search, which browsers fill: it needs no index.
    if (this.#site.hosting === 'static') return nothingFound(published.publication.generation)
    const { excluded } = this.#site.served()
    const { spoiler: spoilerLabel } = messagesFor(this.#site.config)
    const index = await this.#live.index(published)
    if (!index) return undefined
    const request = { ...params, hidden: excluded, spoilerLabel }
    return this.#withoutCovered(searchPages(published.mirror, index, request), spoilerLabel)
  }

  /** An answer without the names of covered collections. */
  #withoutCovered(answer: SearchAnswer, spoilerLabel: (chapter: string) => string): SearchAnswer {
    const ids = answer.facets.collections.map(({ value }) => value)
    const covered = coveredCollections(this.#site, ids)
    const collections = answer.facets.collections.map((facet) => {
      const chapter = covered.get(facet.value)
      return chapter === undefined ? facet : { ...facet, name: spoilerLabel(chapter) }
    })
    return { ...answer, facets: { ...answer.facets, collections } }
  }
}

function nothingFound(generation: number): SearchAnswer {
  return {
    query: '',
    isCut: false,
    hits: [],
    offset: 0,
    total: 0,
    isMore: false,
    facets: { collections: [], tags: [] },
    didYouMean: undefined,
    generation
  }
}
