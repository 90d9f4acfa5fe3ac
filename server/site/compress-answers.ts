import { PassThrough, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { BoundedMap } from '../../site/limits/bounded-map.ts'
import { isNotModified } from '../http/caching.ts'
import type { MirrorWatcher } from '../publication/mirror-watcher.ts'
import type { Encoding } from '../responses/finished-response.ts'
import { acceptedEncodings } from '../responses/store/accepted-encodings.ts'

/** A shorter body mostly fits into one packet anyway. */
const MIN_LENGTH = 1000
/** Bytes of the compressed bodies that are kept for what is asked for again, such as a search. */
const MAX_KEPT_BYTES = 4_000_000
/** Low, because each of these bodies is compressed for one visitor. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 4
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
}

/**
 * Compresses the texts that are not kept, such as search results and error pages, and answers 304 to
 * requests that have them already. Finished responses do not get here; files are streams or buffers.
 * To be called before the hooks that send a response. A publication empties the cache, since it may
 * have withdrawn what the bodies show.
 */
export function compressAnswers(app: FastifyInstance, watcher: MirrorWatcher): void {
  const kept = new BoundedMap<string, Buffer>(MAX_KEPT_BYTES, ({ length }) => length)
  watcher.onPublication(() => kept.clear())
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || reply.hasHeader('content-encoding')) return payload
    const encoding = payload.length < MIN_LENGTH ? 'identity' : chooseEncoding(request, reply)
    const etag = setTag(reply, encoding)
    if (etag !== undefined && isUnchanged(request, reply, etag)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      // Fastify asks for the length of any other payload of a HEAD request.
      return request.method === 'HEAD' ? Readable.from([]) : null
    }
    if (encoding === 'identity') return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    const known = etag === undefined ? undefined : kept.get(etag)
    if (known) return known
    const body = await compress(payload, encoding)
    if (etag !== undefined) kept.set(etag, body)
    return body
  })
}

/** The encoding for a client; the header `Vary` keeps it apart from the others in caches. */
export function chooseEncoding({ headers }: FastifyRequest, reply: FastifyReply): Encoding {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!vary.includes('accept-encoding')) {
    reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)
  }
  return acceptedEncodings(headers['accept-encoding'])[0] ?? 'identity'
}

function setTag(reply: FastifyReply, encoding: Encoding): string | undefined {
  const tag = reply.getHeader('etag')
  if (typeof tag !== 'string') return undefined
  const etag = tagOfEncoding(tag, encoding)
  reply.header('etag', etag)
  return etag
}

/** Encodings of one content have different strong ETags, as those of finished responses. */
export function tagOfEncoding(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
}

/** Encodes a text that is sent while it is made. */
export function encoder(encoding: Encoding): Transform {
  if (encoding === 'identity') return new PassThrough()
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL })
  return createBrotliCompress({ params: brotliParams })
}

function isUnchanged({ method, headers }: FastifyRequest, reply: FastifyReply, etag: string) {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && reply.statusCode === 200 && isNotModified(headers['if-none-match'], etag)
}

/** Runs in the threads of Node.js, not in the main one. */
async function compress(text: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const body = Buffer.from(text)
  if (encoding === 'gzip') return promisify(gzip)(body, { level: GZIP_LEVEL })
  const params = { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return promisify(brotliCompress)(body, { params })
}
