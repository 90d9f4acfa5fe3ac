import { parsePageQuery, queryParameters } from '../../site/addresses/page-query.ts'
import { parseId, undashId } from '../../site/notion/blocks/notion-id.ts'

/** Responses below these paths are not kept here. */
const otherPaths = /^\/(image\/|_assets\/|_icons\/|mirror\.db|api\/(?!notion-page-info))/
const pageInfoPath = '/api/notion-page-info'
const listPaths = /^\/(all-pages|recent-changes|tags\/.+)$/

/**
 * The address that the response to a URL is kept under (see `addressOf`), without the query parameters
 * that do not change it; undefined if no response to this URL is kept.
 */
export function keptAddress(url: string): string | undefined {
  const start = url.indexOf('?')
  const path = start === -1 ? url : url.slice(0, start)
  if (otherPaths.test(path)) return undefined
  if (start === -1) return url
  const search = url.slice(start)
  if (path === pageInfoPath) return pageInfoAddress(search)
  return path + (listPaths.test(path) ? listSearch(search) : canonicalSearch(search))
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
  const id = parseId(parameters.get('pageId') ?? parameters.get('id') ?? undefined)
  return id && `${pageInfoPath}?id=${undashId(id)}`
}
