import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { recordShapes } from '../../../../demo/api/record-boxes.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { openMirrorForReading } from '../../../../db/mirror/open-mirror.ts'
import type { WorkspaceFile } from '../../../../demo/builder/workspace-file.ts'
import { buildApp } from '../../../../server/app.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { openSyncedMirror, openSyncedSite } from '../synced-site.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { patient, testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const HOME = testId(500)
const VIEW = testId(501)

function row(number: number, title: string, isPublic: boolean | undefined, more = {}) {
  const box = isPublic === undefined ? {} : { pub: [[isPublic ? 'Yes' : 'No']] }
  const properties = { title: [[title]], ...box }
  return pageBlock(number, title, {
    parent_table: 'collection',
    parent_id: HOME,
    properties,
    ...more
  })
}

/** A workspace with a collection that has a Public checkbox. */
function withRows(
  rows: ReturnType<typeof row>[],
  others: ReturnType<typeof row>[] = []
): WorkspaceFile {
  const shown = record(2, { type: 'collection_view', collection_id: HOME, view_ids: [VIEW] })
  const schema = {
    title: { name: 'Name', type: 'title' },
    pub: { name: 'Public', type: 'checkbox' }
  }
  const content = [testId(2), ...others.map(({ id }) => id)]
  return {
    ...workspaceOf(content, [shown, ...rows, ...others]),
    // Only fields that a walk reads.
    collection: { [HOME]: { id: HOME, parent_id: testId(2), name: [['Rows']], schema } as never },
    collection_view: { [VIEW]: { id: VIEW, type: 'table', parent_id: testId(2) } as never }
  }
}

test('rows without a ticked Public checkbox and templates are not published, nor their unreferenced sub-pages', async () => {
  const workspace = withRows(
    [
      row(10, 'Shown', true),
      row(11, 'Off', false, { content: [testId(20)] }),
      row(12, 'Never set', undefined),
      row(13, 'Blueprint', true),
      pageBlock(20, 'Below the hidden', { parent_id: testId(11) })
    ],
    [
      textBlock(3, '', {
        properties: { title: [12, 13].map((number) => ['‣', [['p', testId(number)]]]) }
      })
    ]
  )
  Object.assign(workspace.collection[HOME]!, { template_pages: [testId(13)] })
  const { mirror, result, app } = await openSyncedSite({ workspace })
  const titles = mirror.$client.prepare('select title from page order by position').pluck().all()
  expect(titles).toEqual(['Home', 'Shown'])
  expect(result.report.absent.map(({ id, reason }) => [id, reason])).toEqual([
    [testId(11), 'switched off'],
    [testId(12), 'switched off'],
    [testId(13), 'template']
  ])
  expect(mirror.$client.prepare('select total from collection_view_group').pluck().all()).toEqual([
    1
  ])
  const { body } = await app.inject('/')
  expect(body).not.toContain('Never set')
  expect(mirror.$client.serialize().toString('latin1')).not.toContain('Never set')
})

test('the Public checkbox also applies to a row that is only linked', async () => {
  const workspace = withRows([row(10, 'Linked and off', false), row(11, 'Linked and on', true)])
  const mentions = [testId(10), testId(11)].map((id) => ['‣', [['p', id]]])
  workspace.block[testId(2)] = textBlock(2, '', { properties: { title: mentions } })
  const { mirror } = await openSyncedMirror({ workspace })
  const titles = mirror.$client.prepare('select title from page order by title').pluck().all()
  expect(titles).toEqual(['Home', 'Linked and on'])
})

test.each(recordShapes)(
  'the Public checkbox applies to the row of an alias, which is left out when unknown (%s)',
  async (shape) => {
    const alias = (number: number, target: number) =>
      record(number, { type: 'alias', format: { alias_pointer: { id: testId(target) } } })
    const workspace = withRows([row(10, 'Off', false), row(11, 'On', true)])
    workspace.block[testId(2)] = alias(2, 10)
    workspace.block[testId(3)] = alias(3, 11)
    workspace.block[ROOT_ID]!.content = [testId(2), testId(3)]
    const titles = async (privateIds: string[]) => {
      const api = await startWorkspaceApi({ workspace, shape, privateIds: new Set(privateIds) })
      onTestFinished(() => api.close())
      const dataDir = tempDir()
      await syncFrom(api, { config: testConfig(ROOT_ID), dataDir })
      const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
      onTestFinished(() => void mirror.$client.close())
      return mirror.$client.prepare('select title from page order by title').pluck().all()
    }
    expect(await titles([])).toEqual(['Home', 'On'])
    expect(await titles([HOME])).toEqual(['Home'])
  }
)

test('a changed collection on an unchanged page is read in the same run', async () => {
  const workspace = withRows([row(10, 'On', true), row(11, 'Off', false)])
  const { schema } = workspace.collection[HOME]!
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = async () => (await syncFrom(api, { config: testConfig(ROOT_ID), dataDir })).report
  const open = { title: schema['title']! }
  api.edit.changeCollection(HOME, { schema: open })
  expect((await sync()).stored.rows).toBe(2)
  api.edit.changeCollection(HOME, { schema })
  expect((await sync()).stored.rows).toBe(1)
  api.edit.setPrivate(HOME, true)
  const { stored, absent } = await sync()
  expect(stored).toMatchObject({ rows: 0, collections: 0, views: 0 })
  expect(absent.map(({ table, reason }) => [table, reason])).toContainEqual([
    'collection',
    'private'
  ])
})

test('excluded pages leave the mirror at the next sync with their sub-pages', async () => {
  const workspace = workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'Kept'),
      pageBlock(3, 'Excluded', { content: [testId(4)] }),
      pageBlock(4, 'Below', { parent_id: testId(3) })
    ]
  )
  const { mirror } = await openSyncedMirror({ workspace, config: { excludedPageIds: [testId(3)] } })
  expect(mirror.$client.prepare('select title from page order by position').pluck().all()).toEqual([
    'Home',
    'Kept'
  ])
})

