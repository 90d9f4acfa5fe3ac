import { beforeAll, expect, test } from 'vitest'

import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { propertyId } from '../../../demo/builder/record-ids.ts'
import { type Lamp, lampView, lampWorkspace } from '../../support/sites/collection-site.ts'
import { openSite } from '../../support/sites/site.ts'

const table: ViewInput = {
  type: 'table',
  name: 'Table',
  show: ['Lamp', 'Oil', 'Grade', 'Lit', 'Since'],
  aggregate: { Oil: 'sum' }
}
const lamps: Lamp[] = [
  { title: 'Lamp 10', oil: 9, grade: 'Ember', lit: true, since: '2026-02-10' },
  { title: 'Lamp 9', oil: 10, grade: 'Wick', since: '2025-12-31' },
  { title: 'Ölkrug 100%', grade: 'Wick', lit: true },
  { title: 'lantern_x', oil: -1, grade: 'Ember', since: '2026-01-01' }
]

const titles = (html: string) =>
  [...html.matchAll(/page-link-title[^"]*">([^<]+)/g)].map(([, title]) => title)

async function openLamps() {
  const { app } = await openSite({ workspace: lampWorkspace([table], lamps) })
  const ask = async (query: string) => {
    const { body } = await app.inject(`/lamps?v=${lampView('Table')}&${query}`)
    return { rows: titles(body), body }
  }
  return { app, ask, body: (await ask('')).body }
}

/** For the tests of the same lamps, which only read. */
let opened: Awaited<ReturnType<typeof openLamps>>
beforeAll(async () => {
  opened = await openLamps()
})

/** The link of a column header. */
function sortLink(html: string, column: string): string {
  const link = new RegExp(`<th[^>]*><a href="([^"#]*)#[^>]*>${column}<`).exec(html)?.[1] ?? ''
  return `/lamps${link.replaceAll('&amp;', '&')}`
}

const orders: [column: string, rows: string[]][] = [
  ['Lamp', ['Lamp 9', 'Lamp 10', 'lantern_x', 'Ölkrug 100%']],
  ['Oil', ['lantern_x', 'Lamp 10', 'Lamp 9', 'Ölkrug 100%']],
  ['Grade', ['Lamp 9', 'Ölkrug 100%', 'Lamp 10', 'lantern_x']],
  ['Lit', ['Lamp 9', 'lantern_x', 'Lamp 10', 'Ölkrug 100%']],
  ['Since', ['Lamp 9', 'lantern_x', 'Lamp 10', 'Ölkrug 100%']]
]

test('a column header sorts by its values, then in reverse', async () => {
  const { body, app } = opened
  for (const [column, order] of orders) {
    const ascending = await app.inject(sortLink(body, column))
    expect(titles(ascending.body), column).toEqual(order)
    expect(ascending.body).toContain('aria-sort="ascending"')

    const descending = await app.inject(sortLink(ascending.body, column))
    expect(descending.body).toContain('aria-sort="descending"')
    expect(titles(descending.body)[0]).not.toBe(titles(ascending.body)[0])
    const back = await app.inject(sortLink(descending.body, column))
    expect(titles(back.body)).toEqual(titles(body))
  }
})

test('the address of a sorted view has words, and one with ids means the same', async () => {
  const { body, app } = opened
  expect(sortLink(body, 'Oil')).toBe('/lamps?sort=oil')
  expect(sortLink((await app.inject('/lamps?sort=oil')).body, 'Oil')).toBe(
    '/lamps?sort=oil&dir=desc'
  )
  const id = encodeURIComponent(propertyId('Lamps', 'Oil'))
  const words = await app.inject('/lamps?sort=oil&dir=desc')
  const ids = await app.inject(`/lamps?v=${lampView('Table')}&sort=${id}&dir=desc`)
  expect(titles(words.body)).toEqual(['Lamp 9', 'Lamp 10', 'lantern_x', 'Ölkrug 100%'])
  expect(ids.body).toBe(words.body)
  expect(ids.headers['etag']).toBe(words.headers['etag'])
})

test('rows without a value come last in both directions', async () => {
  const { body, app } = opened
  const ascending = (await app.inject(sortLink(body, 'Oil'))).body
  const descending = (await app.inject(sortLink(ascending, 'Oil'))).body
  expect(titles(ascending).at(-1)).toBe('Ölkrug 100%')
  expect(titles(descending)).toEqual(['Lamp 9', 'Lamp 10', 'lantern_x', 'Ölkrug 100%'])
})

const searches: [what: string, words: string, found: string[]][] = [
  ['a word', 'lamp', ['Lamp 10', 'Lamp 9']],
  ['two words in any order', 'wick LAMP', ['Lamp 9']],
  ['a word in another property', 'wick', ['Lamp 9', 'Ölkrug 100%']],
  ['a letter beyond ASCII in another case', 'ölk', ['Ölkrug 100%']],
  ['letters without their accent and of another width', 'ｏlk', ['Ölkrug 100%']],
  ['characters with a meaning in SQL', '100%', ['Ölkrug 100%']],
  ['seven words', 'l a m p 1 0 ember', ['Lamp 10']],
  ['six words that are there and one that is not', 'l a m p l a nothing', []],
  ['a date as it is written', 'feb 10, 2026', ['Lamp 10']],
  ['a date as it is stored', '2025-12-31', ['Lamp 9']],
  ['an underscore', 'n_x', ['lantern_x']],
  ['nothing', "x' or 1=1 --", []]
]

test('a search finds the rows with all of its words and no others', async () => {
  const { ask } = opened
  for (const [what, words, found] of searches) {
    expect((await ask(`q=${encodeURIComponent(words)}`)).rows, what).toEqual(found)
  }
})

test('a filter leaves the rows with its value, and results count only these', async () => {
  const { ask } = opened
  const first = await ask('q=lamp')
  const names = [...first.body.matchAll(/<select name="(is\.[^"]*)"/g)].map(([, name]) => name)
  expect(names).toHaveLength(2)
  const [grade = '', lit = ''] = names.map((name = '') => encodeURIComponent(name))
  expect((await ask(`${grade}=Ember`)).rows).toEqual(['Lamp 10', 'lantern_x'])
  expect((await ask(`${lit}=Yes`)).rows).toEqual(['Lamp 10', 'Ölkrug 100%'])
  const both = await ask(`${grade}=Ember&${lit}=Yes&q=`)
  expect(both.rows).toEqual(['Lamp 10'])
  expect(both.body).toMatch(/Sum<\/span> 9</)
  expect(both.body).toContain('1 of 4 rows')
  expect(both.body).toMatch(/<option[^>]*selected=""[^>]*>Ember</)
  expect((await ask(`${grade}=Steel`)).rows).toEqual([])
})

test('the form shows the escaped search and filters', async () => {
  const { ask } = opened
  const { body, rows } = await ask(`q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(rows).toEqual([])
  expect(body).not.toContain('<script>alert')
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
})

test('invalid query parameters are ignored', async () => {
  const { ask } = opened
  const queries = ['sort=nonsense', 'from=-5', 'from=1e9', 'from=99', 'is.nonsense=', 'dir=desc']
  for (const query of queries) {
    expect((await ask(query)).rows, query).toEqual(lamps.map(({ title }) => title))
  }
})

const many = Array.from({ length: 230 }, (_, index): Lamp => ({
  title: `Lamp ${index}`,
  oil: index
}))

test('a large table is paged, with links between the pages and sorted as a whole', async () => {
  const { app } = await openSite({ workspace: lampWorkspace([table], many) })
  const { body } = await app.inject('/lamps')
  expect(titles(body)).toHaveLength(100)
  expect(body).toContain('Next 100 of 230')
  const next = (html: string) => /<a rel="next"[^>]*href="([^"#]*)/.exec(html)?.[1] ?? ''
  const sorted = sortLink((await app.inject(sortLink(body, 'Oil'))).body, 'Oil')
  const first = await app.inject(sorted)
  const second = await app.inject(`/lamps${next(first.body).replaceAll('&amp;', '&')}`)
  expect(titles(second.body)[0]).toBe('Lamp 129')
  const last = await app.inject(`/lamps${next(second.body).replaceAll('&amp;', '&')}`)
  expect(titles(last.body)).toHaveLength(30)
  expect(last.body).not.toContain('rel="next"')
  const back = /<a rel="prev"[^>]*href="([^"#]*)/.exec(last.body)?.[1]?.replaceAll('&amp;', '&')
  expect(titles((await app.inject(`/lamps${back}`)).body)[0]).toBe('Lamp 129')
})

test.each([
  ['gallery', 60],
  ['list', 100],
  ['calendar', 100]
] as const)('a %s shows %i rows at once', async (type, count) => {
  const views: ViewInput[] = [{ type, name: 'View', show: ['Lamp'] }]
  const { app } = await openSite({ workspace: lampWorkspace(views, many) })
  expect(titles((await app.inject('/lamps')).body)).toHaveLength(count)
})

test('a board shows fifty rows of each column, and links the next of each', async () => {
  const graded = many.map(
    (lamp, index) => ({ ...lamp, grade: index < 80 ? 'Wick' : 'Ember' }) as const
  )
  const views: ViewInput[] = [{ type: 'board', name: 'Board', show: ['Lamp'], groupBy: 'Grade' }]
  const { app } = await openSite({ workspace: lampWorkspace(views, graded) })
  const { body } = await app.inject('/lamps')
  expect(titles(body)).toHaveLength(100)
  const next = await app.inject(`/lamps?v=${lampView('Board')}&from=50`)
  expect(titles(next.body)).toHaveLength(30 + 50)
  expect(next.body).toContain('51–100 of 150')
})
