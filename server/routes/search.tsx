import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { SearchPage } from '../../web/pages/SearchPage.tsx'
import { renderDocument } from '../render.tsx'
import type { Site } from '../site.ts'

const Query = z.object({ q: z.string().default('') })
const LISTED = 20

/** `/search?q=`: the search as a page, for visitors without script and for links to a search. */
export const searchPageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  if (!site.config.isSearchEnabled) return

  app.get('/search', { schema: { querystring: Query } }, async (request, reply) => {
    const query = request.query.q.trim()
    const { hits } = await site.search({ query, limit: LISTED })
    const results = hits.map(({ path, title, sections, above }) => ({
      path,
      title,
      snippet: sections[0]?.snippet.text,
      breadcrumb: above.map((page) => page.title).join(' / ')
    }))
    const page = <SearchPage shell={site.shell()} query={query} results={results} />
    reply
      .header('cache-control', 'public, max-age=0, s-maxage=60')
      .header('x-robots-tag', 'noindex')
    return reply.type('text/html; charset=utf-8').send(renderDocument(page))
  })
}
