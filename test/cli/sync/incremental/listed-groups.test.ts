import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { testId } from '../../../support/workspaces/records.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { openSyncedMirror } from '../synced-site.ts'

const OTHER = testId(602)

/** A board that lists two texts and an option; one row is public, the other can be switched off. */
async function openBoard() {
  const values = ['early', 'late'].map((value) => ({ type: 'text', value }))
  const board_columns = [...values, { type: 'select', value: 'none' }].map((value) => ({
    property: 'note',
    hidden: false,
    value
  }))
  const format = { board_columns_by: { property: 'note', type: 'text' }, board_columns }
  const schema = {
    note: { name: 'Note', type: 'text' },
    on: { name: 'Public', type: 'checkbox' }
  }
  const rows = ['early', 'late'].map((note, index) =>
    row(601 + index, HOME, { note: [[note]], on: [['Yes']] })
  )
  const records = {
    collections: [collection(HOME, 'Things', schema)],
    views: [view(510, { type: 'board', format })],
    blocks: rows
  }
  const site = await openSyncedMirror({
    workspace: withCollections({ collection_id: HOME }, records)
  })
  return { ...site, listed: () => readListed(path.join(site.dataDir, 'mirror.db')) }
}

/** The texts among the groups of the view, in both places. */
function readListed(file: string) {
  const client = new Database(file, { readonly: true })
  const read = (sql: string) => client.prepare<[], string>(sql).pluck().all()
  const groups = read(
    `select value ->> '$.value' as text from collection_view_group
      where value ->> '$.type' = 'text' and text is not null order by text`
  )
  const listed = read(
    `select each.value ->> '$.value.value' from collection_view,
            json_each(collection_view.raw, '$.format.board_columns') as each`
  )
  client.close()
  return { groups, listed }
}

test('a view lists a text only while a public row has it, also without a change of the view', async () => {
  const { api, sync, listed } = await openBoard()
  const both = { groups: ['early', 'late'], listed: ['early', 'late', 'none'] }
  const one = { groups: ['early'], listed: ['early', 'none'] }
  expect(listed()).toEqual(both)

  for (const property of ['note', 'on']) {
    api.edit.setProperty(OTHER, property, [['']])
    expect(await sync()).toMatchObject({ isPublished: true })
    expect(listed()).toEqual(one)
    expect(await sync()).toMatchObject({ isPublished: false })

    api.edit.setProperty(OTHER, property, [[property === 'on' ? 'Yes' : 'late']])
    expect(await sync()).toMatchObject({ isPublished: true })
    expect(listed()).toEqual(both)
    expect(await sync()).toMatchObject({ isPublished: false })
  }
})
