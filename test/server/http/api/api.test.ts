import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { openSite, type TestSite } from '../../../support/sites/site.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'

const hiddenWord = 'Vermilion'
const plain = (id: string) => id.replaceAll('-', '')

let site: TestSite
beforeAll(async () => {
  const below = { parent_id: testId(2) }
  const names = Array.from({ length: 12 }, (_, index) => pageBlock(40 + index, `Page ${index % 3}`))
  const workspace = workspaceOf(
    [testId(2), testId(3), testId(5), ...names.map(({ id }) => id)],
    [
      pageBlock(2, 'Lamps\' "oil"; drop table page --', { content: [testId(20), testId(4)] }),
      pageBlock(3, hiddenWord, { content: [testId(30)] }),
      pageBlock(4, 'Wick 灯', { ...below, content: [testId(31)] }),
      pageBlock(5, 'Mentions', { content: [testId(70)] }),
      textBlock(20, 'Fill it with <b>oil</b>.', below),
      textBlock(30, `${hiddenWord} words`, { parent_id: testId(3) }),
      textBlock(31, 'Trim it.', { parent_id: testId(4) }),
      textBlock(70, '', {
        parent_id: testId(5),
        properties: { title: [['see '], ['‣', [['p', testId(3)]]]] }
      }),
      ...names
    ]
  )
  site = await openSite({ workspace, config: { excludedPageIds: [testId(99)] } })
})

const get = (url: string, headers = {}) => site.app.inject({ url, headers })

test('all pages are listed once, whatever the order, also with one page a part', async () => {
  for (const sort of [
    'position',
    '-position',
    'title',
    '-title',
    '-lastEditedTime',
    'createdTime'
  ]) {
    const whole = (await get(`/api/pages?limit=200&sort=${sort}`)).json()
    expect(whole).toMatchObject({ total: 17, nextCursor: null })
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const end: string = cursor && `&cursor=${cursor}`
      const part = (await get(`/api/pages?limit=5&sort=${sort}${end}`)).json()
      ids.push(...part.pages.map(({ id }: { id: string }) => id))
      cursor = part.nextCursor
    }
    expect(ids).toEqual(whole.pages.map(({ id }: { id: string }) => id))
    expect(new Set(ids).size).toBe(17)
  }
})

test('a cursor is of use in its own order only', async () => {
  const { nextCursor } = (await get('/api/pages?limit=5&sort=title')).json()
  const reversed = await get(`/api/pages?limit=5&sort=-title&cursor=${nextCursor}`)
  expect([reversed.statusCode, reversed.json().error]).toEqual([400, 'invalid_cursor'])
  const back = (await get('/api/pages?limit=5&sort=-title')).json().nextCursor
  expect((await get(`/api/pages?limit=5&sort=-title&cursor=${back}`)).statusCode).toBe(200)
  expect((await get(`/api/pages?limit=5&sort=title&cursor=${back}`)).statusCode).toBe(400)
})

test('pages are filtered by parent and by time of the last edit', async () => {
  const below = (await get(`/api/pages?parent=${plain(testId(2))}`)).json()
  expect(below.pages).toMatchObject([{ id: testId(4), title: 'Wick 灯', parentId: testId(2) }])
  const since = Date.UTC(2026, 0, 2) + 50
  const edited = (await get(`/api/pages?editedSince=${since}&sort=lastEditedTime`)).json()
  expect(edited.pages.map(({ id }: { id: string }) => id)).toEqual([testId(50), testId(51)])
  expect((await get(`/api/pages?collection=${testId(7)}`)).json().total).toBe(0)
})

test('a page is found by its id and by its path, with its text in each form', async () => {
  const path = '/wick-%E7%81%AF'
  const coded = encodeURIComponent(decodeURIComponent(path))
  for (const given of [testId(4), plain(testId(4)), path.slice(1), coded, path]) {
    const reply = await get(`/api/pages/${given}`)
    expect(reply.json(), given).toMatchObject({ id: testId(4), url: expect.stringContaining(path) })
  }
  const markdown = (await get(`/api/pages/${testId(2)}?text=markdown`)).json().markdown
  expect(markdown).toContain('Fill it with \\<b>oil\\</b>.')
  const { html } = (await get(`/api/pages/${testId(2)}?text=html`)).json()
  expect(html).toContain('Fill it with &lt;b&gt;oil&lt;/b&gt;.')
  const { blocks, isTruncated } = (await get(`/api/pages/${testId(2)}?text=blocks`)).json()
  expect(blocks).toMatchObject([
    { id: testId(20), type: 'text', text: 'Fill it with <b>oil</b>.', parentId: testId(2) },
    { id: testId(4), type: 'page', record: { properties: { title: [['Wick 灯']] } } }
  ])
  expect(isTruncated).toBe(false)
  const mention = (await get(`/api/pages/${testId(5)}?text=blocks`)).json().blocks[0]
  expect(mention.text).toBe(`see ${hiddenWord}`)
  expect((await get('/api/pages/')).json().id).toBe(ROOT_ID)
  expect((await get('/api/pages/%2F')).json().id).toBe(ROOT_ID)
})

