import { beforeAll, expect, test } from 'vitest'

import { type PublishedSite, publishedSite } from '../../support/sites/published-site.ts'
import {
  candleWorkspace,
  guideId,
  hostileTitle,
  searchWorkspace
} from '../../support/sites/search-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

let site: TestSite
/** More pages with a word than one page of results shows, and no community links. */
let plain: PublishedSite

beforeAll(async () => {
  const social = {
    chatInvite: 'https://chat.example/lamps',
    github: 'lamps',
    newsletter: 'https://letter.example/lamps'
  }
  site = await openSite({ workspace: searchWorkspace(), config: { social } })
  plain = await publishedSite(candleWorkspace(CANDLES))
})

const CANDLES = 45

/** The content of the results page, without header and footer. */
async function search(
  query: Record<string, string>,
  { app }: Pick<TestSite, 'app'> = site
): Promise<string> {
  const reply = await app.inject({ url: '/search', query })
  expect(reply.statusCode).toBe(200)
  return /<main.*<\/main>/s.exec(reply.body)?.[0] ?? ''
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)].map(([, href = '', name = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    name: name.replaceAll(/<[^>]*>/g, '')
  }))

const linkNamed = (html: string, text: string) =>
  linksIn(html).find(({ name }) => name === text)?.href ?? ''

const follow = (href: string, on: Pick<TestSite, 'app'> = site) =>
  search(Object.fromEntries(new URL(href, 'http://wiki.example').searchParams), on)

test('/search shows the breadcrumbs, the matching section and highlighted words', async () => {
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
  const anywhere = await follow(linkNamed(onRoad, 'Remove the filter “Lamps”'))
  expect(linkNamed(anywhere, 'Remove the filter “Road”')).toBe('/search?q=wick')
})

test('a corrected query is offered and finds the page', async () => {
  const html = await search({ q: 'sunffers' })
  const href = linkNamed(html, 'Did you mean “snuffers”?')
  expect(await follow(href)).toContain('<mark>Snuffers</mark>')
})

test('markup is text, also in the query', async () => {
  const html = await search({ q: '<img src=x onerror=alert(1)>' })
  expect(html).not.toMatch(/<(img|script)/)
  const found = linksIn(html).map(({ name }) => name.replaceAll('&lt;', '<'))
  expect(found.some((name) => name.startsWith(hostileTitle.slice(0, 5)))).toBe(true)
})

test('a truncated query is announced, and an empty one has no results', async () => {
  expect(await search({ q: 'wick '.repeat(9) })).toContain('only its beginning was searched for')
  const empty = await search({ q: ' ' })
  expect(empty).not.toContain('only its beginning')
  expect(empty).toMatch(/<ol class="results"[^>]*><\/ol>/)
})

test('as much Japanese text as a field takes fits into the line of a request', async () => {
  const { body } = await site.app.inject('/search?q=wick')
  const lengths = [...body.matchAll(/<input[^>]* name="q"[^>]*>/g)].map(([field]) =>
    Number(/ maxLength="(\d+)"/i.exec(field)?.[1] ?? Infinity)
  )
  // In the header, on the page and in the dialog.
  expect(lengths).toHaveLength(3)
  const query = encodeURIComponent('灯'.repeat(Math.max(...lengths)))
  // nginx refuses longer ones.
  expect(`GET /search?q=${query} HTTP/1.1`.length).toBeLessThan(8000)
})

test('an invalid filter is refused with an HTML page', async () => {
  const reply = await site.app.inject('/search?q=wick&collection=lamps')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    400,
    'text/html; charset=utf-8'
  ])
})

const candlesIn = (html: string) =>
  linksIn(html).flatMap(({ name }) => (name.startsWith('Candle') ? [name] : []))
