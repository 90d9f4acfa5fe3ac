import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import type { Hosting } from '../../site/config/hosting.ts'
import { tagOf } from '../http/caching.ts'
import { type RenderedText, pageCaching } from './rendered-text.ts'

/** Encodings of a body, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** A response that only has to be sent. Plain values, because it may come from another process. */
export interface FinishedResponse {
  /** Pairs of name and value: everything but the length, the encoding and the ETag. */
  headers: [name: string, value: string][]
  /** Identifies the content; each encoding derives its strong ETag from it. */
  tag: string
  /** An encoding that does not make the body smaller is missing. */
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer }
}

/** The highest quality is 11; those above 6 take several times as long and save a few per cent. */
const BROTLI_QUALITY = 6
const GZIP_LEVEL = 6

/**
 * Compresses a text, unless it becomes a file, and writes its headers. `names` are its surrogate keys,
 * for caches in front.
 */
export function finish(
  text: RenderedText,
  names: string[],
  hosting: Hosting = 'server'
): FinishedResponse {
  const { body, mediaType, caching = pageCaching, headers = {} } = text
  const identity = Buffer.from(body)
  return {
    headers: [
      ['content-type', `${mediaType}; charset=utf-8`],
      ['cache-control', caching],
      ['vary', 'accept-encoding'],
      ...Object.entries(headers),
      ...(names.length > 0 ? [['surrogate-key', names.join(' ')] as [string, string]] : [])
    ],
    tag: tagOf(identity),
    bodies: hosting === 'static' ? { identity } : compressed(identity)
  }
}

/** A response that another thread has sent: its buffers arrive as plain arrays of bytes. */
export function receivedResponse(response: FinishedResponse): FinishedResponse {
  const { identity, gzip, br } = response.bodies
  return {
    ...response,
    bodies: {
      identity: asBuffer(identity),
      ...(gzip && { gzip: asBuffer(gzip) }),
      ...(br && { br: asBuffer(br) })
    }
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Bytes in memory or on disk. */
export function sizeOf({ headers, bodies }: FinishedResponse): number {
  const heads = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const { identity, gzip, br } = bodies
  return heads + identity.length + (gzip?.length ?? 0) + (br?.length ?? 0)
}

/** A strong ETag differs between the encodings of a content (RFC 9110, 8.8.3.3). */
export function etagFor({ tag }: Pick<FinishedResponse, 'tag'>, encoding: Encoding): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
}

function compressed(identity: Buffer): FinishedResponse['bodies'] {
  const gzip = gzipSync(identity, { level: GZIP_LEVEL })
  const br = brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length
    }
  })
  return {
    identity,
    ...(gzip.length < identity.length && { gzip }),
    ...(br.length < identity.length && { br })
  }
}
