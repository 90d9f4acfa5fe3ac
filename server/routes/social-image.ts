import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { requestParams } from '../http/request-params.ts'
import { isNotModified } from '../http/etag.ts'
import { findPageFacts } from '../render/find-page-facts.ts'
import { sendFile } from '../http/send-file.ts'
import type { SocialImages } from '../pictures/social-image/social-images.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { cardFacts, cardHash } from '../pictures/social-image/card-facts.ts'

const Query = z.object({ id: z.string().optional(), v: z.string().optional() })
const Body = z.object({ id: z.string().optional() })

const immutable = 'public, max-age=31536000, immutable'
const revalidated = 'public, max-age=300, s-maxage=600, stale-while-revalidate=86400'

interface SocialImageContext {
  site: PublishedSite
  socialImages: SocialImages
}

/**
 * `/api/social-image`: the preview picture of a page, drawn from the mirror. `v`, at least 8 digits
 * of the picture's hash, makes the reply immutable for caches.
 */
export const socialImageRoutes: FastifyPluginAsyncZod<SocialImageContext> = async (
  app,
  context
) => {
  const url = '/api/social-image'

  app.route({
    method: ['GET', 'HEAD'],
    url,
    schema: { querystring: Query },
    handler: async (request, reply) => {
      const { id, v } = request.query
      return sendCard(context, { request, reply, id, cachingOf: (hash) => caching(hash, v) })
    }
  })

  const schema = { querystring: Query, body: Body.nullable() }
  app.post(url, { schema }, async (request, reply) => {
    const { id } = requestParams(request)
    return sendCard(context, { request, reply, id, cachingOf: () => 'no-store' })
  })
}

async function sendCard(
  { site, socialImages }: SocialImageContext,
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
  // The hash is known before the picture is drawn, so a client that has it does not wait.
  const isKnown = isNotModified(request.headers['if-none-match'], `"${hash}"`)
  const file = isKnown ? undefined : await socialImages.find(card)
  reply
    .header('cache-control', cachingOf(hash))
    .header('cross-origin-resource-policy', 'cross-origin')
  if (!file) return reply.header('etag', `"${hash}"`).code(304).send()
  return sendFile(request, reply, file)
}

function caching(hash: string, version = ''): string {
  return version.length >= 8 && hash.startsWith(version) ? immutable : revalidated
}
