import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import { testId } from '../../support/workspaces/records.ts'
import {
  type Headers,
  body,
  built,
  cached,
  common,
  drawn,
  errorPage,
  feed,
  file,
  html,
  icon,
  json,
  lamp,
  linked,
  mirror,
  moved,
  noIndex,
  page,
  policy,
  saved,
  shared,
  tagged,
  unkept
} from './expected-headers.ts'
import { fileUrl, openTypedFileSite } from './typed-file-site.ts'
import { type TestSite } from '../../support/sites/site.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'
import { buildApp } from '../../../server/app.ts'
import { queryWorkerFile } from '../../../server/render/document/page-assets.ts'

const withoutBody = ({ 'content-type': _type, 'content-length': _length, ...rest }: Headers) => rest

const placeholders: Headers = {
  date: '<date>',
  etag: '<etag>',
  'content-length': '<length>',
  'repr-digest': '<digest>',
  'server-timing': '<timing>'
}

/** All headers of an answer, with placeholders for what differs between runs. */
function headersOf({ headers }: LightMyRequestResponse): Headers {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const named = texts.map(([name = '', value = '']) => [name, placeholders[name] ?? value])
  const { 'surrogate-key': keys, ...rest } = Object.fromEntries(named) as Headers
  const hidden = rest['content-security-policy']?.replace(/'sha256-[\w+/]{43}='/, '<hash>')
  return {
    ...rest,
    ...(hidden && { 'content-security-policy': hidden }),
    ...(keys && { 'surrogate-key': keys.replace(/( p-[0-9a-f]{32})+$/, ' <pages>') })
  }
}

const pageId = testId(2).replaceAll('-', '')
const unindexed = [
  '/lamp',
  '/lamp.md',
  '/feed.xml',
  '/nowhere',
  '/%ff',
  fileUrl('a.svg'),
  `/${pageId}`
]
const posthog = { key: 'phc_1', host: 'https://eu.posthog.example' }
const fathom = { siteId: 'ABC', scriptUrl: 'https://cdn.fathom.example/script.js' }

let site: TestSite
/** With analytics. */
let measured: Map<string, Headers>
/** Of a site that search engines may not index. */
let hidden: Map<string, Headers>

beforeAll(async () => {
  site = await openTypedFileSite()
  // Before `site` renders: it then takes over the processes.
  measured = await headersWith({ analytics: { posthog, fathom } }, ['/lamp'])
  hidden = await headersWith({ indexable: false }, unindexed)
})

/** Headers of the same mirror, served with other options, by address. */
async function headersWith(
  options: { indexable?: boolean; analytics?: Parameters<typeof buildApp>[0]['analytics'] },
  urls: string[]
): Promise<Map<string, Headers>> {
  const { analytics, ...changes } = options
  const { dataDir, config: own } = site
  const config = testConfig(own.rootNotionPageId, changes)
  const app = await buildApp({ config, dataDir, logLevel: 'error', analytics, ...atOnce })
  const found = new Map<string, Headers>()
  for (const url of urls) found.set(url, headersOf(await app.inject(url)))
  await app.close()
  return found
}

type Answer = [what: string, url: string, status: number, own: Headers]

