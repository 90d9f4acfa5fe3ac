import type { PageListQuery } from '../../db/page/read-page-list.ts'
import type { CollectionRows } from '../feeds/api/row-list.ts'
import { OFFLINE_PATH, offlineListPath } from '../../site/addresses/offline-paths.ts'
import { fragmentPath } from '../../site/addresses/fragment-path.ts'
import { markdownPath } from '../../site/addresses/markdown-path.ts'
import { encodePath } from '../../site/addresses/site-address.ts'
import { type DataPage, dataPageHref } from '../../site/browse/data-address.ts'
import { undashId } from '../../site/notion/blocks/notion-id.ts'

/** Entries of a list of the API, unless a request says how many. */
export const DEFAULT_LIMIT = 50

/** How an answer of the API contains the text of a page. */
export type TextFormat = 'none' | 'markdown' | 'html' | 'blocks'

/** Which response to make from the mirror. It contains nothing else of the HTTP request. */
export type ResponseRequest =
  /** `search` is the canonical query string with its question mark; empty for the page itself. */
  | { kind: 'page'; pageId: string; path: string; search: string }
  /** A withheld page with its content; never kept. */
  | { kind: 'spoiler'; pageId: string; path: string; search: string }
  | { kind: 'markdown'; pageId: string; path: string }
  /** What a link to the page shows. */
  | { kind: 'link-card'; pageId: string; path: string }
  /** What is below the page in the site's tree. */
  | { kind: 'tree'; pageId: string; path: string }
  /** For a folder of files only; `file` is a `viewRowsPath`. */
  | { kind: 'view-rows'; file: string }
  | { kind: 'page-info'; pageId: string }
  | { kind: 'all-pages' | 'recent-changes'; from: number }
  /** `segments` are the decoded parts of the path below `/tags/`. */
  | { kind: 'tag'; segments: string[]; from: number }
  /** Answers of the API. */
  | { kind: 'api-page'; pageId: string; path: string; text: TextFormat }
  | { kind: 'api-pages'; query: PageListQuery }
  | { kind: 'api-collections' }
  /** Never kept. */
  | { kind: 'api-rows'; rows: CollectionRows }
  /** Never kept; there is nothing if the log does not reach back to this generation. */
  | { kind: 'api-changes'; since: number }
  /** `part` 0 is the sitemap or its index. */
  | { kind: 'sitemap'; part: number }
  /** `hash` is that of the content; for any other one there is nothing. */
  | { kind: 'search-names' | 'offline-list'; hash: string }
  /** Rows of the mirror, which every publication may change. */
  | { kind: 'data'; page: DataPage }
  | { kind: 'generation' | 'current-names' }
  | { kind: 'tags' | 'app' | 'offline' | 'feed' | 'llms' }

/** The URL, without its host, that a response is kept under. */
export function addressOf(request: ResponseRequest): string {
  switch (request.kind) {
    case 'page':
    case 'spoiler':
      return encodePath(request.path) + request.search
    case 'markdown':
      return encodePath(markdownPath({ id: request.pageId, path: request.path }))
    case 'link-card':
    case 'tree':
      return encodePath(fragmentPath(request.kind, request.path))
    case 'view-rows':
      return request.file
    case 'page-info':
      return `/api/notion-page-info?id=${undashId(request.pageId)}`
    case 'all-pages':
    case 'recent-changes':
      return `/${request.kind}${fromQuery(request.from)}`
    case 'tag':
      return `/tags/${request.segments.map(encodeURIComponent).join('/')}${fromQuery(request.from)}`
    case 'api-page':
      return apiPageAddress(request.pageId, request.text)
    case 'api-pages':
      return `/api/pages${pageListSearch(request.query)}`
    case 'api-rows':
      return `/api/collections/${request.rows.collectionId}/rows?${requestText(request.rows)}`
    case 'api-changes':
      return `/api/changes?since=${request.since}`
    case 'sitemap':
      return request.part === 0 ? '/sitemap.xml' : `/sitemap-${request.part}.xml`
    case 'search-names':
      return `/search-names.${request.hash}.json`
    case 'offline-list':
      return offlineListPath(request.hash)
    case 'data':
      return dataPageHref(request.page)
    default:
      return fixedAddresses[request.kind]
  }
}

/** Whether two requests to one address ask for the same: a page at it may have replaced another one. */
export function isSameRequest(one: ResponseRequest, other: ResponseRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Whether clients keep the answer as that of the present publication: a program reads the changes, and then
 * the changed pages. So none of an earlier publication is sent.
 */
export function isOfPresent({ kind }: ResponseRequest): boolean {
  return kind.startsWith('api-')
}

const fixedAddresses = {
  'api-collections': '/api/collections',
  tags: '/tags',
  app: '/_app',
  offline: OFFLINE_PATH,
  feed: '/feed.xml',
  llms: '/llms.txt',
  generation: '/generation.json',
  'current-names': '/search-names.json'
}

/** Empty for the list without parameters; others are not kept. */
function pageListSearch({ sort, isDescending, limit, ...filter }: PageListQuery): string {
  const isDefault = sort === 'position' && !isDescending && limit === DEFAULT_LIMIT
  const values = Object.values(filter).filter((value) => value !== undefined)
  if (isDefault && values.length === 0) return ''
  return `?${requestText({ sort, isDescending, limit, ...filter })}`
}

/** Identifies a request that is not kept. */
function requestText(request: object): string {
  return encodeURIComponent(JSON.stringify(request))
}

/** The address of a page in the API. */
function apiPageAddress(pageId: string, text: TextFormat): string {
  return `/api/pages/${undashId(pageId)}${text === 'none' ? '' : `?text=${text}`}`
}

function fromQuery(from: number): string {
  return from > 0 ? `?from=${from}` : ''
}
