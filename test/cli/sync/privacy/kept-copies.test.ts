import { expect, test } from 'vitest'

import type { SyncedMirror } from '../../../support/sites/mirror-dir.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../../support/workspaces/records.ts'
import { openSyncedMirror } from '../synced-site.ts'

const [ROW, PAGE, TEXT] = [testId(520), testId(2), testId(6)]
const open = { name: 'Public', type: 'checkbox' }
const ticked = { open: [['Yes']] }

/** Two rows of a collection with a `Public` checkbox. */
function openRows(): Promise<SyncedMirror> {
  const records = {
    collections: [collection(HOME, 'Lamps', { open })],
    views: [view(510, {})],
    blocks: [row(520, HOME, ticked), row(521, HOME, ticked)]
  }
  return openSyncedMirror({ workspace: withCollections({ collection_id: HOME }, records) })
}

function openPage(): Promise<SyncedMirror> {
  const blocks = [pageBlock(2, 'Page', { content: [TEXT] })]
  const text = textBlock(6, 'words', { parent_id: PAGE })
  return openSyncedMirror({ workspace: workspaceOf([PAGE], [...blocks, text]) })
}

function titles({ mirror }: SyncedMirror): unknown[] {
  return mirror.$client.prepare('select title from page order by title').pluck().all()
}

/** Damages a field of a block that does not decide whether it is published. */
function damage({ api }: SyncedMirror, id: string): void {
  api.substitutes.set(id, { ...api.edit.read(id), format: ['x'] })
}

test.each([
  ['is switched off', { title: [['Row 520']] }],
  ['is switched off and the row has no values', undefined]
])('a damaged row leaves the site when its Public checkbox %s', async (_, properties) => {
  const site = await openRows()
  site.api.edit.change(ROW, { properties })
  damage(site, ROW)
  await site.sync()
  expect(titles(site)).toEqual(['Home', 'Row 521'])
})

test('a damaged row leaves the site when it is moved to the trash, and new rows are found', async () => {
  const site = await openRows()
  site.api.edit.trash(ROW)
  damage(site, ROW)
  site.api.edit.addRow(HOME, row(522, HOME, ticked))
  await site.sync()
  expect(titles(site)).toEqual(['Home', 'Row 521', 'Row 522'])
})

test.each([
  ['is in the trash', { alive: false }],
  ['is in another space', { space_id: testId(999) }],
  ['is a template', { is_template: true }]
])('a damaged page leaves the site when it %s', async (_, fields) => {
  const site = await openPage()
  site.api.edit.change(PAGE, fields)
  damage(site, PAGE)
  await site.sync()
  expect(titles(site)).toEqual(['Home'])
})

test('a new Public checkbox of a damaged collection applies to its rows', async () => {
  const records = {
    collections: [collection(HOME, 'Lamps')],
    views: [view(510, {})],
    blocks: [row(520, HOME), row(521, HOME, ticked)]
  }
  const workspace = withCollections({ collection_id: HOME }, records)
  const site = await openSyncedMirror({ workspace })
  site.api.substitutes.set(HOME, { ...collection(HOME, 'Lamps', { open }), icon: 5, version: 2 })
  const { report } = await site.sync()
  expect(report.failed).toMatchObject([{ table: 'collection', id: HOME, outcome: 'kept' }])
  expect(titles(site)).toEqual(['Home', 'Row 521'])
})

test('a new Public checkbox applies to rows while the query of their collection is refused', async () => {
  const records = {
    collections: [collection(HOME, 'Lamps')],
    views: [view(510, {})],
    blocks: [row(520, HOME), row(521, HOME)]
  }
  const workspace = withCollections({ collection_id: HOME }, records)
  const site = await openSyncedMirror({ workspace })
  const { schema } = collection(HOME, 'Lamps', { open })
  site.api.edit.changeCollection(HOME, { schema })
  site.api.edit.setProperty(testId(521), 'open', [['Yes']])
  site.api.faults.set({ faults: ['bad-request'], endpoint: 'queryCollection' })
  for (let run = 0; run < 2; run++) {
    await site.sync()
    expect(titles(site)).toEqual(['Home', 'Row 521'])
  }
})
