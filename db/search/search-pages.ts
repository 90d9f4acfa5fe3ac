import { parseQuery } from '../../site/search/parse-query.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { MAX_TAG_LENGTH } from '../../site/addresses/tag-path.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'
import { type PageHit, hitReader } from './describe-hits.ts'
import { pageFilter } from './page-filter.ts'
import { type PageGroups, countGroups } from './page-groups.ts'
import type { SearchIndex } from './search-index.ts'

/** Collections and tags that are told, each. */
const FACETS = 20

/** What is searched for, and among which pages. */
export interface SearchRequest {
  query: string
  /** Pages that are described; all are counted. */
  limit: number
  /** Pages that come before those; beyond the end stand the last ones. Default 0. */
  offset?: number | undefined
  /** Only this page and those below it. */
  ancestorId?: string | undefined
  /** Only rows of this collection, by its id. */
  collection?: string | undefined
  /** Only pages with this tag. */
  tag?: string | undefined
  /** Ids of pages that are kept back. */
  hidden: Set<string>
}

interface Facet {
  /** Id of a collection, or a tag itself. */
  value: string
  name: string
  pages: number
}

export interface SearchAnswer {
  /** The query as it was answered. */
  query: string
  isCut: boolean
  hits: PageHit[]
  /** How many pages come before the hits. */
  offset: number
  /** How many pages answer; of very common words, those that were looked at. */
  total: number
  /** Whether more than `total` answer. */
  isMore: boolean
  facets: { collections: Facet[]; tags: Facet[] }
  didYouMean: string | undefined
  /** The publication that the index is of; another one may just have taken its place. */
  generation: number
}

/** Finds pages in a mirror by its index, as one publication has them; the best come first. */
export function searchPages(
  mirror: Mirror,
  index: SearchIndex,
  request: SearchRequest
): SearchAnswer {
  return prepared(mirror).inOnePublication(() => answer(mirror, index, request))
}

function answer(mirror: Mirror, index: SearchIndex, request: SearchRequest): SearchAnswer {
  const query = parseQuery(request.query)
  const accepts = pageFilter(mirror, index.groups, request)
  const { pages, isMore, didYouMean, words } = index.find(query, accepts)
  const describe = hitReader(mirror, words)
  const offset = startOf(request, pages.length)
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

/** Beyond the end stands the last part, as in the views of collections. */
function startOf({ offset = 0, limit }: SearchRequest, total: number): number {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  return Math.min(offset, last)
}

const prepared = prepareOnce(({ $client }) => ({
  collectionName: $client
    .prepare<[string], string>('select name from collection where id = ?')
    .pluck(),
  inOnePublication: $client.transaction((read: () => SearchAnswer) => read())
}))

/** The collections and tags of the pages found, those with most of them first. */
function facetsOf(
  mirror: Mirror,
  groups: PageGroups,
  found: { number: number }[]
): SearchAnswer['facets'] {
  const { collections, tags } = countGroups(groups, found)
  const { collectionName: nameOf } = prepared(mirror)
  return {
    collections: collections
      .slice(0, FACETS)
      .map(([value, pages]) => ({ value, name: shortLabel(nameOf.get(value) ?? ''), pages })),
    tags: tags
      .filter(([value]) => value.length <= MAX_TAG_LENGTH)
      .slice(0, FACETS)
      .map(([value, pages]) => ({ value, name: value, pages }))
  }
}
