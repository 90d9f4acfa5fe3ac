import path from 'node:path'

import type { Collection } from 'notion-types'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../../support/on-finished.ts'
import { asset, attachment, imageBlock, picture } from '../../support/sites/file-site.ts'
import { filesIn, runExport } from '../../support/sites/exported.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { openSite } from '../../support/sites/site.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { atOnce } from '../../support/workspaces/test-config.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

const HOME = testId(500)
const VIEW = testId(3)
const BOARD = testId(4)
/** The excluded pages: a page with a sub-page, and a row. */
const excludedPageIds = [testId(20), testId(31)]
const hidden = [testId(20), testId(21), testId(31)]

/** One picture only on an excluded page, one also on another page. */
const [hiddenPicture, sharedPicture] = [attachment(1), attachment(2)]

const hex = (id: string) => id.replaceAll('-', '')
const mention = (id: string) => ['‣', [['p', id]]]

/** A collection whose rows refer to the hidden pages in every way. */
function workspace() {
  const shown = record(2, { type: 'collection_view', collection_id: HOME, view_ids: [VIEW, BOARD] })
  const row = (number: number, title: string, properties: object = {}) =>
    pageBlock(number, title, {
      parent_id: HOME,
      parent_table: 'collection',
      properties: { title: [[title]], ...properties }
    })
  const related = [mention(testId(31)), [','], mention(testId(32))]
  const texts = [
    ['a '],
    mention(testId(20)),
    ['c', [['a', `https://www.notion.so/${hex(testId(20))}`]]]
  ]
  const blocks = [
    shown,
    pageBlock(20, 'Zebu den', { content: [21, 22, 23, 24].map(testId) }),
    pageBlock(21, 'Zebu calf', { parent_id: testId(20) }),
    textBlock(22, 'zebu words', { parent_id: testId(20) }),
    { ...imageBlock(23, hiddenPicture), parent_id: testId(20) },
    { ...imageBlock(24, sharedPicture), parent_id: testId(20) },
    imageBlock(25, sharedPicture),
    row(30, 'Lamp', { others: related, note: texts, also: [mention(testId(20))] }),
    row(31, 'Zebu row', { others: [mention(testId(30))], note: [['zebu note']] }),
    row(32, 'Torch', { others: [mention(testId(30))] }),
    row(33, '', { title: [['Tale of '], mention(testId(20))], kind: [['Old']] })
  ]
  const schema = {
    title: { name: 'Name', type: 'title' },
    note: { name: 'Note', type: 'text' },
    others: { name: 'Others', type: 'relation', collection_id: HOME, property: 'others' },
    names: { name: 'Names', type: 'rollup', relation_property: 'others', target_property: 'title' },
    also: { name: 'Aliases', type: 'text' },
    kind: { name: 'Kind', type: 'select', options: [{ id: 'o', value: 'Old' }] },
    notes: { name: 'Notes', type: 'rollup', relation_property: 'others', target_property: 'note' }
  }
  const collection = {
    id: HOME,
    version: 1,
    name: [['Lamps of '], mention(testId(20))],
    schema,
    parent_id: shown.id
  }
  const listed = Object.keys(schema).map((property) => ({ property, visible: true }))
  const format = { table_properties: listed }
  const view = { id: VIEW, version: 1, type: 'table', name: 'All', parent_id: shown.id, format }
  const value = { type: 'text', value: 'zebu note' }
  const columns = {
    board_columns_by: { property: 'note', type: 'text' },
    board_columns: [{ property: 'note', hidden: false, value }]
  }
  return {
    ...workspaceOf([shown.id, testId(20), testId(25)], blocks),
    // Only the fields that a sync reads.
    collection: { [HOME]: collection as unknown as Collection },
    collection_view: {
      [VIEW]: view as never,
      [BOARD]: { ...view, id: BOARD, type: 'board', name: 'Board', format: columns } as never
    }
  }
}

