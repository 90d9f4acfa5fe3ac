import { expect, test } from 'vitest'

import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { type TestSite } from '../../../support/sites/site.ts'
import { openSyncedSite } from '../synced-site.ts'

const [HERE, THERE, OUTSIDE] = [testId(2), testId(3), testId(4)]
const [LINE, BOX, INSIDE] = [testId(20), testId(21), testId(22)]

/**
 * The pages "Here" and "There", and a page that no page lists. "Here" has a line, which may have
 * another parent, and a toggle with a line.
 */
async function openPages(lineParent = HERE): Promise<TestSite> {
  const blocks = [
    pageBlock(2, 'Here', { content: [LINE, BOX] }),
    pageBlock(3, 'There'),
    pageBlock(4, 'Outside', { parent_id: testId(9), parent_table: 'space' }),
    textBlock(20, 'burns', { parent_id: lineParent }),
    record(21, { type: 'toggle', parent_id: HERE, content: [INSIDE] }),
    textBlock(22, 'inside', { parent_id: BOX })
  ]
  const site = await openSyncedSite({ workspace: workspaceOf([HERE, THERE], blocks) })
  return site
}

/** The lines that the pages "Here" and "There" show after another sync. */
async function shown({ app, sync }: TestSite): Promise<string[][]> {
  expect((await sync()).report.failed).toEqual([])
  const pages = await Promise.all(['/here', '/there'].map((path) => app.inject(path)))
  return pages.map(({ body }) => {
    const [article = ''] = /<article.*<\/article>/s.exec(body) ?? []
    return article.match(/(?:burns|inside)(?: \w+)?/g) ?? []
  })
}

test.each([
  ['is another page', THERE],
  ['is outside of the site', OUTSIDE],
  ['is a block that does not list it', BOX]
])('each sync reads a listed block again whose parent %s', async (_, parent) => {
  const site = await openPages(parent)
  expect(await shown(site)).toEqual([['burns', 'inside'], []])
  expect(await shown(site)).toEqual([['burns', 'inside'], []])
  // Changes no version of the page that lists the block.
  site.api.edit.setText(LINE, 'burns bright')
  expect(await shown(site)).toEqual([['burns bright', 'inside'], []])
  // Causes a walk.
  site.api.edit.change(ROOT_ID, {})
  site.api.edit.setText(LINE, 'burns dim')
  expect(await shown(site)).toEqual([['burns dim', 'inside'], []])
})

test.each([
  ['another page', THERE],
  ['a page outside of the site', OUTSIDE]
])('each sync reads the content of a listed block again whose parent is %s', async (_, parent) => {
  const site = await openPages()
  site.api.edit.change(BOX, { parent_id: parent })
  site.api.edit.change(HERE, {})
  expect(await shown(site)).toEqual([['burns', 'inside'], []])
  site.api.edit.setText(INSIDE, 'inside lies')
  expect(await shown(site)).toEqual([['burns', 'inside lies'], []])
})

test('a listed block that gets its parent back costs no requests any more', async () => {
  const site = await openPages(OUTSIDE)
  expect(await shown(site)).toEqual([['burns', 'inside'], []])
  site.api.edit.change(LINE, { parent_id: HERE })
  site.api.edit.change(HERE, {})
  await site.sync()
  const { requests } = await site.sync()
  expect(requests).toBe((await (await openPages()).sync()).requests)
})

test.each([
  ['another page', THERE],
  ['a page outside of the site', OUTSIDE]
])('edits of a listed block are published after its parent became %s', async (_, parent) => {
  const site = await openPages()
  site.api.edit.change(LINE, { parent_id: parent })
  // The version of the page that lists the block.
  site.api.edit.change(HERE, {})
  expect(await shown(site)).toEqual([['burns', 'inside'], []])
  // Changes the version of the other page only.
  site.api.edit.setText(LINE, 'burns bright')
  expect(await shown(site)).toEqual([['burns bright', 'inside'], []])
})

test('a block that is moved out of the site leaves it with its content, and returns edited', async () => {
  const site = await openPages()
  site.api.edit.move(BOX, OUTSIDE)
  expect(await shown(site)).toEqual([['burns'], []])
  const { $client } = site.mirror
  expect($client.prepare('select id from block where id in (?, ?)').all(BOX, INSIDE)).toEqual([])
  site.api.edit.setText(INSIDE, 'inside edited')
  site.api.edit.move(BOX, HERE)
  expect(await shown(site)).toEqual([['burns', 'inside edited'], []])
})

test('a block that is moved to another page is published there, with later edits', async () => {
  const site = await openPages()
  site.api.edit.move(BOX, THERE)
  expect(await shown(site)).toEqual([['burns'], ['inside']])
  site.api.edit.setText(INSIDE, 'inside edited')
  expect(await shown(site)).toEqual([['burns'], ['inside edited']])
})

test('a block that two pages list follows the edits of its parent', async () => {
  const site = await openPages()
  site.api.edit.change(THERE, { content: [LINE] })
  expect(await shown(site)).toEqual([['burns', 'inside'], ['burns']])
  site.api.edit.setText(LINE, 'burns bright')
  expect(await shown(site)).toEqual([['burns bright', 'inside'], ['burns bright']])
})

test('a block that two pages list belongs to the other one while its parent does not list it', async () => {
  const site = await openPages()
  const text = site.mirror.$client.prepare('select text from page where path = ?').pluck()
  site.api.edit.change(THERE, { content: [LINE] })
  await site.sync()
  // Changes no version of the block.
  site.api.edit.change(HERE, { content: [BOX] })
  await site.sync()
  expect([text.get('/here'), text.get('/there')]).toEqual(['inside', 'burns'])
  site.api.edit.change(HERE, { content: [LINE, BOX] })
  await site.sync()
  expect([text.get('/here'), text.get('/there')]).toEqual(['burns\ninside', ''])
})

test('a block that two pages list is shown on both with its content', async () => {
  const site = await openPages()
  site.api.edit.change(THERE, { content: [BOX] })
  expect(await shown(site)).toEqual([['burns', 'inside'], ['inside']])
})

test.each([
  ['another page', THERE],
  ['a page outside of the site', OUTSIDE]
])('a listed block whose parent is %s belongs to the page that lists it', async (_, parent) => {
  const site = await openPages()
  site.api.edit.change(BOX, { parent_id: parent })
  site.api.edit.change(HERE, {})
  expect(await shown(site)).toEqual([['burns', 'inside'], []])
  const text = site.mirror.$client.prepare('select text from page where path = ?').pluck()
  expect([text.get('/here'), text.get('/there')]).toEqual(['burns\ninside', ''])
  const [markdown, found] = await Promise.all(
    ['/here.md', '/api/search-notion?query=inside'].map((url) => site.app.inject(url))
  )
  expect(markdown?.body).toContain('inside')
  expect(found?.json()).toMatchObject({ results: [{ id: HERE }] })
})

test('a page that was outside of the site returns with the blocks it got there', async () => {
  const site = await openPages()
  const list = (...pages: string[]) => site.api.edit.change(ROOT_ID, { content: pages })
  list(HERE)
  site.api.edit.change(THERE, { parent_id: testId(9), parent_table: 'space' })
  await site.sync()
  site.api.edit.move(LINE, THERE)
  site.api.edit.setText(LINE, 'burns there')
  expect(await shown(site)).toEqual([['inside'], []])
  list(HERE, THERE)
  site.api.edit.change(THERE, { parent_id: ROOT_ID, parent_table: 'block' })
  expect(await shown(site)).toEqual([['inside'], ['burns there']])
})
