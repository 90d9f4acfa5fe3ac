import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { withoutData } from '../../support/sites/structured-data.ts'

const hex = (number: number) => testId(number).replaceAll('-', '')

const workspace = workspaceOf([2, 3, 5, 6, 7, 8, 9].map(testId), [
  textBlock(2, 'Welcome to the lanterns.'),
  pageBlock(3, 'Été à Paris', { content: [testId(4)] }),
  textBlock(4, 'Scarlet ore smelts at night.', { parent_id: testId(3) }),
  pageBlock(5, 'Lamp'),
  pageBlock(6, 'lamp'),
  pageBlock(7, 'C'),
  pageBlock(8, 'CMD'),
  pageBlock(9, '灯'.repeat(130))
])

let app: FastifyInstance
beforeAll(async () => {
  app = (await openSite({ workspace })).app
})

// Before `app` renders: it then takes over the processes of these tests.
test('an override is the canonical path, and the slug redirects there', async () => {
  const config = { pageUrlOverrides: { '/next': testId(3) } }
  const site = await openSite({ workspace, config })
  expect((await site.app.inject('/next')).statusCode).toBe(200)
  expect((await site.app.inject('/ete-a-paris')).headers.location).toBe('/next')
})

test('with includeNotionIdInUrls the id is part of the path, and the slug redirects there', async () => {
  const site = await openSite({ workspace, config: { includeNotionIdInUrls: true } })
  expect((await site.app.inject(`/ete-a-paris-${hex(3)}`)).statusCode).toBe(200)
  expect((await site.app.inject('/ete-a-paris')).headers.location).toBe(`/ete-a-paris-${hex(3)}`)
})

test('the root page is complete HTML at / with its title and text', async () => {
  const reply = await app.inject('/')

  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(reply.headers['cache-control']).toContain('s-maxage=60')
  expect(reply.body).toMatch(/^<!doctype html>/i)
  expect(reply.body).toContain('Welcome to the lanterns.')
  expect(reply.body).toContain('href="/ete-a-paris"')
})

test.each([
  ['by id', `/${hex(3)}`, '/ete-a-paris'],
  ['by dashed id', `/${testId(3)}`, '/ete-a-paris'],
  ['by slug and id', `/anything-${hex(3)}`, '/ete-a-paris'],
  ['by slug in another spelling', '/%C3%89t%C3%A9-%C3%A0-Paris', '/ete-a-paris'],
  ['with a trailing slash', '/ete-a-paris/', '/ete-a-paris'],
  ['the root page by id', `/${ROOT_ID.replaceAll('-', '')}`, '/']
])('an address %s redirects permanently to the canonical path', async (_name, url, location) => {
  const reply = await app.inject(url)
  expect(reply.statusCode).toBe(301)
  expect(reply.headers.location).toBe(location)
})

test('the older of two pages with one title has the slug, the other the slug and its id', async () => {
  expect((await app.inject('/lamp')).body).toContain('<title>Lamp')
  expect((await app.inject(`/lamp-${hex(6)}`)).statusCode).toBe(200)
})

test('the Markdown of a page comes before a page with the same slug as its address', async () => {
  const long = encodeURI(`/${'灯'.repeat(120)}`)
  for (const path of ['/c', '/cmd', long]) {
    const { statusCode, headers } = await app.inject(`${path}.md`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  }
  expect((await app.inject('/c.md')).body).toContain('# C\n')
})

test('a path without a page answers 404 with similar pages', async () => {
  const reply = await app.inject('/ete-in-paris')
  expect(reply.statusCode).toBe(404)
  expect(reply.headers['cache-control']).toContain('s-maxage=30')
  expect(reply.body).toContain('href="/ete-a-paris"')
})

test.each(['/%00', '/%E0%A4%A', '//evil.example/x', '/a%5Cb', '/a%0d%0ab'])(
  'the path %s is refused',
  async (url) => {
    const reply = await app.inject(url)
    expect([400, 404]).toContain(reply.statusCode)
    expect(reply.headers.location).toBeUndefined()
    expect(reply.body).not.toContain('    at ')
  }
)

test('/_app is the shell without a page, with noindex', async () => {
  const reply = await app.inject('/_app')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['x-robots-tag']).toBe('noindex')
  expect(reply.body).toMatch(/<meta name="robots" content="noindex/)
  expect(reply.body).not.toContain('Welcome to the lanterns.')
})

test('an unchanged page answers 304, also to a weakened ETag', async () => {
  const etag = String((await app.inject('/')).headers.etag)
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const reply = await app.inject({ url: '/', headers: { 'if-none-match': tag } })
    expect(reply.statusCode).toBe(304)
  }
})

test('no request header changes the response body', async () => {
  const plain = await app.inject('/')
  const headers = {
    'x-forwarded-host': 'evil.example',
    host: 'evil.example',
    'x-original-url': '/x'
  }
  const reply = await app.inject({ url: '/', headers })
  expect(reply.body).toBe(plain.body)
})

test('the content security policy of pages blocks foreign and inline scripts', async () => {
  const { headers, body } = await app.inject('/')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(withoutData(body)).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/)
})

test('unknown API addresses answer JSON 404, and pages refuse POST', async () => {
  const unknown = await app.inject('/api/nope')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toMatchObject({ error: 'not_found' })

  const post = await app.inject({ method: 'POST', url: '/lamp' })
  expect(post.statusCode).toBe(405)
  expect(post.headers.allow).toBe('GET, HEAD')
  expect((await app.inject({ method: 'HEAD', url: '/lamp' })).statusCode).toBe(200)
})
