import path from 'node:path'

import Database from 'better-sqlite3'
import type { SearchResults } from 'notion-types'
import { getBlockParentPage, getBlockTitle } from 'notion-utils'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { noteVerified } from '../../../cli/sync/target/verified-note.ts'
import { buildApp } from '../../../server/app.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { onFinished } from '../../support/on-finished.ts'
import {
  guideId,
  hostileTitle,
  excludedId,
  searchWorkspace
} from '../../support/sites/search-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { patient } from '../../support/workspaces/test-config.ts'

const url = '/api/search-notion'

interface Answer extends SearchResults {
  query: string
  isCut: boolean
  didYouMean: string | null
  results: (SearchResults['results'][number] & {
    path: string
    title: string
    section: string
    anchor: string | null
    snippet: { text: string; ranges: [number, number][] }
  })[]
  facets: Record<'collections' | 'tags', { value: string; name: string; pages: number }[]>
}

let site: TestSite

beforeAll(async () => {
  site = await openSite({ workspace: searchWorkspace() })
})

const get = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  site.app.inject({ url, query, headers })

async function ask(query: Record<string, string>): Promise<Answer> {
  const reply = await get(query)
  expect(reply.statusCode).toBe(200)
  return reply.json<Answer>()
}

const titles = ({ results }: Answer) => results.map(({ title }) => title).toSorted()

// Before `site` renders: it then takes over the processes of these tests.
test('excluded pages are in no response and in no count', async () => {
  const app = await servedAs({ excludedPageIds: [excludedId] })
  const answer = (await app.inject(`${url}?query=wick`)).json<Answer>()
  expect(answer.total).toBe(5)
  expect(JSON.stringify(answer)).not.toMatch(/Kept back|Below it|nobody/)
  expect((await app.inject('/search?q=wick')).body).not.toMatch(/Kept back|Below it|nobody/)
})

test.each([
  ['an index of another tokenizer', 'update search_index set tokenizer = 999'],
  ['an index of another publication', 'update search_index set generation = 999'],
  ['no index yet', 'delete from search_index']
])('with %s the search sends Retry-After, and pages are unaffected', async (_what, sql) => {
  const app = await servedAs({ sql })
  const reply = await app.inject(`${url}?query=wick`)
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ error: 'search_not_ready' })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect((await app.inject('/guide')).statusCode).toBe(200)
  const page = await app.inject('/search?q=wick')
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
})

test('a result has its page, the matching section and a snippet', async () => {
  const { results, total } = await ask({ query: 'brass lantern' })
  const [hit] = results
  expect(total).toBe(1)
  expect(hit).toMatchObject({ id: guideId, isNavigable: true, path: '/guide', title: 'Guide' })
  expect(hit).toMatchObject({ section: 'At dusk', score: expect.any(Number) })
  expect((await site.app.inject('/guide')).body).toContain(`id="${hit?.anchor}"`)
  const { text = '', ranges = [] } = hit?.snippet ?? {}
  expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['brass', 'lantern'])
})

test('the search dialog of react-notion-x can show every hit and its page', async () => {
  const { results, recordMap } = await ask({ query: 'snuffer' })
  const block = recordMap.block[results[0]?.id ?? '']
  // As the dialog reads it; a search response has only these fields of a record map.
  const records = recordMap as Parameters<typeof getBlockTitle>[1]
  const value = block?.value as Parameters<typeof getBlockTitle>[0]
  expect(getBlockTitle(value, records)).toBe('Snuffers')
  expect(getBlockParentPage(value, records)).toMatchObject({ id: guideId })
  expect(results[0]?.highlight?.pathText).toBe('Home / Guide')
  expect(results[0]?.highlight?.text).toContain('<gzkNfoUU>snuffer</gzkNfoUU>')
})

