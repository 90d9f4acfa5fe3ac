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
      // `server.setTimeout` below closes idle connections. This would set that timer twice more for each
      // request: a sixth of the CPU time of a kept response at 500 connections.
      keepAliveTimeout: 0,
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

/**
 * RFC 9112, 3.2 (Host) and 6.1 (Transfer-Encoding), where Node's parser is more lenient. Runs for
 * each request, so it makes no arrays.
 */
function isValid({ httpVersion, rawHeaders, headers }: IncomingMessage): boolean {
  const hosts = countHosts(rawHeaders)
  // `GET /` without a version is HTTP/0.9 and not valid.
  const hasHost = httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1
  if (!hasHost) return false
  const coding = headers['transfer-encoding']
  return coding === undefined || /(^|,)\s*chunked\s*$/i.test(coding)
}

/** Names are at even indexes. */
function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