test.each([
  ['/api/pages?limit=0', 400, 'bad_request'],
  ['/api/pages?limit=1e9', 400, 'bad_request'],
  ['/api/pages?limit=5&limit=6', 400, 'bad_request'],
  ['/api/pages?sort=text;drop', 400, 'bad_request'],
  ['/api/pages?sort=__proto__', 400, 'bad_request'],
  ["/api/pages?parent=' or 1=1 --", 400, 'bad_request'],
  ['/api/pages?editedSince=-1', 400, 'bad_request'],
  ['/api/pages?editedSince=', 400, 'bad_request'],
  ['/api/pages?from=3', 400, 'bad_request'],
  ['/api/pages?cursor=%00', 400, 'invalid_cursor'],
  ['/api/pages?cursor=bnVsbA', 400, 'invalid_cursor'],
  [
    `/api/pages?cursor=${Buffer.from('["title",1,"x"]').toString('base64url')}`,
    400,
    'invalid_cursor'
  ],
  [
    `/api/pages?cursor=${Buffer.from('["position",{},"x"]').toString('base64url')}`,
    400,
    'invalid_cursor'
  ],
  [`/api/pages?cursor=${'A'.repeat(4001)}`, 400, 'bad_request'],
  ['/api/pages/%2e%2e%2f%2e%2e%2fmirror.db', 404, 'page_not_found'],
  ['/api/pages/..%5c..%5cmirror.db', 404, 'page_not_found'],
  ["/api/pages/'%20or%201=1", 404, 'page_not_found'],
  ['/api/pages/%ED%A0%80', 400, 'malformed_address'],
  ['/api/pages/%00', 404, 'page_not_found'],
  [`/api/pages/${'0'.repeat(32)}`, 404, 'page_not_found'],
  [`/api/pages/${'a'.repeat(4000)}`, 404, 'page_not_found'],
  [`/api/pages/${testId(2)}?text=raw`, 400, 'bad_request'],
  ['/api/changes', 400, 'bad_request'],
  ['/api/changes?since=', 400, 'bad_request'],
  ['/api/changes?since=%20', 400, 'bad_request'],
  ['/api/changes?since=-1', 400, 'bad_request'],
  ['/api/changes?since=9007199254740993', 400, 'bad_request'],
  ['/api/changes?since=99', 410, 'generation_too_old'],
  ['/api/collections?x', 400, 'bad_request'],
  ['/api/nothing', 404, 'not_found']
])('%s is refused with one kind of error', async (url, status, error) => {
  const reply = await get(url)
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toEqual({ error, message: expect.any(String) })
  expect(reply.headers['cache-control']).toBe('no-store')
})

test.each([
  ['', 'querystring/since is missing; write a whole number'],
  ['?since=x', 'querystring/since is not a whole number'],
  ['?since=', 'querystring/since is not a whole number']
])('/api/changes%s is refused with what is wrong with since', async (query, message) => {
  expect((await get(`/api/changes${query}`)).json().message).toBe(message)
})

