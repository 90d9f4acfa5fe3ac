import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'

import { type WorkspaceApi, startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'

const [PAGE, LINE, TOGGLE, INNER, OTHER] = [2, 3, 4, 5, 6].map(testId) as [
  string,
  string,
  string,
  string,
  string
]
const [HOME, VIEW, ROW] = [testId(500), testId(501), testId(502)]
const BLOCKS = [ROOT_ID, PAGE, LINE, TOGGLE, INNER, OTHER, ROW]

/**
 * The root has a page (with a text, and a text in a toggle), another page, and a collection with a
 * row.
 */
function workspace(): WorkspaceFile {
  const below = (number: number) => ({ parent_id: testId(number) })
  const row = { parent_table: 'collection', parent_id: HOME }
  const file = workspaceOf(
    [PAGE, OTHER],
    [
      pageBlock(2, 'Page', { content: [LINE, TOGGLE] }),
      textBlock(3, 'line', below(2)),
      record(4, { type: 'toggle', content: [INNER], ...below(2) }),
      textBlock(5, 'inner', below(4)),
      pageBlock(6, 'Other'),
      pageBlock(502, 'Row', row)
    ]
  )
  // Only the fields that responses use.
  file.collection[HOME] = { id: HOME, version: 1, schema: {} } as never
  file.collection_view[VIEW] = { id: VIEW, version: 1, name: 'View' } as never
  return file
}

const Fields = z.looseObject({ version: z.number(), last_edited_time: z.number().optional() })
const Table = z
  .record(z.string(), z.looseObject({ role: z.string(), value: Fields.optional() }))
  .default({})
const RecordsResponse = z.object({
  recordMap: z.object({ block: Table, collection: Table, collection_view: Table })
})

/** Requests records by id; undefined for records that are missing or have no value. */
async function read(api: WorkspaceApi, ids: string[], table = 'block') {
  const requests = ids.map((id) => ({ table, id, version: -1 }))
  const { recordMap } = RecordsResponse.parse(await post(api, 'syncRecordValuesMain', { requests }))
  const boxes = recordMap[table as 'block']
  return Object.fromEntries(ids.map((id) => [id, boxes[id]?.value]))
}

async function post(api: WorkspaceApi, endpoint: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const url = `${api.baseUrl}/${endpoint}`
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

async function openApi(served = workspace(), isOwned = false) {
  const api = await startWorkspaceApi({ workspace: served, shape: 'flat', isOwned })
  onTestFinished(() => api.close())
  return api
}

/** Applies an edit and returns the ids of the blocks whose version changed. */
async function changedBy(edit: (api: WorkspaceApi) => void): Promise<string[]> {
  const api = await openApi()
  const before = await read(api, BLOCKS)
  edit(api)
  const after = await read(api, BLOCKS)
  return BLOCKS.filter((id) => after[id]?.version !== before[id]?.version)
}

test.each<[string, string[], (edit: WorkspaceApi['edit']) => void]>([
  ['the text of a line', [PAGE, LINE], (edit) => edit.setText(LINE, 'new')],
  ['a nested line', [PAGE, INNER], (edit) => edit.setText(INNER, 'new')],
  ['a title', [PAGE], (edit) => edit.setText(PAGE, 'new')],
  ['a property of a row', [ROW], (edit) => edit.setProperty(ROW, 'cost', [['3']])],
  ['a new line', [PAGE], (edit) => edit.add(PAGE, textBlock(9, 'new'))],
  ['a new page', [PAGE], (edit) => edit.add(PAGE, pageBlock(9, 'New'))],
  ['a new row', [], (edit) => edit.addRow(HOME, pageBlock(9, 'New'))],
  ['a line that moves', [PAGE, LINE, OTHER], (edit) => edit.move(LINE, OTHER)],
  ['a line in the trash', [PAGE, LINE], (edit) => edit.trash(LINE)],
  ['a page in the trash', [ROOT_ID, PAGE, LINE, TOGGLE, INNER], (edit) => edit.trash(PAGE)],
  ['a view', [], (edit) => edit.changeView(VIEW, { name: 'New' })],
  ['a collection', [], (edit) => edit.changeCollection(HOME, { icon: '🪔' })]
])('an edit of %s changes the versions of %j only', async (_, moved, edit) => {
  expect(await changedBy((api) => edit(api.edit))).toEqual(moved)
})

test('each edit increments the version by one, and edit times are whole minutes', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 1, 12, 30, 59), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const api = await openApi()
  const before = (await read(api, [LINE]))[LINE]?.version ?? 0
  api.edit.setText(LINE, 'one')
  api.edit.setText(LINE, 'two')
  const after = await read(api, [LINE, PAGE])
  const time = Date.UTC(2026, 4, 1, 12, 30)
  expect(after[LINE]).toMatchObject({ version: before + 2, last_edited_time: time })
  expect(after[PAGE]).toMatchObject({ version: before + 2, last_edited_time: time })
})

