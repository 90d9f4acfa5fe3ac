import { beforeAll, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { SAMPLE_ROOT_PAGE_ID } from '../../../demo/sample/sample-root.ts'
import shipped from '../../../site.config.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

let site: TestSite

// Synced once: the tests only read.
beforeAll(async () => {
  const config = { ...shipped, components: null }
  site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets, config })
})

// Before `site` renders: it then takes over the processes of these tests.
test('with search off, there is neither its API nor its field', async () => {
  const workspace = workspaceOf([testId(2)], [pageBlock(2, 'Lamp')])
  const { app } = await openSite({ workspace, config: { isSearchEnabled: false } })
  expect((await app.inject('/api/search-notion?query=x')).statusCode).toBe(404)
  expect((await app.inject('/')).body).not.toContain('role="search"')
})

test('pages without a cover and an icon, and their cards, have those of the configuration', async () => {
  const [cover, icon] = ['/images/page-cover/dusk.png', '/icons/book.svg']
  const { app } = await openSite({
    workspace: workspaceOf([testId(2)], [pageBlock(2, 'Lamp')]),
    assets: sampleAssets,
    config: { defaultPageCover: cover, defaultPageIcon: icon }
  })
  const page = (await app.inject('/lamp')).body
  const card = (await app.inject('/_cards/lamp.html')).body
  for (const [html, source] of [
    [/<main.*/s.exec(page)?.[0], cover],
    [/<main.*/s.exec(page)?.[0], icon],
    [card, icon]
  ] as const) {
    const src = html?.split('<img').find((part) => part.includes(encodeURIComponent(source)))
    const [, address = ''] = /src="([^"]*)"/.exec(src ?? '') ?? []
    const { statusCode, headers } = await app.inject(address.replaceAll('&amp;', '&'))
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching('^image/')])
  }
})

test('the overrides of the sample configuration are the paths of their pages', async () => {
  const { app } = site
  for (const path of ['/149719398400', '/did-you-know', '/next', '/gsod', '/harten']) {
    expect((await app.inject(path)).statusCode, path).toBe(200)
  }
  expect((await app.inject(`/${SAMPLE_ROOT_PAGE_ID}`)).headers.location).toBe('/')
})

