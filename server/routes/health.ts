import { readFileSync } from 'node:fs'

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { HEALTH_PATH } from '../http/request-path.ts'
import type { MirrorWatcher } from '../publication/mirror-watcher.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'

/**
 * `/healthz` answers as long as the process runs, without the database; `/readyz` once a publication is
 * served, without a query.
 */
export const healthRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  watcher: MirrorWatcher
  responses: KeptResponses
}> = async (app, { site, watcher, responses }) => {
  const version = readVersion()

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get(HEALTH_PATH, async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    const { generation, publishedAt, pages } = site.published().publication
    const { problem } = watcher.state()
    return {
      status: 'ready',
      version,
      generation,
      published_at: publishedAt,
      age_s: Math.max(0, Math.round((Date.now() - publishedAt) / 1000)),
      pages,
      pending_renders: responses.pending,
      mirror_problem: problem ?? null
    }
  })
}

/** The version of fansite, from its package.json. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
