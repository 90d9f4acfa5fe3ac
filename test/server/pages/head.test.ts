import { readFileSync } from 'node:fs'

import jsonld from 'jsonld'
import scrape from 'open-graph-scraper'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hostileTitle, openFactSite, pages } from '../../support/sites/fact-site.ts'
import { dataOf } from '../../support/sites/structured-data.ts'

let site: Awaited<ReturnType<typeof openFactSite>>
beforeAll(async () => {
  site = await openFactSite()
})
afterAll(() => site.close())

const bare = (id: string) => id.replaceAll('-', '')
const pathOf = async (id: string) => {
  const { headers } = await site.app.inject(`/${bare(id)}`)
  return String(headers.location)
}

/** Expanded JSON-LD by type; nothing is fetched. */
async function expanded(html: string) {
  const documentLoader = async (url: string) => ({
    document: { '@context': { '@vocab': 'https://schema.org/' } },
    documentUrl: url
  })
  const nodes = await jsonld.expand(dataOf(html) as object, { documentLoader })
  return new Map(nodes.map((node) => [String([node['@type']].flat()[0]), node]))
}

test('a link preview reads title, description, URL, picture and times of a page', async () => {
  const { body } = await site.app.inject('/lantern-step')
  const { result } = await scrape({ html: body })
  expect(result).toMatchObject({
    ogTitle: 'Lantern Step',
    ogType: 'article',
    ogUrl: 'https://wiki.example.org/lantern-step',
    ogSiteName: 'Test wiki',
    ogDescription: 'Step to a lantern that you lit.',
    articlePublishedTime: '2026-02-03T00:00:00.000Z',
    articleModifiedTime: '2026-01-02T00:00:00.010Z',
    twitterCard: 'summary_large_image',
    twitterTitle: 'Lantern Step'
  })
  expect(body).toContain('<link rel="canonical" href="https://wiki.example.org/lantern-step"/>')
})

test('the preview picture is that of the page, under an immutable address', async () => {
  const { result } = await scrape({ html: (await site.app.inject('/lantern-step')).body })
  const [image] = result.ogImage ?? []
  expect(image).toMatchObject({ type: 'image/png', width: '1200', height: '630' })
  const { origin, pathname, search } = new URL(image?.url ?? '')
  expect(origin).toBe('https://wiki.example.org')
  const reply = await site.app.inject(pathname + search)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable'
  })
})