test('an image is served from the mirror with its type, immutable under its hash', async () => {
  const { app, mirror } = site
  const {
    source,
    hash,
    media_type: type,
    size
  } = mirror.$client
    .prepare<[], { source: string; hash: string; media_type: string; size: number }>(
      "select * from asset where source like 'attachment:%' limit 1"
    )
    .get()!
  const url = `/image/${encodeURIComponent(source)}?table=block&id=x&cache=v2`
  const plain = await app.inject(url)
  expect(plain.statusCode).toBe(200)
  expect(plain.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
  expect(plain.rawPayload).toHaveLength(size)
  expect(plain.headers['cache-control']).not.toContain('immutable')

  const pinned = await app.inject(`${url}&v=${hash.slice(0, 16)}`)
  expect(pinned.headers['cache-control']).toContain('immutable')
  const etag = String(plain.headers.etag)
  const again = await app.inject({ url, headers: { 'if-none-match': etag } })
  expect(again.statusCode).toBe(304)
})

test('a file of the workspace can be downloaded from the page, under its own name', async () => {
  const { app } = site
  const { body } = await app.inject('/download')
  const href = /href="(\/image\/[^"]*hollow\.zip[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
  const reply = await app.inject(href ?? '')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/zip')
  expect(reply.headers['content-disposition']).toBe("attachment; filename*=UTF-8''hollow.zip")
  expect(reply.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('an SVG runs no script when it is opened directly', async () => {
  const { app, mirror } = site
  const source = mirror.$client
    .prepare<[], string>("select source from asset where media_type = 'image/svg+xml' limit 1")
    .pluck()
    .get()
  const reply = await app.inject(`/image/${encodeURIComponent(source ?? '')}`)
  expect(reply.headers['content-security-policy']).toContain('sandbox')
})

test.each([
  ['an address that the mirror lacks', encodeURIComponent('http://127.0.0.1:1/secret.png'), 404],
  ['a file of the machine', encodeURIComponent('file:///etc/passwd'), 400],
  ['a path that climbs', '..%2F..%2Fpackage.json', 400],
  ['a malformed address', '%E0%A4%A', 400]
])('%s is not an image address', async (_name, encoded, statusCode) => {
  const { app } = site
  const reply = await app.inject(`/image/${encoded}`)
  expect(reply.statusCode).toBe(statusCode)
  expect(reply.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) })
})

test('search finds pages by title, by text, misspelt and in Japanese, without calling the workspace', async () => {
  const { app, api } = site
  const before = api.requests.length
  const first = async (query: string) => {
    const reply = await app.inject({ url: '/api/search-notion', query: { query, limit: '5' } })
    expect(reply.statusCode).toBe(200)
    return reply.json<{ results: { title: string; path: string }[] }>().results[0]
  }

  expect(await first('get started')).toMatchObject({ title: 'Get Started', path: '/get-started' })
  expect(await first('lamp shrin')).toMatchObject({ title: 'Lamp Shrine' })
  expect(await first('grnad sword')).toMatchObject({ path: '/gsod' })
  expect((await first('虚灯'))?.title).toBeDefined()
  expect(api.requests.length).toBe(before)
})

test('search responses have the shape of the workspace API, with highlights in escaped text', async () => {
  const { app } = site
  const payload = { query: 'lantern', limit: 3, ancestorId: SAMPLE_ROOT_PAGE_ID }
  const reply = await app.inject({ method: 'POST', url: '/api/search-notion', payload })
  const body = reply.json<{
    results: { id: string; isNavigable: boolean; highlight: { text: string } }[]
    total: number
    recordMap: { block: object }
  }>()
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(body.results).toHaveLength(3)
  expect(body.total).toBeGreaterThan(3)
  for (const { id, highlight, isNavigable } of body.results) {
    expect(isNavigable).toBe(true)
    expect(body.recordMap.block).toHaveProperty(id)
    expect(highlight.text.replaceAll(/<\/?gzkNfoUU>/g, '')).not.toContain('<')
  }
})

test('an empty query has no results, and a bad one is refused with JSON', async () => {
  const { app } = site
  expect((await app.inject('/api/search-notion')).json()).toMatchObject({ results: [], total: 0 })
  for (const query of ['query=a&tag=' + 'x'.repeat(201), 'query=a&limit=0', 'query=a&limit=many']) {
    const reply = await app.inject(`/api/search-notion?${query}`)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: 'bad_request', message: expect.any(String) })
  }
})

test('/search is an HTML page with the escaped query in its field', async () => {
  const { app } = site
  const reply = await app.inject('/search?q=lantern%20%3Cscript%3E')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['x-robots-tag']).toBe('noindex')
  expect(reply.body).toContain('value="lantern &lt;script&gt;"')
  expect(reply.body).not.toContain('<script>')
})

test('page info returns a page by its id, over GET and POST', async () => {
  const { app } = site
  const url = '/api/notion-page-info'
  const info = {
    pageId: SAMPLE_ROOT_PAGE_ID,
    path: '/',
    title: 'Hollow Lantern',
    url: `https://${shipped.domain}/`,
    author: shipped.author
  }
  const hexId = SAMPLE_ROOT_PAGE_ID.replaceAll('-', '')
  expect((await app.inject(`${url}?pageId=${hexId}`)).json()).toMatchObject(info)
  expect((await app.inject(`${url}?id=${hexId}`)).json()).toMatchObject(info)
  const payload = { pageId: SAMPLE_ROOT_PAGE_ID }
  expect((await app.inject({ method: 'POST', url, payload })).json()).toMatchObject(info)
})

test.each([
  ['no id', '', 400, 'invalid_page_id'],
  ['an id that does not parse', 'pageId=nonsense', 400, 'invalid_page_id'],
  ['an unknown id', 'pageId=00000000000040008000000000000000', 404, 'page_not_found']
])('page info refuses %s', async (_name, query, statusCode, error) => {
  const { app } = site
  const reply = await app.inject(`/api/notion-page-info?${query}`)
  expect(reply.statusCode).toBe(statusCode)
  expect(reply.json()).toEqual({ error, message: expect.any(String) })
})
