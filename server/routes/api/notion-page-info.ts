import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { parseId } from '../../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../../errors.ts'
import { pageInfoText } from '../../feeds/page-info.ts'
import { sendFreshJson } from '../../http/send-text.ts'
import { requestParams } from '../../http/request-params.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import type { KeptResponses } from '../../responses/kept-responses.ts'
import { sendAnswer } from '../../responses/send-response.ts'
import { errors, jsonAnswer } from './contract/common.ts'
import { PageInfo } from './contract/search-schemas.ts'

const Query = z.object({ id: z.string().optional(), pageId: z.string().optional() })

/** `/api/notion-page-info`: the facts of one page, for link previews and other programs. */
export const pageInfoRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  responses: KeptResponses
}> = async (app, { site, responses }) => {
  const url = '/api/notion-page-info'

  const described = {
    summary: 'Facts about one page, for link previews',
    tags: ['pages'],
    response: { 200: jsonAnswer(PageInfo, 'The facts.'), ...errors }
  }
  const read = { ...described, operationId: 'readPageInfo', querystring: Query }
  app.get(url, { schema: read }, async (request, reply) => {
    const pageId = parseId(request.query.pageId ?? request.query.id)
    if (!pageId) throw new ApiError('invalid_page_id')
    return sendAnswer(request, reply, { responses, asked: { kind: 'page-info', pageId } })
  })

  const schema = {
    ...described,
    operationId: 'postPageInfo',
    querystring: Query,
    body: Query.nullable()
  }
  app.post(url, { schema }, async (request, reply) => {
    const { pageId, id } = requestParams(request)
    const { body } = pageInfoText(site, pageId ?? id)
    return sendFreshJson(reply, body)
  })
}
