import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import type { WorkspaceEditor } from '../../../../demo/api/workspace-editor.ts'
import { readWorkspaceFile } from '../../../../demo/builder/read-workspace-file.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { ROOT_ID, pageBlock, record, testId } from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { openSyncedMirror } from '../synced-site.ts'

const LEFT_OUT = testId(521)
const filter = {
  property: 'title',
  filter: { operator: 'string_is', value: { type: 'exact', value: 'Row 521' } }
}
const only = view(511, { query2: { filter } })

/** A collection of two rows; the query for all rows returns one. */
function withLeftOutRow() {
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps')],
      views: [view(510, {}), only],
      blocks: [row(520, HOME), row(521, HOME)]
    }
  )
  return { ...workspace, viewOnlyIds: [LEFT_OUT] }
}

test('a row that only a view lists is found, and an unchanged run queries no view', async () => {
  const { api, sync, mirror, result } = await openSyncedMirror({ workspace: withLeftOutRow() })
  expect([result.report.failed, result.report.stored.rows]).toEqual([[], 2])
  for (let run = 0; run < 2; run++) {
    const start = api.requests.length
    const { report, isPublished } = await sync()
    expect([report.failed, isPublished]).toEqual([[], false])
    const queries = api.requests.slice(start).filter((call) => call.endpoint === 'queryCollection')
    expect(queries).toHaveLength(1)
  }
  const sql = 'select count(*) from sync_run where exit_code <> 0'
  expect(mirror.$client.prepare(sql).pluck().get()).toBe(0)
})

test('an edit of a row that only a view lists is published', async () => {
  const { api, sync, mirror } = await openSyncedMirror({ workspace: withLeftOutRow() })
  api.edit.setProperty(LEFT_OUT, 'note', [['anew']])
  const { report } = await sync()
  expect(report.failed).toEqual([])
  const note = `select json_extract(raw, '$.properties.note[0][0]') from block where id = ?`
  expect(mirror.$client.prepare(note).pluck().get(LEFT_OUT)).toBe('anew')
})

test('a view on a page that is read later can list such a row too', async () => {
  const workspace = withLeftOutRow()
  const block = record(601, {
    type: 'collection_view',
    parent_id: testId(600),
    view_ids: [only.id]
  })
  const far = pageBlock(600, 'Far', { content: [block.id] })
  Object.assign(block, { collection_id: HOME })
  Object.assign(workspace.block, { [far.id]: far, [block.id]: block })
  Object.assign(workspace.block[testId(501)] ?? {}, { view_ids: [testId(510)] })
  Object.assign(workspace.block[testId(520)] ?? {}, { content: [far.id] })
  const { sync, result } = await openSyncedMirror({ workspace })
  expect([result.report.failed, result.report.stored.rows]).toEqual([[], 2])
  const { report, isPublished } = await sync()
  expect([report.failed, isPublished]).toEqual([[], false])
})

test('an existing row that no query or view lists any more is not lost', async () => {
  const { api, sync, mirror } = await openSyncedMirror({ workspace: withLeftOutRow() })
  api.edit.setText(LEFT_OUT, 'Renamed')
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ table: 'collection', id: HOME, is_kept: true }])
  expect(report.failed[0]?.reason).toContain(`omits 1 existing rows, such as ${LEFT_OUT}`)
  const titles = mirror.$client.prepare('select title from page order by title').pluck().all()
  expect(titles).toEqual(['Home', 'Renamed', 'Row 520'])
})

test('a collection whose query omits a row shows its new rows and its new schema', async () => {
  const { api, sync, mirror } = await openSyncedMirror({ workspace: withLeftOutRow() })
  const ask = (sql: string) => mirror.$client.prepare(sql).pluck().all()
  const inView = `select block_id from collection_view_row where view_id = '${only.id}'`
  api.edit.setText(LEFT_OUT, 'Renamed')
  api.edit.addRow(HOME, row(522, HOME))
  const { schema } = collection(HOME, 'Lamps', { note: { name: 'Note', type: 'text' } })
  api.edit.changeCollection(HOME, { schema })
  for (const isNew of [true, false]) {
    const { report } = await sync()
    expect(report.failed).toMatchObject([{ table: 'collection', id: HOME, is_new: isNew }])
    const titles = ask('select title from page order by title')
    expect(titles).toEqual(['Home', 'Renamed', 'Row 520', 'Row 522'])
    expect(ask(`select json_extract(raw, '$.schema.note.name') from collection`)).toEqual(['Note'])
    expect(ask(inView)).toEqual([LEFT_OUT])
  }
})

