import { XMLParser, XMLValidator } from 'fast-xml-parser'
import scrape from 'open-graph-scraper'
import { beforeAll, expect, test } from 'vitest'

import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { page } from '../../../demo/builder/blocks.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import { sortByTitle } from '../../../site/pages/sort-by-title.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { openRowSite } from '../../support/sites/row-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { dataOf } from '../../support/sites/structured-data.ts'

const oddNames = ['灯り', 'A/B', '..', '~x', '100 % #1?', 'カ゛', 'Café', '　幅\u00A0']
const titles = [
  'éclair',
  'Zebra',
  '10 lamps',
  '「引用」',
  'アンカー',
  'がらす',
  '虚灯',
  'ヴェール',
  'Жар'
]

function listedWorkspace() {
  const lamps = collection({
    key: 'lamps',
    name: 'ランプ & lamps',
    schema: {
      Kind: {
        type: 'multi_select',
        options: Object.fromEntries([...oddNames, 'Unused'].map((name) => [name, 'blue']))
      }
    },
    views: [{ type: 'table', name: 'All', show: ['Kind'] }],
    rows: [...oddNames.keys()].map((index) =>
      row(`Lamp ${index}`, { properties: { Kind: oddNames.slice(index) } }, [])
    )
  })
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [
      collectionPage(lamps, {}),
      ...titles.map((title) => page(title, {}, []))
    ])
  })
}

let site: TestSite
beforeAll(async () => {
  const config = { timeZone: 'Asia/Tokyo', language: 'ja' }
  site = await openSite({ workspace: listedWorkspace(), config })
})

const get = async (url: string) => (await site.app.inject(url)).body
const linksIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''
const sections = (html: string) => [
  ...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2><ul class="page-list">(.*?)<\/ul>/gs)
]

// Before `site` renders: it then takes over the processes of this test.
test('a tag of many rows is shown in parts', async () => {
  const schema = { color: { type: 'select', options: [{ id: 'r', value: 'Red', color: 'red' }] } }
  const rows = Array.from({ length: 201 }, () => ({ color: [['Red']] }))
  const { app } = await openRowSite({ schema, rows })
  const [href = ''] = linksIn(mainOf((await app.inject('/tags')).body))
  const first = mainOf((await app.inject(href)).body)
  expect(first).toContain('201 pages')
  expect(first).toContain(`rel="next" href="${href}?from=200"`)
  const { body } = await app.inject(`${href}?from=200`)
  expect((await app.inject(`${href}?from=9999`)).body).toBe(body)
  // What it lists moves with each row.
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect(body).not.toContain('rel="canonical"')
  const second = mainOf(body)
  expect(linksIn(second).filter((link) => link.startsWith('/row-'))).toHaveLength(1)
})

test('all pages are listed from A to Z, kana by row, kanji in a group of their own', async () => {
  const html = await get('/all-pages')
  const heads = sections(html).map(([, , name]) => name)
  expect(heads).toEqual(['数字と記号', 'E', 'H', 'L', 'Z', 'Ж', 'あ', 'か', 'ら', '漢字'])
  const kana = sections(html).find(([, , name]) => name === 'あ')?.[3]
  expect(kana).toMatch(/アンカー.*ヴェール/s)
  const ids = sections(html).map(([, id = '']) => `#${encodeURIComponent(id)}`)
  expect(linksIn(html).filter((href) => href.startsWith('#letter'))).toEqual(ids)
  expect(await get('/all-pages?from=9999')).toBe(html)
})

test('the letters of a long list link the part in which they begin', () => {
  const pages = Array.from({ length: 3000 }, (_, index) => ({
    title: `${index % 2 ? 'B' : 'a'}${index}`
  }))
  const sorted = sortByTitle(pages, 'en')
  expect(sorted.findIndex(({ head }) => head === 'B')).toBe(1500)
  expect(sorted.slice(0, 2).map(({ page: { title } }) => title)).toEqual(['a0', 'a2'])
})

test('every option has a tag page with its rows, whatever its name', async () => {
  const table = linksIn(await get(encodeURI('/ランプ-lamps'))).filter((href) =>
    href.startsWith('/tags/')
  )
  const listed = linksIn(mainOf(await get('/tags')))
  expect(new Set(table)).toEqual(new Set(listed))
  expect(listed).toHaveLength(oddNames.length)
  for (const [index, href] of listed.entries()) {
    // As a browser requests it: dot segments are removed first.
    const { pathname } = new URL(href, 'https://wiki.example.org')
    const reply = await site.app.inject(pathname)
    expect(reply.statusCode, href).toBe(200)
    expect(
      linksIn(mainOf(reply.body)).filter((link) => /lamp-\d/.test(link)),
      href
    ).toHaveLength(index + 1)
  }
})