const view = `v=${hex(VIEW)}`
const pages = [
  '/',
  '/index.md',
  '/lamp',
  '/lamp.md',
  '/torch',
  '/torch.md',
  '/tale',
  '/tale.md',
  '/_app',
  `/?v=${hex(BOARD)}`,
  `/?${view}&q=lamp`,
  `/?${view}&sort=names`,
  `/?${view}&sort=others&dir=desc`
]
const lists = [
  '/all-pages',
  '/recent-changes',
  '/tags',
  '/sitemap.xml',
  '/feed.xml',
  '/llms.txt',
  '/api/pages',
  '/api/collections',
  '/search?q=lamp',
  '/search?q=den',
  '/search?q=tale',
  '/api/search-notion?query=lamp',
  '/api/search-notion?query=den',
  `/api/notion-page-info?pageId=${testId(30)}`
]

/** Text of an answer without the words of the request, which the search page repeats. */
async function textOf(app: FastifyInstance, url: string): Promise<string> {
  const { statusCode, headers, body } = await app.inject(url)
  expect(statusCode, url).toBe(200)
  return JSON.stringify(headers) + body
}

describe.each(['before', 'after'])('%s the next sync', (time) => {
  let app: FastifyInstance
  let dataDir = ''
  beforeAll(async () => {
    const published = time === 'after' ? excludedPageIds : []
    const file = asset(await picture(1))
    const assets = new Map([hiddenPicture, sharedPicture].map((source) => [source, file]))
    // Before the next sync, a path keeps the words of the title that it was made of.
    const pageUrlOverrides = { '/tale': testId(33) }
    const fields = { excludedPageIds: published, pageUrlOverrides }
    const site = await syncedMirror({ workspace: workspace(), assets, config: fields })
    const config = { ...site.config, excludedPageIds }
    dataDir = site.dataDir
    app = await buildApp({ config, dataDir, logLevel: 'error', ...atOnce })
    // Later servers then continue with its processes.
    return () => app.close()
  })

  test.each([...pages, ...lists])('no word of an excluded page is at %s', async (url) => {
    expect(await textOf(app, url)).not.toMatch(/zebu/i)
  })

  test('no word of an excluded page is in the file of names', async () => {
    const { searchNames } = (await app.inject('/generation.json')).json<{ searchNames: string }>()
    const names = await textOf(app, `/${searchNames}`)
    expect(names).toContain('Lamp')
    expect(names).not.toMatch(/zebu/i)
  })

  test('no page is found by a word of an excluded one, nor is the word suggested', async () => {
    for (const query of ['zebu', 'zebi', 'zebu den', 'calf']) {
      const { body } = await app.inject(`/api/search-notion?query=${query}`)
      expect(JSON.parse(body), query).toMatchObject({ total: 0, didYouMean: null, results: [] })
    }
    const { body: both } = await app.inject('/api/search-notion?query=zebi%20torhc')
    expect(both.replaceAll('zebi', '')).not.toMatch(/zeb/i)
    for (const [query, total] of Object.entries({ tale: 1, lamp: 2, torch: 2 })) {
      const { body } = await app.inject(`/api/search-notion?query=${query}`)
      expect(JSON.parse(body), query).toMatchObject({ total })
    }
  })

  test('a picture is served only if a page that is not excluded shows it', async () => {
    const statusOf = async (source: string) =>
      (await app.inject(`/image/${encodeURIComponent(source)}`)).statusCode
    expect(await statusOf(hiddenPicture)).toBe(404)
    expect(await statusOf(sharedPicture)).toBe(200)
  })

  test('the list for reading offline has no picture that only an excluded page shows', async () => {
    const { offline } = (await app.inject('/generation.json')).json<{ offline: string }>()
    const list = await textOf(app, `/${offline}`)
    expect(list).toContain(encodeURIComponent(sharedPicture))
    expect(list).not.toContain(encodeURIComponent(hiddenPicture))
    expect(list).not.toMatch(/zebu/i)
  })

  test.each([[[]], [['--with-spoilers']]])('no word is in an export with %j', async (flags) => {
    vi.stubEnv('SITE_CONFIG', JSON.stringify({ excludedPageIds, pageUrlOverrides: {} }))
    const folder = path.join(tempDir(), 'wiki')
    await runExport(dataDir, folder, flags).finally(() => vi.unstubAllEnvs())
    const files = filesIn(folder)
    expect([...files.keys()]).toContain('pages/lamp.md')
    expect([...files.keys()].join()).not.toMatch(/zebu/i)
    for (const [name, text] of files) expect(text, name).not.toMatch(/zebu/i)
  })

  test('rows that are not excluded are shown', async () => {
    expect(await textOf(app, '/lamp')).toContain('Torch')
    expect(await textOf(app, '/')).toMatch(/href="\/lamp".*href="\/torch"/s)
  })

  test.each(hidden)('the excluded page %s has no path and no facts', async (id) => {
    const paths = [`/${hex(id)}`, `/x-${hex(id)}`, '/zebu-den', '/zebu-calf', '/zebu-row.md']
    for (const url of paths) {
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, headers.location], url).toEqual([404, undefined])
    }
    const info = await app.inject(`/api/notion-page-info?pageId=${id}`)
    expect(info.statusCode).toBeGreaterThanOrEqual(400)
    expect(info.body).not.toMatch(/zebu/i)
  })
})

