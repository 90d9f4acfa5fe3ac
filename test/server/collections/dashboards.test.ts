import { beforeAll, expect, test } from 'vitest'

import { pageId } from '../../../demo/builder/record-ids.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { type Lamp, lampWorkspace } from '../../support/sites/collection-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

const lamps = Array.from({ length: 12 }, (_, at): Lamp => ({
  title: `Lamp ${at}`,
  grade: at < 4 ? 'Ember' : 'Wick',
  oil: at
}))

const dashboard: ViewInput = {
  type: 'dashboard',
  name: 'Overview',
  show: [],
  widgets: [
    [
      { view: { type: 'chart', name: 'How many', show: [], chartType: 'number' }, width: 4 },
      { view: { type: 'chart', name: 'Grades', show: [], chartBy: 'Grade' }, width: 8 }
    ],
    [{ view: { type: 'table', name: 'Oils', show: ['Lamp', 'Oil'] } }],
    [
      { view: { type: 'list', name: 'Names', show: ['Lamp'] } },
      { view: { type: 'gallery', name: 'Cards', show: ['Lamp'] } }
    ]
  ]
}

const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const widgets = (html: string) => mainOf(html).split('class="widget"').slice(1)

let site: TestSite

beforeAll(async () => {
  site = await openSite({ workspace: lampWorkspace([dashboard], lamps) })
})

test('a dashboard shows its widgets in rows, each with the first rows of its view', async () => {
  const { statusCode, body } = await site.app.inject('/lamps')
  expect([statusCode, body.split('class="dashboard-row"').length - 1]).toEqual([200, 3])
  const [number = '', grades = '', oils = '', ...equal] = widgets(body)
  expect(number).toContain('--columns:4')
  expect(textOf(number)).toContain(' 12 Count ')
  expect(grades).toContain('--columns:8')
  expect(textOf(grades)).toMatch(/Ember\s+4.*Wick\s+8/)
  expect(oils).toContain('--columns:12')
  for (const each of equal) expect(each).toContain('--columns:6')
  expect(equal).toHaveLength(2)
  expect(oils).toContain('href="/lamp-9"')
  expect(oils).not.toContain('href="/lamp-10"')
  expect(body).not.toContain('class="view-tabs')
  expect(oils).toMatch(/href="\?v=oils#[^>]*>Show all 12</)
})

test('the link of a widget shows its view alone, with all rows and a tab back', async () => {
  const href = '?v=oils'
  expect(widgets((await site.app.inject('/lamps')).body)[2]).toContain(`${href}#`)
  const { body } = await site.app.inject(`/lamps${href}`)
  expect(widgets(body)).toEqual([])
  expect(body).toContain('href="/lamp-11"')
  expect(body).toMatch(/aria-current="true"[^>]*>.*Oils/)
  expect(body).toContain('href="?v=overview#')
})

test('the Markdown of a dashboard lists the rows of its widgets', async () => {
  const { body } = await site.app.inject('/lamps.md')
  expect(body).toMatch(/_Overview_[\s\S]*_Oils_[\s\S]*\[Lamp 11\]/)
})

test('an edited row is in the widgets and in the digest after the next sync', async () => {
  const digest = () =>
    site.mirror.$client.prepare(`select digest from page where path = '/lamps'`).pluck().get()
  const before = digest()
  expect(before).toMatch(/./)
  site.api.edit.change(pageId('Lamps/Lamp 3'), { properties: { title: [['Renamed lamp']] } })
  await site.sync()
  expect(digest()).not.toEqual(before)
  expect(widgets((await site.app.inject('/lamps')).body)[2]).toContain('Renamed lamp')
})
