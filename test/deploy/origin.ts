import { createServer } from 'node:http'

import { expect } from 'vitest'

import { onFinished } from '../support/on-finished.ts'
import { startListening } from '../support/run/free-port.ts'

/** The page that the origin serves names this page, and so does its key. */
export const PAGE_ID = '10a7e12a-0000-4000-8000-000000000001'

/** A server with the headers of fansite's pages, which expire after a second instead of a minute. */
export interface Origin {
  port: number
  /** The text of all pages. */
  text: string
  /** Status of all pages; 200 at first. */
  status: number
  generation: number
  /** URLs of received requests, without those for `/readyz`. */
  requests: string[]
  /** The header `X-Forwarded-For` of the last of them. */
  forwardedFor: string
  close: () => Promise<void>
}

export async function startOrigin(): Promise<Origin> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      response.end(JSON.stringify({ status: 'ready', generation: origin.generation }))
      return
    }
    origin.requests.push(request.url ?? '')
    origin.forwardedFor = String(request.headers['x-forwarded-for'])
    response.writeHead(origin.status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control':
        origin.status === 200
          ? 'public, max-age=0, s-maxage=1, stale-while-revalidate=600, stale-if-error=86400'
          : 'no-store',
      vary: 'Accept-Encoding',
      'surrogate-key': `p-${PAGE_ID.replaceAll('-', '')} t-html`
    })
    response.end(origin.text)
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const port = await startListening(server)
  const origin: Origin = {
    port,
    text: 'first',
    status: 200,
    generation: 1,
    requests: [],
    forwardedFor: '',
    close
  }
  onFinished(() => (server.listening ? close() : undefined))
  return origin
}

/** The text of a page, which must be a success. */
export async function textOf(url: string): Promise<string> {
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  return reply.text()
}
