import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { parseId } from '../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../errors.ts'
import { pageInfoText } from '../feeds/page-info.ts'
import { requestParams } from '../http/request-params.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import { sendAnswer } from '../responses/send-response.ts'

const Query = z.object({ id: z.string().optional(), pageId: z.string().optional() })

/** `/api/notion-page-info`: the facts of one page, for link previews and other programs. */
export const pageInfoRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  responses: KeptResponses
}> = async (app, { site, responses }) => {
  const url = '/api/notion-page-info'

  app.get(url, { schema: { querystring: Query } }, async (request, reply) => {
    const pageId = parseId(request.query.pageId ?? request.query.id)
    if (!pageId) throw new ApiError('invalid_page_id')
    return sendAnswer(request, reply, { responses, asked: { kind: 'page-info', pageId } })
  })

  const schema = { querystring: Query, body: Query.nullable() }
  app.post(url, { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { pageId, id } = requestParams(request)
    const { body } = pageInfoText(site, pageId ?? id)
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
