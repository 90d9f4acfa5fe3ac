import { expect, test } from 'vitest'

import { asset, attachment } from '../../support/sites/file-site.ts'
import { photograph } from '../../support/sites/picture-site.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { FollowedSite } from './followed-site.ts'

const picture = attachment(40, 'photo')

/** Pages in several files of the search: one with a sub-page, and one whose icon is a picture. */
async function openWiki() {
  const parents = { parent_id: testId(10), parent_table: 'block' }
  const others = Array.from({ length: 20 }, (_, index) => pageBlock(100 + index, `Tin ${index}`))
  const blocks = [
    pageBlock(10, 'Iron', { content: [testId(11), testId(12)] }),
    textBlock(11, 'Melts at noon.', parents),
    pageBlock(12, 'Rust', parents),
    ...others,
    pageBlock(30, 'Copper', { format: { page_icon: picture } })
  ]
  const content = [testId(10), ...others.map(({ id }) => id), testId(30)]
  const assets = new Map()
  const site = await FollowedSite.open(workspaceOf(content, blocks), { assets })
  const change = async (run: () => unknown, { isFull = false } = {}) => {
    await run()
    const { changes, stale } = await site.sync({ isFull })
    expect(changes.isEverything).toBe(false)
    return stale
  }
  return { change, edit: site.api.edit, assets }
}

test('the search of a folder shows every edit after only touched pages were read', async () => {
  const { change, edit, assets } = await openWiki()
  const stale = {
    text: await change(() => edit.setText(testId(11), 'Melts at dawn.')),
    'title of an ancestor': await change(() => edit.setText(testId(10), 'Steel')),
    'sub-page elsewhere': await change(() => edit.move(testId(12), testId(30))),
    // Another run would not ask again so soon for a file that was missing.
    'stored icon': await change(
      async () => assets.set(picture, asset(await photograph(200, 200))),
      { isFull: true }
    ),
    'new page': await change(() => edit.add(testId(30), pageBlock(50, 'Verdigris'))),
    'deleted page': await change(() => edit.trash(testId(105)))
  }
  expect(Object.values(stale).flat()).toEqual([])
})
