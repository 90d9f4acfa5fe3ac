import { beforeAll, describe, expect, test } from 'vitest'

import { PAGE_ID, startOrigin, textOf } from './origin.ts'
import { purge } from './purge.ts'
import { type CacheKind, caches } from './start-cache.ts'

async function openCache({ start }: CacheKind) {
  const origin = await startOrigin()
  return { origin, cache: await start(origin) }
}

describe.each(caches)('$name', (kind) => {
  const { missing } = kind
  const title = (text: string) => (missing === undefined ? text : `${text} (skipped: ${missing})`)
  const tried = test.skipIf(missing !== undefined)

  /** Shared by tests of different addresses. */
  let opened: Awaited<ReturnType<typeof openCache>>
  beforeAll(async () => {
    if (missing === undefined) opened = await openCache(kind)
  })

  /** Has the cache store a page in its first form; returns its address. */
  async function storePage(path: string, { origin, cache } = opened): Promise<string> {
    Object.assign(origin, { text: 'first', generation: 1 })
    expect(await textOf(cache.url + path)).toBe('first')
    return cache.url + path
  }

  tried(title('sends a stale page at once and the new one soon after'), async () => {
    const url = await storePage('/edited')
    opened.origin.text = 'second'
    await expect.poll(() => textOf(url)).toBe('second')
    const { headers } = await fetch(url)
    expect(headers.get('surrogate-key')).toBeNull()
  })

  tried(title('sends stale pages while the server fails or is gone'), async () => {
    const { origin, cache } = await openCache(kind)
    const url = await storePage('/', { origin, cache })
    origin.status = 503
    const before = origin.requests.length
    await expect
      .poll(async () => {
        expect(await textOf(url)).toBe('first')
        return origin.requests.length
      })
      .toBeGreaterThan(before + 1)
    await origin.close()
    for (let count = 0; count < 20; count++) {
      expect(await textOf(url)).toBe('first')
    }
    expect((await fetch(`${cache.url}/never-asked`)).status).toBeGreaterThanOrEqual(502)
  })

  tried(title('stores a page once whatever unknown parameters are added'), async () => {
    const { origin, cache } = opened
    const view = '?v=00112233445566778899aabbccddeeff'
    for (const query of ['', '?utm_source=x&fbclid=y', view, '?gclid=1']) {
      await textOf(`${cache.url}/lamp${query}`)
    }
    const requests = origin.requests.filter((url) => url.startsWith('/lamp'))
    const pages = new Set(requests.map((url) => url.replace(/\?(utm|gclid).*$/, '')))
    expect([...pages]).toEqual(['/lamp', `/lamp${view}`])
  })

  tried(title('stores each list and each table by all of its parameters'), async () => {
    const { origin, cache } = opened
    const addresses = [
      '/_data/page?title__contains=lamp',
      '/_data/page?_sort=title&_next=x',
      '/_data/page',
      '/_data/query?sql=select+1',
      '/_data/query',
      '/api/pages?cursor=x',
      '/api/pages?parent=y&editedSince=1',
      '/api/pages',
      '/api/pages/lamp?text=markdown',
      '/api/pages/lamp',
      '/api/changes?since=3',
      '/api/changes?since=4'
    ]
    for (const address of addresses) await textOf(cache.url + address)
    expect(origin.requests.filter((url) => /^\/(_data|api)\//.test(url))).toEqual(addresses)
  })

  tried(
    title('sends no filtered list as the whole one, however its parameters are written'),
    async () => {
      const { origin, cache } = opened
      for (const query of ['?is%2Egrade=Wick', '?utm_source=x&%66rom=100', '']) {
        await textOf(`${cache.url}/techniques${query}`)
      }
      expect(origin.requests).toContain('/techniques')
    }
  )

  tried(title('names the visitor to the server, whatever the visitor sends'), async () => {
    const { origin, cache } = opened
    await fetch(`${cache.url}/another`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(origin.forwardedFor.split(', ').at(-1)).toBe('127.0.0.1')
  })

  tried(title('keeps health checks and metrics from visitors'), async () => {
    const replies = await Promise.all(
      ['/metrics', '/readyz', '/healthz'].map((path) => fetch(`${opened.cache.url}${path}`))
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  tried(
    title('forgets a page that left as soon as the server serves its publication'),
    async () => {
      const { origin, cache } = opened
      const url = await storePage('/left')
      // Long after this, the withdrawn page would still be sent as a stale one.
      Object.assign(origin, { text: 'withdrawn', generation: 2 })
      expect(await purge(cache, { port: origin.port, generation: 2, left: PAGE_ID })).toBe(0)
      expect(await textOf(url)).toBe('withdrawn')
    }
  )

  if (kind.name === 'Varnish') {
    tried(title('accepts purges from this machine only with keys'), async () => {
      const reply = await fetch(opened.cache.url, { method: 'PURGE' })
      expect(reply.status).toBe(400)
    })
  }
})