test('records in a response contain the name, icon and parent of a page, and no more', async () => {
  const { recordMap } = await ask({ query: 'wick' })
  expect(Object.keys(recordMap)).toEqual(['block'])
  const allowed = {
    id: expect.any(String),
    type: 'page',
    properties: { title: [[expect.any(String)]] }
  }
  for (const { role, value } of Object.values(recordMap.block)) {
    const { format, parent_id: parent, parent_table: table, ...rest } = value as never as Fields
    expect({ role, rest }).toEqual({ role: 'reader', rest: allowed })
    expect(Object.keys(format ?? {}).filter((name) => name !== 'page_icon')).toEqual([])
    expect([parent === undefined, table]).toEqual([table === undefined, parent && 'block'])
  }
})

type Fields = Record<string, object | undefined>

test('markup in titles and texts is escaped; the only tags are highlights', async () => {
  const { results } = await ask({ query: 'wick onerror' })
  expect(results[0]).toMatchObject({ title: hostileTitle })
  const { highlight } = (await ask({ query: 'wick script' })).results[0] ?? {}
  expect(highlight?.text).toContain('&lt;b&gt;<gzkNfoUU>wick</gzkNfoUU>&lt;/b&gt; &lt;/gzkNfoUU')
  const highlights = results.map((each) => JSON.stringify(each.highlight)).join('')
  expect(highlights.replaceAll(/<\/?gzkNfoUU>/g, '')).not.toMatch(/[<>]/)
})

test('a search can be limited to a page with its descendants, a collection and a tag', async () => {
  const all = await ask({ query: 'wick' })
  expect(all.total).toBe(7)
  const [lamps] = all.facets.collections
  expect(lamps).toMatchObject({ name: 'Lamps', pages: 2 })
  expect(all.facets.tags.map(({ name, pages }) => [name, pages]).toSorted()).toEqual([
    ['Road', 1],
    ['Shrine', 1]
  ])
  const value = lamps?.value ?? ''
  const within = async (filter: Record<string, string>) =>
    titles(await ask({ query: 'wick', ...filter }))
  expect(await within({ ancestorId: undashId(guideId) })).toEqual(['Guide', 'Snuffers'])
  expect(await within({ collection: value })).toEqual(['Road lamp', 'Shrine lamp'])
  expect(await within({ collection: undashId(value), tag: 'Road' })).toEqual(['Road lamp'])
  expect(await within({ tag: 'Wind' })).toEqual([])
})

test('equivalent queries share a response, its ETag and its cache entry', async () => {
  const first = await get({ query: 'wick lamp' })
  expect(first.headers['server-timing']).toMatch(/^search;dur=[\d.]+$/)
  expect(first.headers['cache-control']).toContain('s-maxage=60')
  for (const query of ['  Wick   LAMP ', 'ｗｉｃｋ lamp', 'wíck, lamp!']) {
    const reply = await get({ query }, { 'if-none-match': String(first.headers['etag']) })
    expect([reply.statusCode, reply.body]).toEqual([304, ''])
    expect(reply.headers['server-timing']).toMatch(/^kept;/)
  }
  expect((await get({ query: 'wick lamp', limit: '1' })).headers['etag']).not.toBe(
    first.headers['etag']
  )
})

test('POST answers like GET', async () => {
  const payload = { query: 'wick', limit: 2, ancestorId: guideId }
  const reply = await site.app.inject({ method: 'POST', url, payload })
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.json()).toEqual(await ask({ query: 'wick', limit: '2', ancestorId: guideId }))
})

test('an empty query has no results; a long one is truncated and marked', async () => {
  for (const query of ['', '   ', '!?']) {
    expect(await ask({ query })).toMatchObject({ results: [], total: 0, isCut: false })
  }
  const words = 'wick '.repeat(8)
  expect((await ask({ query: words })).isCut).toBe(false)
  for (const query of [`${words}brass`, `wick ${'x'.repeat(200)}`, 'wick '.repeat(2000)]) {
    expect(await ask({ query: query.slice(0, 9000) })).toMatchObject({ isCut: true })
  }
})

test('limit is 1 to 50 with 20 as default; the total counts all', async () => {
  const { results, total } = await ask({ query: 'wick', limit: '1' })
  expect([results.length, total]).toEqual([1, 7])
  expect((await get({ query: 'wick', limit: '50' })).statusCode).toBe(200)
})

