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
  if (request.kind !== 'page' && request.kind !== 'markdown') return undefined
  if (isHeavyPage(mirror, request.pageId)) return 'page'
  return isQueryHeavy(mirror, request) ? 'query' : undefined
}

/** Whether the options of its views make a page expensive. */
export function isQueryHeavy(mirror: Mirror, request: RenderRequest): boolean {
  if (request.kind !== 'page' || request.search === '') return false
  return isHeavyQuery(mirror, parsePageQuery(request.search))
}
