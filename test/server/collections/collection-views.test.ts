import { expect, test } from 'vitest'

import { page } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import {
  type Lamp,
  lampView,
  lampWorkspace,
  twoCollections
} from '../../support/sites/collection-site.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

const lamps: Lamp[] = [
  { title: 'Anna', oil: 3, grade: 'Ember', place: 'Road', lit: true, since: '2026-02-10' },
  {
    title: 'Berta',
    oil: 1,
    grade: 'Wick',
    place: 'Shrine',
    since: '2026-01-05',
    until: '2026-01-14'
  },
  { title: 'Cora', oil: 2, grade: 'Wick', place: 'Road', lit: true },
  { title: 'Dora' }
]
const list: ViewInput = { type: 'list', name: 'List', show: ['Lamp'] }

/** The page of these views, at the first or the named one. */
async function drawn(views: ViewInput[], name = views.at(-1)?.name ?? '', rows = lamps) {
  const { app } = await openSite({ workspace: lampWorkspace(views, rows) })
  const reply = await app.inject(`/lamps?v=${lampView(name)}`)
  expect(reply.statusCode).toBe(200)
  return mainOf(reply.body)
}

const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const titles = (html: string) =>
  [...html.matchAll(/page-link-title[^"]*">([^<]+)/g)].map(([, title]) => title)
const parts = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'))].map(([part]) => part)

test('each view has a link, and only the rows of the selected one are on the page', async () => {
  const table: ViewInput = { type: 'table', name: 'Table', show: ['Lamp', 'Oil'] }
  const { app } = await openSite({ workspace: lampWorkspace([list, table], lamps) })
  const { body } = await app.inject('/lamps')
  expect(parts(body, 'table')).toEqual([])
  const tabs = [...body.matchAll(/<a href="(\?v=[^"]*)"[^>]*>(List|Table)</g)]
  expect(tabs.map(([, , name]) => name)).toEqual(['List', 'Table'])
  const other = await app.inject(`/lamps${tabs[1]?.[1]?.split('#')[0]}`)
  expect(parts(other.body, 'table')).toHaveLength(1)
  expect(other.body).toMatch(/aria-current="true"[^>]*>Table</)
  expect(other.body).toContain('rel="canonical" href="https://wiki.example.org/lamps"')
})

test('an unknown view in the query shows the first one', async () => {
  const { app } = await openSite({ workspace: lampWorkspace([list], lamps) })
  for (const query of ['v=nonsense', `v=${'0'.repeat(32)}`, 'v=', 'from=5', 'v=%E0%A4%A&q=x']) {
    const reply = await app.inject(`/lamps?${query}`)
    expect(reply.statusCode, query).toBe(200)
    expect(titles(mainOf(reply.body)), query).toEqual(['Anna', 'Berta', 'Cora', 'Dora'])
  }
})

test('a redirect to the path of a page keeps the view', async () => {
  const { app } = await openSite({ workspace: lampWorkspace([list], lamps) })
  const reply = await app.inject(`/lamps/?v=${lampView('List')}`)
  expect(reply.headers.location).toBe(`/lamps?v=${lampView('List')}`)
})

test('two collections on a page keep separate queries', async () => {
  const table: ViewInput = { type: 'table', name: 'Table', show: ['Lamp', 'Oil'] }
  const { app } = await openSite({ workspace: twoCollections([list, table], lamps) })
  const second = /<a href="(\?v=[^"#]*)[^>]*>Table</g
  const [left, right] = [...(await app.inject('/shelf')).body.matchAll(second)].map(([, at]) => at)
  const first = await app.inject(`/shelf${left}`)
  expect(parts(first.body, 'table')).toHaveLength(1)
  const both = [...first.body.matchAll(second)].at(-1)?.[1]?.replaceAll('&amp;', '&')
  expect(both).toBe(`${left}&${right?.slice(1)}`)
  expect(parts((await app.inject(`/shelf${both}`)).body, 'table')).toHaveLength(2)
  const searched = await app.inject(`/shelf${both}&q=anna`)
  expect(titles(searched.body)).toEqual(['Anna', 'Berta', 'Cora', 'Dora', 'Anna'])
  // A new search keeps the view of the other collection.
  const form = parts(searched.body, 'form').find((each) => each.includes('data-view-form'))
  const kept = [...(form ?? '').matchAll(/<input type="hidden" name="v" value="([^"]*)"/g)]
  expect(kept.map(([, view]) => `?v=${view}`)).toEqual([left, right])
})

test('a table shows aggregations over all of its rows', async () => {
  const aggregate = {
    Lamp: 'count',
    Oil: 'sum',
    Grade: 'unique',
    Lit: 'percent_checked',
    Since: 'date_range'
  }
  const show = ['Lamp', 'Oil', 'Grade', 'Lit', 'Since']
  const [foot = ''] = parts(await drawn([{ type: 'table', name: 'T', show, aggregate }]), 'tfoot')
  expect(textOf(foot)).toBe(' Count 4 Sum 6 Unique 2 Checked 50% Dates Jan 5 – Feb 10, 2026 ')
})

const results = [
  ['average', '2'],
  ['median', '2'],
  ['min', '1'],
  ['max', '3'],
  ['range', '2'],
  ['count_values', '3'],
  ['empty', '1'],
  ['not_empty', '3'],
  ['percent_empty', '25%'],
  ['percent_not_empty', '75%']
]

test('a column has the aggregation of its view', async () => {
  const views = results.map(([name = '']): ViewInput => ({
    type: 'table',
    name,
    show: ['Lamp', 'Oil'],
    aggregate: { Oil: name }
  }))
  const { app } = await openSite({ workspace: lampWorkspace(views, lamps) })
  for (const [name = '', result] of results) {
    const { body } = await app.inject(`/lamps?v=${lampView(name)}`)
    const [foot = ''] = parts(mainOf(body), 'tfoot')
    expect(textOf(foot).trim().split(' ').at(-1), name).toBe(result)
  }
})

test('a table has the columns, widths and wrapping of its view', async () => {
  const view: ViewInput = { type: 'table', name: 'T', show: ['Grade', 'Lamp'], isWrapped: false }
  const html = await drawn([view])
  expect(
    parts(html, 'th')
      .slice(0, 2)
      .map((head) => textOf(head).trim())
  ).toEqual(['Grade', 'Lamp'])
  expect(html).toContain('<col style="width:150px"/><col style="width:240px"/>')
  expect(html).toContain('<td class="cell-select cut ')
})

test('groups are below their names with their counts', async () => {
  const html = await drawn([{ ...list, groupBy: 'Grade' }])
  expect(parts(html, 'h2').map((name) => textOf(name).trim())).toEqual(['Wick 2', 'Ember 1'])
  expect(titles(html)).toEqual(['Berta', 'Cora', 'Anna'])
})

test('a board has a column for each group and a section for each sub-group', async () => {
  const view: ViewInput = {
    type: 'board',
    name: 'B',
    show: ['Lamp'],
    groupBy: 'Grade',
    subgroupBy: 'Place'
  }
  const html = await drawn([view])
  const names = [...html.matchAll(/<h([23]) class="group-name[^"]*">(.*?)<\/h/g)]
  expect(names.map(([, level, name = '']) => `${level} ${textOf(name).trim()}`)).toEqual(
    ['2 Shrine 1', '3 Wick 1', '3 Ember 0', '2 Road 2', '3 Wick 1', '3 Ember 1'].map((name) =>
      name.replace(/ (\d)$/, ' $1')
    )
  )
  expect(titles(html)).toEqual(['Berta', 'Cora', 'Anna'])
})

test('a calendar is a table for each month, with rows on their days and those without a day below', async () => {
  const html = await drawn([
    { type: 'calendar', name: 'C', show: ['Lamp', 'Oil'], dateBy: 'Since' }
  ])
  expect(parts(html, 'caption').map(textOf)).toEqual([' January 2026 ', ' February 2026 '])
  const busy = parts(html, 'td').filter((cell) => cell.includes('page-link-title'))
  const spent = Array.from(
    { length: 10 },
    (_, day) => `2026-01-${String(5 + day).padStart(2, '0')}`
  )
  expect(busy.map((cell) => [/dateTime="([^"]*)/.exec(cell)?.[1], ...titles(cell)])).toEqual([
    ...spent.map((day) => [day, 'Berta']),
    ['2026-02-10', 'Anna']
  ])
  expect(textOf(html)).toContain('No Since 2')
})

