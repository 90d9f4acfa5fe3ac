import type { Collection } from 'notion-types'
import { expect, test } from 'vitest'

import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
import { testId } from '../../../support/workspaces/records.ts'
import { openSyncedMirror } from '../synced-site.ts'

const FILTERED = testId(511)
const BOARD = testId(511)
const rank = { name: 'Rank', type: 'select', options: [{ value: 'high' }, { value: 'low' }] }
const isHigh = { operator: 'enum_is', value: { type: 'exact', value: 'high' } }

/** A collection of three rows with the rank "high" and one with "low", and a view of the first. */
async function openLamps() {
  const ranks = [520, 521, 522, 523].map((number) =>
    row(number, HOME, { rank: [[number < 523 ? 'high' : 'low']] })
  )
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps', { rank })],
      views: [
        view(510, {}),
        view(511, { query2: { filter: { property: 'rank', filter: isHigh } } })
      ],
      blocks: ranks
    }
  )
  const { api, sync, mirror } = await openSyncedMirror({ workspace })
  const ask = (sql: string) => mirror.$client.prepare(sql).pluck().all()
  const refuseTwice = async (ids?: string[]) => {
    api.faults.set({ faults: ['bad-request'], endpoint: 'queryCollection', ...(ids && { ids }) })
    await sync()
    await sync()
    api.faults.set(undefined)
    return (await sync()).report.failed
  }
  return { api, sync, ask, refuseTwice }
}

test('changes of a collection whose query was refused in two runs are published after it', async () => {
  const { api, ask, refuseTwice } = await openLamps()
  const open = { name: 'Public', type: 'checkbox' }
  const { schema } = collection(HOME, 'Lamps', { rank, open })
  const changed: Partial<Collection> = { name: [['Lanterns']], schema }
  api.edit.changeCollection(HOME, changed as never)
  expect(await refuseTwice()).toEqual([])
  expect(ask('select name from collection')).toEqual(['Lanterns'])
  // No row is public.
  expect(ask('select title from page')).toEqual(['Home'])
})

test('changes of a view whose query was refused in two runs are published after it', async () => {
  const { api, ask, refuseTwice } = await openLamps()
  api.edit.changeView(FILTERED, { name: 'Renamed', type: 'gallery' })
  expect(await refuseTwice([FILTERED])).toEqual([])
  const names = `select name || ' ' || type from collection_view where id = '${FILTERED}'`
  expect(ask(names)).toEqual(['Renamed gallery'])
})

test('a response that counts rows and has none empties no view', async () => {
  const { api, sync, ask } = await openLamps()
  const shown = `select count(*) from collection_view_row where view_id = '${FILTERED}'`
  api.edit.setProperty(testId(523), 'rank', [['high']])
  api.faults.set({ faults: ['no-rows'], endpoint: 'queryCollection', ids: [FILTERED] })
  const { failed } = (await sync()).report
  expect(failed).toMatchObject([{ table: 'collection_view', id: FILTERED, is_kept: true }])
  expect(ask(shown)).toEqual([3])
  api.faults.set(undefined)
  expect((await sync()).report.failed).toEqual([])
  expect(ask(shown)).toEqual([4])
})

/** A board of rows in groups. */
async function openBoard() {
  const { api, sync, mirror } = await openSyncedMirror({ workspace: randomWorkspace(2) })
  const rows = mirror.$client
    .prepare<[string], string>(
      `select block_id from collection_view_row where view_id = ? order by group_position, position`
    )
    .pluck()
  return { api, sync, rows: () => rows.all(BOARD) }
}

test('a response whose groups count rows and have none empties no board', async () => {
  const { api, sync, rows } = await openBoard()
  const before = rows()
  expect(before.length).toBeGreaterThan(1)
  api.edit.changeView(BOARD, { name: 'Renamed' })
  api.faults.set({ faults: ['no-rows'], endpoint: 'queryCollection', ids: [BOARD] })
  expect((await sync()).report.failed).toMatchObject([{ id: BOARD, is_kept: true }])
  expect(rows()).toEqual(before)
  api.faults.set(undefined)
  expect((await sync()).report.failed).toEqual([])
  expect(rows()).toEqual(before)
})
