import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { requestParams } from '../../http/request-params.ts'
import { immutableCaching, isNotModified, isVersionOf } from '../../http/caching.ts'
import { sendFile } from '../../http/send-file.ts'
import { findPageCard } from '../../pictures/social-image/page-card.ts'
import type { SocialImages } from '../../pictures/social-image/social-images.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { errors } from './contract/common.ts'

const Query = z.object({ id: z.string().optional(), v: z.string().optional() })
const Body = z.object({ id: z.string().optional() })
const picture = {
  description: 'PNG, 1200 × 630 pixels',
  content: { 'image/png': { schema: z.string() } }
}

const revalidated = 'public, max-age=300, s-maxage=600, stale-while-revalidate=86400'
/** For an earlier card of the page or that of the site. */
const temporary = 'public, max-age=10'

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

  const described = {
    summary: 'The picture of a page for link previews',
    tags: ['pages'],
    response: { 200: picture, ...errors }
  }
  app.route({
    method: ['GET', 'HEAD'],
    url,
    schema: { ...described, operationId: 'readSocialImage', querystring: Query },
    handler: async (request, reply) => {
      const { id, v } = request.query
      return sendCard(context, { request, reply, id, cachingOf: (hash) => caching(hash, v) })
    }
  })

  const schema = {
    ...described,
    operationId: 'postSocialImage',
    querystring: Query,
    body: Body.nullable()
  }
  app.post(url, { schema }, async (request, reply) => {
    const { id } = requestParams(request)
    return sendCard(context, { request, reply, id, cachingOf: () => 'no-store' })
  })
}

interface CardRequest {
  request: FastifyRequest
  reply: FastifyReply
  id: string | undefined
  /** Cache-Control of the card of a hash. */
  cachingOf: (hash: string) => string
}

/** A card that was drawn before content was withdrawn is not sent: the request is then answered anew. */
async function sendCard(context: SocialImageContext, asked: CardRequest): Promise<FastifyReply> {
  const { site, socialImages } = context
  const { request, reply, id, cachingOf } = asked
  const { withdrawals } = socialImages
  const page = findPageCard(site, id)
  const etag = `"${page.hash}"`
  const headers = {
    'cross-origin-resource-policy': 'cross-origin',
    // The picture shows the title of the page.
    'surrogate-key': `p-${undashId(page.pageId)}`
  }
  // The hash is known before the picture is drawn, so a client that has it does not wait.
  if (isNotModified(request.headers['if-none-match'], etag)) {
    return reply
      .headers({ ...headers, 'cache-control': cachingOf(page.hash), etag })
      .code(304)
      .send()
  }
  const { sent, isExact } = await socialImages.find(page)
  if (withdrawals !== socialImages.withdrawals) return sendCard(context, asked)
  reply.headers({ ...headers, 'cache-control': isExact ? cachingOf(page.hash) : temporary })
  return sendFile(request, reply, sent)
}

function caching(hash: string, version: string | undefined): string {
  return isVersionOf(hash, version) ? immutableCaching : revalidated
}
