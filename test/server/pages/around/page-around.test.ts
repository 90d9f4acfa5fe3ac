import type { Block } from 'notion-types'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'

import { inlineCollection, collection, row } from '../../../../demo/builder/collection.ts'
import { page } from '../../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../../demo/builder/build-workspace.ts'
import { buildApp } from '../../../../server/app.ts'
import { publishedSite } from '../../../support/sites/published-site.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { openSite } from '../../../support/sites/site.ts'
import { atOnce } from '../../../support/workspaces/test-config.ts'
import { ownClasses } from '../../../support/sites/rendered.ts'

const hex = (number: number) => testId(number).replaceAll('-', '')

/** Texts of the page footer, by section. */
function partOf(html: string, name: string): string | undefined {
  const foot = /<footer class="page-foot"[^>]*>.*?<\/footer>/s.exec(html)?.[0] ?? ''
  return new RegExp(`<(nav|section)[^>]*aria-label="${name}">(.*?)</\\1>`, 's').exec(foot)?.[2]
}

function linksIn(part: string | undefined): string[] {
  return [...(part ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
}

/** Targets of the previous and next links of a page. */
function neighboursIn(html: string): Record<string, string> {
  const links = html.matchAll(/<a href="([^"]*)" rel="(prev|next)">/g)
  return Object.fromEntries([...links].map(([, href = '', rel = '']) => [rel, href]))
}

/** A lamp, a collection of three rows that its view sorts, and an oil. */
function mixedPages() {
  const rows = collection({
    key: 'rows',
    name: 'Rows',
    schema: { Rank: { type: 'number' } },
    views: [{ type: 'table', name: 'All', show: [], sort: [['Rank', 'descending']] }],
    rows: [1, 2, 3].map((rank) => row(`Row ${rank}`, { properties: { Rank: rank } }, []))
  })
  const content = [page('Lamp', {}, [page('Wick', {}, [])]), inlineCollection(rows)]
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [...content, page('Oil', {}, [])])
  })
}

describe('in mixed pages', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    // The tree would have all pages.
    const config = { isSiteTreeEnabled: false }
    app = (await openSite({ workspace: mixedPages(), config })).app
    // Later servers then continue with its process.
    return () => app.close()
  })

  test.each([
    ['/', {}],
    ['/lamp', { next: '/oil' }],
    ['/oil', { prev: '/lamp' }],
    ['/wick', {}],
    ['/row-3', { next: '/row-2' }],
    ['/row-2', { prev: '/row-3', next: '/row-1' }],
    ['/row-1', { prev: '/row-2' }]
  ])(
    '%s has previous and next links: sub-pages in page order, rows in the order of the first view',
    async (path, neighbours) => {
      expect(neighboursIn((await app.inject(path)).body)).toEqual(neighbours)
    }
  )

  test('the panel links the sub-pages of the start page, and none of its rows', async () => {
    const { body } = await app.inject('/wick')
    const panel = /<div class="panel-links.*?<\/div>/s.exec(body)?.[0]
    expect(linksIn(panel)).toEqual(['/lamp', '/oil'])
  })
})

/** Blocks on page `on` that reference page 2 in one way each. */
function leadingBlocks(on: number): Block[] {
  const parent = { parent_id: testId(on) }
  const title = (mark: string, value: string) => ({
    properties: { title: [['Lamp', [[mark, value]]]] }
  })
  const pointer = { alias_pointer: { id: testId(2), table: 'block' } }
  return [
    textBlock(on * 10, '', { ...parent, ...title('p', testId(2)) }),
    textBlock(on * 10 + 1, '', { ...parent, ...title('a', `/${hex(2)}`) }),
    record(on * 10 + 2, { type: 'alias', format: pointer, ...parent })
  ]
}

