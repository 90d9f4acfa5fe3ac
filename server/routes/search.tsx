import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { SearchPage } from '../../web/pages/search/SearchPage.tsx'
import { renderDocument } from '../render/render.tsx'
import { optionalId, optionalTag, resultsBefore } from '../search/search-params.ts'
import type { Site } from '../site-context.ts'

const Query = z.object({
  q: z.string().default(''),
  collection: optionalId,
  tag: optionalTag,
  from: resultsBefore
})
/** Results on one page. */
const LISTED = 20

/** `/search?q=`: the search as a page, for visitors without script and for links to a search. */
export const searchPageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  if (!site.config.isSearchEnabled) return

  app.get('/search', { schema: { querystring: Query } }, async (request, reply) => {
    const { q, collection, tag, from } = request.query
    const asked = { query: q.trim(), collection, tag }
    const wish = { ...asked, limit: LISTED, offset: from }
    const found = await site.search(wish)
    site.countSearch(wish, found)
    const isFiltered = collection !== undefined || tag !== undefined
    const elsewhere =
      found.total === 0 && isFiltered
        ? await site.search({ query: asked.query, limit: 1 })
        : undefined
    const view = { ...found, elsewhere }
    const page = <SearchPage shell={site.shell()} request={asked} results={view} size={LISTED} />
    reply
      .header('cache-control', 'public, max-age=0, s-maxage=60')
      .header('x-robots-tag', 'noindex')
    return reply.type('text/html; charset=utf-8').send(renderDocument(page))
  })
}