const turnTo = (html: string, rel: 'prev' | 'next') =>
  new RegExp(`<a rel="${rel}" href="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

test('results come 20 at a time without repeats, with links between the parts', async () => {
  const first = await search({ q: 'candle' }, plain)
  expect(first).toContain('45 pages for “candle”')
  expect(turnTo(first, 'prev')).toBe('')
  const second = await follow(turnTo(first, 'next'), plain)
  expect(second).toMatch(/<ol class="results" start="21">.*21–40 of 45.*<\/nav>/s)
  const third = await follow(turnTo(second, 'next'), plain)
  expect(turnTo(third, 'next')).toBe('')
  const shown = [first, second, third].map(candlesIn)
  expect(shown.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(new Set(shown.flat()).size).toBe(CANDLES)
  expect(await follow(turnTo(third, 'prev'), plain)).toBe(second)
  expect(turnTo(second, 'prev')).toBe('/search?q=candle')
})

test.each([
  ['an invalid offset', ['-1', 'x', '1e9', '2.5', '', ' 1'], 0],
  ['an offset beyond the end', ['45', '99', '9'.repeat(40)], 40]
])('%s selects the nearest part', async (_what, froms, start) => {
  const expected = candlesIn(await search({ q: 'candle', from: String(start) }, plain))
  expect(expected).toHaveLength(Math.min(20, CANDLES - start))
  for (const from of froms) {
    expect(candlesIn(await search({ q: 'candle', from }, plain)), from).toEqual(expected)
  }
  const { statusCode } = await plain.app.inject('/search?q=candle&from=1&from=2')
  expect(statusCode).toBe(200)
})

test('filters stay in the links to further results, and offsets leave links that change filters', async () => {
  const first = await search({ q: 'candle', tag: 'Bees' }, plain)
  const second = await follow(turnTo(first, 'next'), plain)
  expect(second).toMatch(/21–30 of 30.*<\/nav>/s)
  expect(linkNamed(second, 'Stock')).toMatch(/^\/search\?q=candle&collection=\w+&tag=Bees$/)
})

const questions = [
  ['ask in the chat', 'https://chat.example/lamps'],
  ['ask on GitHub', 'https://github.com/lamps']
]
const communityLinks = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"[^>]*>(ask [^<]*)<\/a>/g)].map(([, href, name]) => [
    name,
    href
  ])

test('without results the page and the dialog link the configured community', async () => {
  expect(communityLinks(await search({ q: 'qqqqzzzz' }))).toEqual(questions)
  expect(communityLinks(await search({ q: 'wick' }))).toEqual([])
  expect(communityLinks(await search({ q: '' }))).toEqual([])
  const dialogOf = async ({ app }: Pick<TestSite, 'app'>) =>
    /<dialog.*<\/dialog>/s.exec((await app.inject('/')).body)?.[0] ?? ''
  expect(communityLinks(await dialogOf(site))).toEqual(questions)
  for (const html of [await dialogOf(plain), await search({ q: 'qqqqzzzz' }, plain)]) {
    expect(html).toMatch(/other words/)
    expect(html).not.toMatch(/ask-places|Somebody/)
  }
})

async function lampsId(): Promise<string> {
  return /collection=(\w+)/.exec(linkNamed(await search({ q: 'wick' }), 'Lamps'))?.[1] ?? ''
}

test('a search without results in its filters shows the count without them', async () => {
  const collection = await lampsId()
  const narrowed: Record<string, string>[] = [
    { collection },
    { tag: 'Road' },
    { collection, tag: 'Road' }
  ]
  for (const filters of narrowed) {
    const html = await search({ q: 'snuffer', ...filters })
    expect(html).toContain('Nothing was found for “snuffer”')
    expect(linkNamed(html, '1 page without the filter')).toBe('/search?q=snuffer')
    expect(html).not.toContain('chat.example')
  }
  const nowhere = await search({ q: 'qqqqzzzz', collection })
  expect(nowhere).not.toContain('without the filter')
  expect(nowhere).toContain('chat.example')
})

test('a new query and a correction keep the filters', async () => {
  const collection = await lampsId()
  const html = await search({ q: 'shrin lanp', collection, tag: 'Shrine' })
  expect(html).toContain(`<input type="hidden" name="collection" value="${collection}"/>`)
  expect(html).toContain('<input type="hidden" name="tag" value="Shrine"/>')
  const meant = linksIn(html).find(({ name }) => name.startsWith('Did you mean'))?.href
  expect(meant).toBe(`/search?q=shrine+lamp&collection=${collection}&tag=Shrine`)
  for (const shown of [{ q: 'wick' }, { tag: 'Road' }, { q: 'qqqqzzzz', tag: 'Road' }]) {
    expect(await search(shown as Record<string, string>)).not.toContain('type="hidden"')
  }
})

test('without a query the page suggests where to begin', async () => {
  const { app } = await openSite({
    workspace: searchWorkspace(),
    config: {
      navigationStyle: 'custom',
      navigationLinks: [
        { title: 'The guide', pageId: guideId },
        { title: 'Elsewhere', url: 'https://elsewhere.example/' }
      ]
    }
  })
  for (const query of [{}, { q: '' }, { q: ' ' }] as Record<string, string>[]) {
    expect(linksIn(await search(query, { app }))).toEqual([
      { name: 'The guide', href: '/guide' },
      { name: 'All pages', href: '/all-pages' },
      { name: 'Recent changes', href: '/recent-changes' },
      { name: 'Tags', href: '/tags' }
    ])
  }
})
