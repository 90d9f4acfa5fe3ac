import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { parseId } from '../../../site/notion/blocks/notion-id.ts'
import { checkRows } from '../../feeds/api/row-list.ts'
import { sendAnswer } from '../../responses/send-response.ts'
import type { ApiContext } from './api-context.ts'
import { RowList, RowsParams, RowsQuery } from './contract/row-schemas.ts'
import { CollectionList, NoQuery } from './contract/collection-schemas.ts'
import { errors, jsonAnswer } from './contract/common.ts'

/** `/api/collections` and `/api/collections/<collection>/rows`. */
export const apiCollectionRoutes: FastifyPluginAsyncZod<ApiContext> = async (
  app,
  { site, responses, sendOnce }
) => {
  const schema = {
    operationId: 'listCollections',
    summary: 'The collections of the site with their schemas',
    tags: ['collections'],
    querystring: NoQuery,
    response: { 200: jsonAnswer(CollectionList, 'All collections.'), ...errors }
  }
  app.get('/api/collections', { schema }, async (request, reply) =>
    sendAnswer(request, reply, { responses, asked: { kind: 'api-collections' } })
  )

  const ofRows = {
    operationId: 'listRows',
    summary: 'The rows of a collection with their values',
    tags: ['collections'],
    params: RowsParams,
    querystring: RowsQuery,
    response: { 200: jsonAnswer(RowList, 'A part of the list.'), ...errors }
  }
  app.get('/api/collections/:name/rows', { schema: ofRows }, async (request, reply) => {
    const { where = [], properties, ...rest } = request.query
    const { name } = request.params
    const rows = checkRows(site, {
      ...rest,
      name: parseId(name) ?? name,
      where: [where].flat(),
      columns: properties?.split(',')
    })
    return sendOnce(request, reply, { asked: { kind: 'api-rows', rows } })
  })
}
