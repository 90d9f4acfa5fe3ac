import { type FastifyInstance, fastify } from 'fastify'

import { routableBelow } from '../../../server/http/request-path.ts'
import { type SiteOptions, sitePlugin } from '../../../server/site/site-plugin.ts'
import { patient } from '../../support/workspaces/test-config.ts'
import { onFinished } from '../../support/on-finished.ts'

/**
 * A server of its own kind, with sites below the prefixes: a page at `/`, a text at `/echo` and own
 * errors. `prepare` gets it before the sites.
 */
export async function mountedHost(
  sites: Record<string, Pick<SiteOptions, 'config' | 'dataDir'> & Partial<SiteOptions>>,
  prepare: (host: FastifyInstance) => void = () => {}
): Promise<FastifyInstance> {
  const rewriteUrl = routableBelow(Object.keys(sites))
  const host = fastify({ logger: { level: 'error' }, rewriteUrl })
  prepare(host)
  host.setNotFoundHandler((_request, reply) => reply.code(404).send({ own: 'missing' }))
  host.setErrorHandler((_error, _request, reply) => reply.code(500).send({ own: 'error' }))
  host.get('/', async (_request, reply) => reply.type('text/html').send('<h1>Host</h1>'))
  host.get('/fail', async () => {
    throw new Error('on purpose')
  })
  host.post('/echo', async ({ body }) => body)
  onFinished(() => host.close())
  for (const [prefix, options] of Object.entries(sites)) {
    await host.register(sitePlugin, { prefix, lookIntervalMs: 0, ...patient, ...options })
  }
  return host
}
