import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { page } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

test('no word of a removed page remains in the bytes of the index or in its results', async () => {
  const words = textBlock(3, 'Zquorvexil and xjarnduwok', { parent_id: testId(2) })
  const goes = pageBlock(2, 'Goes', { content: [words.id] })
  const workspace = workspaceOf([goes.id, testId(4)], [goes, words, pageBlock(4, 'Stays')])
  const { app, api, dataDir, sync } = await openSite({ workspace })
  // The index stores lower case, without the prefix shared with the previous word.
  const bytes = () =>
    ['mirror.db', 'mirror.db-wal']
      .map((name) => path.join(dataDir, name))
      .map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : ''))
      .join()
  const left = () => ['quorvexil', 'jarnduwok'].filter((word) => bytes().includes(word))
  expect(left()).toEqual(['quorvexil', 'jarnduwok'])

  api.edit.trash(goes.id)
  await sync()
  const reply = await app.inject('/api/search-notion?query=zquorvexil')
  expect(reply.json()).toMatchObject({ results: [], total: 0 })
  expect(left()).toEqual([])
})

test('former titles of a page that becomes private leave the index', async () => {
  const hides = pageBlock(2, 'Zquorvexil')
  const workspace = workspaceOf([hides.id, testId(4)], [hides, pageBlock(4, 'Stays')])
  const { api, dataDir, sync } = await openSite({ workspace })
  const titles = () => {
    const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
    const rows = mirror.prepare('select page_id, title from former_title').all()
    mirror.close()
    return rows
  }
  api.edit.change(hides.id, { properties: { title: [['Other']] } })
  await sync()
  expect(titles()).toEqual([{ page_id: hides.id, title: 'Zquorvexil' }])
  api.edit.setPrivate(hides.id, true)
  await sync()
  expect(titles()).toEqual([])
})

test('edits of many pages are found after the next sync while searches run', async () => {
  // More pages than one batch of the index.
  const numbers = Array.from({ length: 300 }, (_, index) => 10 + index)
  const pages = numbers.map((number) => pageBlock(number, `Brass lamp ${number}`))
  const workspace = workspaceOf(numbers.map(testId), pages)
  const { app, api, sync } = await openSite({ workspace })
  const total = async (query: string) =>
    (await app.inject(`/api/search-notion?query=${query}`)).json<{ total: number }>().total
  expect([await total('brass'), await total('copper')]).toEqual([300, 0])
  for (const number of numbers) {
    const title = number === numbers.at(-1) ? 'Verdigris' : `Copper lamp ${number}`
    api.edit.change(testId(number), { properties: { title: [[title]] } })
  }
  await sync()
  // The index is updated after a publication, beside requests; only it corrects spelling.
  await expect.poll(() => total('verdigirs')).toBe(1)
  expect(await total('copper')).toBe(299)
})

test.each(['search text', 'Search_Page', 'search text data'])(
  'a database named %j is published beside the search tables',
  async (name) => {
    const lamps = collection({
      key: 'Lamps',
      name,
      schema: {},
      views: [{ type: 'table', name: 'All', show: [] }],
      rows: [row('Road lamp', { properties: {} }, [])]
    })
    const workspace = buildWorkspace({
      rootPageId: ROOT_ID,
      spaceId: testId(0),
      accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
      root: page('Home', {}, [collectionPage(lamps, {})])
    })
    const { app } = await openSite({ workspace })
    const reply = await app.inject('/api/search-notion?query=road')
    expect(reply.json()).toMatchObject({ total: 1 })
  }
)