test('tags with rows are in the sitemap; one without rows has a page with noindex, at one address', async () => {
  const sitemap = await get('/sitemap.xml')
  const [some = ''] = linksIn(mainOf(await get('/tags')))
  expect(sitemap).toContain(`https://wiki.example.org${some}<`)
  expect(sitemap).not.toContain('Unused')
  const unused = await site.app.inject(some.replace(/[^/]+$/, 'Unused'))
  expect(unused.statusCode).toBe(200)
  expect(unused.body).toContain('<meta name="robots" content="noindex"/>')
  const other = await site.app.inject(some.replace(/[^/]+$/, '%55nused?from=3'))
  expect([other.statusCode, other.headers['location']]).toEqual([
    301,
    some.replace(/[^/]+$/, 'Unused?from=3')
  ])
})

test('lists and tags have preview metadata and their canonical URL', async () => {
  const tags = linksIn(mainOf(await get('/tags')))
  for (const href of ['/all-pages', '/recent-changes', '/tags', ...tags]) {
    const { result } = await scrape({ html: await get(href) })
    expect(result).toMatchObject({
      ogUrl: `https://wiki.example.org${href}`,
      ogType: 'website',
      ogDescription: expect.stringMatching(/\p{Script=Hiragana}|ページ/u),
      ogImage: [{ url: expect.stringContaining(ROOT_ID.replaceAll('-', '')) }],
      twitterCard: 'summary_large_image'
    })
  }
  const html = await get(tags[1] ?? '')
  const [, trail] = (dataOf(html) as { '@graph': { itemListElement?: { item: string }[] }[] })[
    '@graph'
  ]
  const way = ['/', '/tags', tags[1]].map((href) => `https://wiki.example.org${href}`)
  expect(trail?.itemListElement?.map(({ item }) => item)).toEqual(way)
  expect(html).toContain(`<link rel="canonical" href="${way[2]}"/>`)
})

test('a tag redirects from an earlier name of its collection', async () => {
  const [href = ''] = linksIn(mainOf(await get('/tags')))
  const former = href.replace(/\/tags\/.*-(?=[0-9a-f]{8}\/)/, '/tags/old-')
  const reply = await site.app.inject(former)
  expect([reply.statusCode, reply.headers.location]).toEqual([301, href])
  const lost = await site.app.inject(href.replace(/[^/]+$/, '100%20%25%20%232%3F'))
  expect(lost.statusCode).toBe(404)
  expect(lost.body).toContain('id="message-search"')
  const suggested = linksIn(mainOf(lost.body)).find((link) => link.startsWith('/tags/'))
  expect(suggested).toBe(href.replace(/[^/]+$/, encodeURIComponent('100 % #1?')))
})

test.each([
  ['from its name in decomposed characters', '/Cafe%CC%81'],
  ['from an address with a slash at its end', '/Caf%C3%A9/']
])('a tag redirects %s', async (_title, end) => {
  const href = linksIn(mainOf(await get('/tags'))).find((link) => link.endsWith('/Caf%C3%A9'))
  const reply = await site.app.inject(String(href).replace('/Caf%C3%A9', end))
  expect([reply.statusCode, reply.headers.location]).toEqual([301, href])
})

test('the lists are linked from every page', async () => {
  const links = linksIn(await get('/zebra'))
  expect(links).toEqual(expect.arrayContaining(['/all-pages', '/recent-changes', '/tags']))
})

test('structured data of lists is in the language of the site', async () => {
  const words = (await get('/llms.txt')).replaceAll(
    /\(\S+\)|## Optional|Markdown|SQLite|`\.md`/g,
    ''
  )
  expect(words).toContain('## ページ')
  expect(words).not.toMatch(/Pages|All pages|Recent|Feed|Every|The wiki/)
  const feed = await get('/feed.xml')
  expect(XMLValidator.validate(feed)).toBe(true)
  expect(new XMLParser({ ignoreAttributes: false }).parse(feed).feed['@_xml:lang']).toBe('ja')
})