test.each([
  ['a limit of none', { limit: '0' }],
  ['a limit above 50', { limit: '51' }],
  ['a limit that is no number', { limit: 'many' }],
  ['an ancestor that is no id', { ancestorId: 'x' }],
  ['a collection that is no id', { collection: '1 or 1' }],
  ['a tag longer than any', { tag: 'x'.repeat(201) }]
])('%s is refused with JSON, over GET and POST', async (_what, filter) => {
  const params = { query: 'wick', ...filter }
  const posted = { method: 'POST', url, payload: params } as const
  for (const reply of [await get(params), await site.app.inject(posted)]) {
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: 'bad_request', message: expect.any(String) })
  }
})

const json = 'application/json'

test.each([
  { what: 'what is no JSON', type: json, payload: '{"query": ', status: 400 },
  { what: 'a list', type: json, payload: '["wick"]', status: 400 },
  { what: 'a query that is no text', type: json, payload: '{"query": {"$gt": ""}}', status: 400 },
  { what: 'another type', type: 'text/plain', payload: 'wick', status: 415 }
])('$what is refused with JSON', async ({ type, payload, status }) => {
  const headers = { 'content-type': type }
  const reply = await site.app.inject({ method: 'POST', url, headers, payload })
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) })
})

test('a misspelt word is found, and the correction is returned', async () => {
  const { results, didYouMean } = await ask({ query: 'sunffers' })
  expect(results[0]?.title).toBe('Snuffers')
  expect(didYouMean).toBe('snuffers')
  expect((await ask({ query: 'snuffers' })).didYouMean).toBeNull()
})

/** The same mirror, served with another configuration. */
async function servedAs(changes: { sql?: string; excludedPageIds?: string[] }) {
  const { sql, excludedPageIds = [] } = changes
  const dataDir = tempDir()
  const file = path.join(dataDir, 'mirror.db')
  site.mirror.$client.prepare('vacuum into ?').run(file)
  const copy = new Database(file)
  if (sql) copy.exec(sql)
  copy.close()
  // The server then starts no process that verifies it.
  noteVerified(dataDir, file)
  const config = { ...site.config, excludedPageIds }
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'silent' })
  onFinished(() => app.close())
  return app
}

test('no word of an excluded page is offered as a correction', async () => {
  const offered = async (app: TestSite['app']) =>
    (await app.inject(`${url}?query=zorblxa`)).json<{ didYouMean: unknown }>().didYouMean
  expect(await offered(site.app)).toBe('zorblax')
  expect(await offered(await servedAs({ excludedPageIds: [excludedId] }))).toBe(null)
})

test('an unreadable index is tried again after the Retry-After time', async () => {
  const { config, dataDir } = await openSite({ workspace: searchWorkspace() })
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'silent' })
  onFinished(() => app.close())
  const rename = (from: string, to: string) => {
    const mirror = new Database(path.join(dataDir, 'mirror.db'))
    mirror.exec(`alter table ${from} rename to ${to}`)
    mirror.pragma('wal_checkpoint(TRUNCATE)')
    mirror.close()
  }
  const search = () => app.inject(`${url}?query=wick`)
  rename('search_index', 'away')
  // A mirror without the table would be refused.
  noteVerified(dataDir, path.join(dataDir, 'mirror.db'))
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { statusCode, headers } = await search()
  expect(statusCode).toBe(503)
  rename('away', 'search_index')
  expect((await search()).statusCode).toBe(503)
  vi.advanceTimersByTime(1000 * Number(headers['retry-after']))
  expect((await search()).statusCode).toBe(200)
})

test.each(['update search_index set generation = 999', 'delete from search_index'])(
  'after %j a sync without changes rewrites the index',
  async (sql) => {
    const { app, dataDir, sync } = await openSite({ workspace: searchWorkspace() })
    const mirror = new Database(path.join(dataDir, 'mirror.db'))
    mirror.exec(sql)
    mirror.close()
    await sync()
    await expect.poll(async () => (await app.inject(`${url}?query=wick`)).statusCode).toBe(200)
  }
)