test('a page and its preview picture show the part of the cover at its position', async () => {
  const { body } = await site.app.inject('/lantern-step')
  expect(body).toMatch(/<img [^>]*cover\.png[^>]* style="object-position:center 75%"/)
  const app = await site.serve({ defaultPageCoverPosition: 0.25 })
  const pictures = [site.app, app].map(
    async (each) => /social-image\?[^"]*/.exec((await each.inject('/hidden')).body)?.[0]
  )
  expect(new Set(await Promise.all(pictures)).size).toBe(2)
  await app.close()
})

test('structured data has the author, the dates and the breadcrumbs of a page', async () => {
  const nodes = await expanded((await site.app.inject('/lantern-step')).body)
  const term = (name: string) => `https://schema.org/${name}`
  const author = [{ '@type': [term('Person')], [term('name')]: [{ '@value': 'Wick' }] }]
  expect(nodes.get(term('Article'))).toMatchObject({
    [term('headline')]: [{ '@value': 'Lantern Step' }],
    [term('datePublished')]: [{ '@value': '2026-02-03T00:00:00.000Z' }],
    [term('author')]: author,
    [term('image')]: [
      { '@value': expect.stringContaining('/api/social-image?id=') },
      { '@value': expect.stringContaining('social.png') }
    ]
  })
  expect(nodes.get(term('BreadcrumbList'))?.[term('itemListElement')]).toMatchObject(
    [
      [1, 'Home', 'https://wiki.example.org/'],
      [2, 'Lantern Step', 'https://wiki.example.org/lantern-step']
    ].map(([position, name, item]) => ({
      [term('position')]: [{ '@value': position }],
      [term('name')]: [{ '@value': name }],
      [term('item')]: [{ '@value': item }]
    }))
  )
})

test('the feed and llms.txt use the description and author of a row', async () => {
  const { body } = await site.app.inject('/feed.xml')
  const { items } = await new RssParser().parseString(body)
  const at = (path: string) => items.find(({ link }) => new URL(link ?? '').pathname === path)
  expect(at('/lantern-step')).toMatchObject({
    author: 'Wick',
    summary: 'Step to a lantern that you lit.',
    pubDate: '2026-02-03T00:00:00.000Z'
  })
  expect(at('/plain')).not.toHaveProperty('author')
  expect(at('/plain')?.['content']).toMatch(
    /^<div><img src="https:\/\/wiki\.example\.org\/image\/[^>]*><\/div><div><p>The first words of it\.<\/p><\/div>$/
  )
  const list = (await site.app.inject('/llms.txt')).body
  expect(list).toMatch(/^- \[Lantern Step\]\(\S+\): Step to a lantern that you lit\.$/m)
  expect(list).toMatch(/^- \[Plain\]\(\S+\): The first words of it\.$/m)
})

test('the home page describes the site and has no breadcrumbs', async () => {
  const { body } = await site.app.inject('/')
  expect([...(await expanded(body)).keys()]).toEqual(['https://schema.org/WebSite'])
  expect((await scrape({ html: body })).result.ogType).toBe('website')
})

test('markup in a title is escaped in every part of the metadata', async () => {
  const { body } = await site.app.inject(await pathOf(pages.hostile))
  const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
  expect(scripts.filter((each) => !each?.includes(' src="/_assets/'))).toEqual([
    ' type="application/ld+json"'
  ])
  expect(JSON.stringify(dataOf(body))).toContain(JSON.stringify(hostileTitle).slice(1, -1))
  expect((await scrape({ html: body })).result.ogTitle).toBe(hostileTitle)
})

test('a site that is not indexable has noindex on every page; another on none', async () => {
  const app = await site.serve({ indexable: false })
  const noindex = '<meta name="robots" content="noindex"/>'
  for (const path of ['/', '/lantern-step']) {
    expect((await app.inject(path)).body, path).toContain(noindex)
    expect((await site.app.inject(path)).body, path).not.toContain(noindex)
  }
  await app.close()
})

test('theme-color matches the background in both themes', async () => {
  const styles = readFileSync(new URL('../../../web/styles/base.css', import.meta.url), 'utf8')
  const [, light, dark] = /--paper: light-dark\((#\w+), (#\w+)\)/.exec(styles) ?? []
  const { body } = await site.app.inject('/lantern-step')
  const [head = ''] = body.split('</head>')
  expect(head.match(/<meta name="theme-color"[^>]*>/g)).toEqual([
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}"/>`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}"/>`
  ])
})

test('views of a page have the canonical URL of the page', async () => {
  const { body } = await site.app.inject('/?sort=title&dir=desc')
  expect(body).toContain('<link rel="canonical" href="https://wiki.example.org/"/>')
})

test('excluded pages are named nowhere, also before the next sync', async () => {
  const names = /Plain|"\/plain"|Hidden|"\/hidden"/
  const app = await site.serve({ excludedPageIds: [pages.hidden, pages.plain] })
  for (const path of ['/', '/lantern-step', '/all-pages', '/index.md', '/feed.xml']) {
    const reply = await app.inject(path)
    expect(reply.statusCode, path).toBe(200)
    expect(reply.body, path).not.toMatch(names)
  }
  expect((await app.inject('/plain')).statusCode).toBe(404)
  expect((await site.app.inject('/')).body).toMatch(/"\/plain".*"\/hidden"/s)
  await app.close()
})
