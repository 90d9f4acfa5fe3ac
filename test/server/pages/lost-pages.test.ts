import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'

import { openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { noteVerified } from '../../../cli/sync/target/verified-note.ts'
import { buildApp } from '../../../server/app.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { walkResultOf, publishAt } from '../../support/workspaces/walk-result.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'

/** A workspace with pages of these titles; the index determines the id. */
function titled(...titles: (string | undefined)[]) {
  const pages = titles.flatMap((title, index) => (title ? [pageBlock(2 + index, title)] : []))
  return workspaceOf(
    pages.map(({ id }) => id),
    pages
  )
}

test('every former path of a page redirects permanently, once and without a loop', async () => {
  const { app, publish } = await publishedSite(titled('Lamp'))
  await publish(titled('Torch'))
  await publish(titled('Wick'))
  for (const url of ['/lamp', '/Lamp', '/torch', '/torch/?v=1', '/lamp.md']) {
    const reply = await app.inject(url)
    expect(reply.statusCode, url).toBe(301)
    expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=300')
    expect(String(reply.headers.location)).toMatch(/^\/wick(\.md|\?v=1)?$/)
  }
  await publish(titled('Lamp'))
  expect((await app.inject('/lamp')).statusCode).toBe(200)
  expect((await app.inject('/wick')).headers.location).toBe('/lamp')
})

test('a current path wins over a former path of another page', async () => {
  const { app, publish } = await publishedSite(titled('Lamp'))
  await publish(titled('Torch', 'Lamp'))
  const reply = await app.inject('/lamp')
  expect([reply.statusCode, /<h1.*<\/h1>/s.exec(reply.body)?.[0]]).toEqual([
    200,
    expect.stringContaining('Lamp')
  ])
  expect((await app.inject('/lamp/')).headers.location).toBe('/lamp')
})

describe('a removed page', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    const site = await publishedSite(titled('Shrine of lamps'))
    await site.publish(titled('Lamp shrine'))
    await site.publish(titled(undefined, 'Lamp shrines', 'Oil'))
    app = site.app
  })

  test.each(['/lamp-shrine', `/lamp-shrine-${testId(2).replaceAll('-', '')}`, '/shrine-of-lamps'])(
    'answers 410 at %s, with similar pages and a search field',
    async (url) => {
      const reply = await app.inject(url)
      expect(reply.statusCode).toBe(410)
      expect(reply.headers['cache-control']).toContain('s-maxage=30')
      expect(reply.body).toContain('The page “Lamp shrine” was removed.')
      expect(reply.body).toContain('id="message-search"')
      expect(reply.body).toMatch(/<main.*href="\/lamp-shrines"/s)
    }
  )
})

test('a removed page answers 410 in every spelling of its path, and as Markdown', async () => {
  const { app, publish } = await publishedSite(titled('Été lamp'))
  await publish(titled(undefined, 'Oil'))
  const gone = ['/ete-lamp.md', '/Ete-Lamp', '/ETE-LAMP/', '/Ete-Lamp.md', '/été lamp', '/été/lamp']
  for (const url of gone) expect((await app.inject(encodeURI(url))).statusCode, url).toBe(410)
  for (const url of ['/ete-lump.md', '/Ete-Lump', '/!/']) {
    expect((await app.inject(url)).statusCode, url).toBe(404)
  }
})

test('of two removed pages with one path, the one that had it last is named', async () => {
  const { app, publish } = await publishedSite(titled('Lamp'))
  await publish(titled('Wick', 'Lamp!'))
  await publish(titled('Wick'))
  await publish(titled())
  const { statusCode, body } = await app.inject('/lamp')
  expect([statusCode, body]).toEqual([
    410,
    expect.stringContaining('The page “Lamp!” was removed.')
  ])
})

test('a path of thousands of letters is truncated', async () => {
  const { app } = await publishedSite(titled())
  const { statusCode, body } = await app.inject(`/${'lamp-'.repeat(600)}`)
  const shownPath = /<code>(.*?)<\/code>/.exec(body)?.[1] ?? ''
  expect([statusCode, shownPath.slice(0, 11), shownPath.at(-1)]).toEqual([404, '/lamp-lamp-', '…'])
  expect(body.split('lamp-lamp-lamp').length - 1).toBeLessThan(100)
  expect(shownPath.length).toBeLessThan(600)
})

test('a path of thousands of slashes is answered', async () => {
  const { app } = await publishedSite(titled())
  // Work that grows with the square of its length would exceed the time limit of the test.
  const slashes = `/a${'/'.repeat(60_000)}b`
  for (const url of [slashes, `/_cards${slashes}.html`, `/tags${slashes}`]) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
})

test('a path with a trailing slash redirects to the one without', async () => {
  const { app } = await publishedSite(titled('Lamp'))
  const own = ['/all-pages', '/recent-changes', '/_app', '/search', '/tags', '/lamp', '/lamp.md']
  for (const url of [...own, '/index.md']) {
    const reply = await app.inject(`${url}/`)
    expect([reply.statusCode, reply.headers.location], url).toEqual([301, url])
  }
  const { location } = (await app.inject('/recent-changes/?from=200')).headers
  expect(location).toBe('/recent-changes?from=200')
  for (const url of ['/_none/', '/api/', '/lump.md/', '/*/']) {
    expect((await app.inject(url)).statusCode, url).toBe(404)
  }
})

