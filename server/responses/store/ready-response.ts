import type { IncomingMessage, ServerResponse } from 'node:http'

import { isNotModified } from '../../http/caching.ts'
import { acceptedEncodings } from './accepted-encodings.ts'
import { type Encoding, type FinishedResponse, etagFor, sizeOf } from '../finished-response.ts'
import { type FlatHeaders, ResponseHead } from './response-head.ts'

/** What precedes the body in one encoding. */
interface Heads {
  etag: string
  ok: ResponseHead
  notModified: ResponseHead
}

/** A finished response in memory, with everything that is written to the connection. */
export class ReadyResponse<Finished extends FinishedResponse = FinishedResponse> {
  readonly finished: Finished
  readonly bytes: number
  /** Visits that the file does not count yet. */
  visits = 0
  /** The route that requests are counted by; known once the response was sent through Fastify. */
  route: string | undefined
  readonly #common: FlatHeaders
  readonly #heads = new Map<Encoding, Heads>()

  /** `common` are the headers of all responses. */
  constructor(finished: Finished, common: FlatHeaders) {
    this.finished = finished
    this.bytes = sizeOf(finished)
    this.#common = common
  }

  /**
   * Writes the whole response, or 304 without a body; a HEAD request gets the headers only. Returns
   * the bytes of the body that were sent. `writing` chooses how the head is written, see `ResponseHead`.
   */
  send(
    { headers, method }: IncomingMessage,
    response: ServerResponse,
    writing: 'write' | 'writeText' = 'write'
  ): number {
    const encoding = this.#choose(headers['accept-encoding'])
    const { ok, notModified, etag } = this.#headsOf(encoding)
    const condition = headers['if-none-match']
    if (condition !== undefined && (condition === etag || isNotModified(condition, etag))) {
      notModified[writing](response)
      response.end()
      return 0
    }
    const body = method === 'HEAD' ? undefined : this.finished.bodies[encoding]
    ok[writing](response)
    response.end(body)
    return body?.length ?? 0
  }

  #choose(accepted: string | undefined): Encoding {
    const { bodies } = this.finished
    return acceptedEncodings(accepted).find((encoding) => bodies[encoding]) ?? 'identity'
  }

  #headsOf(encoding: Encoding): Heads {
    const known = this.#heads.get(encoding)
    if (known) return known
    const made = this.#makeHeads(encoding)
    this.#heads.set(encoding, made)
    return made
  }

  #makeHeads(encoding: Encoding): Heads {
    const { headers, bodies } = this.finished
    const etag = etagFor(this.finished, encoding)
    const notModified = [
      ...withoutNames(this.#common, new Set(headers.map(([name]) => name))),
      ...headers.filter(([name]) => name !== 'content-type').flat(),
      'etag',
      etag
    ]
    const type = headers.find(([name]) => name === 'content-type') ?? []
    const length = String(bodies[encoding]?.length ?? 0)
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const ok = [...notModified, ...type, ...coding, 'content-length', length]
    return {
      etag,
      ok: new ResponseHead(200, ok),
      notModified: new ResponseHead(304, notModified)
    }
  }
}

function withoutNames(headers: FlatHeaders, names: Set<string>): FlatHeaders {
  return headers.filter((_text, index) => !names.has(headers[index - (index % 2)] ?? ''))
}
