import { afterAll, beforeAll, expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { openFactSite, pages } from '../../support/sites/fact-site.ts'
import { openRowSite, rowId } from '../../support/sites/row-site.ts'

const url = '/api/notion-page-info'
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const longBody = JSON.stringify({ id: 'a'.repeat(17_000) })
let site: Awaited<ReturnType<typeof openFactSite>>
beforeAll(async () => {
  site = await openFactSite()
})
afterAll(() => site.close())

test('properties of a row give its author, description, date and image', async () => {
  const reply = await site.app.inject(`${url}?pageId=${undashId(pages.named)}`)
  expect(reply.statusCode).toBe(200)
  const { image, authorImage, ...facts } = reply.json<Record<string, unknown>>()
  expect(facts).toEqual({
    pageId: pages.named,
    title: 'Lantern Step',
    path: '/lantern-step',
    url: 'https://wiki.example.org/lantern-step',
    description: 'Step to a lantern that you lit.',
    imageObjectPosition: 'center 50%',
    author: 'Wick',
    detail: 'February 3, 2026',
    createdTime: Date.UTC(2026, 0, 1) + 10,
    lastEditedTime: Date.UTC(2026, 0, 2) + 10,
    publishedTime: Date.UTC(2026, 1, 3)
  })
  for (const [address, name] of [
    [image, 'social.png'],
    [authorImage, 'face.png']
  ]) {
    expect(String(address)).toContain(name)
    const { origin, pathname, search } = new URL(String(address))
    expect(origin).toBe('https://wiki.example.org')
    expect((await site.app.inject(pathname + search)).statusCode).toBe(200)
  }
})

test('without such properties, the cover, the text and the configuration are used', async () => {
  const reply = await site.app.inject({ method: 'POST', url, payload: { pageId: pages.plain } })
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.json()).toMatchObject({
    description: 'The first words of it.',
    image: expect.stringContaining('cover.png'),
    imageObjectPosition: 'center 75%',
    author: 'the keepers',
    authorImage: null,
    detail: 'the keepers',
    publishedTime: Date.UTC(2026, 0, 1) + 11
  })
})

test('the default cover is used for pages without a cover', async () => {
  const reply = await site.app.inject(`${url}?id=${pages.hostile}`)
  expect(reply.json()).toMatchObject({
    image: expect.stringContaining('cover.png'),
    imageObjectPosition: 'center 50%'
  })
})

test('a checkbox named Published is no date', async () => {
  const schema = { on: { name: 'Published', type: 'checkbox' } }
  const { app } = await openRowSite({ schema, rows: [{ on: [['Yes']] }] })
  const facts = (await app.inject(`${url}?id=${rowId(0)}`)).json()
  expect(facts.publishedTime).toBe(facts.createdTime)
})

test.each([
  ['of another workspace', pages.foreign, 400, 'foreign_page'],
  ['that was deleted', pages.deleted, 404, 'page_not_found'],
  ['of nothing', '00000000000040008000000000000000', 404, 'page_not_found'],
  ['that is invalid', 'nonsense', 400, 'invalid_page_id'],
  ['without an id', '', 400, 'invalid_page_id']
])('a page %s is refused, and so is its social image', async (_name, id, status, error) => {
  const refusals = await Promise.all([
    site.app.inject(`${url}?id=${id}`),
    site.app.inject({ method: 'POST', url, payload: { pageId: id } }),
    site.app.inject(`/api/social-image?id=${id}`),
    site.app.inject({ method: 'POST', url: '/api/social-image', payload: { id } })
  ])
  for (const reply of refusals) {
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.json()).toEqual({ error, message: expect.any(String) })
  }
})

test('a repeated id is refused, also after the page was asked for', async () => {
  expect((await site.app.inject(`${url}?id=${pages.plain}`)).statusCode).toBe(200)
  for (const name of ['id', 'pageId']) {
    const reply = await site.app.inject(`${url}?${name}=${pages.plain}&${name}=${pages.hidden}`)
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'bad_request'])
  }
})

test('of both names of an id, pageId decides, also for a kept answer', async () => {
  const titleAt = async (query: string) =>
    (await site.app.inject(`${url}?${query}`)).json<{ title: string }>().title
  const both = `id=${pages.plain}&pageId=${pages.hidden}`
  const titles = [await titleAt(both), await titleAt(both)]
  expect(new Set(titles)).toEqual(new Set([await titleAt(`id=${pages.hidden}`)]))
})

test('an excluded page is refused', async () => {
  const app = await site.serve({ excludedPageIds: [pages.hidden] })
  for (const route of [url, '/api/social-image']) {
    expect((await app.inject(`${route}?id=${pages.hidden}`)).statusCode, route).toBe(404)
    expect((await app.inject(`${route}?id=${pages.plain}`)).statusCode, route).toBe(200)
  }
  await app.close()
})

test.each([
  ['no id', {}, 'invalid_page_id'],
  ['a number', { pageId: 7, id: 7 }, 'bad_request'],
  ['a list', [], 'bad_request'],
  ['nothing', undefined, 'bad_request']
])('a body with %s is refused with JSON', async (_name, payload, error) => {
  for (const route of [url, '/api/social-image']) {
    const reply = await site.app.inject({ method: 'POST', url: route, payload })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error, message: expect.any(String) })
  }
})

test.each([
  ['of plain text', 415, 'unsupported_media_type', { 'content-type': 'text/plain' }, '{}'],
  ['of a form', 415, 'unsupported_media_type', urlencoded, `id=${pages.plain}`],
  ['of 17 kB', 413, 'payload_too_large', { 'content-type': 'application/json' }, longBody]
])(
  'a body %s is refused with JSON that names the problem',
  async (_name, status, error, headers, payload) => {
    for (const route of [url, '/api/social-image', '/api/search-notion']) {
      const reply = await site.app.inject({ method: 'POST', url: route, headers, payload })
      expect(reply.statusCode, route).toBe(status)
      expect(reply.json()).toEqual({ error, message: expect.any(String) })
    }
    const elsewhere = { method: 'POST', url: '/lantern-step', headers, payload } as const
    expect((await site.app.inject(elsewhere)).statusCode).not.toBe(200)
  }
)

test('a POST accepts the page in its query, and the body wins', async () => {
  for (const route of [url, '/api/social-image']) {
    const post = async (id: string, payload?: object) =>
      (await site.app.inject({ method: 'POST', url: `${route}?id=${id}`, payload })).statusCode
    expect(await post(pages.plain), route).toBe(200)
    expect(await post(pages.plain, { id: pages.foreign }), route).toBe(400)
    expect(await post('nonsense'), route).toBe(400)
  }
})

test.each([
  [url, 'GET, HEAD, POST', 'GET, HEAD and POST'],
  ['/lantern-step?v=1', 'GET, HEAD', undefined]
])('a method that %s does not support answers 405 with Allow', async (address, allow, methods) => {
  const reply = await site.app.inject({ method: 'PUT', url: address })
  expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
  if (methods) expect(reply.json().message).toContain(methods)
})
