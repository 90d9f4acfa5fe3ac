import { readViewWords } from '../../db/collections/read-view-words.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { hashOfList } from '../../site/addresses/offline-paths.ts'
import { pageOfFragment } from '../../site/addresses/fragment-path.ts'
import { parseFrom } from '../../site/addresses/page-query.ts'
import { decodePath, encodePath } from '../../site/addresses/site-address.ts'
import { tagAddress } from '../../site/addresses/tag-path.ts'
import { CHANGES_IN_PART, MAX_CHANGES } from '../../site/pages/list-parts.ts'
import { isViewRowsPath } from '../../site/pages/view-rows.ts'
import { hasWords, idParameters } from '../../site/pages/view-words.ts'
import { isSpoilerPath } from '../../site/spoilers/spoiler-path.ts'
import type { PublishedSite } from '../../server/publication/published-site.ts'
import { siteTags } from '../../server/publication/site-index.ts'
import { canonicalSearch } from '../../server/responses/kept-address.ts'
import { type ResponseRequest, addressOf } from '../../server/responses/response-request.ts'
import type { Reference } from '../addresses/place-address.ts'
import { documentHref, fileHref, fileOf, isDocumentPath } from '../addresses/static-path.ts'

/** A response that the folder needs as a file. */
export interface WantedResponse {
  request: ResponseRequest
  /** Relative to the folder. */
  file: string
  /** Its encoded path on a server. */
  path: string
}

/**
 * What every folder has: feeds, lists, pages, tags. Their texts name the rest. What takes longest is first:
 * the feed is made of one part after the other.
 */
export function* siteResponses(site: PublishedSite, pages: PageIds): Generator<WantedResponse> {
  yield wanted({ kind: 'feed' })
  yield wanted({ kind: 'sitemap', part: 0 })
  for (const kind of ['llms', 'generation', 'tags', 'app'] as const) yield wanted({ kind })
  if (site.config.isSearchEnabled) yield wanted({ kind: 'current-names' })
  if (site.config.isOfflineEnabled) yield wanted({ kind: 'offline' })
  yield wanted({ kind: 'all-pages', from: 0 })
  yield* recentChanges(pages)
  for (const [path, pageId] of pages) {
    yield wanted({ kind: 'page', pageId, path, search: '' })
    yield wanted({ kind: 'markdown', pageId, path })
    yield wanted({ kind: 'link-card', pageId, path })
  }
  for (const tag of siteTags(site)) {
    const [, , ...segments] = tagAddress(tag).split('/').map(decodeURIComponent)
    yield wanted({ kind: 'tag', segments, from: 0 })
  }
}

/** All parts at once: each names only the next one, and most edits change all of them. */
function* recentChanges(pages: PageIds): Generator<WantedResponse> {
  const kind = 'recent-changes'
  const path = `/${kind}`
  const listed = [...pages.keys()].filter((each) => !isSpoilerPath(each))
  const count = Math.max(1, Math.min(listed.length, MAX_CHANGES))
  for (let from = 0; from < count; from += CHANGES_IN_PART) {
    yield { request: { kind, from }, path, file: fileOf(documentHref(path, { from })) }
  }
}

/** The ids of the pages of a site, by path. */
export type PageIds = ReadonlyMap<string, string>

/** Reads the pages of the publication but the excluded ones. */
export function readPageIds(site: PublishedSite): PageIds {
  const { mirror, excluded } = site.served()
  const rows = mirror.$client
    .prepare<[], { id: string; path: string }>('select id, path from page order by position')
    .all()
  return new Map(rows.filter(({ id }) => !excluded.has(id)).map(({ id, path }) => [path, id]))
}

/** The response of a reference in a text; undefined if it names no page of the site. */
export function referredResponse(
  { address, file }: Reference,
  { mirror, pages }: { mirror: Mirror; pages: PageIds }
): WantedResponse | undefined {
  const [path = '', query = ''] = address.split('?')
  // A link in a text may be malformed.
  if (decodePath(path) === undefined) return undefined
  const request = referredRequest(path, query, { mirror, pages })
  return request && { request, file, path }
}

function referredRequest(
  path: string,
  query: string,
  { mirror, pages }: { mirror: Mirror; pages: PageIds }
): ResponseRequest | undefined {
  const part = /^\/sitemap-(\d+)\.xml$/.exec(path)?.[1]
  if (part !== undefined) return { kind: 'sitemap', part: Number(part) }
  const hash = /^\/search-names\.([0-9a-f]{16})\.json$/.exec(path)?.[1]
  if (hash !== undefined) return { kind: 'search-names', hash }
  const list = hashOfList(path)
  if (list !== undefined) return { kind: 'offline-list', hash: list }
  const from = parseFrom(new URLSearchParams(query).get('from') ?? '') ?? 0
  const pageList = /^\/(all-pages|recent-changes)$/.exec(path)?.[1]
  if (pageList !== undefined) return { kind: pageList as 'all-pages' | 'recent-changes', from }
  const [, first, ...segments] = path.split('/').map(decodeURIComponent)
  if (first === 'tags') return { kind: 'tag', segments, from }
  const branch = pageOfFragment('tree', decodeURI(path))
  if (branch !== undefined) {
    const pageId = pages.get(branch)
    return pageId === undefined ? undefined : { kind: 'tree', pageId, path: branch }
  }
  if (isViewRowsPath(path)) return { kind: 'view-rows', file: path }
  const decoded = decodeURIComponent(path)
  const pageId = pages.get(decoded)
  if (pageId === undefined) return undefined
  const given = `?${query}`
  const known = hasWords(given) ? idParameters(given, readViewWords(mirror, pageId)) : given
  return { kind: 'page', pageId, path: decoded, search: canonicalSearch(known) }
}

function wanted(request: ResponseRequest): WantedResponse {
  const path = request.kind === 'page' ? encodePath(request.path) : addressOf(request)
  const href = isDocumentPath(path) ? documentHref(path) : fileHref(path)
  return { request, path, file: fileOf(href) }
}
