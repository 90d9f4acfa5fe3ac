import { hash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { refusalOf } from '../http/refusals.ts'
import type { Metrics } from './metrics.ts'

const PATH = '/metrics'

/**
 * `GET /metrics` with `Authorization: Bearer <token>`. It is a hook, not a route: every other
 * request for this path continues as for a path that does not exist, so nothing shows that there are
 * metrics. Added before the check of the mirror, for which a scrape must not wait.
 */
export function sendMetricsByToken(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expected = digestOf(`Bearer ${token}`)
  metrics.addRoute(`${app.prefix}${PATH}`)
  metrics.observeProcess()
  app.addHook('onRequest', async ({ siteUrl: url, method, headers, raw }, reply) => {
    const isMetrics = url === PATH || url.startsWith(`${PATH}?`)
    if (!isMetrics || (method !== 'GET' && method !== 'HEAD') || refusalOf(raw)) return
    // Digests have the same length and reveal nothing about how much of the token was right.
    if (!timingSafeEqual(digestOf(headers.authorization ?? ''), expected)) return
    reply.countedRoute = `${app.prefix}${PATH}`
    reply.type(metrics.contentType).headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff'
    })
    return reply.send(await metrics.text())
  })
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
