import type { FastifyReply } from 'fastify'

import { etagOf } from './caching.ts'

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

/** Sends a text with its ETag; compression and status 304 are left to `compressAnswers`. */
export function sendText(reply: FastifyReply, { body, mediaType, etag }: SentText): FastifyReply {
  return reply.header('etag', etag).type(mediaType).send(body)
}

/** Sends JSON that is not to be cached. */
export function sendFreshJson(reply: FastifyReply, body: string): FastifyReply {
  const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
  return reply.headers(headers).send(body)
}
