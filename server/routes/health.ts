import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { PublishedSite } from '../publication/published-site.ts'

/** `/healthz` answers as long as the process runs; `/readyz` once a publication is served. */
export const healthRoutes: FastifyPluginAsyncZod<{ site: PublishedSite }> = async (
  app,
  { site }
) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    const { generation, publishedAt } = site.published().publication
    return { status: 'ready', generation, published_at: publishedAt }
  })
}
