import { beforeAll, expect, test } from 'vitest'

import { type Lamp, lampWorkspace, twoCollections } from '../../../support/sites/collection-site.ts'
import { openRowSite } from '../../../support/sites/row-site.ts'
import { type TestSite, openSite } from '../../../support/sites/site.ts'
import { QUICK_NICE, suspendRendering } from '../../render/render-processes.ts'

const lamps: Lamp[] = [
  { title: 'Anvil lamp', oil: 3, grade: 'Wick', lit: true, since: '2026-03-01' },
  { title: "Bell 'lamp'", oil: 12, grade: 'Ember', since: '2026-02-01', until: '2026-02-03' },
  { title: 'Cave lamp', oil: 3, grade: 'Ember' },
  { title: '灯', lit: false },
  { title: '100% lamp_' }
]

let site: TestSite
beforeAll(async () => {
  const view = { type: 'table' as const, name: 'All', show: ['Oil'] }
  site = await openSite({ workspace: lampWorkspace([view], lamps) })
})

const rowsUrl = '/api/collections/lamps/rows'
const get = (query: string, url = rowsUrl) => site.app.inject(`${url}${query}`)
const titles = async (query: string) =>
  (await get(query)).json().rows.map(({ values }: { values: { lamp: string } }) => values.lamp)

// Before `site` renders: it then takes over the process of this test.
test('the rows of a collection named Query have a page beside the page for SQL', async () => {
  const { app } = await openRowSite({ name: 'Query', schema: {}, rows: [{}] })
  const [{ view }] = (await app.inject('/api/collections')).json().collections
  expect((await app.inject('/_data')).body).toContain(`<a href="/_data/${view}">${view}</a>`)
  expect((await app.inject(`/_data/${view}`)).body).toContain('>Row 0<')
  expect((await app.inject('/_data/query')).body).toContain('name="sql"')
})

test('an integer beyond 2^53 is a number, in orders and cursors too', async () => {
  const seeds = [-(2 ** 62), 12, 2 ** 53]
  const schema = { seed: { name: 'Seed', type: 'number' } }
  const rows = seeds.map((seed) => ({ seed: [[String(seed)]] }))
  const { app } = await openRowSite({ name: 'Worlds', schema, rows })
  const url = '/api/collections/worlds/rows?sort=seed&limit=2'
  const { rows: first, nextCursor } = (await app.inject(url)).json()
  const { rows: rest } = (await app.inject(`${url}&cursor=${nextCursor}`)).json()
  expect([...first, ...rest].map(({ values }) => values.seed)).toEqual(seeds)
})

test('a list of rows goes on in its collection, whatever takes its name meanwhile', async () => {
  const view = { type: 'table' as const, name: 'All', show: ['Oil'] }
  const renamed = await openSite({ workspace: twoCollections([view], lamps) })
  const part = async (name: string, cursor = '') =>
    renamed.app.inject(`/api/collections/${name}/rows?limit=2${cursor && `&cursor=${cursor}`}`)
  const { nextCursor, collectionId: left } = (await part('left')).json()
  const { collectionId: right } = (await part('right')).json()
  const edit = renamed.api.edit
  edit.changeCollection(left, { name: [['Former']] })
  edit.changeCollection(right, { name: [['Left']] })
  await renamed.sync()
  expect((await part('left', nextCursor)).json()).toMatchObject({ error: 'invalid_cursor' })
  expect((await part('former', nextCursor)).json().rows).toHaveLength(2)
})

test('rows have typed values by column, with all properties or those that are chosen', async () => {
  const { rows, collectionId, generation } = (await get('?sort=lamp')).json()
  expect(rows[1]).toMatchObject({
    path: '/anvil-lamp',
    values: {
      lamp: 'Anvil lamp',
      oil: 3,
      grade: 'Wick',
      place: null,
      lit: 1,
      since_start: '2026-03-01'
    }
  })
  expect(generation).toBe(1)
  const chosen = await get(
    '?sort=oil&properties=since,oil',
    `/api/collections/${collectionId}/rows`
  )
  expect(chosen.json().rows.at(-1).values).toEqual({
    since_start: '2026-02-01',
    since_end: '2026-02-03',
    oil: 12
  })
})

