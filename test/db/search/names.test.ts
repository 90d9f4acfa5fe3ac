import { expect, test } from 'vitest'

import { readNames } from '../../../db/search/read-names.ts'
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
