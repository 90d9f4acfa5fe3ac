import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { requestParams } from '../http/request-params.ts'
import { findPageFacts } from '../render/find-page-facts.ts'
import type { PublishedSite } from '../publication/published-site.ts'

const Query = z.object({ id: z.string().optional(), pageId: z.string().optional() })

/** `/api/notion-page-info`: the facts of one page, for link previews and other programs. */
export const pageInfoRoutes: FastifyPluginAsyncZod<{ site: PublishedSite }> = async (
  app,
  { site }
) => {
  const url = '/api/notion-page-info'

  app.get(url, { schema: { querystring: Query } }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=0, s-maxage=60, stale-while-revalidate=600')
    return pageInfo(site, request.query.pageId ?? request.query.id)
  })

  const schema = { querystring: Query, body: Query.nullable() }
  app.post(url, { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { pageId, id } = requestParams(request)
    return pageInfo(site, pageId ?? id)
  })
}

function pageInfo(site: PublishedSite, id: string | undefined) {
  const facts = findPageFacts(site, id)
  const { icon: _, iconImage: __, isAuthorNamed: ___, image, authorImage, ...rest } = facts
  return { ...rest, image: image?.href ?? null, authorImage: authorImage?.href ?? null }
}