test('a page lists the pages that link to it, each once, by title', async () => {
  const [named, linked, aliased] = [leadingBlocks(4), leadingBlocks(5), leadingBlocks(6)]
  const pages = [
    pageBlock(6, 'Alias', { content: [aliased[2]?.id] }),
    pageBlock(5, 'Link', { content: linked.map(({ id }) => id) }),
    pageBlock(4, 'Mention', { content: [named[0]?.id] })
  ]
  const own = textBlock(3, '', {
    parent_id: testId(2),
    properties: { title: [['me', [['p', testId(2)]]]] }
  })
  const lamp = pageBlock(2, 'Lamp', { content: [own.id] })
  const blocks = [lamp, own, ...pages, ...named, ...linked, ...aliased]
  const { app } = await openSite({
    workspace: workspaceOf(
      [lamp, ...pages].map(({ id }) => id),
      blocks
    )
  })
  const part = partOf((await app.inject('/lamp')).body, 'What links here')
  expect(linksIn(part)).toEqual(['/alias', '/link', '/mention'])
  expect(part).toContain('<span class="count">3</span>')
  // Its parent contains it, but does not link it.
  expect(partOf((await app.inject('/mention')).body, 'What links here')).toBeUndefined()
})

/** Spells with an element; fire spells are few, and sixty spells are common. */
function spells() {
  const element = (index: number) => (index < 4 ? ['Fire'] : []).concat('Common')
  const rows = collection({
    key: 'spells',
    name: 'Spells',
    schema: { Kind: { type: 'multi_select', options: { Fire: 'red', Common: 'gray' } } },
    views: [{ type: 'table', name: 'All', show: [] }],
    rows: Array.from({ length: 60 }, (_, index) =>
      row(`Spell ${index}`, { properties: { Kind: element(index) } }, [])
    )
  })
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [inlineCollection(rows)])
  })
}

test('a row lists the rows with the same rare option, and hidden ones are not named', async () => {
  const { app, mirror, config, dataDir } = await openSite({ workspace: spells() })
  const related = async (path: string, from = app) =>
    linksIn(partOf((await from.inject(path)).body, 'Related pages')).toSorted()
  expect(await related('/spell-1')).toEqual(['/spell-0', '/spell-2', '/spell-3'])
  expect(await related('/spell-10')).toEqual([])
  // The next server continues with its process.
  await app.close()
  const hidden = mirror.$client.prepare(`select id from page where path = '/spell-2'`).pluck().get()
  const excluding = await buildApp({
    config: { ...config, excludedPageIds: [String(hidden)] },
    dataDir,
    logLevel: 'error',
    ...atOnce
  })
  expect(await related('/spell-1', excluding)).toEqual(['/spell-0', '/spell-3'])
  await excluding.close()
  const without = await buildApp({
    config: { ...config, areRelatedPagesShown: false },
    dataDir,
    logLevel: 'error',
    ...atOnce
  })
  expect(await related('/spell-1', without)).toEqual([])
  await without.close()
})

test('pages that link to each other are related, and at most six are listed', async () => {
  const links = (from: number, to: number) =>
    textBlock(from * 100 + to, '', {
      parent_id: testId(from),
      properties: { title: [['Other', [['p', testId(to)]]]] }
    })
  const others = Array.from({ length: 8 }, (_, index) => 10 + index)
  const content = [
    ...others.map((each) => links(2, each)),
    ...others.map((each) => links(each, 2)),
    links(2, 30)
  ]
  const pages = [2, ...others, 30].map((each) => {
    const own = content.filter(({ parent_id: parent }) => parent === testId(each))
    return pageBlock(each, `Page ${each}`, { content: own.map(({ id }) => id) })
  })
  const workspace = workspaceOf(
    pages.map(({ id }) => id),
    [...pages, ...content]
  )
  const { app } = await openSite({ workspace })
  const related = async (path: string) =>
    linksIn(partOf((await app.inject(path)).body, 'Related pages'))
  expect(await related('/page-2')).toEqual(others.slice(0, 6).map((each) => `/page-${each}`))
  expect(await related('/page-10')).toEqual(['/page-2'])
  expect(await related('/page-30')).toEqual([])
})

