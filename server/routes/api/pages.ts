import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'

import type { PageListQuery, PageSort } from '../../../db/page/read-page-list.ts'
import { ApiError } from '../../errors.ts'
import { parseCursor } from '../../feeds/api/cursor.ts'
import { afterPage } from '../../feeds/api/page-list.ts'
import { findGivenPage } from '../../render/find-visible-page.ts'
import { addressOf } from '../../responses/response-request.ts'
import { sendAnswer } from '../../responses/send-response.ts'
import type { ApiContext } from './api-context.ts'
import { errors, jsonAnswer } from './contract/common.ts'
import { Page, PageList, PageParams, PageQuery, PagesQuery } from './contract/page-schemas.ts'

/** `/api/pages` and `/api/pages/<page>`. */
export const apiPageRoutes: FastifyPluginAsyncZod<ApiContext> = async (app, context) => {
  const { responses, sendOnce } = context

  app.get(
    '/api/pages',
    {
      schema: {
        operationId: 'listPages',
        summary: 'The pages of the site',
        tags: ['pages'],
        querystring: PagesQuery,
        response: { 200: jsonAnswer(PageList, 'A part of the list.'), ...errors }
      }
    },
    async (request, reply) => {
      const asked = { kind: 'api-pages', query: listQuery(request.query) } as const
      const isKept = addressOf(asked) === '/api/pages'
      return isKept
        ? sendAnswer(request, reply, { responses, asked })
        : sendOnce(request, reply, { asked })
    }
  )

  const schema = {
    operationId: 'readPage',
    summary: 'One page',
    tags: ['pages'],
    params: PageParams,
    querystring: PageQuery,
    response: { 200: jsonAnswer(Page, 'The page.'), ...errors }
  }
  app.get('/api/pages/:page', { schema }, async (request, reply) =>
    sendPage(context, { request, reply, given: request.params.page, text: request.query.text })
  )

  // The same with the slashes of a path as they are.
  app.get<{ Params: { '*': string }; Querystring: z.infer<typeof PageQuery> }>(
    '/api/pages/*',
    { schema: { querystring: PageQuery, hide: true } },
    async (request, reply) => {
      const { text } = request.query
      return sendPage(context, { request, reply, given: request.params['*'], text })
    }
  )
}

async function sendPage(
  { site, responses }: ApiContext,
  asked: {
    request: FastifyRequest
    reply: FastifyReply
    given: string
    text: z.infer<typeof PageQuery>['text']
  }
): Promise<FastifyReply> {
  const { request, reply, given, text } = asked
  const { id, path } = findGivenPage(site, given)
  const answer = { kind: 'api-page', pageId: id, path, text } as const
  return sendAnswer(request, reply, { responses, asked: answer })
}

function listQuery(query: z.infer<typeof PagesQuery>): PageListQuery {
  const { sort: given, limit, cursor, parent, collection, editedSince } = query
  const isDescending = given.startsWith('-')
  const sort = given.replace('-', '') as PageSort
  const after =
    cursor === undefined ? undefined : afterPage(parseCursor(cursor) ?? [], { sort, isDescending })
  if (cursor !== undefined && !after) throw new ApiError('invalid_cursor')
  return {
    sort,
    isDescending,
    limit,
    after,
    parentId: parent,
    collectionId: collection,
    editedSince
  }
}