test('an answer is revalidated by the publication, in each encoding, without being read', async () => {
  const url = '/api/pages?sort=-title'
  for (const encoding of ['identity', 'br', 'gzip']) {
    const first = await get(url, { 'accept-encoding': encoding })
    const etag = String(first.headers.etag)
    expect(first.statusCode).toBe(200)
    const again = await get(url, { 'if-none-match': `W/${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers).toMatchObject({ etag, 'access-control-allow-origin': '*' })
  }
})

test.each(['/api/pages', `/api/pages/${plain(testId(4))}?text=markdown`, '/api/collections'])(
  '%s is kept, readable from other sites, and cached as pages are',
  async (url) => {
    const made = await get(url)
    const kept = await get(url)
    expect(kept.body).toBe(made.body)
    expect(kept.headers).toEqual({ ...made.headers, date: kept.headers.date })
    expect(kept.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control':
        'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400',
      'content-type': 'application/json; charset=utf-8'
    })
    const etag = String(kept.headers.etag)
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
  }
)

test('a preflight allows reading, and nothing else', async () => {
  for (const url of ['/api/pages', `/api/pages/${testId(4)}`, '/api/changes', '/api/collections']) {
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'GET' }
    const reply = await site.app.inject({ method: 'OPTIONS', url, headers })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD'
    })
    expect(reply.headers['access-control-allow-credentials']).toBe(undefined)
    const posted = await site.app.inject({ method: 'POST', url, payload: {} })
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  }
})

test('the older addresses can be read from other sites too, also when they are kept', async () => {
  for (const url of ['/api/search-notion?query=x', `/api/notion-page-info?pageId=${testId(4)}`]) {
    for (const _ of ['made', 'kept']) {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*'])
    }
  }
})

test('the page for people names every address and field of the contract', async () => {
  const { body, headers, statusCode } = await get('/api/docs')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const { paths } = (await get('/api/openapi.json')).json()
  for (const path of Object.keys(paths)) expect(body).toContain(` ${path}</h2>`)
  for (const field of ['pages[].lastEditedTime', 'nextCursor', 'collections[].properties[].type'])
    expect(body).toContain(`<code>${field}</code>`)
  expect(body).toContain('content="noindex"')
})

test('changes name the pages that were added, changed and removed, until the log is too old', async () => {
  const { generation } = (await get('/api/changes?since=1')).json()
  site.api.edit.setText(testId(31), 'Trim it twice.')
  site.api.edit.trash(testId(51))
  site.api.edit.add(ROOT_ID, pageBlock(60, 'Fresh'))
  await site.sync()
  const found = (await get(`/api/changes?since=${generation}`)).json()
  expect(found).toMatchObject({ since: generation, generation: generation + 1 })
  const changes = new Map(
    found.changes.map(({ id, change }: { id: string; change: string }) => [id, change])
  )
  expect(Object.fromEntries(changes)).toEqual({
    [ROOT_ID]: 'changed',
    [testId(4)]: 'changed',
    [testId(51)]: 'removed',
    [testId(60)]: 'added'
  })
  expect((await get(`/api/changes?since=${generation + 1}`)).json().changes).toEqual([])
  expect((await get('/api/changes?since=0')).statusCode).toBe(410)
  expect((await get('/api/pages')).json()).toMatchObject({ generation: generation + 1, total: 17 })
})

test('more requests than a minute allows are refused, and kept answers are not counted', async () => {
  await get('/api/collections')
  const kept = await Promise.all(Array.from({ length: 400 }, () => get('/api/collections')))
  expect(kept.every(({ statusCode }) => statusCode === 200)).toBe(true)
  const flood = await Promise.all(Array.from({ length: 310 }, () => get('/api/changes?since=bad')))
  const last = flood.at(-1)
  expect(last?.statusCode).toBe(429)
  expect(last?.json()).toEqual({ error: 'too_many_requests', message: expect.any(String) })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await get('/api/notion-page-info')).statusCode).toBe(400)
})

test('behind a proxy of this machine, limits apply to the client that it names', async () => {
  const ask = (remoteAddress: string, client: string) =>
    site.app.inject({
      url: '/api/changes?since=bad',
      remoteAddress,
      headers: { 'x-forwarded-for': client }
    })
  const flood = async (proxy: string) =>
    Promise.all(Array.from({ length: 310 }, () => ask(proxy, '203.0.113.1')))
  expect((await flood('127.0.0.1')).at(-1)?.statusCode).toBe(429)
  expect((await ask('127.0.0.1', '203.0.113.2')).statusCode).toBe(400)
  // The header of any other client is not believed.
  expect((await flood('198.51.100.7')).at(-1)?.statusCode).toBe(429)
  expect((await ask('198.51.100.7', '203.0.113.3')).statusCode).toBe(429)
})

test('a client that is refused waits no longer after the clock was set back', async () => {
  const ask = () =>
    site.app.inject({ url: '/api/changes?since=bad', remoteAddress: '198.51.100.8' })
  await Promise.all(Array.from({ length: 300 }, ask))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { statusCode, headers } = await ask()
  expect([statusCode, Number(headers['retry-after']) <= 60]).toEqual([429, true])
})
