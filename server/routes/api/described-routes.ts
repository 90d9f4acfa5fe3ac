import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { originHeaders } from '../../feeds/api/json-answer.ts'
import type { ApiContext } from './api-context.ts'
import { apiChangeRoutes } from './changes.ts'
import { apiCollectionRoutes } from './collections.ts'
import { pageInfoRoutes } from './notion-page-info.ts'
import { apiPageRoutes } from './pages.ts'
import { searchRoutes } from './search-notion.ts'
import { socialImageRoutes } from './social-image.ts'

/** What the contract describes. */
export const describedRoutes: FastifyPluginAsyncZod<ApiContext> = async (app, context) => {
  await app.register(publicRoutes, context)
  await app.register(contentRoutes, context)
}

/** What the pages of the site use themselves. */
export const publicRoutes: FastifyPluginAsyncZod<ApiContext> = async (app, context) => {
  await app.register(async (json) => {
    json.addHook('onRequest', async (_request, reply) => {
      reply.headers(originHeaders)
    })
    await json.register(pageInfoRoutes, context)
    await json.register(searchRoutes, context)
  })
  await app.register(socialImageRoutes, context)
}

/** What other programs read. */
export const contentRoutes: FastifyPluginAsyncZod<ApiContext> = async (app, context) => {
  await app.register(apiPageRoutes, context)
  await app.register(apiCollectionRoutes, context)
  await app.register(apiChangeRoutes, context)
}