test('a timeline is a table in chronological order, with a bar from first to last day', async () => {
  const html = await drawn([
    { type: 'timeline', name: 'T', show: ['Lamp', 'Oil'], dateBy: 'Since' }
  ])
  expect(parts(html, 'th').map(textOf)[0]).toBe(' Lamp ')
  expect(titles(html)).toEqual(['Berta', 'Anna', 'Cora', 'Dora'])
  expect(barsOf(html)).toEqual([
    'margin-inline-start:0.00%;width:27.03%',
    'margin-inline-start:97.30%;width:2.70%'
  ])
  expect(html).toContain('<span style="left:72.97%">Feb</span>')
})

const barsOf = (html: string) =>
  [...html.matchAll(/class="bar" style="([^"]*)"/g)].map(([, style]) => style)

test('a chart is a table of its numbers', async () => {
  const html = await drawn([{ type: 'chart', name: 'C', show: ['Lamp'], chartBy: 'Grade' }])
  const [head, ...rows] = parts(parts(html, 'table')[0] ?? '', 'tr').map((line) =>
    textOf(line).trim()
  )
  expect(head).toBe('Grade Count')
  expect(rows.toSorted()).toEqual(['Ember 1', 'No Grade 1', 'Wick 2'])
  expect(barsOf(html).toSorted()).toEqual(['width:100.00%', 'width:50.00%', 'width:50.00%'])
})