test('edits change the served workspace, not the given one', async () => {
  const given = workspace()
  const api = await openApi(given)
  api.edit.setText(LINE, 'new')
  api.edit.trash(OTHER)
  api.edit.changeView(VIEW, { name: 'New' })
  expect(await read(api, [LINE])).toMatchObject({ [LINE]: { properties: { title: [['new']] } } })
  expect(given).toEqual(workspace())
})

test('an owned workspace is edited in place', async () => {
  const given = workspace()
  const api = await openApi(given, true)
  api.edit.trash(OTHER)
  expect(given.block[ROOT_ID]?.content).toEqual([PAGE])
})

test('a page in the trash is unlisted and not alive, with its descendants, until it is restored', async () => {
  const api = await openApi()
  api.edit.trash(PAGE)
  expect(await read(api, [ROOT_ID, PAGE, INNER])).toMatchObject({
    [ROOT_ID]: { content: [OTHER] },
    [PAGE]: { alive: false },
    [INNER]: { alive: false }
  })
  api.edit.restore(PAGE)
  expect(await read(api, [ROOT_ID, PAGE, INNER])).toMatchObject({
    [ROOT_ID]: { content: [OTHER, PAGE] },
    [PAGE]: { alive: true },
    [INNER]: { alive: true }
  })
})

test('a deleted block is not sent, and is listed only if the editor keeps it', async () => {
  const api = await openApi()
  api.edit.erase(LINE)
  api.edit.erase(OTHER, true)
  const found = await read(api, [ROOT_ID, PAGE, LINE, OTHER])
  expect(found).toMatchObject({
    [ROOT_ID]: { content: [PAGE, OTHER] },
    [PAGE]: { content: [TOGGLE] }
  })
  expect(found).toMatchObject({ [LINE]: undefined, [OTHER]: undefined })
})

test('an added or moved block has the requested position', async () => {
  const api = await openApi()
  api.edit.add(PAGE, textBlock(9, 'new'), 1)
  api.edit.move(INNER, PAGE, 0)
  const parent = { parent_id: PAGE, parent_table: 'block' }
  expect(await read(api, [PAGE, TOGGLE, INNER, testId(9)])).toMatchObject({
    [PAGE]: { content: [INNER, LINE, testId(9), TOGGLE] },
    [TOGGLE]: { content: [] },
    [INNER]: parent,
    [testId(9)]: parent
  })
})

test('a private page has no value, and is unchanged when shared again', async () => {
  const api = await openApi()
  const before = await read(api, [PAGE])
  api.edit.setPrivate(PAGE, true)
  expect(await read(api, [PAGE])).toEqual({ [PAGE]: undefined })
  api.edit.setPrivate(PAGE, false)
  expect(await read(api, [PAGE])).toEqual(before)
})

test('queries reflect earlier edits', async () => {
  const api = await openApi()
  const reducers = { collection_group_results: { type: 'results', limit: 9 } }
  const query = { collection: { id: HOME }, collectionView: { id: VIEW }, loader: { reducers } }
  const found = async () => JSON.stringify(await post(api, 'queryCollection', query))
  const rows = [503, 504, 505].map((number) => pageBlock(number, 'New'))
  expect(await found()).toContain(`"blockIds":["${ROW}"]`)

  for (const row of rows) api.edit.addRow(HOME, row)
  api.edit.trash(ROW)
  expect(await found()).toContain(`"blockIds":${JSON.stringify(rows.map(({ id }) => id))}`)
  api.edit.erase(testId(503))
  api.edit.move(testId(504), PAGE)
  expect(await found()).toContain(`"blockIds":["${testId(505)}"]`)
  api.edit.change(testId(505), { parent_id: testId(999) })
  expect(await found()).toContain('"blockIds":[]')
})

test('changed views and collections get the next version, and a new view is listed by its block', async () => {
  const api = await openApi()
  api.edit.changeView(VIEW, { name: 'New' })
  api.edit.changeCollection(HOME, { icon: '🪔' })
  api.edit.addView(OTHER, { id: testId(504), version: 1, name: 'Second' } as never)
  expect(await read(api, [VIEW], 'collection_view')).toMatchObject({
    [VIEW]: { version: 2, name: 'New' }
  })
  expect(await read(api, [HOME], 'collection')).toMatchObject({ [HOME]: { version: 2 } })
  expect(await read(api, [OTHER])).toMatchObject({ [OTHER]: { view_ids: [testId(504)] } })
})
