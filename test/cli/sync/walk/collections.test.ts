import { expect, test, vi } from 'vitest'

import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { testId, textBlock } from '../../../support/workspaces/records.ts'
import type { SyncedMirror } from '../../../support/sites/mirror-dir.ts'
import { openSyncedMirror, openSyncedSite } from '../synced-site.ts'

const OTHER = testId(600)

test('a former board view uses its current grouping and a single filter', async () => {
  const options = ['low', 'high'].map((value) => ({ id: value, value, color: 'gray' }))
  const schema = {
    rank: { name: 'Rank', type: 'select', options },
    kind: { name: 'Kind', type: 'select', options }
  }
  const listed = (property: string) =>
    ['low', 'high'].map((value) => ({ property, value: { type: 'select', value } }))
  const format = {
    board_columns_by: { property: 'rank', type: 'select' },
    board_columns: listed('rank'),
    collection_group_by: { property: 'kind', type: 'select' },
    collection_groups: listed('kind')
  }
  const rule = {
    property: 'rank',
    filter: { operator: 'enum_is', value: { type: 'exact', value: 'high' } }
  }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps', schema)],
      views: [view(510, { query2: { filter: rule } }), view(511, { format })],
      blocks: [
        row(520, HOME, { rank: [['low']], kind: [['high']] }),
        row(521, HOME, { rank: [['high']], kind: [['low']] })
      ]
    }
  )
  const { mirror, result } = await openSyncedMirror({ workspace })
  expect(result.report.stored.rows).toBe(2)
  const rows = `
    select view_id, json_extract(value, '$.value'), block_id from collection_view_group as grp
      join collection_view_row as row on row.view_id = grp.view_id and group_position = grp.position
     order by 1, 2`
  expect(
    mirror.$client.prepare(rows.replace('select view_id', 'select grp.view_id')).raw().all()
  ).toEqual([
    [testId(510), null, testId(521)],
    [testId(511), 'high', testId(520)],
    [testId(511), 'low', testId(521)]
  ])
})

test('a collection that only a view references is read with its rows', async () => {
  const pointer = { collection_pointer: { id: HOME, table: 'collection' } }
  const workspace = withCollections(
    {},
    {
      collections: [collection(HOME, 'Lamps')],
      views: [view(510, { format: pointer })],
      blocks: [row(520, HOME), row(521, HOME)]
    }
  )
  const { mirror, app, result } = await openSyncedSite({ workspace })
  const titles = mirror.$client.prepare('select title from page order by position').pluck().all()
  expect(titles).toEqual(['Home', 'Row 520', 'Row 521'])
  expect(result.report).toMatchObject({ absent: [], failed: [] })
  expect((await app.inject('/')).body).toContain('Row 521')
})

test('a block with views of two data sources shows the rows of both', async () => {
  const pointer = { collection_pointer: { id: OTHER, table: 'collection' } }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps'), collection(OTHER, 'Oils')],
      views: [view(510, {}), view(511, { format: pointer })],
      blocks: [row(520, HOME), row(530, OTHER)]
    }
  )
  const { mirror, app } = await openSyncedSite({ workspace })
  const rows = mirror.$client
    .prepare(
      'select collection_id, block_id from collection_view_row join collection_view on id = view_id order by view_id'
    )
    .raw()
    .all()
  expect(rows).toEqual([
    [HOME, testId(520)],
    [OTHER, testId(530)]
  ])
  expect((await app.inject('/')).body).toContain('Row 520')
  const second = `/?v=${testId(511).replaceAll('-', '')}`
  expect((await app.inject(second)).body).toContain('Row 530')
})

test('a board with subgroups stores the rows of every pair of groups', async () => {
  const options = (...values: string[]) => values.map((value) => ({ id: value, value }))
  const schema = {
    rank: { name: 'Rank', type: 'select', options: options('low', 'high') },
    kind: { name: 'Kind', type: 'select', options: options('oil', 'wax') }
  }
  const format = {
    board_columns_by: { property: 'rank', type: 'select' },
    collection_group_by: { property: 'kind', type: 'select' }
  }
  const cells = [
    ['low', 'oil'],
    ['low', 'wax'],
    ['high', 'oil'],
    ['high', 'oil']
  ]
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps', schema)],
      views: [view(510, { type: 'board', format })],
      blocks: cells.map(([rank, kind], index) =>
        row(520 + index, HOME, { rank: [[rank]], kind: [[kind]] })
      )
    }
  )
  const { mirror } = await openSyncedMirror({ workspace })
  const groups = mirror.$client
    .prepare(
      `select json_extract(value, '$.value'), json_extract(subgroup, '$.value'), total,
              (select count(*) from collection_view_row as row
                where row.view_id = grp.view_id and row.group_position = grp.position)
         from collection_view_group as grp order by 1, 2`
    )
    .raw()
    .all()
  expect(groups.filter((group) => (group as number[])[2]! > 0)).toEqual([
    ['high', 'oil', 2, 2],
    ['low', 'oil', 1, 1],
    ['low', 'wax', 1, 1]
  ])
})