/** A database in an excluded page, or as one, and a view of it on another page. */
function withLinkedView(isPage: boolean) {
  const own = { type: isPage ? 'collection_view_page' : 'collection_view', collection_id: HOME }
  const home = record(isPage ? 20 : 22, { ...own, parent_id: isPage ? ROOT_ID : testId(20) })
  const linked = { type: 'collection_view', collection_id: HOME, view_ids: [VIEW] }
  const blocks = [
    ...(isPage ? [] : [pageBlock(20, 'Zebu den', { content: [home.id] })]),
    home,
    pageBlock(40, 'Shown', { content: [testId(41)] }),
    record(41, { ...linked, parent_id: testId(40) }),
    pageBlock(30, 'Zebu row', { parent_id: HOME, parent_table: 'collection' })
  ]
  const schema = {
    title: { name: 'Name', type: 'title' },
    kind: { name: 'Zebu kind', type: 'select', options: [{ id: 'o', value: 'Old zebu' }] }
  }
  const name = [['Zebu herd']]
  const collection = { id: HOME, version: 1, name, schema, parent_id: home.id }
  const format = { table_properties: [{ property: 'kind', visible: true }] }
  const linkedView = { id: VIEW, version: 1, type: 'table', name: 'All', parent_id: testId(41) }
  return {
    ...workspaceOf([testId(20), testId(40)], blocks),
    collection: { [HOME]: collection as unknown as Collection },
    collection_view: { [VIEW]: { ...linkedView, format } as never }
  }
}

test.each([
  ['is an excluded page', true, 'hidden'],
  ['is in an excluded page', false, 'shown']
])('a view of a database that %s is hidden, and %s after a sync', async (_, isPage, then) => {
  const site = await syncedMirror({ workspace: withLinkedView(isPage) })
  const config = { ...site.config, excludedPageIds }
  const app = await buildApp({ config, dataDir: site.dataDir, logLevel: 'error', ...atOnce })
  onFinished(() => app.close())
  const urls = ['/shown', '/shown.md', '/feed.xml', '/api/collections', '/tags']
  for (const url of urls) expect(await textOf(app, url), url).not.toMatch(/zebu/i)
  expect(await textOf(app, '/shown')).toContain('class="placeholder"')
  await syncElsewhere(site.api, { config, dataDir: site.dataDir })
  await expect.poll(async () => (await app.inject('/generation.json')).json().generation).toBe(2)
  expect((await textOf(app, '/shown')).includes('Zebu herd')).toBe(then === 'shown')
  expect((await app.inject('/zebu-row')).statusCode).toBe(then === 'shown' ? 200 : 404)
  // The background has nothing left to make, so the next server continues with its process.
  for (const url of urls) await textOf(app, url)
})

test('the same pages are named where they are not excluded', async () => {
  const { app } = await openSite({ workspace: workspace() })
  for (const url of ['/', '/lamp', '/torch', '/all-pages', '/feed.xml']) {
    expect(await textOf(app, url), url).toMatch(/zebu/i)
  }
})