test('excluded pages are hidden at once, before any sync', async () => {
  const workspace = workspaceOf(
    [testId(3)],
    [
      pageBlock(3, 'Excluded', { content: [testId(4)] }),
      pageBlock(4, 'Below lanterns', { parent_id: testId(3) })
    ]
  )
  const api = await startWorkspaceApi({ workspace })
  const dataDir = tempDir()
  await syncFrom(api, { config: testConfig(ROOT_ID), dataDir })
  const config = testConfig(ROOT_ID, { excludedPageIds: [testId(3)] })
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'error' })
  onTestFinished(async () => {
    await app.close()
    await api.close()
  })

  for (const address of ['/excluded', '/below-lanterns', `/${testId(4)}`]) {
    expect((await app.inject(address)).statusCode, address).toBe(404)
  }
  const search = await app.inject('/api/search-notion?query=lanterns')
  expect(search.json()).toMatchObject({ results: [], total: 0 })
  const info = await app.inject(`/api/notion-page-info?pageId=${testId(4)}`)
  expect(info.statusCode).toBe(404)
})

test('values of unpublished rows do not appear as group names', async () => {
  const workspace = withRows([
    row(10, 'Shown', true, {
      properties: { title: [['Shown']], pub: [['Yes']], note: [['plain']] }
    }),
    row(11, 'Off', false, { properties: { title: [['Off']], note: [['canary note']] } })
  ])
  Object.assign(workspace.collection[HOME]!.schema, { note: { name: 'Note', type: 'text' } })
  Object.assign(workspace.collection_view[VIEW]!, {
    format: { collection_group_by: { property: 'note', type: 'text' } }
  })
  const { mirror } = await openSyncedMirror({ workspace })
  const values = mirror.$client.prepare('select value from collection_view_group').pluck().all()
  expect(values).toEqual(['{"type":"text","value":{"type":"exact","value":"plain"}}'])
  expect(mirror.$client.serialize().toString('latin1')).not.toContain('canary')
})

test('a database of another workspace is not published, nor its name and properties', async () => {
  const workspace = withRows([row(10, 'Shown', true)])
  const foreign = { space_id: testId(999), name: [['Canary name']] }
  Object.assign(workspace.collection[HOME] ?? {}, foreign)
  const { mirror, result } = await openSyncedMirror({ workspace })
  expect(result.report.absent).toContainEqual(
    expect.objectContaining({ table: 'collection', id: HOME, reason: 'foreign' })
  )
  expect(mirror.$client.serialize().includes('Canary name')).toBe(false)
})

test('the report in the mirror does not name a row whose collection is excluded and damaged', async () => {
  const home = record(2, { type: 'collection_view_page', collection_id: HOME, view_ids: [VIEW] })
  const mention = { properties: { title: [['‣', [['p', testId(10)]]]] } }
  const workspace = withRows([row(10, 'Zebu', true)])
  workspace.block[testId(2)] = home
  workspace.block[testId(3)] = textBlock(3, '', mention)
  workspace.block[ROOT_ID]!.content = [testId(2), testId(3)]
  const site = await openSyncedSite({ workspace })
  site.api.substitutes.set(HOME, { ...workspace.collection[HOME], schema: 'no', parent_id: 7 })
  const config = { ...site.config, excludedPageIds: [testId(2)] }
  const { report } = await syncFrom(site.api, { config, dataDir: site.dataDir })
  expect(report.failed).toMatchObject([{ table: 'collection', title: null }])
  expect(site.mirror.$client.serialize().includes('Zebu')).toBe(false)
})
