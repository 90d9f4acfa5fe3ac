import path from 'node:path'

import Database from 'better-sqlite3'
import type { Collection } from 'notion-types'
import { expect, onTestFinished, test } from 'vitest'

import { RawBox } from '../../../../demo/api/record-boxes.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../../demo/builder/workspace-file.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

async function open(workspace: WorkspaceFile) {
  const api = await startWorkspaceApi({ workspace: structuredClone(workspace) })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = (isFull = false) =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir, isFull, isShrinkAllowed: true })
  const titles = () => {
    const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
    const found = mirror.prepare('select title from page order by title').pluck().all()
    mirror.close()
    return found
  }
  return { api, sync, titles }
}

const [PAGE, LINE] = [testId(2), testId(3)]
const boxes: [string, object][] = [
  ['a role and an empty value', { role: 'none', value: {} }],
  ['a nested role and an empty value', { spaceId: 'x', value: { role: 'none', value: {} } }],
  ['the role none and a stub', { role: 'none', value: { id: PAGE } }],
  ['a role that reads nothing', { role: 'reader', value: {} }]
]

test.each(boxes)('a page returned as %s leaves the site', async (_what, box) => {
  const page = pageBlock(2, 'The lantern', { content: [LINE] })
  const line = textBlock(3, 'burns', { parent_id: PAGE })
  const { api, sync, titles } = await open(workspaceOf([PAGE], [page, line]))
  await sync()
  api.substitutes.set(PAGE, new RawBox(box))
  for (const isFull of [false, true]) {
    expect((await sync(isFull)).report.failed).toEqual([])
    expect(titles()).toEqual(['Home'])
  }
})

/** A collection with a public row and one that is not public. */
const switched = withCollections(
  { collection_id: HOME },
  {
    collections: [collection(HOME, 'Lamps', { pub: { name: 'Public', type: 'checkbox' } })],
    views: [view(510, {})],
    blocks: [row(520, HOME, { pub: [['Yes']] }), row(521, HOME)]
  }
)
const sent = (): Collection => structuredClone(switched.collection[HOME]!)
const withPub = (pub: unknown) => ({ ...sent(), schema: { ...sent().schema, pub } })
const collections: [string, unknown][] = [
  ['no schema', { ...sent(), schema: undefined }],
  ['a schema that is null', { ...sent(), schema: null }],
  ['a property that is null', withPub(null)],
  ['a property that is text', withPub('x')],
  ['a property without a type', withPub({ name: 'Public' })],
  ['no record', new RawBox({ role: 'none', value: {} })]
]

test.each(collections)(
  'a collection with %s shows no row with an unticked Public checkbox',
  async (_what, damaged) => {
    for (const isPublished of [false, true]) {
      const { api, sync, titles } = await open(switched)
      if (isPublished) await sync()
      api.substitutes.set(HOME, damaged)
      await sync()
      expect(titles()).not.toContain('Row 521')
      expect(titles()).toContain('Home')
    }
  }
)

const form = view(510, { type: 'form_editor', name: 'Tell us' })
const isRow520 = { operator: 'string_is', value: { type: 'exact', value: 'Row 520' } }
const approved = view(511, { query2: { filter: { property: 'title', filter: isRow520 } } })
const forms = withCollections(
  { collection_id: HOME },
  {
    collections: [collection(HOME, 'Sightings')],
    views: [form, approved],
    blocks: [row(520, HOME), row(521, HOME)]
  }
)
const formViews: [string, unknown][] = [
  ['whose type is not a string', { ...form, type: 7 }],
  ['that is not a record', 'x'],
  ['that may not be read', new RawBox({ role: 'none' })]
]

test.each(formViews)('a form view %s publishes no response', async (_what, damaged) => {
  for (const isPublished of [false, true]) {
    const { api, sync, titles } = await open(forms)
    if (isPublished) await sync()
    api.substitutes.set(form.id, damaged)
    await sync()
    expect(titles()).toEqual(['Home', 'Row 520'])
  }
})
