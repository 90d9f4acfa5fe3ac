import { expect, test } from 'vitest'

import { addNameScores, appendPages, rankPages } from '../../../db/search/rank-pages.ts'
import { SECTION_BITS } from '../../../db/search/match/section-text.ts'

const section = (page: number, index: number) => (page << SECTION_BITS) + index
const found = (ranked: number[] = [], pages: number[] = []) => ({
  ranked,
  pages: new Set(pages),
  isMore: false
})
const none = new Map<number, number>()

const page = (number: number, score: number, fields: object = {}) => ({
  number,
  score,
  isNameMatch: false,
  sections: [],
  ...fields
})

test('a match in a name weighs 1.3 times one in a text, by rank', () => {
  const byText = found([section(8, 0), section(9, 2)])
  const pages = rankPages({ byName: [5, 6], nameScores: none, byText })
  expect(pages).toEqual([
    page(5, 1.3 / 6),
    page(6, 1.3 / 7),
    page(8, 1 / 6, { sections: [section(8, 0)] }),
    page(9, 1 / 7, { sections: [section(9, 2)] })
  ])
})

test('a page found by name and by text has both scores', () => {
  const byText = found([section(9, 0), section(5, 1)])
  const [first, second] = rankPages({ byName: [4, 5], nameScores: none, byText })
  expect(first).toEqual(page(5, 1.3 / 7 + 1 / 7, { sections: [section(5, 1)] }))
  expect(second?.number).toBe(4)
})

test('a page has the rank of its best section, and at most three sections', () => {
  const ranked = [section(7, 3), section(7, 1), section(8, 0), section(7, 2), section(7, 9)]
  const pages = rankPages({ byName: [], nameScores: none, byText: found(ranked) })
  expect(pages).toEqual([
    page(7, 1 / 6, { sections: [section(7, 3), section(7, 1), section(7, 2)] }),
    page(8, 1 / 7, { sections: [section(8, 0)] })
  ])
})

test('whole-name matches add their scores, and pages without a rank come last', () => {
  const nameScores = new Map([
    [6, 2],
    [9, 1]
  ])
  const pages = rankPages({ byName: [5, 6], nameScores, byText: found([], [3, 6, 2]) })
  expect(pages).toEqual([
    page(6, 1.3 / 7 + 2, { isNameMatch: true }),
    page(9, 1, { isNameMatch: true }),
    page(5, 1.3 / 6),
    page(2, 0),
    page(3, 0)
  ])
})

test('of equal scores, the page with the smaller number comes first', () => {
  const nameScores = new Map([
    [9, 1],
    [4, 1]
  ])
  const pages = rankPages({ byName: [], nameScores, byText: found() })
  expect(pages.map(({ number }) => number)).toEqual([4, 9])
})

test('scores of names can be added later', () => {
  const ranked = [page(5, 1, { sections: [1] }), page(6, 0.5)]
  expect(addNameScores(ranked, [])).toBe(ranked)
  expect(
    addNameScores(ranked, [
      [6, 2],
      [7, 0.7]
    ])
  ).toEqual([page(6, 2.5), page(5, 1, { sections: [1] }), page(7, 0.7)])
})

test('appended pages score less than the last page, and none is listed twice', () => {
  const first = [page(5, 1), page(4, 0.9), page(6, 0.4)]
  expect(appendPages(first, [page(6, 9), page(7, 9), page(8, 0.2)])).toEqual([
    ...first,
    page(7, 0.2),
    page(8, 0.1)
  ])
  expect(appendPages([], [page(7, 9)])).toEqual([page(7, 0)])
})
