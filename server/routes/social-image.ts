import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { requestParams } from '../http/request-params.ts'
import { isNotModified } from '../http/etag.ts'
import { findPageFacts } from '../render/find-page-facts.ts'
import { sendFile } from '../http/send-file.ts'
import type { Site } from '../site-context.ts'
import { cardFacts, cardHash } from '../pictures/social-image/card-facts.ts'

const Query = z.object({ id: z.string().optional(), v: z.string().optional() })
const Body = z.object({ id: z.string().optional() })

const forEver = 'public, max-age=31536000, immutable'
const forAWhile = 'public, max-age=300, s-maxage=600, stale-while-revalidate=86400'

/**
 * `/api/social-image`: a picture of a page for previews, drawn from the mirror. With `v`, the start of
 * the hash of what it shows, the reply may be kept for ever.
 */
export const socialImageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  const url = '/api/social-image'

  app.route({
    method: ['GET', 'HEAD'],
    url,
    schema: { querystring: Query },
    handler: async (request, reply) => {
      const { id, v } = request.query
      return sendCard(site, { request, reply, id, cachingOf: (hash) => caching(hash, v) })
    }
  })

  const schema = { querystring: Query, body: Body.nullable() }
  app.post(url, { schema }, async (request, reply) => {
    const { id } = requestParams(request)
    return sendCard(site, { request, reply, id, cachingOf: () => 'no-store' })
  })
}

async function sendCard(
  site: Site,
  options: {
    request: FastifyRequest
    reply: FastifyReply
    id: string | undefined
    cachingOf: (hash: string) => string
  }
): Promise<FastifyReply> {
  const { request, reply, id, cachingOf } = options
  const card = cardFacts(findPageFacts(site, id), site.config)
  const hash = cardHash(card)
  // Known before it is drawn: who has it need not wait for that.
  const isKnown = isNotModified(request.headers['if-none-match'], `"${hash}"`)
  const file = isKnown ? undefined : await site.socialImages.find(card)
  reply
    .header('cache-control', cachingOf(hash))
    .header('cross-origin-resource-policy', 'cross-origin')
  if (!file) return reply.header('etag', `"${hash}"`).code(304).send()
  return sendFile(request, reply, file)
}

function caching(hash: string, version = ''): string {
  return version.length >= 8 && hash.startsWith(version) ? forEver : forAWhile
}
