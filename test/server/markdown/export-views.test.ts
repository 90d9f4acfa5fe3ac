import { expect, test } from 'vitest'

import { bodyOf } from '../../support/sites/exported.ts'
import { openSite } from '../../support/sites/site.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import { testId } from '../../support/workspaces/records.ts'

const grouped = (number: number, property: string, rule: object) =>
  view(number, { name: '', format: { collection_group_by: { property, ...rule } } })

/** The lines in bold in the Markdown of a page with these views: the collection, then its groups. */
async function groupNames(schema: object, views: ReturnType<typeof view>[], values: object[]) {
  const site = await openSite({
    workspace: withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Lamps', schema)],
        views,
        blocks: values.map((properties, index) => row(520 + index, HOME, properties))
      }
    )
  })
  const body = bodyOf((await site.app.inject('/index.md')).body)
  return [...body.matchAll(/^\*\*(.*)\*\*$/gm)].map(([, name]) => name).slice(1)
}

test('groups by date are named by their days', async () => {
  const date = { type: 'date', start_date: '2026-02-03' }
  const views = ['day', 'week'].map((groupBy, index) =>
    grouped(511 + index, 'd', { type: 'date', groupBy })
  )
  const names = await groupNames({ d: { name: 'When', type: 'date' } }, views, [
    { d: [['‣', [['d', date]]]] },
    {}
  ])
  expect(names).toEqual(['2026-02-03', 'No When', '2026-02-02 → 2026-02-08', 'No When'])
})

test('a group that has only its last day is named by it, and a hidden one is left out', async () => {
  const range = { type: 'daterange', end_date: '2026-02-03' }
  const groups = [
    { property: 'd', value: { type: 'date', value: { type: 'day', range } } },
    { property: 'd', value: { type: 'date' }, hidden: true }
  ]
  const listed = grouped(511, 'd', { type: 'date', groupBy: 'day' })
  Object.assign(listed.format, { collection_groups: groups })
  const names = await groupNames(
    { d: { name: 'When', type: 'date' } },
    [listed],
    [{ d: [['‣', [['d', { type: 'date', start_date: '2026-02-03' }]]]] }, {}]
  )
  expect(names).toEqual(['2026-02-03'])
})

test('groups by people and pages that are missing have no ids as names', async () => {
  const schema = {
    u: { name: 'Who', type: 'person' },
    r: { name: 'With', type: 'relation', collection_id: HOME }
  }
  const views = [grouped(511, 'u', { type: 'person' }), grouped(512, 'r', { type: 'relation' })]
  const values = [{ u: [['‣', [['u', testId(901)]]]], r: [['‣', [['p', testId(902)]]]] }]
  expect(await groupNames(schema, views, values)).toEqual(['someone', 'a page that is not here'])
})

test('dashboards that contain each other are written once', async () => {
  const dashboard = (number: number, shown: number) =>
    view(number, {
      type: 'dashboard',
      format: { rows: [{ widgets: [{ view_id: testId(shown) }] }] }
    })
  const { app } = await openSite({
    workspace: withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Lamps')],
        views: [dashboard(511, 512), dashboard(512, 511)],
        blocks: [row(520, HOME)]
      }
    )
  })
  const { body } = await app.inject('/index.md')
  expect(body.match(/_View \d+_/g)).toEqual(['_View 511_', '_View 512_'])
})