const answers: Answer[] = [
  ['the home page', '/', 200, { ...page, ...linked('/index.md') }],
  ['a page', '/lamp', 200, lamp],
  ['the frame of the site', '/_app', 200, { ...page, ...noIndex }],
  ['a list', '/all-pages', 200, { ...page, 'surrogate-key': 't-html t-list <pages>' }],
  [
    'the search page',
    '/search?q=lamp',
    200,
    {
      ...html,
      ...tagged,
      ...noIndex,
      ...cached('max-age=0, s-maxage=60'),
      'surrogate-key': 't-list'
    }
  ],
  [
    'Markdown',
    '/lamp.md',
    200,
    {
      ...page,
      ...noIndex,
      ...body('text/markdown; charset=utf-8'),
      link: '<https://wiki.example.org/lamp>; rel="canonical"',
      'surrogate-key': 't-markdown <pages>'
    }
  ],
  ['the feed', '/feed.xml', 200, { ...feed, ...body('application/atom+xml; charset=utf-8') }],
  ['llms.txt', '/llms.txt', 200, { ...feed, ...body('text/plain; charset=utf-8') }],
  [
    'the site map',
    '/sitemap.xml',
    200,
    { ...feed, ...body('application/xml; charset=utf-8'), 'surrogate-key': 't-feed t-list' }
  ],
  [
    'robots.txt',
    '/robots.txt',
    200,
    {
      ...feed,
      ...body('text/plain; charset=utf-8'),
      ...cached('max-age=0, s-maxage=3600'),
      'surrogate-key': 't-feed'
    }
  ],
  [
    'the generation',
    '/generation.json',
    200,
    {
      ...json,
      ...tagged,
      ...cached('max-age=60, s-maxage=60'),
      'surrogate-key': 't-feed t-list'
    }
  ],
  ['the page for reading offline', '/_offline', 200, { ...page, ...noIndex }],
  [
    'the worker that keeps pages',
    '/sw.js',
    200,
    { ...body('text/javascript; charset=utf-8'), ...tagged, 'cache-control': 'no-cache' }
  ],
  ['an icon', '/favicon.ico', 200, { ...icon, ...body('image/x-icon') }],
  [
    'the manifest',
    '/manifest.webmanifest',
    200,
    { ...icon, ...body('application/manifest+json; charset=utf-8') }
  ],
  [
    'a search',
    '/api/search-notion?query=lamp',
    200,
    {
      ...json,
      ...shared,
      ...cached('max-age=0, s-maxage=60, stale-while-revalidate=300'),
      'surrogate-key': 't-list',
      etag: '<etag>',
      'server-timing': '<timing>'
    }
  ],
  [
    'page info',
    `/api/notion-page-info?pageId=${pageId}`,
    200,
    {
      ...json,
      ...shared,
      ...tagged,
      ...cached('max-age=0, s-maxage=60, stale-while-revalidate=600'),
      'surrogate-key': 't-json <pages>'
    }
  ],
  ['a social image', `/api/social-image?id=${pageId}`, 200, drawn],
  ['readiness', '/readyz', 200, { ...json, ...unkept }],
  ['a redirect', `/${pageId}`, 301, moved],
  ['a redirect to a path without a slash', '/lamp/', 301, moved],
  ['a missing page', '/nowhere', 404, { ...errorPage, ...cached('max-age=0, s-maxage=30') }],
  ['a missing route of the API', '/api/nothing', 404, { ...json, ...unkept }],
  ['a missing file', fileUrl('none.png'), 404, { ...json, ...unkept }],
  ['a missing asset', '/_assets/none.js', 404, { ...json, ...unkept }],
  ['a malformed URL', '/%ff', 400, { ...errorPage, ...unkept }],
  [
    'an invalid parameter',
    '/api/notion-page-info?pageId=x',
    400,
    { ...json, ...shared, ...unkept }
  ],
  ['metrics without permission', '/metrics', 404, { ...errorPage, ...unkept }],
  ['an image', fileUrl('a.png'), 200, file('image/png')],
  [
    'a drawing that may contain scripts',
    fileUrl('a.svg'),
    200,
    file('image/svg+xml', {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    })
  ],
  [
    'a PDF',
    fileUrl('a.pdf'),
    200,
    file('application/pdf', { 'content-security-policy': "frame-ancestors 'self'" })
  ],
  ['a HTML file', fileUrl('page.html'), 200, saved('application/octet-stream', 'page.html')],
  [
    'a text file',
    fileUrl("no'te (1).txt"),
    200,
    saved('application/octet-stream', 'no%27te%20%281%29.txt')
  ],
  ['a file recorded as text/html', fileUrl('b.html'), 200, saved('text/html', 'b.html')],
  ['a file recorded as text/plain', fileUrl('b.txt'), 200, saved('text/plain', 'b.txt')],
  ['a file recorded as a script', fileUrl('b.js'), 200, saved('text/javascript', 'b.js')],
  ['a file recorded as XHTML', fileUrl('b.xhtml'), 200, saved('application/xhtml+xml', 'b.xhtml')]
]

test.each(answers)('%s has exactly these headers', async (_what, url, status, own) => {
  const reply = await site.app.inject(url)
  expect(reply.statusCode).toBe(status)
  expect(headersOf(reply)).toEqual({ ...common, ...own })
})

test.each(answers)('HEAD of %s has the headers of GET', async (_what, url, status) => {
  const whole = await site.app.inject(url)
  const { statusCode, headers, rawPayload } = await site.app.inject({ method: 'HEAD', url })
  expect([statusCode, rawPayload.length]).toEqual([status, 0])
  const fixed = (all: object) => ({ ...all, date: '', 'server-timing': '' })
  expect(fixed(headers)).toEqual(fixed(whole.headers))
})

