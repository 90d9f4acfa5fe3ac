import path from 'node:path'

import { expect, test } from 'vitest'

import { readNames } from '../../../db/search/read-names.ts'
import { SearchIndex } from '../../../db/search/search-index.ts'
import { tempDir } from '../../support/temp-dir.ts'
import {
  HOME,
  collection,
  row,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import { openTestMirror, publishAt, walkResultOf } from '../../support/workspaces/walk-result.ts'
import { searchOf } from './searched-pages.ts'

test('large sites have names without headings, and very large ones none', async () => {
  const { mirror } = await searchOf({ Lamp: [['Oil', 'a']], Wick: 'b' })
  const headingsOf = (limits: { maxPages: number; maxPagesWithHeadings: number }) =>
    readNames(mirror, limits)?.flatMap(({ headings }) => headings.map(({ text }) => text))
  // The home page counts too.
  expect(headingsOf({ maxPages: 3, maxPagesWithHeadings: 3 })).toEqual(['Oil'])
  expect(headingsOf({ maxPages: 3, maxPagesWithHeadings: 2 })).toEqual([])
  expect(headingsOf({ maxPages: 2, maxPagesWithHeadings: 2 })).toBeUndefined()
  mirror.$client.exec('update search_index set tokenizer = 0')
  expect(readNames(mirror)).toBeUndefined()
})

test.each(['Aliases', 'alias', 'Also known as ', '別名'])(
  'the property "%s" has other names of a page, with any separator',
  async (name) => {
    const schema = { also: { name, type: 'text' } }
    const also = [['lamp, beacon;flare\n灯、明かり；光，ランプ']]
    const workspace = withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Lamps', schema)],
        views: [],
        blocks: [row(520, HOME, { also })]
      }
    )
    const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
    await publishAt(mirror, 100, walkResultOf(workspace))
    await new SearchIndex(mirror).update()
    const { aliases } = readNames(mirror)?.find(({ title }) => title === 'Row 520') ?? {}
    const names = ['lamp', 'beacon', 'flare', '灯', '明かり', '光', 'ランプ']
    expect(aliases?.filter((each) => names.includes(each))).toEqual(names)
  }
)
