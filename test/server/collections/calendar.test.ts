import { beforeAll, expect, test } from 'vitest'

import type { ViewInput } from '../../../demo/builder/view-input.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { type Lamp, lampView, lampWorkspace } from '../../support/sites/collection-site.ts'
import { openSite } from '../../support/sites/site.ts'

const lamps: Lamp[] = [
  { title: 'Late', since: '2026-03-10', grade: 'Wick' },
  { title: 'Long', since: '0033-04-03', until: '9999-12-31', grade: 'Ember' },
  { title: 'Moth week', since: '2026-01-30', until: '2026-02-02' },
  { title: 'Endless', since: '2026-02-27', until: '2026-02-31' },
  ...Array.from({ length: 10 }, (_, index) => ({
    title: `Later ${index}`,
    since: '2100-01-01',
    until: '2100-12-31'
  })),
  { title: 'None' }
]
const calendar: ViewInput = { type: 'calendar', name: 'C', show: ['Lamp'], dateBy: 'Since' }
const timeline: ViewInput = { type: 'timeline', name: 'T', show: ['Lamp'], dateBy: 'Since' }
const grouped: ViewInput = { ...timeline, name: 'G', groupBy: 'Grade' }

async function openCalendar(config: Partial<SiteConfigInput> = {}, format = {}) {
  const workspace = lampWorkspace([calendar, timeline, grouped], lamps)
  for (const view of Object.values(workspace.collection_view)) Object.assign(view.format, format)
  const { app } = await openSite({ workspace, config })
  const read = async (query = '') => (await app.inject(`/lamps${query}`)).body
  return { app, read }
}

let read: Awaited<ReturnType<typeof openCalendar>>['read']

// Synced once: tests of the same views only read.
beforeAll(async () => {
  read = (await openCalendar()).read
})

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, part]) => part)
const titles = (html: string) => all(html, /page-link-title[^"]*">([^<]+)/g)
const heads = (html: string) => all(html, /<th scope="col" abbr="([^"]+)/g).slice(0, 7)

test('a row of several days is on each day, with its range once', async () => {
  const body = await read()
  const days = all(body, /<td class="busy">(.*?)<\/td>/gs).map((cell = '') => [
    /dateTime="([^"]*)/.exec(cell)?.[1],
    ...titles(cell),
    /row-period">([^<]*)/.exec(cell)?.[1]?.replaceAll(/\s/g, ' ')
  ])
  expect(days.filter(([day = '']) => day.startsWith('2026'))).toEqual([
    ['2026-01-30', 'Moth week', 'Jan 30 – Feb 2, 2026'],
    ['2026-01-31', 'Moth week', undefined],
    ['2026-02-01', 'Moth week', undefined],
    ['2026-02-02', 'Moth week', undefined],
    // Its end is no day.
    ['2026-02-27', 'Endless', undefined],
    ['2026-03-10', 'Late', undefined]
  ])
  expect(titles(body).filter((title) => title === 'Long')).toHaveLength(62)
  // All rows together.
  expect(all(body, /<li class="(later-day)">/g)).toHaveLength(500)
})

test('weeks begin by language, unless the view sets it', async () => {
  const first = async (language: string, format = {}) => {
    const opened = await openCalendar({ language }, format)
    const body = await opened.read()
    // The next site then needs no process of its own.
    await opened.app.close()
    return heads(body)[0]
  }
  expect(heads(await read())[0]).toBe('Sunday')
  expect(await first('de')).toBe('Montag')
  expect(await first('de', { start_day_of_week: 0 })).toBe('Sonntag')
  expect(await first('de', { start_day_of_week: 'x' })).toBe('Montag')
})

test('days are below their weekday whichever day is first', async () => {
  const body = await read()
  const march = body.slice(body.indexOf('>March 2026<'))
  const [week = ''] = all(march, /<tbody><tr>(.*?)<\/tr>/gs)
  // The 1st of March 2026 was a Sunday.
  expect(all(week, /dateTime="([^"]*)/g)[0]).toBe('2026-03-01')
  expect(all(week, /dateTime="([^"]*)/g)).toHaveLength(7)
})

test.each(['C', 'T'])(
  'a sort by an unknown property keeps the order by date (%s)',
  async (name) => {
    const body = await read(`?v=${lampView(name)}&sort=nope`)
    const names = titles(body).map((title = '') => title.replace(/ \d$/, ''))
    expect([...new Set(names)]).toEqual(['Long', 'Moth week', 'Endless', 'Late', 'Later', 'None'])
  }
)

test('the scale of a timeline of many years has the years in equal steps', async () => {
  const body = await read(`?v=${lampView('T')}`)
  const [axis = ''] = /<div class="timeline-axis".*?<\/div>/s.exec(body) ?? []
  expect(all(axis, /<span[^>]*>([^<]*)/g)).toEqual(['1700', '3400', '5100', '6800', '8500'])
})

test('the groups of a timeline have one scale', async () => {
  const body = await read(`?v=${lampView('G')}`)
  const [wick, ember] = all(body, /data-start="([^"]*" data-end="[^"]*)"/g)
  expect(wick).toContain('0033-04-03')
  expect(wick).toBe(ember)
})