test.each([
  ['?where=oil__gte=3&sort=-oil', ["Bell 'lamp'", 'Cave lamp', 'Anvil lamp']],
  ['?where=oil=3&where=grade=Ember', ['Cave lamp']],
  ['?where=oil__isnull&where=lit__notnull&sort=lamp', ['100% lamp_', '灯']],
  ['?where=lamp__contains=%25', ['100% lamp_']],
  ["?where=lamp__contains='", ["Bell 'lamp'"]],
  ['?where=lamp=%E7%81%AF', ['灯']],
  ['?where=grade__in=Wick,Ember&sort=lamp&limit=1', ['Anvil lamp']],
  [`?where=${encodeURIComponent("lamp=' or 1=1 --")}`, []],
  [`?where=${encodeURIComponent('lamp="; drop table page')}`, []]
])('%s finds its rows', async (query, expected) => {
  const found = await titles(query)
  expect(query.includes('lit__notnull') ? found.toSorted() : found).toEqual(expected)
})

test.each(['', 'lamp', '-lamp', 'oil', '-oil', '-made'])(
  'each row is in one part of the list sorted by "%s"',
  async (sort) => {
    const end = sort && `&sort=${sort}`
    const whole = await titles(`?limit=200${end}`)
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const after: string = cursor && `&cursor=${cursor}`
      const part = (await get(`?limit=2${end}${after}`)).json()
      found.push(...part.rows.map(({ values }: { values: { lamp: string } }) => values.lamp))
      cursor = part.nextCursor
    }
    expect(found).toEqual(whole)
    expect(new Set(found).size).toBe(lamps.length)
  }
)

test.each([
  ['?where=oil__gte=many', 400, 'bad_request'],
  ['?where=nothing=1', 400, 'bad_request'],
  ['?where=oil__drop=1', 400, 'bad_request'],
  [`?${'where=oil=3&'.repeat(13)}`, 400, 'bad_request'],
  [`?where=lamp=${'x'.repeat(2100)}`, 400, 'bad_request'],
  ['?sort=oil;drop', 400, 'bad_request'],
  ['?sort=oil desc, (select 1)', 400, 'bad_request'],
  ['?properties=oil,(select raw from block)', 400, 'bad_request'],
  ['?properties=oil"', 400, 'bad_request'],
  ['?limit=1000000', 400, 'bad_request'],
  ['?cursor=x', 400, 'invalid_cursor'],
  ['?sort=oil&cursor=WyJsYW1wIiwwLDEsMl0', 400, 'invalid_cursor'],
  // Of another list, before an id.
  [`?cursor=${Buffer.from('["pages ",0,"0"]').toString('base64url')}`, 400, 'invalid_cursor']
])('%s is refused', async (query, status, error) => {
  const reply = await get(query)
  expect([reply.statusCode, reply.json().error]).toEqual([status, error])
})

test.each([
  [
    'oil__zz=1',
    '"zz" is not an operator; the operators are exact, not, contains, startswith, endswith, gt, gte, lt, lte, in, isnull, notnull'
  ],
  [
    'title__contains=a',
    '"title__contains" is not a column of lamps with an operator, such as lamp__exact'
  ]
])('the condition %s is refused with what is wrong in it', async (condition, message) => {
  expect((await get(`?where=${condition}`)).json().message).toBe(message)
})

test.each([
  'page',
  'block',
  'sqlite_master',
  'pages',
  '..%2Fmirror',
  "lamps' --",
  '%00',
  '0'.repeat(32)
])('the rows of "%s" are not a collection', async (name) => {
  const reply = await get('', `/api/collections/${name}/rows`)
  expect([reply.statusCode, reply.json().error]).toEqual([404, 'collection_not_found'])
})

test('rows are revalidated by the publication', async () => {
  const { headers } = await get('?sort=oil')
  const etag = String(headers.etag)
  const again = await site.app.inject({
    url: `${rowsUrl}?sort=oil`,
    headers: { 'if-none-match': etag }
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('rows are not read in the process that renders pages', async () => {
  const resume = suspendRendering(QUICK_NICE)
  expect((await get('?where=oil=12')).json().rows).toHaveLength(1)
  resume()
})