test.each([
  ['Oil', undefined, ['1,000 1', '2,000 1', '3,000 1', 'No Oil 1']],
  ['Since', undefined, ['Jan 5 – 14, 2026 1', 'Feb 10, 2026 1', 'No Since 2']],
  ['Since', 'week', ['Jan 5 – 11, 2026 1', 'Feb 9 – 15, 2026 1', 'No Since 2']],
  ['Since', 'month', ['January 2026 1', 'February 2026 1', 'No Since 2']],
  ['Since', 'year', ['2026 2', 'No Since 2']],
  ['Lit', undefined, ['No 2', 'Yes 2']],
  ['Made', undefined, ['Jan 11, 2025 2', 'Jan 12, 2025 2']]
] as const)(
  'a chart by %s and %s formats its values like the page',
  async (chartBy, unit, bars) => {
    const view: ViewInput = { type: 'chart', name: 'C', show: ['Lamp'], chartBy }
    const many = lamps.map(({ oil, ...lamp }) => ({ ...lamp, ...(oil && { oil: oil * 1000 }) }))
    const html = await drawn([{ ...view, ...(unit && { chartUnit: unit }) }], 'C', many)
    const [, ...rows] = parts(parts(html, 'table')[0] ?? '', 'tr')
    expect(rows.map((line) => textOf(line).trim())).toEqual(bars)
  }
)

test('the year 0000 has the same name in every type of view', async () => {
  const shown = { show: ['Lamp', 'Since'], dateBy: 'Since' }
  const chart: ViewInput = { type: 'chart', name: '', show: ['Lamp'], chartBy: 'Since' }
  const views: ViewInput[] = [
    ...(['table', 'timeline', 'calendar'] as const).map((type) => ({ type, name: type, ...shown })),
    ...(['month', 'year'] as const).map((unit) => ({ ...chart, name: unit, chartUnit: unit }))
  ]
  const rows = [
    { title: 'First', since: '0000-01-01' },
    { title: 'Next', since: '0000-02-03' }
  ]
  const { app } = await openSite({ workspace: lampWorkspace(views, rows) })
  const says = async (name: string, words: string[]) => {
    const text = textOf(mainOf((await app.inject(`/lamps?v=${lampView(name)}`)).body))
    for (const each of words) expect(text.replaceAll(/\s/g, ' '), name).toContain(each)
  }
  await says('table', ['Jan 1, 1 BC', 'Feb 3, 1 BC'])
  await says('timeline', ['Jan 1 – Feb 3, 1 BC', 'Jan 1, 1 BC'])
  await says('calendar', ['January 1 BC', 'February 1 BC', 'Feb 3, 1 BC'])
  await says('month', ['January 1 BC', 'February 1 BC'])
  await says('year', ['1 BC 2'])
})

test('a view of an unknown type shows each row with a link and its values', async () => {
  const types = ['map', 'feed', 'dashboard', 'gallery', 'list'] as const
  const views = types.map((type): ViewInput => ({
    type,
    name: type,
    show: ['Lamp', 'Grade', 'Lit']
  }))
  const { app } = await openSite({ workspace: lampWorkspace(views, lamps) })
  for (const type of types) {
    const html = mainOf((await app.inject(`/lamps?v=${lampView(type)}`)).body)
    expect(titles(html), type).toEqual(['Anna', 'Berta', 'Cora', 'Dora'])
    expect(html).toContain('href="/anna"')
    expect(html).toMatch(/tag-red[^"]*">Ember</)
    // A check mark says nothing without the name of its property.
    expect(html, type).toMatch(/<dt class="notion-[^"]*">Lit</)
    if (type === 'feed') {
      expect(html).toContain('<span class="person">Wiki</span> <time dateTime="2025-01-11T17:04:00')
    }
  }
})

test('long texts of rows are truncated in views, and complete on their pages', async () => {
  const story = `${'a long way '.repeat(1500)}home`
  const table: ViewInput = { type: 'table', name: 'All', show: ['Story'] }
  const roads = collection({
    key: 'Roads',
    name: 'Roads',
    schema: { Story: { type: 'text' } },
    views: [table],
    rows: Array.from({ length: 10 }, (_, at) =>
      row(`Road ${at}`, { properties: { Story: story } }, [])
    )
  })
  const workspace = buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [collectionPage(roads, {})])
  })
  const { app } = await openSite({ workspace })
  const { statusCode, body } = await app.inject('/roads')
  expect([statusCode, parts(body, 'tr').length]).toEqual([200, 12])
  expect(body).toContain('a long way a long way')
  expect(body).toContain('…')
  expect(body).not.toContain('home')
  expect((await app.inject('/road-7')).body).toContain('a long way home')
})
