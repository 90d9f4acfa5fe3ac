import { Readable } from 'node:stream'

import { XMLParser, XMLValidator } from 'fast-xml-parser'
import robotsModule from 'robots-parser'
import RssParser from 'rss-parser'
import { parseSitemap } from 'sitemap'
import { expect, test } from 'vitest'

import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { openSite } from '../../support/sites/site.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

// Its types declare a default export that the module lacks.
const robotsParser = robotsModule as unknown as typeof robotsModule.default
const robotsUrl = 'https://wiki.example.org/robots.txt'

test('a site that is not indexable has an empty sitemap and noindex on every response', async () => {
  const { app } = await openSite({ workspace: workspaceOf([], []), config: { indexable: false } })
  const sitemap = await app.inject('/sitemap.xml')
  expect(sitemap.headers['x-robots-tag']).toBe('noindex')
  expect(await parseSitemap(Readable.from([sitemap.body]))).toEqual([])
  const robots = robotsParser(robotsUrl, (await app.inject('/robots.txt')).body)
  expect(robots.isAllowed('https://wiki.example.org/')).toBe(true)
  expect(robots.getSitemaps()).toEqual([])
  for (const url of ['/', '/index.md', '/llms.txt', '/api/search-notion?query=x']) {
    expect((await app.inject(url)).headers['x-robots-tag'], url).toBe('noindex')
  }
})

test('unusual titles and texts leave every document valid, and excluded pages are in none', async () => {
  const odd = '<b>&amp; "]]>\u0008\u{1F3EE} [x](javascript:1) |'
  const blocks = [
    pageBlock(2, odd, { content: [testId(3)] }),
    textBlock(3, `${odd} — words`, { parent_id: testId(2) }),
    pageBlock(4, 'Kept back')
  ]
  const workspace = workspaceOf([testId(2), testId(4)], blocks)
  const { dataDir } = await syncedMirror({ workspace })
  const config = { excludedPageIds: [testId(4)], rootNotionPageId: ROOT_ID }
  const { app } = await openSite({ workspace, dataDir, config })
  for (const url of ['/sitemap.xml', '/feed.xml']) {
    const { body } = await app.inject(url)
    expect(XMLValidator.validate(body), url).toBe(true)
    expect(JSON.stringify(new XMLParser().parse(body))).not.toMatch(/kept-back|Kept back/i)
  }
  const feed = await new RssParser().parseString((await app.inject('/feed.xml')).body)
  const words = feed.items.map((item) => String(item['content'])).join()
  expect(words).toContain('&lt;b&gt;&amp;amp; &quot;]]&gt;')
  expect((await app.inject('/llms.txt')).body).not.toMatch(/Kept back|(?<!\\)\]\(javascript/)
})
