import type { FastifyReply, FastifyRequest } from 'fastify'

import { etagOf, isNotModified } from './etag.ts'

/** For what a publication changes: caches ask again after a minute and may serve the old one meanwhile. */
const pageCaching =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'

/** A text that is sent as it is. */
export interface SentText {
  body: string
  mediaType: string
  /** Of the body; kept with texts that are large. */
  etag: string
}

export function sentText(body: string, mediaType: string): SentText {
  return { body, mediaType: `${mediaType}; charset=utf-8`, etag: etagOf(body) }
}

/** Sends a text, or 304 to who has it. The reply may say otherwise how long it may be kept. */
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
