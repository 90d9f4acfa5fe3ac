import { isHeavyPage, isHeavyQuery } from '../../../db/limits/heavy-page.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { parsePageQuery } from '../../../site/addresses/page-query.ts'
import type { RenderRequest } from './render-request.ts'

/** What makes a request expensive to render: the page itself, or the options of its views. */
export type HeavyPart = 'page' | 'query'

/**
 * Estimates whether a request takes too long for the process of light requests; undefined if it does
 * not. The estimate takes up to 20 ms, so the server does not make it in its own process.
 */
export function heavyPart(mirror: Mirror, request: RenderRequest): HeavyPart | undefined {
  if (!hasContent(request)) return undefined
  if (isHeavyPage(mirror, request.pageId)) return 'page'
  return isQueryHeavy(mirror, request) ? 'query' : undefined
}

/** Whether a response contains everything on a page. */
function hasContent(
  request: RenderRequest
): request is Extract<RenderRequest, { kind: 'page' | 'markdown' | 'api-page' }> {
  const { kind } = request
  return kind === 'page' || kind === 'markdown' || (kind === 'api-page' && request.text !== 'none')
}

/** Pages of a site whose lists the server can render in its own process. */
const MAX_LISTED = 500

/**
 * Whether a request may block the server if it is rendered in its own process. Lists, feeds and sitemaps
 * count as heavy on a site with many pages.
 */
export function isHeavyHere(mirror: Mirror, request: RenderRequest): boolean {
  switch (request.kind) {
    case 'page':
    case 'markdown':
    case 'api-page':
      return heavyPart(mirror, request) !== undefined
    case 'entry':
      return isHeavyPage(mirror, request.pageId)
    case 'link-card':
    case 'tree':
    case 'page-info':
    case 'app':
      return false
    default:
      return hasMorePages(mirror, MAX_LISTED)
  }
}

function hasMorePages({ $client }: Mirror, count: number): boolean {
  const beyond = $client.prepare<[number], number>('select 1 from page limit 1 offset ?')
  return beyond.get(count) !== undefined
}

/** Whether the options of its views make a page expensive. */
export function isQueryHeavy(mirror: Mirror, request: RenderRequest): boolean {
  if (request.kind !== 'page' || request.search === '') return false
  return isHeavyQuery(mirror, parsePageQuery(request.search))
}
