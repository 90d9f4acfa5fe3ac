import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http'

import { refusalOf, refuse } from './refusals.ts'

/** Limits against silent and slow clients. */
export interface ConnectionLimits {
  /** From the connection, or the last response, to the end of the request headers. */
  headersTimeoutMs: number
  /** For a whole request with its body. */
  requestTimeoutMs: number
  /** Without a byte sent or received: between requests, or while the response is not read. */
  idleTimeoutMs: number
  maxConnections: number
}

/** A silent connection takes about 15 kB of memory, so `maxConnections` limits memory too. */
const defaultLimits: ConnectionLimits = {
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  idleTimeoutMs: 8_000,
  maxConnections: 12_000
}

/** How often Node checks for late requests; its default is 30 seconds. */
const CHECK_INTERVAL_MS = 1_000

/** An HTTP server with timeouts and a connection limit. It marks invalid requests as refused. */
export function createHttpServer(
  handler: RequestListener,
  limits: Partial<ConnectionLimits> = {}
): Server {
  const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs, maxConnections } = {
    ...defaultLimits,
    ...limits
  }
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeoutMs),
      // Checked in `isValid`, so that the answer has our headers.
      requireHostHeader: false
    },
    (request, response) => {
      if (refusalOf(request) === undefined && !isValid(request)) {
        refuse(request, 'bad_request')
        response.setHeader('connection', 'close')
      }
      handler(request, response)
    }
  )
  server.setTimeout(idleTimeoutMs)
  server.maxConnections = maxConnections
  // A server may ignore expectations (RFC 9110, 10.1.1); Node's answer 417 would lack our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** RFC 9112, 3.2 (Host) and 6.1 (Transfer-Encoding), where Node's parser is more lenient. */
function isValid({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0)
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length
  // `GET /` without a version is HTTP/0.9 and not valid.
  const hasHost = httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1
  return hasHost && /(^|,)\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? 'chunked')
}
