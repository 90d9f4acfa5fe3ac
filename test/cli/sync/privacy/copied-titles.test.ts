import { expect, test } from 'vitest'

import { pageBlock, record, testId, workspaceOf } from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { openSyncedSite } from '../synced-site.ts'

const TARGET = testId(2)
const COPIED = 'quietlantern'

/** A root page with a bookmark of a sub-page. */
async function openBookmark() {
  const link = [[`https://www.notion.so/${COPIED}-${TARGET.replaceAll('-', '')}`]]
  const bookmark = record(3, { type: 'bookmark', properties: { link, title: [[COPIED]] } })
  const blocks = [pageBlock(2, 'Lamp'), bookmark]
  const site = await openSyncedSite({ workspace: workspaceOf([TARGET, bookmark.id], blocks) })
  const isNamed = async () => (await site.app.inject('/')).body.includes(COPIED)
  return { ...site, isNamed }
}

test('what a bookmark has copied from a page is shown only while the page is not private', async () => {
  const { api, sync, isNamed } = await openBookmark()
  expect(await isNamed()).toBe(true)
  for (const isPrivate of [true, false, true]) {
    api.edit.setPrivate(TARGET, isPrivate)
    expect(await sync()).toMatchObject({ isPublished: true })
    expect(await isNamed()).toBe(!isPrivate)
    expect(await sync()).toMatchObject({ isPublished: false })
    expect(await isNamed()).toBe(!isPrivate)
  }
})

test('a change of what is excluded changes the pages that link to it', async () => {
  const { api, app, config, dataDir } = await openBookmark()
  const published = () => app.inject('/index.md').then(({ body }) => body.includes(COPIED))
  for (const excludedPageIds of [[TARGET], [TARGET], []]) {
    await syncFrom(api, { config: { ...config, excludedPageIds }, dataDir })
    await expect.poll(published).toBe(excludedPageIds.length === 0)
  }
})

test.each([null, 7, { b: 1 }])(
  'a mark that is %j ends no sync beside a link to a private page',
  async (mark) => {
    const address = `https://www.notion.so/${TARGET.replaceAll('-', '')}`
    const title = [
      ['words', [mark]],
      ['‣', [['lm', { href: address, title: COPIED }]]]
    ]
    const blocks = [
      pageBlock(2, 'Lamp'),
      record(3, { type: 'text', properties: { title } as never })
    ]
    const { api, sync, app } = await openSyncedSite({
      workspace: workspaceOf([TARGET, testId(3)], blocks)
    })
    api.edit.setPrivate(TARGET, true)
    expect(await sync()).toMatchObject({ isPublished: true })
    const { body } = await app.inject('/')
    expect(body).toContain('words')
    expect(body).not.toContain(COPIED)
  }
)
