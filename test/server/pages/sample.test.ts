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