test('the first fifty backlinks are listed, and the rest are counted', async () => {
  const pages = Array.from({ length: 53 }, (_, index) =>
    pageBlock(100 + index, `Page ${index}`, { content: [testId(1000 + index)] })
  )
  const mentions = pages.map(({ id }, index) =>
    textBlock(1000 + index, '', {
      parent_id: id,
      properties: { title: [['Lamp', [['p', testId(2)]]]] }
    })
  )
  const lamp = pageBlock(2, 'Lamp')
  const content = [lamp, ...pages].map(({ id }) => id)
  const { app } = await openSite({ workspace: workspaceOf(content, [lamp, ...pages, ...mentions]) })
  const part = partOf((await app.inject('/lamp')).body, 'What links here')
  expect(linksIn(part)).toHaveLength(50)
  expect(linksIn(part)[49]).toBe('/page-49')
  expect(part).toContain('<span class="count">53</span>')
  expect(part).toContain('and 3 more')
  const [shown = ''] = (part ?? '').split('<details')
  expect(linksIn(shown)).toHaveLength(12)
  expect(part).toContain('<summary>and 41 more</summary>')
})

test('a sub-page is listed in the footer only when its page was truncated before it', async () => {
  const depth = 200
  const line = (index: number) =>
    textBlock(100 + index, `Level ${index}`, {
      ...(index > 0 && { parent_id: testId(99 + index) }),
      content: [index + 1 < depth ? testId(101 + index) : testId(2)]
    })
  const lines = Array.from({ length: depth }, (_, index) => line(index))
  const deep = pageBlock(2, 'Deep', { parent_id: testId(99 + depth) })
  const shown = pageBlock(3, 'Shown')
  const { app } = await openSite({
    workspace: workspaceOf([testId(100), testId(3)], [...lines, deep, shown])
  })
  const html = (await app.inject('/')).body
  expect(linksIn(partOf(html, 'Sub-pages'))).toEqual(['/deep'])
  const [, main = ''] = html.split(/<\/?main/)
  expect(main.match(/href="\/shown"/g)).toHaveLength(1)
})

test.each([
  ['page_full_width', true, 'full-width'],
  ['page_small_text', true, 'small-text'],
  ['page_font', 'serif', 'font-serif'],
  ['page_font', 'mono', 'font-mono']
])('a page whose %s is %s has that style', async (key, value, className) => {
  const pages = [pageBlock(2, 'Lamp', { format: { [key]: value } }), pageBlock(3, 'Oil')]
  const { app } = await openSite({ workspace: workspaceOf([testId(2), testId(3)], pages) })
  const bodyClass = async (path: string) =>
    /class="(page-body[^"]*)"/.exec(ownClasses((await app.inject(path)).body))?.[1]?.split(' ')
  expect(await bodyClass('/lamp')).toContain(className)
  expect(await bodyClass('/oil')).toEqual(['page-body'])
})

test('an unknown font is ignored', async () => {
  const lamp = pageBlock(2, 'Lamp', { format: { page_font: 'x" onclick="x' } })
  const { app } = await openSite({ workspace: workspaceOf([testId(2)], [lamp]) })
  expect((await app.inject('/lamp')).body).not.toContain('onclick')
})

test('a page shows its edit date, and its creation date if that is another day', async () => {
  const times = {
    created_time: Date.UTC(2026, 2, 1, 10),
    last_edited_time: Date.UTC(2026, 2, 1, 18)
  }
  const pages = [
    pageBlock(2, 'Same', times),
    pageBlock(3, 'Later', { ...times, last_edited_time: Date.UTC(2026, 4, 1) })
  ]
  const { app } = await openSite({ workspace: workspaceOf([testId(2), testId(3)], pages) })
  const timesOf = async (path: string) =>
    [...(await app.inject(path)).body.matchAll(/<time dateTime="([^"]*)"/gi)].map(([, at]) => at)
  expect(await timesOf('/same')).toHaveLength(1)
  expect(await timesOf('/later')).toHaveLength(2)
})

test('an out-of-range timestamp is not shown', async () => {
  const pages = [
    pageBlock(2, 'Early', { created_time: 1e20 }),
    pageBlock(3, 'Late', { created_time: 1e20, last_edited_time: 1e20 })
  ]
  const { app } = await publishedSite(workspaceOf([testId(2), testId(3)], pages))
  const [early, late] = await Promise.all(['/early', '/late'].map((at) => app.inject(at)))
  expect([early?.statusCode, late?.statusCode]).toEqual([200, 200])
  expect(early?.body.match(/<p class="page-times">.*?<\/p>/s)?.[0].match(/<time/g)).toHaveLength(1)
  expect(late?.body).not.toContain('class="page-times"')
})
