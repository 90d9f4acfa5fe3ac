import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { SearchPage } from '../../web/pages/search/SearchPage.tsx'
import { sendText, sentText } from '../http/send-text.ts'
import { renderDocument } from '../render/document/render-document.ts'
import { optionalId, optionalTag, resultsBefore } from '../search/search-params.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from '../render/site-shell.ts'
import { LIST_KEY } from '../responses/surrogate-keys.ts'
import type { SiteSearch } from '../search/site-search.ts'

const Query = z.object({
  q: z.string().default(''),
  collection: optionalId,
  tag: optionalTag,
  from: resultsBefore
})
/** Results on one page. */
const PAGE_SIZE = 20

/**
 * `/search?q=`: the search as a page, for browsers without JavaScript and for links to a search.
 */
export const searchPageRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  shell: SiteShell
  search: SiteSearch
}> = async (app, { site, shell, search }) => {
  if (!site.config.isSearchEnabled) return

  app.get('/search', { schema: { querystring: Query } }, async (request, reply) => {
    const { q, collection, tag, from } = request.query
    const searchRequest = { query: q.trim(), collection, tag }
    const params = { ...searchRequest, limit: PAGE_SIZE, offset: from }
    const found = await search.search(params)
    search.count(params, found)
    const isFiltered = collection !== undefined || tag !== undefined
    const elsewhere =
      found.total === 0 && isFiltered
        ? await search.search({ query: searchRequest.query, limit: 1 })
        : undefined
    const view = { ...found, elsewhere }
    const page = (
      <SearchPage shell={shell()} request={searchRequest} results={view} size={PAGE_SIZE} />
    )
    reply
      .header('cache-control', 'public, max-age=0, s-maxage=60')
      .header('surrogate-key', LIST_KEY)
      .header('x-robots-tag', 'noindex')
    return sendText(reply, sentText(renderDocument(page), 'text/html'))
  })
}
