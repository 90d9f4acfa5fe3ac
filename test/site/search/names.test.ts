import { brotliCompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { titleToSlug } from '../../../site/addresses/slug.ts'
import { mergeHits } from '../../../site/search/names/merge-hits.ts'
import { NameIndex } from '../../../site/search/names/name-index.ts'
import {
  type PageNames,
  packNames,
  pageCount,
  unpackNames
} from '../../../site/search/names/name-list.ts'
import { namesOfCorpus } from '../../bench/names/names-of-corpus.ts'
import { makeCorpus } from '../../bench/names/search-corpus.ts'

function named(title: string, fields: Partial<PageNames> = {}): PageNames {
  const path = `/${titleToSlug(title)}`
  return { path, title, icon: null, parent: undefined, aliases: [], headings: [], ...fields }
}

const pages = [
  named('Home', { path: '/', icon: '🏮' }),
  named('Sunken Bellhouse', { parent: 0, aliases: ['Bell tower', 'sunken belfry'] }),
  named('Bells', {
    path: '/kinds-of-bells',
    parent: 0,
    icon: '/image/bell.png',
    headings: [
      { text: 'How to ring', anchor: 'how-to-ring' },
      { text: 'How to ring', anchor: 'how-to-ring-1234abcd' },
      { text: '⁂', anchor: null }
    ]
  }),
  named('灯の祠', { parent: 1 }),
  named('ホタルビ', { parent: 2, aliases: ['hotarubi'] }),
  named('Team A'),
  named('Team B'),
  named('', { path: '/00000000000040008000000000000009' })
]

const unbuilt = (all: PageNames[]) => new NameIndex(JSON.parse(JSON.stringify(packNames(all))))

/** An index that is built one page at a time: their whole names, sorting these, their words. */
function indexOf(all: PageNames[]): NameIndex {
  const index = unbuilt(all)
  for (let step = 1; !index.build(() => false); step++)
    expect(step).toBeLessThanOrEqual(2 * all.length + 1)
  return index
}

const pathsIn = (all: PageNames[], query: string) =>
  indexOf(all)
    .find(query, 12)
    .map(({ path }) => path)

test('a list of names is unpacked as it was packed', () => {
  const list = packNames(pages)
  expect(Array.from({ length: pageCount(list) }, (_, at) => unpackNames(list, at))).toEqual(pages)
})

test('paths and anchors that follow from the titles take no space in the list', () => {
  const { paths, anchors } = packNames(pages.slice(0, 3))
  expect(paths).toEqual(['/', 0, '/kinds-of-bells'])
  expect(anchors).toEqual([[], [], [0, 'how-to-ring-1234abcd', null]])
})

test.each([
  ['a title', 'sunken bellhouse', ['/sunken-bellhouse']],
  ['its start', 'SUNK', ['/sunken-bellhouse']],
  ['its words in another order', 'bellhouse sunken', ['/sunken-bellhouse']],
  ['its start without spaces', 'sunkenbell', ['/sunken-bellhouse']],
  ['a wrong letter', 'sunken belkhouse', ['/sunken-bellhouse']],
  ['a missing letter', 'suken bellhouse', ['/sunken-bellhouse']],
  ['two swapped letters', 'snuken bellhouse', ['/sunken-bellhouse']],
  ['another name', 'belfry', ['/sunken-bellhouse']],
  ['an equal title before longer names', 'bells', ['/kinds-of-bells']],
  ['the start of several', 'bell', ['/kinds-of-bells', '/sunken-bellhouse']],
  ['a heading', 'ring', ['/kinds-of-bells']],
  ['the second letter of a title', '祠', ['/灯の祠']],
  ['half-width kana', 'ﾎﾀﾙﾋﾞ', ['/ホタルビ']],
  ['hiragana', 'ほたるび', ['/ホタルビ']],
  ['a question', '灯の祠はどこにありますか', ['/灯の祠']],
  ['a word after which another one begins', 'team b', ['/team-b', '/team-a']],
  ['nothing', '  ', []],
  ['an unknown word', 'qqqq', []],
  ['one of its words', 'bellhouse qqqq', []]
])('found by %s: %s', (_what, query, paths) => {
  expect(pathsIn(pages, query)).toEqual(paths)
})

const heading = (text: string) => ({ text, anchor: titleToSlug(text) })
const wordy = [
  named('Lantern Step', { headings: [heading('Oil cost')] }),
  named('Step course'),
  named('Oil', { aliases: ['lamp fuel'] }),
  named('Almanac', { headings: [heading('Lantern step drills')] })
]

test.each([
  ['titles with all words come before headings', 'step lantern', ['/lantern-step', '/almanac']],
  ['a word of another name is found', 'fuel', ['/oil']],
  ['all words have to be in the names of one page', 'oil cost', ['/lantern-step']],
  ['the last word may be incomplete', 'step lan', ['/lantern-step', '/almanac']],
  ['another word may not', 'lan step', []],
  [
    'two letters begin a word, and pages without it come last',
    'step dr',
    ['/almanac', '/lantern-step', '/step-course']
  ],
  [
    'a single letter after other words begins none',
    'step d',
    ['/lantern-step', '/step-course', '/almanac']
  ],
  ['a misspelt word is found in titles only', 'lantren', ['/lantern-step']],
  ['in headings if no title has it', 'dirlls', ['/almanac']],
  ['the first letters may be swapped', 'tsep course', ['/step-course']],
  ['the last letters may be swapped', 'course tsep', ['/step-course']],
  ['two letters may not be wrong', 'lxntxrn', []],
  ['three letters are misspelt only beside other words', 'oli', []],
  ['a short word is misspelt beside other words', 'oli cost', ['/lantern-step']]
])('%s: %s', (_rule, query, paths) => {
  expect(pathsIn(wordy, query)).toEqual(paths)
})

test('a hit has what a result shows: marks, headings with anchors, and the pages above', () => {
  const index = indexOf(pages)
  const [bells] = index.find('bells', 1)
  expect(bells).toMatchObject({ icon: '/image/bell.png', titleRanges: [[0, 5]], sections: [] })
  const [ring] = index.find('how ring', 1)
  expect(ring?.sections.map(({ anchor }) => anchor)).toEqual([
    'how-to-ring',
    'how-to-ring-1234abcd'
  ])
  expect(index.find('祠', 1)[0]?.above).toEqual([{ title: 'Home' }, { title: 'Sunken Bellhouse' }])
})

test('whole names and beginnings of titles are found before the words of all names are known', () => {
  const begun = unbuilt(pages)
  while (!begun.hasWholeNames) expect(begun.build(() => false)).toBe(false)
  const paths = (query: string) => begun.find(query, 12).map(({ path }) => path)
  expect(paths('sunk')).toEqual(['/sunken-bellhouse'])
  expect(paths('hotarubi')).toEqual(['/ホタルビ'])
  expect(paths('bellhouse')).toEqual([])
  while (!begun.build(() => false)) continue
  expect(paths('bellhouse')).toEqual(['/sunken-bellhouse'])
})

test('a list whose pages are above each other ends', () => {
  const cycle = indexOf([named('One', { parent: 1 }), named('Two', { parent: 0 })])
  expect(cycle.find('one', 1)[0]?.above).toHaveLength(64)
})

test('the names of 1,000 pages with 4,000 headings take at most 60 kB', () => {
  const names = namesOfCorpus(makeCorpus(1000))
  expect(names.headings.flat()).toHaveLength(4000)
  expect(brotliCompressSync(JSON.stringify(names)).length).toBeLessThanOrEqual(60_000)
})

const hit = (path: string, from: string) => ({ path, from })
const shown = ['/a', '/b', '/c'].map((path) => hit(path, 'names'))
const full = ['/d', '/c', '/b', '/a'].map((path) => hit(path, 'server'))

test.each([
  ['no result is active', undefined, ['/d server', '/c server', '/b server', '/a server']],
  ['the first is', { index: 0, isSection: false }, ['/a server', '/d server', '/c server']],
  ['the second is', { index: 1, isSection: false }, ['/a names', '/b server', '/d server']],
  [
    'a section of the second is',
    { index: 1, isSection: true },
    ['/a names', '/b names', '/d server']
  ]
])('when %s, nothing above it changes', (_what, active, expected) => {
  const merged = mergeHits(shown, full, { active, limit: active ? 3 : 4 })
  expect(merged.map(({ path, from }) => `${path} ${from}`)).toEqual(expected)
})
