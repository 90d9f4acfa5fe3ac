import { expect, test } from 'vitest'

import { pageBlock, testId, textBlock, workspaceOf } from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { openSyncedSite } from '../synced-site.ts'

const [PAGE, LINE, OTHER] = [testId(2), testId(3), testId(4)]

/** A page with two lines, whose records the workspace can send as they were before an edit. */
async function openPage() {
  const blocks = [
    pageBlock(2, 'Lamp', { content: [LINE, OTHER] }),
    textBlock(3, 'burns', { parent_id: PAGE }),
    textBlock(4, 'other', { parent_id: PAGE })
  ]
  const site = await openSyncedSite({ workspace: workspaceOf([PAGE], blocks) })
  const { edit, substitutes } = site.api
  const titles = site.mirror.$client.prepare('select title from block order by id').pluck()
  /** Syncs after an edit, and then lets the workspace send the block as it was before. */
  const revert = async (id: string, text: string) => {
    const before = edit.read(id)
    edit.setText(id, text)
    await site.sync()
    substitutes.set(id, before)
  }
  return { ...site, edit, substitutes, revert, titles: () => titles.all().slice(1) }
}

test('a block does not become older, and the next sync reads it again', async () => {
  const { sync, edit, substitutes, revert, titles } = await openPage()
  await revert(LINE, 'burns bright')
  const { requests } = await sync()
  edit.setText(OTHER, 'another')
  await sync()
  expect(titles()).toEqual(['Lamp', 'burns bright', 'another'])
  substitutes.clear()
  const again = await sync()
  expect([again.isPublished, again.requests]).toEqual([false, requests + 1])
  expect((await sync()).requests).toBe(requests)
})

test('a page does not become older, which costs no request', async () => {
  const { sync, substitutes, revert, titles } = await openPage()
  await revert(PAGE, 'Lantern')
  const older = await sync()
  expect([older.isPublished, titles()]).toEqual([false, ['Lantern', 'burns', 'other']])
  substitutes.clear()
  const again = await sync()
  expect([again.isPublished, again.requests]).toEqual([false, older.requests])
})

test('an older version is published if the next sync gets the same one, and by --full', async () => {
  const { api, config, dataDir, sync, revert, titles } = await openPage()
  await revert(PAGE, 'Lantern')
  await sync()
  expect(titles()[0]).toBe('Lantern')
  await sync()
  expect(titles()[0]).toBe('Lamp')
  await revert(LINE, 'burns bright')
  await syncFrom(api, { config, dataDir, isFull: true })
  expect(titles()).toEqual(['Lamp', 'burns', 'other'])
})
