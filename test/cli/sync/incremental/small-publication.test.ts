import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { verifyMirror } from '../../../../db/check/verify-mirror.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../../support/workspaces/records.ts'
import { openSyncedMirror } from '../synced-site.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'

const [EDITED, OTHER] = [testId(2), testId(4)]

/** Two pages with a line each, and marks in the mirror that a full publication would remove. */
async function openMarked() {
  const site = await openSyncedMirror({
    workspace: workspaceOf(
      [EDITED, OTHER],
      [
        pageBlock(2, 'Lamp', { content: [testId(3)] }),
        textBlock(3, 'burns', { parent_id: EDITED }),
        pageBlock(4, 'Oil', { content: [testId(5)] }),
        textBlock(5, 'flows', { parent_id: OTHER })
      ]
    )
  })
  const file = path.join(site.dataDir, 'mirror.db')
  const client = new Database(file)
  client.exec(`update page set text = 'marked' where id = '${OTHER}'`)
  client.close()
  return { ...site, file, texts: () => textsOf(file) }
}

function textsOf(file: string): unknown[] {
  const client = new Database(file, { readonly: true })
  const texts = client.prepare(`select text from page where path <> '/' order by id`).pluck().all()
  client.close()
  return texts
}

/** The pages that the links to the first line lead to. */
function linkedPages(file: string): unknown[] {
  const client = new Database(file, { readonly: true })
  const sql = 'select target_page_id from link where target_id = ?'
  const pages = client.prepare(sql).pluck().all(testId(3))
  client.close()
  return pages
}

test('a text edit reads and writes only its page', async () => {
  const { api, sync, texts } = await openMarked()
  api.edit.setText(testId(3), 'burns bright')
  expect(await sync()).toMatchObject({ isPublished: true, generation: 2 })
  expect(texts()).toEqual(['burns bright', 'marked'])
})

test('a full run reads and writes every page', async () => {
  const { api, config, dataDir, texts } = await openMarked()
  api.edit.setText(testId(3), 'burns bright')
  await syncFrom(api, { config, dataDir, isFull: true })
  expect(texts()).toEqual(['burns bright', 'flows'])
})

test('a renamed page rewrites every page that mentions it', async () => {
  const { api, sync, texts } = await openMarked()
  api.edit.setProperty(testId(3), 'title', [['‣', [['p', OTHER]]]])
  await sync()
  api.edit.setText(OTHER, 'Wax')
  await sync()
  expect(texts()).toEqual(['Wax', 'flows'])
})

test('moved and deleted blocks leave both pages as a full read would', async () => {
  const { api, sync, texts, file } = await openMarked()
  api.edit.change(testId(5), { format: { alias_pointer: { id: testId(3), table: 'block' } } })
  await sync()
  expect(linkedPages(file)).toEqual([EDITED])
  api.edit.move(testId(3), OTHER)
  await sync()
  expect(texts()).toEqual(['', 'flows\nburns'])
  expect(linkedPages(file)).toEqual([OTHER])
  api.edit.trash(testId(5))
  await sync()
  expect(texts()).toEqual(['', 'burns'])
  verifyMirror(file)
})
