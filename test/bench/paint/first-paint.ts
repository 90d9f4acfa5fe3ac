import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
  get
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'

import type { Browser } from 'playwright-core'

import { bareText } from './bare-pages.ts'

const ROUNDS = 5
const ROUND_TRIP_MS = 400
/** 50 kB/s for all connections together. */
const PACKET_BYTES = 1000
const PACKET_MS = 20

/** First contentful paint in milliseconds, medians. */
export interface FirstPaint {
  page: number
  /** Of a page with the same text and neither styles nor scripts. */
  bare: number
}

/** A slow line to the site, with bare pages beside those of the site. */
export interface SlowFront {
  address: string
  /** Paths of the bare pages and their HTML. */
  bare: Map<string, string>
  close: () => Promise<void>
}

/**
 * Passes the bytes of the site on as the site sends them, over a slow line: opening a connection takes
 * a round trip, each request another, and the packets of all replies follow one another. Replies are
 * kept, so that rendering is no part of a measurement.
 */
export async function openSlowFront(site: string): Promise<SlowFront> {
  const line = new SlowLine()
  const bare = new Map<string, string>()
  const kept = new Map<string, Promise<Kept>>()
  const readyAt = new WeakMap<Socket, number>()
  const server = createServer((request, reply) => {
    const path = request.url ?? '/'
    const page = bare.get(path)
    const answer = page === undefined ? (kept.get(path) ?? fetchKept(site + path)) : keepBare(page)
    kept.set(path, Promise.resolve(answer))
    // A connection that the browser opened ahead may be ready already.
    const connecting = Math.max(0, (readyAt.get(request.socket) ?? 0) - performance.now())
    void Promise.all([answer, setTimeout(connecting + ROUND_TRIP_MS)]).then(
      ([it]) => line.send(reply, it),
      (error: unknown) => reply.destroy(error instanceof Error ? error : undefined)
    )
  })
  server.on('connection', (socket) => readyAt.set(socket, performance.now() + ROUND_TRIP_MS))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { address: `http://127.0.0.1:${port}`, bare, close }
}

interface Kept {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Headers of the connection, not of the reply. */
const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** The reply of the site as a browser gets it: compressed, and not followed if it redirects. */
async function fetchKept(url: string): Promise<Kept> {
  const request = get(url, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const headers = Object.fromEntries(
    Object.entries(response.headers).filter(([name]) => !hopHeaders.has(name))
  )
  return { status: response.statusCode ?? 0, headers, body: await buffer(response) }
}

function keepBare(html: string): Kept {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }
  return { status: 200, headers, body: brotliCompressSync(html) }
}

/** Sends replies in packets, in turn, no faster than the line. */
class SlowLine {
  #freeAt = 0

  async send(reply: ServerResponse, { status, headers, body }: Kept): Promise<void> {
    reply.writeHead(status, { ...headers, 'content-length': body.length })
    for (let at = 0; at < body.length && !reply.destroyed; at += PACKET_BYTES) {
      const now = performance.now()
      this.#freeAt = Math.max(this.#freeAt, now) + PACKET_MS
      await setTimeout(this.#freeAt - now)
      reply.write(body.subarray(at, at + PACKET_BYTES))
    }
    reply.end()
  }
}

/** Measures a page and its bare text in turn, with a cold cache each time. */
export async function measureFirstPaint(
  browser: Browser,
  front: SlowFront,
  path: string
): Promise<FirstPaint> {
  const barePath = `/bare${path}`
  front.bare.set(barePath, await bareText(browser, front.address + path))
  const runs: Record<keyof FirstPaint, number[]> = { page: [], bare: [] }
  // The first run warms up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await firstPaint(browser, front.address + barePath)
    const page = await firstPaint(browser, front.address + path)
    if (round === 0) continue
    runs.bare.push(bare)
    runs.page.push(page)
  }
  return { page: median(runs.page), bare: median(runs.bare) }
}

async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true
  })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'commit' })
    return await page.evaluate(paintTime)
  } finally {
    await context.close()
  }
}

/** Runs in the page: the paint may follow its load. */
function paintTime(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      const [entry] = list.getEntriesByName('first-contentful-paint')
      if (!entry) return
      observer.disconnect()
      resolve(entry.startTime)
    }).observe({ type: 'paint', buffered: true })
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
