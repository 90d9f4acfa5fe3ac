import path from 'node:path'

import { expect, test } from 'vitest'

import { findCuts } from '../../db/find-cuts.ts'
import { undashId } from '../../site/page-id.ts'
import { openTestMirror } from '../db/harvest.ts'
import { manyRowId, manyRows, manyViewId } from '../many-rows.ts'
import { publishedSite } from '../published-site.ts'
import { date, to } from '../row-site.ts'

const numbers = { a: { name: 'a', type: 'number' }, b: { name: 'b', type: 'number' } }
const valuesOf = (index: number) => ({ a: [[String(index)]], b: [[String(index % 7)]] })
const rowsIn = (html: string) =>
  [...html.matchAll(/page-link-title">(Row \d+)/g)].map(([, row]) => row)
const first = undashId(manyViewId(0))

async function openRows(options: Parameters<typeof manyRows>[0]) {
  const { workspace, found } = manyRows(options)
  const { app, dataDir } = await publishedSite(workspace, undefined, found)
  const ask = async (query = '') => {
    const { statusCode, body } = await app.inject(`/hostile${query}`)
    expect(statusCode).toBe(200)
    return body
  }
  /** In which order a page and a small one are answered that are asked for at the same time. */
  const order = async (query = '') => {
    const answered: string[] = []
    const addresses = [`/hostile${query}`, '/small']
    await Promise.all(addresses.map(async (at) => (await app.inject(at), answered.push(at))))
    return answered.map((at) => at.split('?')[0])
  }
  return { ask, order, dataDir }
}

/** Every row that the links to the next ones lead to, from the first page on. */
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

test('a page of many calendars keeps nobody waiting', async () => {
  const when = { name: 'when', type: 'date' }
  const day = (index: number) => `2026-0${1 + (index % 9)}-1${index % 10}`
  const { order } = await openRows({
    views: 50,
    type: 'calendar',
    rows: 150,
    schema: { when },
    valuesOf: (index) => ({ when: date({ type: 'date', start_date: day(index) }) })
  })
  expect(await order()).toEqual(['/small', '/hostile'])
})

test('a search and a sort through many values keep nobody waiting', async () => {
  const { ask, order } = await openRows({
    views: 1,
    type: 'table',
    rows: 2000,
    schema: numbers,
    valuesOf
  })
  expect(await order()).toEqual(['/hostile', '/small'])
  expect(await order(`?v=${first}&q=1999`)).toEqual(['/small', '/hostile'])
  expect(await order(`?v=${first}&sort=a&dir=desc`)).toEqual(['/small', '/hostile'])
  expect(rowsIn(await ask(`?v=${first}&q=1999`))).toEqual(['Row 1999'])
})

test('views for which a page has no room are left out with a note, and each can be asked for', async () => {
  const { ask, dataDir } = await openRows({
    views: 110,
    type: 'table',
    rows: 100,
    schema: numbers,
    valuesOf
  })
  const body = await ask()
  const links = [...body.matchAll(/too long to be shown whole[^<]*<a href="([^"#]*)/g)]
  const shown = 110 - links.length
  expect(rowsIn(body).length).toBeLessThan(100 * 110)
  expect(rowsIn(body).length).toBeGreaterThan(100 * (shown - 1))
  const last = links.at(-1)?.[1] ?? ''
  expect(last).toBe(`?v=${undashId(manyViewId(109))}`)
  const asked = await ask(last)
  expect(asked.split(`id="${undashId('00000000-0000-4000-8000-000000001109')}"`)[1]).toContain(
    'Row 99'
  )
  const mirror = openTestMirror(path.join(dataDir, 'mirror.db'))
  expect(findCuts(mirror).map(({ what }) => what)).toHaveLength(links.length)
})

test('rows of hundreds of relations come in smaller pages, in which none is missing', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => manyRowId(index))
  const { ask } = await openRows({
    views: 1,
    type: 'table',
    rows: 150,
    schema: { from: { name: 'from', type: 'relation' } },
    valuesOf: () => ({ from: to(...ids) })
  })
  const heads = async (query = '') =>
    (await ask(query)).replaceAll(/<ul class="relations">.*?<\/ul>/gs, '')
  expect(rowsIn(await heads()).length).toBeLessThan(100)
  expect(await followed(heads)).toEqual(numbered(150))
})

test('rows of many long texts come in smaller pages, in which none is missing', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `t${index}`)
  const { ask } = await openRows({
    views: 1,
    type: 'table',
    rows: 100,
    schema: Object.fromEntries(names.map((name) => [name, { name, type: 'text' }])),
    valuesOf: () => Object.fromEntries(names.map((name) => [name, [['long '.repeat(1800)]]]))
  })
  const body = await ask()
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(5_000_000)
  expect(rowsIn(body).length).toBeLessThan(100)
  expect(await followed(ask)).toEqual(numbered(100))
})
