import { parseQuery } from '../../site/search/parse-query.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { MAX_TAG_LENGTH } from '../../site/addresses/tag-path.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readTransaction } from '../mirror/read-transaction.ts'
import { type PageHit, hitReader } from './hit-reader.ts'
import { pageFilter } from './page-filter.ts'
import { type PageGroups, countGroups } from './page-groups.ts'
import { withoutExcludedWords } from './redacted-pages.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchRequest } from './search-request.ts'
import { withinList } from '../../site/pages/list-parts.ts'

/** Maximum of collections, and of tags, in an answer. */
const MAX_FACETS = 20

interface Facet {
  /** Id of a collection, or a tag. */
  value: string
  name: string
  pages: number
}

/** The answer to a `SearchRequest`. */
export interface SearchAnswer {
  /** The query as answered, without the part beyond the limits. */
  query: string
  /** Whether the query was truncated. */
  isCut: boolean
  hits: PageHit[]
  /** Number of pages before the hits. */
  offset: number
  /** Number of matching pages. For very common words, only the pages that were read count. */
  total: number
  /** Whether more than `total` pages match. */
  isMore: boolean
  facets: { collections: Facet[]; tags: Facet[] }
  didYouMean: string | undefined
  /** The generation of the index; a newer one may have been published since. */
  generation: number
}

/** Searches a mirror, best pages first. All reads see one publication. */
export function searchPages(
  mirror: Mirror,
  index: SearchIndex,
  request: SearchRequest
): SearchAnswer {
  return readTransaction(mirror, () => answer(mirror, index, request))
}

function answer(mirror: Mirror, index: SearchIndex, request: SearchRequest): SearchAnswer {
  const query = parseQuery(request.query)
  const accepts = pageFilter(mirror, index.groups, request)
  const found = index.find(query, accepts)
  const { pages, isMore, didYouMean, words } =
    request.hidden.size > 0 ? withoutExcludedWords(mirror, query.units, found) : found
  const describe = hitReader(mirror, { words, spoilerLabel: request.spoilerLabel ?? String })
  const offset = withinList(request.offset ?? 0, { size: request.limit, total: pages.length })
  return {
    query: query.text,
    isCut: query.isCut,
    hits: pages.slice(offset, offset + request.limit).flatMap(describe),
    offset,
    total: pages.length,
    isMore,
    facets: facetsOf(mirror, index.groups, pages),
    didYouMean,
    generation: index.generation
  }
}

/** Returns the most frequent collections and tags of the found pages. */
function facetsOf(
  mirror: Mirror,
  groups: PageGroups,
  found: { number: number }[]
): SearchAnswer['facets'] {
  const { collections, tags } = countGroups(groups, found)
  const nameOf = mirror.$client
    .prepare<[string], string>('select name from collection where id = ?')
    .pluck()
  return {
    collections: collections
      .slice(0, MAX_FACETS)
      .map(([value, pages]) => ({ value, name: shortLabel(nameOf.get(value) ?? ''), pages })),
    tags: tags
      .filter(([value]) => value.length <= MAX_TAG_LENGTH)
      .slice(0, MAX_FACETS)
      .map(([value, pages]) => ({ value, name: value, pages }))
  }
}
