import type { Collection } from 'notion-types'
import { expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { words } from '../../support/sites/rendered.ts'
import { openSite } from '../../support/sites/site.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import { testId } from '../../support/workspaces/records.ts'

const date = (start_date: string) => [['‣', [['d', { type: 'date', start_date }]]]]
const schema = {
  who: { name: 'Who', type: 'person' },
  with: { name: 'With', type: 'relation', collection_id: HOME },
  due: { name: 'Due', type: 'date' },
  day: { name: 'Day', type: 'formula', formula2: { code: 'prop("Due")' } }
}
const groupBy = (property: string, type: string) => ({ property, type })
const chartBy = (property: string, type: string) => ({
  chart_config: { dataConfig: { groupBy: groupBy(property, type) } }
})

/** Returns a function that reads the HTML of a view of rows with a missing person and page. */
async function openViews(views: object[]) {
  const missing = { who: [['‣', [['u', testId(901)]]]], with: [['‣', [['p', testId(902)]]]] }
  const { app } = await openSite({
    workspace: withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Lamps', schema)],
        views: views.map((fields, index) => view(511 + index, fields)),
        blocks: [row(620, HOME, { ...missing, due: date('2026-03-05') }), row(621, HOME)]
      }
    )
  })
  return async (index: number) => (await app.inject(`/?v=${undashId(testId(511 + index))}`)).body
}

const namesIn = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, name = '']) => words(name))

test('groups and bars of people and pages that are missing are named as in texts', async () => {
  const read = await openViews([
    { format: { collection_group_by: groupBy('who', 'person') } },
    { format: { collection_group_by: groupBy('with', 'relation') } },
    { type: 'chart', format: chartBy('who', 'person') },
    { type: 'chart', format: chartBy('with', 'relation') }
  ])
  // Below the name of the database, which is an h2.
  const groups = /<h3 class="group-name[^"]*">(.*?)<span class="count/gs
  const bars = /<th scope="row">(.*?)<\/th>/gs
  const page = 'a page that is not here'
  expect(namesIn(await read(0), groups)).toEqual(['someone', 'No Who'])
  expect(namesIn(await read(1), groups)).toEqual([page, 'No With'])
  expect(namesIn(await read(2), bars)).toEqual(['someone', 'No Who'])
  expect(namesIn(await read(3), bars)).toEqual([page, 'No With'])
})

test('a formula can place rows in a calendar and a timeline', async () => {
  const read = await openViews([
    { type: 'calendar', query2: { calendar_by: 'day' } },
    { type: 'timeline', query2: { timeline_by: 'day' } }
  ])
  const [day = ''] = /<td class="busy">.*?<\/td>/s.exec(await read(0)) ?? []
  expect(day).toContain('dateTime="2026-03-05"')
  expect(day).toContain('Row 620')
  expect(await read(1)).toContain('data-start="2026-03-05" data-end="2026-03-05"')
})

test.each([
  [{ hide_inline_collection_name: true }, {}],
  [{ hide_linked_collection_name: true }, {}],
  [{}, { hide_linked_collection_name: true }]
])('the title of a database is hidden by %j in its block or %j in its view', async (own, shown) => {
  const { app } = await openSite({
    workspace: withCollections(
      { collection_id: HOME, format: own },
      {
        collections: [
          { ...collection(HOME, 'Lamps'), description: [['All of them.']] } as Collection
        ],
        views: [view(511, { format: shown })],
        blocks: [row(620, HOME)]
      }
    )
  })
  const [html, markdown] = await Promise.all(['/', '/index.md'].map((path) => app.inject(path)))
  expect(html?.body).toMatch(/All of them\..*Row 620/s)
  expect(html?.body).not.toContain('class="collection-name')
  expect(markdown?.body).toMatch(/All of them\..*Row 620/s)
  expect(markdown?.body).not.toContain('Lamps')
})
