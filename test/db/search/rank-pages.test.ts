import { expect, test } from 'vitest'

import { SECTION_BITS } from '../../../site/search/section-tokens.ts'
import { addNameScores, appendPages, rankPages } from '../../../db/search/rank-pages.ts'

/** The number of a section: its page, and its index there. */
const section = (page: number, index = 0) => (page << SECTION_BITS) + index

interface Found {
  byName?: number[]
  nameScores?: [page: number, score: number][]
  /** Sections, best first. */
  ranked?: number[]
  /** Pages that match, but whose sections are not ranked. */
  unranked?: number[]
}

function rank({ byName = [], nameScores = [], ranked = [], unranked = [] }: Found) {
  const byText = { ranked, pages: new Set(unranked), isMore: false }
  return rankPages({ byName, nameScores: new Map(nameScores), byText })
}

/** Pages from 1 are found by name, pages from 11 by text. Returns the order of two of them. */
function order(one: number, other: number): number[] {
  const byName = [1, 2, 3, 4, 5]
  const ranked = [11, 12, 13, 14, 15].map((page) => section(page))
  const pages = rank({ byName, ranked }).map(({ number }) => number)
  return pages.filter((page) => page === one || page === other)
}

/** Weight 1.3 of names and offset 6: a change of the weight by 0.15 or of the offset by 1 flips one. */
test.each([
  ['first', 'first', [1, 11]],
  ['second', 'first', [2, 11]],
  ['third', 'first', [11, 3]],
  ['fourth', 'second', [4, 12]],
  ['fifth', 'second', [12, 5]]
])('the %s page by name against the %s by text', (_, __, expected) => {
  const [one = 0, other = 0] = expected
  expect(order(one, other)).toEqual(expected)
})

test('a page found by name and by text is before pages found by one of them', () => {
  const pages = rank({ byName: [1, 3], ranked: [section(2), section(3)] })
  expect(pages.map(({ number }) => number)).toEqual([3, 1, 2])
})

test('a whole-name match is before a page that is first by name and by text', () => {
  const pages = rank({ byName: [1], ranked: [section(1)], nameScores: [[2, 0.7]] })
  expect(pages.map(({ number, isNameMatch }) => [number, isNameMatch])).toEqual([
    [2, true],
    [1, false]
  ])
})

test('a page has its three best sections, and the rank of the best', () => {
  const sections = [section(1, 5), section(2), section(1), section(1, 2), section(1, 3)]
  expect(rank({ ranked: sections })).toMatchObject([
    { number: 1, sections: [section(1, 5), section(1), section(1, 2)] },
    { number: 2, sections: [section(2)] }
  ])
})

test('pages that are not ranked are last, in the order of their numbers', () => {
  const pages = rank({ byName: [9], unranked: [5, 4, 9] })
  expect(pages.map(({ number }) => number)).toEqual([9, 4, 5])
})

test('scores of names in a question are added', () => {
  const pages = addNameScores(rank({ byName: [1, 2] }), [
    [2, 0.5],
    [3, 0.1]
  ])
  expect(pages.map(({ number }) => number)).toEqual([2, 1, 3])
  expect(addNameScores(pages, [])).toBe(pages)
})

test('pages of a correction are after all others, even with higher scores', () => {
  const first = rank({ byName: [1, 2] })
  const others = rank({ byName: [2, 3, 4], nameScores: [[3, 3]] })
  const pages = appendPages(first, others)
  expect(pages.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  const scores = pages.map(({ score }) => score)
  expect(scores[2]).toBe((scores[1] ?? 0) / 2)
})