test('pages with similar paths are suggested, the most similar first', async () => {
  const { app } = await publishedSite(titled('Lamp shrine', 'Lamp shrines', '虚灯の祠', 'Oil'))
  const hrefs = async (url: string) => {
    const reply = await app.inject(url)
    expect(reply.statusCode).toBe(404)
    const main = /<main.*<\/main>/s.exec(reply.body)?.[0] ?? ''
    return [...main.matchAll(/<li><a href="([^"]*)"/g)].map(([, href = '']) => decodeURI(href))
  }
  expect((await hrefs('/lmap-shrine')).slice(0, 2)).toEqual(['/lamp-shrine', '/lamp-shrines'])
  expect(await hrefs(encodeURI('/虚灯の社'))).toContain('/虚灯の祠')
})

test('a missing page suggests nothing that is not near, and tells so', async () => {
  const lamp = pageBlock(2, 'Lamp', { content: [testId(3)] })
  const words = textBlock(3, 'A draught puts it out.', { parent_id: lamp.id })
  const { app } = await publishedSite(workspaceOf([lamp.id], [lamp, words]))
  const [, main = ''] = (await app.inject('/draught')).body.split(/<\/?main/)
  expect(main).toContain('No page here has a similar name.')
  expect(main).not.toContain('href="/lamp"')
})

test('an address that is not UTF-8 is refused with a page, on routes of the API and of files with JSON', async () => {
  const { app } = await publishedSite(titled())
  for (const url of ['/%ff', '/lamp%', '/a/%E0%A4%A?v=1']) {
    const reply = await app.inject(url)
    expect(reply.statusCode, url).toBe(400)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    expect(reply.body).toContain('This address is incomplete or mistyped')
  }
  for (const url of ['/api/%ff', '/image/%E0%A4%A'])
    expect((await app.inject(url)).json(), url).toMatchObject({ error: 'malformed_address' })
})

test('the build manifest is not public', async () => {
  const { app } = await publishedSite(titled())
  expect((await app.inject('/_assets/.vite/manifest.json')).statusCode).toBe(404)
  expect((await app.inject('/_assets/')).json()).toMatchObject({ error: 'forbidden' })
  const [script = ''] = /\/_assets\/[^"]*\.js/.exec((await app.inject('/')).body) ?? []
  expect((await app.inject(script)).statusCode).toBe(200)
})

test('before the first sync pages announce it, robots.txt answers, and the rest sends Retry-After', async () => {
  const config = testConfig(ROOT_ID)
  const app = await buildApp({ ...patient, config, dataDir: tempDir(), logLevel: 'silent' })
  const replies = ['/_app', '/all-pages', '/sitemap.xml', '/feed.xml', '/favicon.ico'].map((url) =>
    app.inject(url)
  )
  for (const reply of await Promise.all(replies)) {
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('30')
  }
  const { body } = await app.inject('/tags')
  expect(body).toContain('is being prepared')
  // It has the look of the site, and a script waits for it.
  expect(body).toMatch(/<header class="site-header/)
  expect(body).toMatch(/<script type="module" src="\/_assets\//)
  expect(body).not.toContain('http-equiv')
  expect((await app.inject('/robots.txt')).statusCode).toBe(200)
  await app.close()
})

test('beyond 50,000 addresses the sitemap is an index of sitemaps', async () => {
  const dataDir = tempDir()
  const mirror = openMirrorForSync(path.join(dataDir, 'mirror.db'))
  await publishAt(mirror, Date.UTC(2026, 0, 1), walkResultOf(titled('Lamp')))
  // Written directly, since a publication would take long; the records do not matter here.
  mirror.$client.pragma('foreign_keys = off')
  mirror.$client.exec(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 50000)
     insert into page select 'x' || i, '/x' || i, '', 'x', null, null, 1, i + 9, null, null, '', 0, i, i, '', null
       from n`
  )
  mirror.$client.close()
  // The pages without records would be refused.
  noteVerified(dataDir, path.join(dataDir, 'mirror.db'))
  const app = await buildApp({
    ...patient,
    config: testConfig(ROOT_ID),
    dataDir,
    logLevel: 'error'
  })
  const locations = async (url: string) =>
    [...(await app.inject(url)).body.matchAll(/<loc>https:\/\/wiki.example.org(.*?)<\/loc>/g)].map(
      ([, loc]) => loc
    )
  const parts = await locations('/sitemap.xml')
  expect(parts).toEqual(['/sitemap-1.xml', '/sitemap-2.xml'])
  // The newest edit of any page, which is not the first one of either part.
  const edit = '<lastmod>2026-01-02T00:00:00.002Z</lastmod>'
  expect((await app.inject('/sitemap.xml')).body.split(edit)).toHaveLength(3)
  const all = await Promise.all(parts.map((part) => locations(String(part))))
  expect(new Set(all.flat()).size).toBe(50_004)
  expect((await app.inject('/sitemap-3.xml')).statusCode).toBe(404)
  await app.close()
})
