import { Readable } from 'node:stream'

import robotsModule from 'robots-parser'
import scrape from 'open-graph-scraper'
import RssParser from 'rss-parser'
import sharp from 'sharp'
import { parseSitemap } from 'sitemap'
import { beforeAll, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import shipped from '../../../site.config.ts'
import { kindPages } from '../../support/oracle/sample-pages.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

// Its types declare a default export that the module lacks.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

let site: TestSite

beforeAll(async () => {
  const workspace = sampleWorkspace()
  const config = { ...shipped, components: null }
  site = await openSite({ workspace, assets: sampleAssets, config })
})

const pathsOf = ({ $client }: Mirror) =>
  $client.prepare<[], string>('select path from page').pluck().all()
const at = (href: string) => `https://${shipped.domain}${href}`
const get = (url: string) => site.app.inject(url)
const pathOf = (address: string) => address.slice(at('').length)

test('the sitemap lists every page once with its last edit, and each address answers', async () => {
  const entries = await parseSitemap(Readable.from([(await get('/sitemap.xml')).body]))
  const urls = entries.map(({ url }) => url)
  const pages = site.mirror.$client
    .prepare<[], { path: string; last_edited_time: number }>('select * from page')
    .all()
  expect(new Set(urls).size).toBe(urls.length)
  for (const { path, last_edited_time: time } of pages) {
    const entry = entries.find(({ url }) => url === at(encodeURI(path)))
    expect(entry?.lastmod, path).toBe(new Date(time).toISOString())
  }
  const others = urls.filter((url) => !pages.some(({ path }) => url === at(encodeURI(path))))
  expect(others).toEqual(expect.arrayContaining([at('/all-pages'), at('/recent-changes')]))
  for (const url of others) expect((await get(pathOf(url))).statusCode, url).toBe(200)
})

test.each(['/sitemap.xml', '/feed.xml', '/llms.txt', '/robots.txt', '/index.md', '/favicon.ico'])(
  '%s answers 304 to its current ETag',
  async (url) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(200)
    const headers = { 'if-none-match': String(reply.headers.etag) }
    const again = await site.app.inject({ url, headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
)

test('robots.txt allows pages and pictures, and disallows APIs and sorted views', async () => {
  const robots = robotsParser(at('/robots.txt'), (await get('/robots.txt')).body)
  const open = ['/', '/mobs', '/search-tips', '/image/x.png?table=block&id=1', '/tags', '/llms.txt']
  const { result } = await scrape({ html: (await get('/mobs')).body })
  open.push(...(result.ogImage ?? []).map((image) => pathOf(image.url)))
  expect(open).toHaveLength(7)
  const closed = [
    '/api/search-notion?query=x',
    '/mobs?v=1&sort=a',
    '/mobs?v=1&is.a=b',
    '/search?q=x'
  ]
  expect(open.filter((href) => !robots.isAllowed(at(href)))).toEqual([])
  expect(closed.filter((href) => robots.isAllowed(at(href)))).toEqual([])
  expect(robots.getSitemaps()).toEqual([at('/sitemap.xml')])
})

test('the feed has the last changed pages, with their content and absolute URLs', async () => {
  const reply = await get('/feed.xml')
  expect(reply.headers['content-type']).toContain('application/atom+xml')
  const feed = await new RssParser().parseString(reply.body)
  const edited = site.mirror.$client
    .prepare<[], number>('select max(last_edited_time) from page where spoiler is null')
    .pluck()
    .get()
  expect(/<updated>(.*?)</.exec(reply.body)?.[1]).toBe(new Date(edited ?? 0).toISOString())
  const newest = site.mirror.$client
    .prepare<[], string>(`select path from page where spoiler is null
        order by last_edited_time desc, id limit 50`)
    .pluck()
    .all()
  expect(feed.items.map(({ link }) => link)).toEqual(newest.map((path) => at(encodeURI(path))))
  const home = feed.items.find(({ link }) => link === at('/'))
  expect(home?.['content']).toContain('<p>A datapack about carrying light.')
})

test('a feed entry contains headings, links, pictures, tables and named properties', async () => {
  const feed = await new RssParser().parseString((await get('/feed.xml')).body)
  const contents = new Map(feed.items.map((item) => [item.title, String(item['content'])]))
  const all = [...contents.values()].join('\n')
  expect(contents.get('Tables and Tabs')).toMatch(/<h2>Tables<\/h2>.*<th scope="col">Lamp<\/th>/s)
  expect(contents.get('Rideable moths')).toMatch(/<dt>Stage<\/dt><dd><a href="https:.*?<\/dd>/)
  expect(contents.get('Code and Formulas')).toMatch(/<pre><code># .*<\/code><\/pre>/s)
  expect(contents.get('Hollow Lantern')).toContain(`<a href="${at('/wiki')}">`)
  const [, picture = ''] = /<img src="([^"]*)"/.exec(contents.get('Pictures') ?? '') ?? []
  expect((await get(pathOf(picture).replaceAll('&amp;', '&'))).statusCode).toBe(200)
  const addresses = [...all.matchAll(/ (?:href|src|poster)="([^"]*)"/g)].map(([, url]) => url)
  expect(addresses.filter((url) => !/^(https?:\/\/|mailto:|tel:)/.test(String(url)))).toEqual([])
  expect(all).not.toMatch(/<(script|form|button|svg|nav|span)\b| (id|class|style|data-\w+|on\w+)="/)
  for (const [title, html] of contents) expect(html.length, title).toBeGreaterThan(60)
})

test('llms.txt has a name, a summary and sections of links, each to a page as Markdown', async () => {
  const { body, headers } = await get('/llms.txt')
  expect(headers['x-robots-tag']).toBeUndefined()
  const [name, summary] = body.split('\n\n')
  expect([name, summary]).toEqual([`# ${shipped.name}`, `> ${shipped.description}`])
  expect(body).toContain('\n\nAdd `.md` to the address')
  const [pages = '', optional] = body.split('## Optional')
  expect(optional).toContain(at('/sitemap.xml'))
  const links = [...pages.matchAll(/^- \[.+?\]\((\S+?)\)(: .+)?$/gm)].map(([, url = '']) => url)
  expect(links).toHaveLength(pages.split('\n- ').length - 1)
  const addresses = new Map(
    pathsOf(site.mirror).map((path) => [
      at(encodeURI(path === '/' ? '/index.md' : `${path}.md`)),
      path
    ])
  )
  expect(links.filter((url) => !addresses.has(url))).toEqual([])
  const read = links.filter((url) => isSweep || kindPages.includes(addresses.get(url) ?? ''))
  expect(read.length).toBeGreaterThan(10)
  for (const url of read) {
    const reply = await get(pathOf(url))
    expect([reply.statusCode, reply.body.slice(0, 4)], url).toEqual([200, '---\n'])
  }
})

test('a page links its Markdown, whose links are absolute URLs that answer', async () => {
  const page = await get('/')
  expect(page.headers.link).toBe('</index.md>; rel="alternate"; type="text/markdown"')
  expect(page.body).toContain('<link rel="alternate" type="text/markdown" href="/index.md"/>')
  const { body, headers } = await get('/index.md')
  expect(headers.link).toBe(`<${at('/')}>; rel="canonical"`)
  const urls = [...body.matchAll(/\]\((https:\/\/hollow-lantern\.example[^)]*)\)/g)]
  expect(urls.length).toBeGreaterThan(5)
  for (const [, url = ''] of urls) {
    expect((await get(pathOf(url))).statusCode, url).toBe(200)
  }
})

test('the manifest lists icons of the stated sizes, drawn from the site icon', async () => {
  const { icons, name } = (await get('/manifest.webmanifest')).json<{
    name: string
    icons: { src: string; sizes: string; purpose: string }[]
  }>()
  expect([name, icons.map(({ purpose }) => purpose).includes('maskable')]).toEqual([
    shipped.name,
    true
  ])
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp((await get(src)).rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  const corner = await sharp((await get('/_icons/192.png')).rawPayload).stats()
  expect(corner.entropy).toBeGreaterThan(1)
  const { body } = await get('/')
  for (const [, href = ''] of body.matchAll(
    /<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]*)"/g
  )) {
    expect((await get(href)).statusCode, href).toBe(200)
  }
})
