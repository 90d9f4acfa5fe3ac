import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'

import { mountedHost } from './mounted-host.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { samplesOf } from '../metrics/samples.ts'
import { keptLists, keptSite } from '../responses/kept-site.ts'

const token = 'a-token-of-the-tests'

/** A start page with a page of this title, which links to the start page. */
function workspaceWith(title: string) {
  const link = [['home', [['a', `/${ROOT_ID.replaceAll('-', '')}`]]]]
  return workspaceOf(
    [testId(2)],
    [
      pageBlock(2, title, { content: [testId(20), testId(21)] }),
      textBlock(20, `${title} compresses well. `.repeat(80), { parent_id: testId(2) }),
      textBlock(21, '', { parent_id: testId(2), properties: { title: link } })
    ]
  )
}

let host: FastifyInstance
/** The site of `/wiki` on a server of its own. */
let alone: FastifyInstance

beforeAll(async () => {
  const [wiki, lore] = [
    await keptSite(workspaceWith('Lantern')),
    await keptSite(workspaceWith('Ember'))
  ]
  const config = testConfig(ROOT_ID)
  host = await mountedHost({
    '/wiki': { config, dataDir: wiki.dataDir, metricsToken: token },
    '/deep/lore': { config, dataDir: lore.dataDir, metricsToken: token }
  })
  alone = await wiki.open()
})

