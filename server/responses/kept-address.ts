import { parsePageQuery, queryParameters } from '../../site/addresses/page-query.ts'
import { hasWords } from '../../site/pages/view-words.ts'
import { parseId } from '../../site/notion/blocks/notion-id.ts'
import { addressOf } from './response-request.ts'

/** Responses below these paths are not kept here. */
const otherPaths = /^\/(image\/|_assets\/|_icons\/|mirror\.db|api\/(?!notion-page-info))/
/** Answers of the API that are kept, exactly as they are asked for. */
const keptApi = /^\/api\/(pages|collections|pages\/[0-9a-f]{32}(\?text=(markdown|html|blocks))?)$/
/** The query string of a table is checked against its columns (`server/routes/data/`). */
const dataPath = /^\/_data(\/|$)/
const listPaths = /^\/(all-pages|recent-changes|tags\/.+)$/

/**
 * The address that the response to a URL is kept under (see `addressOf`), without the query parameters
 * that do not change it; undefined if no response to this URL is kept, or if the mirror has to be asked
 * which views its words name.
 */
export function keptAddress(url: string): string | undefined {
  const start = url.indexOf('?')
  const path = start === -1 ? url : url.slice(0, start)
  if (otherPaths.test(path)) return keptApi.test(url) ? url : undefined
  if (start === -1) return url
  const search = url.slice(start)
  if (dataPath.test(path)) return url
  if (path === '/api/notion-page-info') return pageInfoAddress(search)
  if (listPaths.test(path)) return path + listSearch(search)
  return hasWords(search) ? undefined : path + canonicalSearch(search)
}

/** A page's query string with the known parameters only, in one order; empty without any. */
export function canonicalSearch(search: string): string {
  if (search === '') return ''
  const parameters = queryParameters(parsePageQuery(search).views)
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`
}

function listSearch(search: string): string {
  const from = Number(new URLSearchParams(search).get('from') ?? '0')
  return Number.isSafeInteger(from) && from > 0 ? `?from=${from}` : ''
}

function pageInfoAddress(search: string): string | undefined {
  const parameters = new URLSearchParams(search)
  // The route refuses them.
  const isRepeated = ['pageId', 'id'].some((name) => parameters.getAll(name).length > 1)
  if (isRepeated) return undefined
  const id = parseId(parameters.get('pageId') ?? parameters.get('id') ?? undefined)
  return id && addressOf({ kind: 'page-info', pageId: id })
}
