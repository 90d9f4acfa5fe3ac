import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { originHeaders } from '../../feeds/api/json-answer.ts'
import type { SiteContext } from '../../site/site-context.ts'
import { contractRoutes } from './contract-routes.tsx'
import { contentRoutes, publicRoutes } from './described-routes.ts'
import { limitRequests } from './limit-requests.ts'
import { onceSender } from './send-once.ts'

/** Requests of one client in a minute; finished responses that are kept do not count. */
const REQUESTS_A_MINUTE = 300

/** The API: what it answers, its contract, and a page about it. */
export const apiRoutes: FastifyPluginAsyncZod<SiteContext> = async (app, context) => {
  const { site, responses } = context
  const own = { ...context, sendOnce: onceSender(site, responses) }
  await app.register(publicRoutes, own)
  await app.register(async (limited: FastifyInstance) => {
    allowOrigins(limited)
    await limitRequests(limited, { max: REQUESTS_A_MINUTE, isShared: true })
    await limited.register(contentRoutes, own)
    await limited.register(contractRoutes, own)
  })
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'if-none-match',
  'access-control-max-age': '86400',
  'cache-control': 'public, max-age=86400'
}

/** Lets scripts of other sites read the API; the answers are the same for everyone. */
function allowOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(originHeaders)
  })
  const urls = new Set<string>()
  app.addHook('onRoute', ({ url, method }) => {
    if (method === 'OPTIONS' || urls.has(url)) return
    urls.add(url)
    const path = url.slice(app.prefix.length)
    app.options(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers(preflightHeaders).code(204).send()
    )
  })
}