test('a board with too many pairs of groups is not read; its rows and other views are', async () => {
  const groups = (property: string) =>
    Array.from({ length: 71 }, (_, index) => ({
      property,
      value: { type: 'select', value: `${index}` }
    }))
  const format = {
    board_columns_by: { property: 'rank', type: 'select' },
    board_columns: groups('rank'),
    collection_group_by: { property: 'kind', type: 'select' },
    collection_groups: groups('kind')
  }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps')],
      views: [view(510, { type: 'board', format }), view(511, {})],
      blocks: [row(520, HOME)]
    }
  )
  const { result, mirror } = await openSyncedMirror({ workspace })
  const reason = 'it has 5041 combinations of groups and subgroups, more than 5000'
  expect(result.report.failed).toMatchObject([{ id: testId(510), reason }])
  const shown = mirror.$client.prepare('select view_id, block_id from collection_view_row').raw()
  expect(shown.all()).toEqual([[testId(511), testId(520)]])
})

test('"today" in a filter follows the clock and the time zone of the site', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 1, 23, 30) })
  try {
    const today = { type: 'relative', value: 'today' }
    const filter = { property: 'on', filter: { operator: 'date_is', value: today } }
    const workspace = withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Evenings', { on: { name: 'On', type: 'date' } })],
        views: [view(510, { query2: { filter: { operator: 'and', filters: [filter] } } })],
        blocks: ['2026-06-01', '2026-06-02'].map((day, index) =>
          row(520 + index, HOME, {
            on: [['‣', [['d', { type: 'date', start_date: day }]]]]
          })
        )
      }
    )
    const shown = ({ mirror }: SyncedMirror) =>
      mirror.$client.prepare('select block_id from collection_view_row').pluck().all()
    const tokyo = await openSyncedMirror({ workspace, config: { timeZone: 'Asia/Tokyo' } })
    expect(shown(tokyo)).toEqual([testId(521)])
    const site = await openSyncedMirror({ workspace, config: { timeZone: 'UTC' } })
    expect(shown(site)).toEqual([testId(520)])
    vi.setSystemTime(Date.UTC(2026, 5, 2))
    await site.sync()
    expect(shown(site)).toEqual([testId(521)])
  } finally {
    vi.useRealTimers()
  }
})

test('only views that depend on the time are queried in every run', async () => {
  const week = { type: 'relative', value: 'this_week' }
  const filter = { property: 'on', filter: { operator: 'date_is_within', value: week } }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Evenings', { on: { name: 'On', type: 'date' } })],
      views: [
        view(510, {}),
        view(511, { query2: { filter: { operator: 'and', filters: [filter] } } }),
        view(512, { query2: { sort: [{ property: 'title', direction: 'ascending' }] } })
      ],
      blocks: [row(520, HOME), textBlock(521, 'no row')]
    }
  )
  const { api, sync } = await openSyncedMirror({ workspace })
  const start = api.requests.length
  await sync()
  const queried = api.requests.slice(start).flatMap(({ endpoint, body }) => {
    const { collectionView } = body as { collectionView: { id: string } }
    return endpoint === 'queryCollection' ? [collectionView.id] : []
  })
  expect(queried.toSorted()).toEqual([testId(510), testId(511)])
})

test('collections of more than a thousand rows are complete, in every view', async () => {
  const numbers = Array.from({ length: 1200 }, (_, index) => 10_000 + index)
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Many')],
      views: [
        view(510, {}),
        view(511, { query2: { sort: [{ property: 'title', direction: 'descending' }] } })
      ],
      blocks: numbers.map((number) => row(number, HOME))
    }
  )
  const { mirror, api, sync } = await openSyncedMirror({ workspace })
  const counts = 'select count(*) from collection_view_row group by view_id'
  expect(mirror.$client.prepare(counts).pluck().all()).toEqual([1200, 1200])

  const start = api.requests.length
  await sync()
  const queries = api.requests.slice(start).filter(({ endpoint }) => endpoint === 'queryCollection')
  expect(queries).toHaveLength(1)
})
