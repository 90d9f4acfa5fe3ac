import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { Site } from '../site-context.ts'

/** `/healthz`: the process lives. `/readyz`: there is a publication to serve, and which. */
export const healthRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    const { generation, publishedAt } = site.published().publication
    return { status: 'ready', generation, published_at: publishedAt }
  })
}
