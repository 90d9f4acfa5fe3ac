import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http'

import { refusalOf, refuse } from './refusals.ts'

/** Bounds that keep silent and slow clients from holding the server; times in milliseconds. */
export interface ConnectionLimits {
  /** From the connection, or the last response, to the end of a request's headers. */
  headersTimeoutMs: number
  /** For a whole request with its body. */
  requestTimeoutMs: number
  /** Without any byte sent or received, between requests or while a client does not read its response. */
  idleTimeoutMs: number
  maxConnections: number
}

/** A silent connection costs about 15 kB of memory, so the bound on connections is one on memory too. */
const connectionLimits: ConnectionLimits = {
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  idleTimeoutMs: 8_000,
  maxConnections: 12_000
}

/** How often Node looks for requests that are late; its default is 30 seconds. */
const CHECK_INTERVAL_MS = 1_000

/** An HTTP server with bounds on time and connections. Requests that are not valid are marked as refused. */
export function createHttpServer(
  handler: RequestListener,
  limits: Partial<ConnectionLimits> = {}
): Server {
  const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs, maxConnections } = {
    ...connectionLimits,
    ...limits
  }
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeoutMs),
      // Checked below, so that the answer is ours.
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
  // Expectations are optional to meet (RFC 9110, 10.1.1); Node's own answer would lack our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** Whether a request is as RFC 9112 demands (3.2, 6.1) where Node's parser is more lenient. */
function isValid({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0)
  const hosts = names.filter((name) => name.toLowerCase() === 'host').length
  // A bare `GET /` is HTTP/0.9.
  const hasHost = httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1
  return hasHost && /(^|,)\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? 'chunked')
}
