import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import { findTruncations } from '../../../db/limits/find-truncations.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { openTestMirror } from '../../support/workspaces/walk-result.ts'
import { manyRowId, manyRows, manyViewId } from '../../support/workspaces/many-rows.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { testId } from '../../support/workspaces/records.ts'
import { date, to } from '../../support/sites/row-site.ts'
import { SLOW_NICE, suspendRendering } from '../render/render-processes.ts'

/** A number of properties of a type, named by letter and number. */
const properties = (count: number, type: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { name: `p${index}`, type }])
  )
/** The same value for each of them. */
const filled = (schema: object, value: unknown) =>
  Object.fromEntries(Object.keys(schema).map((name) => [name, value]))
const rowsIn = (html: string) =>
  [...html.matchAll(/page-link-title[^"]*">(Row \d+)/g)].map(([, row]) => row)
const first = undashId(manyViewId(0))

async function openRows(options: Parameters<typeof manyRows>[0]) {
  const { workspace, found } = manyRows(options)
  const { app, dataDir } = await publishedSite(workspace, undefined, found)
  const ask = async (query = '') => {
    const { statusCode, body } = await app.inject(`/hostile${query}`)
    expect(statusCode).toBe(200)
    return body
  }
  /** The order in which a page and a small one, requested together, are answered. */
  const order = async (query = '') => {
    const answered: string[] = []
    const addresses = [`/hostile${query}`, '/small']
    await Promise.all(addresses.map(async (at) => (await app.inject(at), answered.push(at))))
    return answered.map((at) => at.split('?')[0])
  }
  return { app, ask, order, dataDir }
}

/** Waits for a small page while the process that renders the page of many rows is suspended. */
async function smallBefore(app: FastifyInstance): Promise<void> {
  const resume = suspendRendering(SLOW_NICE)
  const answered: string[] = []
  const ask = async (at: string) => {
    expect((await app.inject(at)).statusCode, at).toBe(200)
    answered.push(at)
  }
  const heavy = ask('/hostile')
  await ask('/small')
  // The process of light pages has only estimated the other one.
  expect(answered).toEqual(['/small'])
  resume()
  await heavy
}

/** Every row on all parts, from the first on. */
async function followed(ask: (query?: string) => Promise<string>) {
  const rows: unknown[] = []
  for (let query: string | undefined = ''; query !== undefined;) {
    const body = await ask(query)
    rows.push(...rowsIn(body))
    query = /<a rel="next"[^>]*href="([^"#]*)/.exec(body)?.[1]?.replaceAll('&amp;', '&')
  }
  return rows
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index}`)

test('a page of many calendars does not delay other pages', async () => {
  const when = { name: 'when', type: 'date' }
  const day = (index: number) => `2026-0${1 + (index % 9)}-1${index % 10}`
  const { app } = await openRows({
    views: 40,
    type: 'calendar',
    rows: 110,
    schema: { when },
    valuesOf: (index) => ({ when: date({ type: 'date', start_date: day(index) }) })
  })
  await smallBefore(app)
})

test('a search and a sort of many values do not delay other pages', async () => {
  const schema = properties(10, 'number')
  const { ask, order } = await openRows({
    views: 1,
    type: 'table',
    rows: 600,
    schema,
    valuesOf: (index) => filled(schema, [[String(index)]])
  })
  expect(await order()).toEqual(['/hostile', '/small'])
  expect(await order(`?v=${first}&q=599`)).toEqual(['/small', '/hostile'])
  expect(await order(`?v=${first}&sort=p1&dir=desc`)).toEqual(['/small', '/hostile'])
  expect(rowsIn(await ask(`?v=${first}&q=599`))).toEqual(['Row 599'])
})

test('views beyond the page limits are left out with a note, and each can be opened', async () => {
  const schema = properties(200, 'text')
  const options = { views: 8, type: 'table', rows: 20, schema, valuesOf: () => ({}) }
  const { ask, dataDir } = await openRows(options)
  const body = await ask()
  const [link, ...others] = [...body.matchAll(/is too long; [^<]*<a href="([^"#]*)/g)].map(
    ([, at]) => at
  )
  expect([link, others]).toEqual(['?v=view-7', []])
  const section = new RegExp(`id="${undashId(testId(1007))}"(.*?)</section>`, 's')
  expect(rowsIn(section.exec(body)?.[1] ?? '')).toEqual([])
  expect(rowsIn(section.exec(await ask(link))?.[1] ?? '')).toEqual(numbered(20))
  const mirror = openTestMirror(path.join(dataDir, 'mirror.db'))
  expect(findTruncations(mirror).map(({ what }) => what)).toEqual([
    `the content of collection_view ${testId(1007)} is too much for one page`
  ])
})

test('rows with hundreds of relations come in smaller pages without a gap', async () => {
  const ids = Array.from({ length: 160 }, (_, index) => manyRowId(index))
  const { ask } = await openRows({
    views: 1,
    type: 'table',
    rows: 101,
    schema: { from: { name: 'from', type: 'relation' } },
    valuesOf: () => ({ from: to(...ids) })
  })
  const heads = async (query = '') =>
    (await ask(query)).replaceAll(/<ul class="relations[^"]*">.*?<\/ul>/gs, '')
  expect(rowsIn(await heads()).length).toBeLessThan(100)
  expect(await followed(heads)).toEqual(numbered(101))
})

/** Rows that are all as long; a sweep has them besides rows of two lengths. */
const uniform: [which: string, count: number, large: number] = ['', 10, 60]

test.each<[which: string, count: number, large: number]>([
  ...(isSweep ? [uniform] : []),
  [', the largest first,', 33, 16]
])(
  'rows with many long texts%s come in smaller pages without a gap',
  async (_which, count, large) => {
    const schema = properties(count, 'text')
    const long = [['long '.repeat(1800)]]
    const { ask } = await openRows({
      views: 1,
      type: 'table',
      rows: 60,
      schema,
      valuesOf: (index) => (index < large ? filled(schema, long) : { p0: long })
    })
    const body = await ask()
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(5_000_000)
    expect(rowsIn(body).length).toBeLessThan(60)
    expect(await followed(ask)).toEqual(numbered(60))
  }
)

test('a property with thousands of options is filtered by a typed name and does not delay other pages', async () => {
  const options = Array.from({ length: 20_000 }, (_, index) => ({
    id: `o${index}`,
    value: `Option ${index}`,
    color: 'red'
  }))
  const { app, ask } = await openRows({
    views: 1,
    type: 'table',
    rows: 20,
    schema: { grade: { name: 'grade', type: 'select', options } },
    valuesOf: (index) => ({ grade: [[`Option ${index}`]] })
  })
  await smallBefore(app)
  const body = await ask()
  expect(body.length).toBeLessThan(100_000)
  const field = /<input [^>]*name="is.grade"[^>]*>/.exec(body)?.[0]
  expect(field).toContain('type="search"')
  expect(rowsIn(await ask(`?v=${first}&is.grade=Option+19`))).toEqual(['Row 19'])
})

test.each<[name: string, rows: number, count: number, words: number]>([
  ['600 texts', 1, 600, isSweep ? 2000 : 800],
  ['seven very long texts', 1, 7, isSweep ? 160_000 : 70_000],
  isSweep ? ['texts of 18 MB', 100, 20, 1800] : ['texts of 5.4 MB', 30, 20, 1800]
])('rows with %s are shown, as is the page of each', async (_name, rows, count, words) => {
  const schema = properties(count, 'text')
  const valuesOf = () => filled(schema, [['long '.repeat(words)]])
  const { app } = await openRows({ views: 1, type: 'table', rows, schema, valuesOf })
  const [table, row] = await Promise.all(['/hostile', '/row-0'].map((at) => app.inject(at)))
  expect([table?.statusCode, row?.statusCode]).toEqual([200, 200])
  expect(rowsIn(table?.body ?? '')[0]).toBe('Row 0')
  expect(row?.body.includes('class="note"')).toBe(count * words > 400_000)
})

test.each<[type: string, mark: [string, string]]>([
  ['relation', ['p', manyRowId(0)]],
  ['person', ['u', testId(7)]],
  ['file', ['a', 'https://files.example/map.txt']]
])(
  'a truncated list of a %s property ends with an ellipsis, the page of the row has all',
  async (type, mark) => {
    const item = [mark[0] === 'a' ? 'map.txt' : '‣', [mark]]
    const items = Array.from({ length: 600 }, () => [item, [',']]).flat()
    const schema = { list: { name: 'List', type } }
    const valuesOf = () => ({ list: items.slice(0, -1) })
    const { app, ask } = await openRows({ views: 1, type: 'table', rows: 1, schema, valuesOf })
    const cell = (await ask()).match(/<td class="cell-[^>]*>.*?<\/td>/s)?.[0].slice(-60)
    expect(cell).toMatch(/[>,] ?…(<\/li><\/ul>|<\/span>)?<\/td>$/)
    const { body } = await app.inject('/row-0')
    expect(body.match(/<dl.*?<\/dl>/s)?.[0]).not.toContain('…')
  }
)

test('the Markdown of a heavy page says that it has no rows, that of a light one has them', async () => {
  const markdown = async (count: number) => {
    const schema = properties(count, 'text')
    const valuesOf = () => filled(schema, [['word']])
    const { app } = await openRows({ views: 1, type: 'table', rows: 60, schema, valuesOf })
    const { body } = await app.inject('/hostile.md')
    return [body.includes('[Row 7.](https://'), body.includes('<!-- This page is too large')]
  }
  expect(await markdown(1)).toEqual([true, false])
  expect(await markdown(90)).toEqual([false, true])
})

test('in a truncated list of options the last name has no link, the others lead to their rows', async () => {
  const names = Array.from({ length: 1500 }, (_, index) => `option ${index}`)
  const options = names.map((value, index) => ({ id: `o${index}`, value, color: 'gray' }))
  const { ask } = await openRows({
    views: 1,
    type: 'table',
    rows: 1,
    schema: { kind: { name: 'Kind', type: 'multi_select', options } },
    valuesOf: () => ({ kind: [[names.join(',')]] })
  })
  const row = (await ask()).match(/<tbody[^>]*>.*<\/tbody>/s)?.[0] ?? ''
  const links = [...row.matchAll(/href="\/tags\/[^"]*\/(option[^"]*)"/g)].map(([, name]) => name)
  expect(links.slice(0, 2)).toEqual(['option%200', 'option%201'])
  expect(links.every((name) => /^option%20\d+$/.test(name ?? ''))).toBe(true)
  expect(row).toMatch(/>opt[^<]*…</)
})