// Before `host` renders: it then takes over the process of this test.
test('a header that the host adds to one response is in no other', async () => {
  const { dataDir } = await keptSite(workspaceWith('Lantern'))
  let visitors = 0
  const visited = await mountedHost(
    { '/wiki': { config: testConfig(ROOT_ID), dataDir } },
    (own) => {
      own.addHook('onRequest', (_request, reply, done) => {
        visitors++
        reply.header('set-cookie', [`visitor=${visitors}`, 'theme=dark'])
        // Only to the first response; the site adds it to all of them.
        if (visitors === 1) reply.header('x-content-type-options', 'nosniff')
        else reply.header('content-security-policy', "default-src 'unsafe-inline'")
        done()
      })
    }
  )
  const policies = new Set<unknown>()
  // A cold page, the headers of the publication, kept pages and one more cold page.
  for (const url of [
    '/wiki/lantern',
    '/wiki/',
    '/wiki/lantern',
    '/wiki/lantern',
    '/wiki/lantern.md'
  ]) {
    const { statusCode, headers } = await visited.inject(url)
    expect([statusCode, headers['set-cookie']], url).toEqual([
      200,
      [`visitor=${visitors}`, 'theme=dark']
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
    policies.add(headers['content-security-policy'])
  }
  const tag = String((await visited.inject('/wiki/lantern')).headers.etag)
  const unchanged = await visited.inject({
    url: '/wiki/lantern',
    headers: { 'if-none-match': tag }
  })
  expect([unchanged.statusCode, unchanged.headers['set-cookie']]).toEqual([
    304,
    [`visitor=${visitors}`, 'theme=dark']
  ])
  await visited.close()
  const { headers: own } = await host.inject('/wiki/lantern')
  expect(policies).toEqual(new Set([own['content-security-policy']]))
})

async function numberOf(prefix: string, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await host.inject({ url: `${prefix}/metrics`, headers })
  return samplesOf(body)[`fansite_${name}`] ?? 0
}

const addresses = [
  '/',
  '/lantern',
  '/lantern.md',
  '/_cards/lantern.html',
  '/_tree/lantern.html',
  ...keptLists,
  `/api/notion-page-info?id=${testId(2)}`,
  '/api/pages',
  '/api/collections',
  `/api/pages/${testId(2).replaceAll('-', '')}?text=html`
]

describe('below a prefix of another server', () => {
  test.each(addresses)('%s is rendered once and sent as bytes, or as 304', async (address) => {
    const url = `/wiki${address}`
    const first = await host.inject(url)
    expect(first.statusCode).toBe(200)
    const [renders, hits] = [
      await numberOf('/wiki', 'renders_total'),
      await numberOf('/wiki', 'cache_hits_total')
    ]
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (raw: Buffer) => raw }
    for (const [encoding, decode] of Object.entries(decoders)) {
      const headers = { 'accept-encoding': encoding }
      const reply = await host.inject({ url, headers })
      const isSmaller = reply.headers['content-encoding'] === encoding
      const bytes = isSmaller ? decode(reply.rawPayload) : reply.rawPayload
      expect(bytes.equals(first.rawPayload)).toBe(true)
      const condition = { ...headers, 'if-none-match': String(reply.headers['etag']) }
      const unchanged = await host.inject({ url, headers: condition })
      expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    }
    expect(await numberOf('/wiki', 'renders_total')).toBe(renders)
    expect(await numberOf('/wiki', 'cache_hits_total')).toBe(hits + 6)
  })

  test.each(addresses)('%s has the headers that it has on a server of its own', async (address) => {
    const own = (await alone.inject(address)).headers
    const mounted = (await host.inject(`/wiki${address}`)).headers
    expect(Object.keys(mounted).toSorted()).toEqual(Object.keys(own).toSorted())
    for (const name of ['content-type', 'cache-control', 'vary', 'surrogate-key']) {
      expect(mounted[name], name).toBe(own[name])
    }
  })

  test('the API has the paths of the host, and its contract names them', async () => {
    const { pages } = (await host.inject('/wiki/api/pages?sort=title')).json()
    expect(pages.map(({ path }: { path: string }) => path)).toEqual(['/wiki/', '/wiki/lantern'])
    const { servers, paths } = (await host.inject('/wiki/api/openapi.json')).json()
    expect(servers).toEqual([{ url: 'https://wiki.example.org/wiki' }])
    expect(Object.keys(paths)).toContain('/api/pages')
    const preflight = await host.inject({ method: 'OPTIONS', url: '/wiki/api/pages' })
    expect(preflight.statusCode).toBe(204)
  })

  test('two sites have their own pages, errors and metrics', async () => {
    expect((await host.inject('/deep/lore/ember')).statusCode).toBe(200)
    expect((await host.inject('/wiki/ember')).statusCode).toBe(404)
    expect((await host.inject('/deep/lore/lantern')).statusCode).toBe(404)
    const { body } = await host.inject('/deep/lore/')
    expect(body).toContain('href="/deep/lore/ember"')
    expect(body).not.toContain('"/ember"')
    expect(await numberOf('/deep/lore', 'cache_entries')).toBeLessThan(
      await numberOf('/wiki', 'cache_entries')
    )
  })

  test.each([
    ['/wiki', '/wiki/'],
    ['/wiki?from=5', '/wiki/?from=5'],
    ['/wiki/lantern/', '/wiki/lantern'],
    ['/wiki/Lantern?v=1', '/wiki/lantern?v=1'],
    ['/wiki/all-pages/', '/wiki/all-pages'],
    ['/wiki/tags/', '/wiki/tags'],
    [`/wiki/${testId(2).replaceAll('-', '')}`, '/wiki/lantern'],
    [`/wiki/${testId(2).replaceAll('-', '')}.md`, '/wiki/lantern.md']
  ])('%s redirects to %s', async (url, location) => {
    const reply = await host.inject(url)
    expect([reply.statusCode, reply.headers.location]).toEqual([301, location])
  })

  test('unknown paths get the page of the site, with links of the site', async () => {
    const reply = await host.inject('/wiki/lantrn')
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('href="/wiki/lantern"')
    expect(reply.body).not.toMatch(/(href|src|action)="\/(?!wiki\/)/)
  })

  test.each(['/wiki/%ff', '/deep/lore/%E0%A4?x'])(
    '%s gets the error page of the site',
    async (url) => {
      const reply = await host.inject(url)
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([400, 'no-store'])
      expect(reply.headers['content-security-policy']).toBeDefined()
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  )

  test.each([
    ['/wiki/api/notion-page-info?id=x', 400, 'invalid_page_id'],
    ['/wiki/api/nothing', 404, 'not_found'],
    ['/wiki/image/nothing', 400, 'bad_request'],
    ['/wiki/mirror.db/x', 404, 'not_found']
  ])('programs get JSON from %s', async (url, status, error) => {
    const reply = await host.inject(url)
    expect([reply.statusCode, reply.json()]).toMatchObject([status, { error }])
  })

  test('other methods get 405, and bodies are limited', async () => {
    const deleted = await host.inject({ method: 'DELETE', url: '/wiki/lantern' })
    expect([deleted.statusCode, deleted.headers.allow]).toEqual([405, 'GET, HEAD'])
    const url = '/wiki/api/search-notion'
    const payload = { query: 'x'.repeat(20_000) }
    expect((await host.inject({ method: 'POST', url, payload })).statusCode).toBe(413)
    const put = await host.inject({ method: 'PUT', url })
    expect(put.headers.allow).toBe('GET, HEAD, POST')
  })

  test('the search finds pages at their addresses', async () => {
    const reply = await host.inject('/wiki/api/search-notion?query=lantern')
    expect(reply.json()).toMatchObject({ results: [{ path: '/wiki/lantern' }] })
    const page = (await host.inject('/wiki/search?q=lantern')).body
    expect(page).toContain('href="/wiki/lantern"')
    expect(page).toContain('action="/wiki/search"')
  })
})

describe('the other server', () => {
  test('keeps its own routes, headers and errors', async () => {
    const start = await host.inject('/')
    expect([start.statusCode, start.body]).toEqual([200, '<h1>Host</h1>'])
    expect(start.headers['content-security-policy']).toBeUndefined()
    expect(start.headers['x-content-type-options']).toBeUndefined()
    for (const url of ['/nothing', '/wikipedia', '/lantern', '/deep', '/healthz', '/metrics']) {
      const missing = await host.inject(url)
      expect([missing.statusCode, missing.json()], url).toEqual([404, { own: 'missing' }])
    }
    expect((await host.inject('/fail')).json()).toEqual({ own: 'error' })
    const malformed = await host.inject('/wikipedia/%ff')
    expect([malformed.statusCode, malformed.json()]).toMatchObject([
      400,
      { code: 'FST_ERR_BAD_URL' }
    ])
  })

  test('keeps its own parsers and limits', async () => {
    const payload = 'x'.repeat(20_000)
    const headers = { 'content-type': 'text/plain' }
    const reply = await host.inject({ method: 'POST', url: '/echo', headers, payload })
    expect([reply.statusCode, reply.body]).toEqual([200, payload])
  })
})

test('a site without a mirror answers 503 below its prefix', async () => {
  const waiting = await mountedHost({
    '/wiki': { config: testConfig(ROOT_ID), dataDir: tempDir() }
  })
  const page = await waiting.inject('/wiki/lantern')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '30'])
  expect((await waiting.inject('/wiki/healthz')).json()).toEqual({ status: 'ok' })
  expect((await waiting.inject('/wiki/readyz')).statusCode).toBe(503)
  expect((await waiting.inject('/')).statusCode).toBe(200)
})

test('a prefix with parameters is refused', async () => {
  const mounted = mountedHost({
    '/:lang/wiki': { config: testConfig(ROOT_ID), dataDir: tempDir() }
  })
  await expect(mounted).rejects.toThrow('prefix "/:lang/wiki" of the site is not a plain path')
  await expect(mounted).rejects.toMatchObject({ name: 'ConfigError' })
})

test('a prefix with a slash at its end is refused with the one to write', async () => {
  const mounted = mountedHost({ '/wiki/': { config: testConfig(ROOT_ID), dataDir: tempDir() } })
  await expect(mounted).rejects.toMatchObject({
    name: 'ConfigError',
    message: 'Config error: prefix "/wiki/" of the site ends with a slash; write "/wiki"'
  })
})

test('a listening server sends the same bytes as one that is not', async () => {
  await host.listen({ host: '127.0.0.1', port: 0 })
  const { port } = host.server.address() as AddressInfo
  for (const url of ['/wiki/', '/wiki/lantern', '/wiki/lantern.md', '/deep/lore/', '/']) {
    const headers = { 'accept-encoding': 'identity' }
    const sent = await fetch(`http://127.0.0.1:${port}${url}`, { headers })
    const injected = await host.inject(url)
    expect(Buffer.from(await sent.arrayBuffer()).equals(injected.rawPayload), url).toBe(true)
    expect(sent.headers.get('etag')).toBe(injected.headers['etag'] ?? null)
  }
})