test.each([
  ['a page', '/lamp', lamp],
  ['an image', fileUrl('a.png'), file('image/png')],
  ['a social image', `/api/social-image?id=${pageId}`, drawn]
])('304 for %s has the headers of 200 without those of the body', async (_what, url, own) => {
  const { headers } = await site.app.inject(url)
  const request = { 'if-none-match': String(headers.etag) }
  const reply = await site.app.inject({ url, headers: request })
  expect([reply.statusCode, reply.body]).toEqual([304, ''])
  const { 'accept-ranges': _ranges, ...kept } = withoutBody(own)
  expect(headersOf(reply)).toEqual({ ...common, ...kept })
})

test('a compressed page differs in its encoding only', async () => {
  const reply = await site.app.inject({ url: '/lamp', headers: { 'accept-encoding': 'br' } })
  expect(headersOf(reply)).toEqual({ ...common, ...lamp, 'content-encoding': 'br' })
})

test.each([
  ['a part', 'bytes=0-3', 206, /^bytes 0-3\/\d+$/, {}],
  ['a part beyond the end', 'bytes=9999999-', 416, /^bytes \*\/\d+$/, unkept]
])('%s of an image has exactly these headers', async (_what, range, status, part, own) => {
  const reply = await site.app.inject({ url: fileUrl('a.png'), headers: { range } })
  expect(reply.statusCode).toBe(status)
  const expected = { ...common, ...file('image/png'), ...own }
  expect(headersOf(reply)).toEqual({
    ...expected,
    'content-range': expect.stringMatching(part)
  })
})

test('another method is refused with exactly these headers', async () => {
  const reply = await site.app.inject({ method: 'DELETE', url: '/lamp' })
  expect(reply.statusCode).toBe(405)
  expect(headersOf(reply)).toEqual({ ...common, ...errorPage, ...unkept, allow: 'GET, HEAD' })
})

test('a script of the site has exactly these headers', async () => {
  const { body: text } = await site.app.inject('/lamp')
  const url = /\/_assets\/[^"]+\.js/.exec(text)?.[0] ?? ''
  const reply = await site.app.inject(url)
  expect(headersOf(reply)).toEqual({ ...common, ...built })
})

test('only the worker that runs SQL may compile WebAssembly', async () => {
  const name = queryWorkerFile()
  const own = {
    ...built,
    'content-security-policy':
      "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
  }
  // Through Fastify, and then as a kept response.
  const first = headersOf(await site.app.inject(`/_assets/${name}`))
  const second = headersOf(await site.app.inject(`/_assets/${name}`))
  expect([first, second]).toEqual([
    { ...common, ...own },
    { ...common, ...own }
  ])
})

test('the download of the mirror has exactly these headers', async () => {
  await expect
    .poll(async () => (await site.app.inject('/mirror.db')).statusCode, { interval: 200 })
    .toBe(200)
  expect(headersOf(await site.app.inject('/mirror.db'))).toEqual({ ...common, ...mirror })
})

test('the file of a generation has exactly these headers', async () => {
  const { mirror: name } = (await site.app.inject('/generation.json')).json<{ mirror: string }>()
  const reply = await site.app.inject({ url: `/${name}`, headers: { range: 'bytes=0-99' } })
  expect(reply.statusCode).toBe(206)
  expect(headersOf(reply)).toEqual({
    ...common,
    ...body('application/vnd.sqlite3'),
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-range': expect.stringMatching(/^bytes 0-99\/\d+$/),
    etag: '<etag>'
  })
})

test.each(unindexed)('a site that search engines may not index says so at %s', async (url) => {
  const shown = headersOf(await site.app.inject(url))
  expect(hidden.get(url)).toEqual({ ...shown, ...noIndex })
})

test('analytics add their hosts to the policy and the referrer, and nothing else', () => {
  const widened = policy
    .replace(/connect-src [^;]*/, `$& ${posthog.host} https://cdn.fathom.example`)
    .replace(/img-src [^;]*/, '$& https://cdn.fathom.example')
    .replace(/script-src [^;]*/, '$& https://cdn.fathom.example')
  expect(measured.get('/lamp')).toEqual({
    ...common,
    ...lamp,
    'content-security-policy': widened,
    'referrer-policy': 'strict-origin-when-cross-origin'
  })
})
