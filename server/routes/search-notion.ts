import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { type PageHit, searchPages } from '../../db/search.ts'
import type { Site } from '../site.ts'

const SearchParams = z.object({
  query: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(50).default(20)
})

/** Marks that search dialogs for this API turn into emphasis; the text around them is escaped HTML. */
const MARK = 'gzkNfoUU'

/**
 * `/api/search-notion`: answers from the mirror in the shape of `SearchResults` of notion-types,
 * with path, title and snippet beside each result; the workspace is never asked.
 */
export const searchRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  if (!site.config.isSearchEnabled) return
  const url = '/api/search-notion'

  app.get(url, { schema: { querystring: SearchParams } }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=0, s-maxage=60, stale-while-revalidate=300')
    return answer(site, request.query)
  })

  app.post(url, { schema: { body: SearchParams } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return answer(site, request.body)
  })
}

function answer(site: Site, params: z.infer<typeof SearchParams>) {
  const { mirror, index } = site.search()
  const { hits, total } = searchPages(mirror, index, params)
  const block = Object.fromEntries(hits.map((hit) => [hit.id, pageBox(hit)]))
  return { results: hits.map(describe), total, recordMap: { block } }
}

function describe({ id, path, title, score, snippet, terms, above }: PageHit) {
  const highlight = { pathText: above.map(escapeHtml).join(' / '), text: marked(snippet, terms) }
  return { id, isNavigable: true, score, highlight, path, title, snippet }
}

/** As much of a page's record as a dialog needs to name it. */
function pageBox({ id, title }: PageHit) {
  return { role: 'reader', value: { id, type: 'page', properties: { title: [[title]] } } }
}

function marked(snippet: string, terms: string[]): string {
  const words = snippet.split(/([\p{L}\p{N}\p{M}]+)/u)
  return words
    .map((word) => {
      const isHit = terms.some((term) => word.toLowerCase().includes(term))
      return isHit ? `<${MARK}>${escapeHtml(word)}</${MARK}>` : escapeHtml(word)
    })
    .join('')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
