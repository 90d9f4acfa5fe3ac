import type { FastifyReply, FastifyRequest } from 'fastify'

import { etagOf, isNotModified } from './etag.ts'

/** The default: shared caches revalidate after a minute and may serve the stale text meanwhile. */
const pageCaching =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'

/** A text body with its headers. */
export interface SentText {
  body: string
  mediaType: string
  etag: string
}

/** `mediaType` is without charset. */
export function sentText(body: string, mediaType: string): SentText {
  return { body, mediaType: `${mediaType}; charset=utf-8`, etag: etagOf(body) }
}

/** Sends a text, or 304. A `cache-control` header that is already set replaces the default. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, mediaType, etag }: SentText
): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', pageCaching)
  reply.header('etag', etag)
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(mediaType).send(body)
}
