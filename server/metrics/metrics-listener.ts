import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createHttpServer } from '../http/http-server.ts'
import { explainListening, urlHost } from '../http/listen.ts'
import { refusalOf } from '../http/refusals.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsListener {
  /** The URL of the metrics. */
  address: string
  close: () => Promise<void>
}

interface ListenerOptions {
  /** Port 0 takes a free one. */
  at: { host: string; port: number }
  /** Receives the error of a scrape that failed. */
  onFailure: (error: unknown) => void
}

/** Few clients read the metrics. */
const MAX_CONNECTIONS = 100

/** Listens at an address of its own for `GET /metrics`. Rejects if it is in use. */
export async function listenForMetrics(
  metrics: Metrics,
  { at, onFailure }: ListenerOptions
): Promise<MetricsListener> {
  const handler = (request: IncomingMessage, response: ServerResponse) =>
    void answer(metrics, request, response).catch((error: unknown) => {
      onFailure(error)
      send(response, 500, 'internal server error\n')
    })
  const server = createHttpServer(handler, { maxConnections: MAX_CONNECTIONS })
  server.listen(at)
  try {
    await once(server, 'listening')
  } catch (error) {
    const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
    const { message } = explainListening(error, names) as Error
    throw new Error(`metrics: ${message}`, { cause: error })
  }
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { address: `http://${urlHost(at.host)}:${port}/metrics`, close }
}

async function answer(
  metrics: Metrics,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> {
  const { method = '', url = '' } = request
  if (refusalOf(request)) return send(response, 400, 'bad request\n')
  if (url.split('?')[0] !== '/metrics') return send(response, 404, 'not found\n')
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return send(response, 405, 'method not allowed\n')
  }
  const text = await metrics.text()
  response.setHeader('content-type', metrics.contentType)
  send(response, 200, text)
}

function send(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('content-type')) {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
  }
  response
    .writeHead(status, {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(text)
    })
    .end(text)
}