test.each([
  ['is deleted', (edit) => edit.changeView(testId(510), { alive: false })],
  ['is not listed', (edit) => edit.change(testId(501), { view_ids: undefined })]
] satisfies [string, (edit: WorkspaceEditor) => void][])(
  'the rows of a collection whose only view %s stay until they are gone',
  async (_, change) => {
    const records = { collections: [collection(HOME, 'Lamps')], views: [view(510, {})] }
    const blocks = [row(520, HOME), row(521, HOME)]
    const workspace = withCollections({ collection_id: HOME }, { ...records, blocks })
    const { api, sync, mirror } = await openSyncedMirror({ workspace })
    const titles = () => mirror.$client.prepare('select title from page').pluck().all()
    change(api.edit)
    for (const isNew of [true, false]) {
      const { report } = await sync()
      const reason = 'it has no view to query its rows with'
      expect(report.failed).toMatchObject([{ id: HOME, reason, is_kept: true, is_new: isNew }])
      expect(titles()).toEqual(['Home', 'Row 520', 'Row 521'])
    }
    api.edit.trash(testId(520))
    await sync()
    expect(titles()).toEqual(['Home', 'Row 521'])
  }
)

test.each(['bad-request', 'server-error'] as const)(
  'the rows of the first query are published if the query with a larger limit gets "%s"',
  async (fault) => {
    const blocks = Array.from({ length: 1100 }, (_, index) => row(10_000 + index, HOME))
    const records = { collections: [collection(HOME, 'Lamps')], views: [view(510, {})], blocks }
    const workspace = withCollections({ collection_id: HOME }, records)
    const api = await startWorkspaceApi({ workspace })
    onTestFinished(() => api.close())
    api.faults.set({ faults: [fault], ids: ['"limit":8000'] })
    const { report } = await syncFrom(api, { config: testConfig(ROOT_ID), dataDir: tempDir() })
    expect(report.failed).toMatchObject([{ table: 'collection', id: HOME, is_new: true }])
    expect(report.failed[0]?.reason).toContain('returns only 1000 rows')
    expect(report.stored.rows).toBe(1000)
  }
)

const folder = process.env['FANSITE_RECORDINGS']
const reason = folder ? '' : ' (skipped: FANSITE_RECORDINGS names no folder with workspace.json)'

test.skipIf(!folder)(
  `a recorded workspace whose rows only views list ends unchanged runs without a failure${reason}`,
  async () => {
    const workspace = await readWorkspaceFile(path.join(folder ?? '', 'workspace.json'))
    const filtered = Object.values(workspace.block).filter(
      ({ parent_id: home }) => home === '1a425309-21c0-4ca1-8548-c5915137b566'
    )
    const viewOnlyIds = filtered.map(({ id }) => id)
    const { sync, result } = await openSyncedMirror({ workspace: { ...workspace, viewOnlyIds } })
    expect([result.report.failed, result.report.stored.rows]).toEqual([[], 5])
    for (let run = 0; run < 2; run++) {
      const { report, isPublished } = await sync()
      expect([report.failed, isPublished]).toEqual([[], false])
    }
  }
)

test('a run of one page reports no collection that a view out of scope shows', async () => {
  const block = record(601, { type: 'collection_view', parent_id: testId(600) })
  const far = pageBlock(600, 'Far', { content: [block.id] })
  Object.assign(block, { collection_id: HOME })
  const records = { collections: [collection(HOME, 'Lamps')], views: [view(510, {})] }
  const blocks = [row(520, HOME), far, block]
  const workspace = withCollections({ collection_id: HOME }, { ...records, blocks })
  workspace.block[ROOT_ID]?.content?.push(far.id)
  const { api, config, dataDir } = await openSyncedMirror({ workspace })
  const { report } = await syncFrom(api, { config, dataDir, page: far.id })
  expect([report.failed, report.stored.rows]).toEqual([[], 1])
})
