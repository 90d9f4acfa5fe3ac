import { beforeAll, expect, test } from 'vitest'

import { hostileTitle, searchWorkspace } from '../search-site.ts'
import { type TestSite, openSite } from '../site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openSite({ workspace: searchWorkspace() })
})

/** The content of the page of results, without the frame of the site. */
async function search(query: Record<string, string>): Promise<string> {
  const reply = await site.app.inject({ url: '/search', query })
  expect(reply.statusCode).toBe(200)
  return /<main.*<\/main>/s.exec(reply.body)?.[0] ?? ''
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, href = '', name = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    name: name.replaceAll(/<[^>]*>/g, '')
  }))

const linkNamed = (html: string, wanted: string) =>
  linksIn(html).find(({ name }) => name === wanted)?.href ?? ''

const follow = (href: string) =>
  search(Object.fromEntries(new URL(href, 'http://wiki.example').searchParams))

test('/search shows where a page stands, the section that answers, and marks the words', async () => {
  const html = await search({ q: 'brass lantern' })
  expect(html).toContain('value="brass lantern"')
  expect(html).toContain('1 page for “brass lantern”')
  expect(html).toContain('<p class="result-place">Home</p>')
  expect(html).toContain('light the <mark>brass</mark> <mark>lantern</mark>.')
  const href = linkNamed(html, 'At dusk')
  expect(href).toMatch(/^\/guide#./)
  expect((await site.app.inject('/guide')).body).toContain(`id="${href.split('#')[1]}"`)
})

test('links narrow a search to a collection and to a tag, and widen it again', async () => {
  const html = await search({ q: 'wick' })
  expect(html).toContain('7 pages for “wick”')
  const inLamps = await follow(linkNamed(html, 'Lamps'))
  expect(inLamps).toContain('2 pages for “wick”')
  const onRoad = await follow(linkNamed(inLamps, 'Road'))
  expect(linksIn(onRoad).map(({ name }) => name)).toContain('Road lamp')
  expect(onRoad).not.toContain('Shrine lamp')
  const anywhere = await follow(linkNamed(onRoad, 'not only Lamps'))
  expect(linkNamed(anywhere, 'not only Road')).toBe('/search?q=wick')
})

test('a misspelling is offered in its right form, which finds the page', async () => {
  const html = await search({ q: 'sunffers' })
  const href = linkNamed(html, 'Did you mean “snuffers”?')
  expect(await follow(href)).toContain('<mark>Snuffers</mark>')
})

test('what is markup stands as text, also in the query', async () => {
  const html = await search({ q: '<img src=x onerror=alert(1)>' })
  expect(html).not.toMatch(/<(img|script)/)
  const found = linksIn(html).map(({ name }) => name.replaceAll('&lt;', '<'))
  expect(found.some((name) => name.startsWith(hostileTitle.slice(0, 5)))).toBe(true)
})

test('a query longer than what is looked for says so, and an empty one finds nothing', async () => {
  expect(await search({ q: 'wick '.repeat(9) })).toContain('only its first 8 words')
  const empty = await search({ q: ' ' })
  expect(empty).not.toContain('only its first')
  expect(empty).not.toMatch(/<li>|<h2>/)
})

test('a filter that is no id is refused with a page', async () => {
  const reply = await site.app.inject('/search?q=wick&collection=lamps')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    400,
    'text/html; charset=utf-8'
  ])
})
