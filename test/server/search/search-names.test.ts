import { brotliDecompressSync } from 'node:zlib'

import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import { type NameList, pageCount, unpackNames } from '../../../site/search/names/name-list.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { keptSite, untilRefreshed } from '../responses/kept-site.ts'

function workspace() {
  const heading = (number: number, text: string) =>
    record(number, {
      type: 'header',
      parent_id: testId(2),
      properties: { title: [[text]] },
      created_time: number
    })
  return workspaceOf(
    [testId(2), testId(3), testId(5)],
    [
      pageBlock(2, 'Lamp', {
        content: [testId(20), testId(21), testId(22)],
        format: { page_icon: '🏮' }
      }),
      heading(20, 'Oil'),
      heading(21, 'Oil'),
      textBlock(22, 'Burns long.', { parent_id: testId(2) }),
      pageBlock(3, 'Cellar', { content: [testId(4)] }),
      pageBlock(4, 'Cellar wick', { parent_id: testId(3) }),
      pageBlock(5, 'Zebu', {})
    ]
  )
}

async function addressOf(app: FastifyInstance): Promise<string> {
  const { searchNames } = (await app.inject('/generation.json')).json<{ searchNames: string }>()
  return `/${searchNames}`
}

async function namesOf(app: FastifyInstance) {
  const list = (await app.inject(await addressOf(app))).json<NameList>()
  return Array.from({ length: pageCount(list) }, (_, index) => unpackNames(list, index))
}

test('the file of names has titles, icons, parents and headings with their anchors', async () => {
  const site = await keptSite(workspace(), { config: { excludedPageIds: [testId(5)] } })
  const app = await site.open()
  const names = await namesOf(app)
  const byPath = new Map(names.map((each) => [each.path, each]))
  expect([...byPath.keys()].toSorted()).toEqual(['/', '/cellar', '/cellar-wick', '/lamp'])
  expect(byPath.get('/lamp')).toMatchObject({
    title: 'Lamp',
    icon: '🏮',
    headings: [
      { text: 'Oil', anchor: 'oil' },
      { text: 'Oil', anchor: expect.stringMatching(/^oil-[0-9a-f]{8}$/) }
    ]
  })
  const { parent } = byPath.get('/cellar-wick') ?? {}
  expect(names[parent ?? -1]?.path).toBe('/cellar')
})

test('headings that are moved keep their anchors, and removed ones leave', async () => {
  const site = await keptSite(workspace())
  const app = await site.open({ cache: { maxStaleMs: 0 } })
  const anchorsWith = async (...content: number[]) => {
    site.api.edit.change(testId(2), { content: content.map(testId) })
    await site.sync()
    const lamp = (await namesOf(app)).find(({ path }) => path === '/lamp')
    return lamp?.headings.map(({ anchor }) => anchor)
  }
  const later = expect.stringMatching(/^oil-[0-9a-f]{8}$/)
  expect(await anchorsWith(21, 20, 22)).toEqual([later, 'oil'])
  expect(await anchorsWith(20, 22)).toEqual(['oil'])
})

test('it is kept for a year under the hash of its content, and no other hash is answered', async () => {
  const app = await (await keptSite(workspace())).open()
  const generation = await app.inject('/generation.json')
  expect(generation.json()).toEqual({
    generation: 1,
    searchNames: expect.stringMatching(/^search-names\.[0-9a-f]{16}\.json$/),
    mirror: expect.stringMatching(/^mirror\.1-[0-9a-z]+-[0-9a-f]{8}\.db$/),
    offline: expect.stringMatching(/^_offline\.[0-9a-f]{16}\.json$/)
  })
  expect(generation.headers).toMatchObject({
    'cache-control': 'public, max-age=60, s-maxage=60',
    'content-type': 'application/json; charset=utf-8'
  })
  expect(generation.headers['surrogate-key']).toMatch(/^t-feed/)
  const url = await addressOf(app)
  const reply = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(reply.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, s-maxage=600, immutable',
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    'surrogate-key': expect.stringMatching(/^t-names\b/)
  })
  expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString())).toHaveProperty('titles')
  const etag = String(reply.headers['etag'])
  const again = { 'accept-encoding': 'br', 'if-none-match': etag }
  expect((await app.inject({ url, headers: again })).statusCode).toBe(304)
  const other = await app.inject('/search-names.0123456789abcdef.json')
  expect([other.statusCode, other.json()]).toEqual([
    404,
    expect.objectContaining({ error: 'not_found' })
  ])
  const pages = await Promise.all(['/', '/lamp', '/_app'].map((path) => app.inject(path)))
  expect(pages.filter(({ body }) => body.includes('search-names'))).toEqual([])
})

test('one request gets the names with the address of their file', async () => {
  const app = await (await keptSite(workspace())).open()
  const reply = await app.inject('/search-names.json')
  expect(reply.headers).toMatchObject({
    'cache-control': 'public, max-age=60, s-maxage=60',
    etag: expect.any(String),
    'surrogate-key': expect.stringMatching(/^t-names\b/)
  })
  const { searchNames, names } = reply.json<{ searchNames: string; names: NameList }>()
  expect(`/${searchNames}`).toBe(await addressOf(app))
  expect(names).toEqual((await app.inject(await addressOf(app))).json())
})

test('an edit of a text keeps the address, a new title changes it', async () => {
  const site = await keptSite(workspace())
  const app = await site.open({ cache: { maxStaleMs: 0 } })
  const first = await addressOf(app)
  expect((await app.inject(first)).statusCode).toBe(200)
  site.api.edit.setText(testId(22), 'Burns a whole night.')
  await site.sync()
  expect((await app.inject('/generation.json')).json()).toEqual({
    generation: 2,
    searchNames: first.slice(1),
    mirror: expect.stringMatching(/^mirror\.2-/),
    offline: expect.stringMatching(/^_offline\./)
  })
  site.api.edit.setText(testId(2), 'Lantern')
  await site.sync()
  const second = await addressOf(app)
  expect(second).not.toBe(first)
  expect((await namesOf(app)).map(({ title }) => title)).toContain('Lantern')
  await untilRefreshed(app)
  expect((await app.inject(first)).statusCode).toBe(404)
})

test('the names of a withdrawn page are not sent any more, at any address', async () => {
  const site = await keptSite(workspace())
  const app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  const address = await addressOf(app)
  for (const url of [address, '/search-names.json']) {
    expect((await app.inject(url)).body, url).toContain('Cellar wick')
  }
  site.api.edit.setPrivate(testId(3), true)
  await site.sync()
  expect((await app.inject(address)).statusCode).toBe(404)
  expect((await app.inject('/search-names.json')).body).not.toContain('Cellar wick')
  expect((await namesOf(app)).map(({ path }) => path)).not.toContain('/cellar-wick')
})

test('a site whose search is switched off serves no names', async () => {
  const site = await keptSite(workspace(), {
    config: { isSearchEnabled: false, isOfflineEnabled: false }
  })
  const app = await site.open()
  const mirror = expect.stringMatching(/^mirror\.1-/)
  expect((await app.inject('/generation.json')).json()).toEqual({ generation: 1, mirror })
  for (const url of ['/search-names.json', '/search-names.0123456789abcdef.json']) {
    expect((await app.inject(url)).statusCode, url).toBe(404)
  }
})
