import { expect, test } from 'vitest'

import { NameIndex } from '../../../site/search/names/name-index.ts'
import { type PageNames, packNames } from '../../../site/search/names/name-list.ts'
import { encodeTerm } from '../../../site/search/names/term-code.ts'

/** A page by its title, its other names and its headings. */
type Names = string | [title: string, aliases: string[], headings?: string[]]

function pageNames(names: Names, index: number): PageNames {
  const [title, aliases, headings = []] = typeof names === 'string' ? [names, []] : names
  const anchored = headings.map((text) => ({ text, anchor: null }))
  return { path: `/${index}`, title, icon: null, parent: undefined, aliases, headings: anchored }
}

function find(pages: Names[], query: string, limit = 12) {
  const index = new NameIndex(packNames(pages.map(pageNames)))
  expect(index.build(() => true)).toBe(true)
  return index.find(query, limit)
}

const titles = (pages: Names[], query: string, limit?: number) =>
  find(pages, query, limit).map(({ title }) => title)

test.each<[rule: string, query: string, pages: Names[], found: string[]]>([
  [
    'the shortest title that starts with the query is first',
    'bell',
    ['Bell abcdefgh', 'Bell a b'],
    ['Bell a b', 'Bell abcdefgh']
  ],
  [
    'of titles with the same score, the first in the list is first',
    'be ll',
    ['Bellz', 'Bella'],
    ['Bellz', 'Bella']
  ],
  ['an equal title is before a longer one', 'bell', ['Bells', 'Bell'], ['Bell', 'Bells']],
  [
    'a title that starts with the query is before another name',
    'bell',
    [['Gong', ['Bell']], 'Bells'],
    ['Bells', 'Gong']
  ],
  [
    'all words in a long title are before all in other names and headings',
    'oil lamp',
    [['Oil', ['Lamp oil'], ['Oil lamp', 'Lamp']], 'Lamp that burns a little of the oil'],
    ['Lamp that burns a little of the oil', 'Oil']
  ],
  [
    'words of another name are before those of a heading',
    'oil lamp',
    [
      ['Gong', ['Bell'], ['Lamp oil']],
      ['Wick', ['Lamp that burns a little of the oil']]
    ],
    ['Wick', 'Gong']
  ],
  [
    'the longest name in a question is first',
    'where is bell tower',
    ['Bell', 'Bell tower'],
    ['Bell tower', 'Bell']
  ]
])('%s: %s', (_rule, query, pages, found) => {
  expect(titles(pages, query)).toEqual(found)
})

test.each<[rule: string, query: string, pages: Names[], found: string[]]>([
  [
    'a question may contain another name',
    'where is a gong',
    [['Bell', ['Gong']], 'Tower'],
    ['Bell']
  ],
  [
    'similar words are not searched if a title starts with the query',
    'lamp',
    ['Lamps', 'Old lump'],
    ['Lamps']
  ],
  [
    'similar words are not searched if three pages have the words',
    'lamp',
    ['Old lamp', 'New lamp', 'Own lamp', 'Old lump'],
    ['Old lamp', 'New lamp', 'Own lamp']
  ],
  [
    'similar words come after two pages that have the words',
    'lamp',
    ['Old lump', 'New lamp', 'Own lamp'],
    ['New lamp', 'Own lamp', 'Old lump']
  ],
  [
    'a long word is corrected beside a short one',
    'of lantrens',
    ['Book of lanterns'],
    ['Book of lanterns']
  ],
  ['a word of three letters is not corrected if no other word is used', 'oli d', ['Some oil'], []],
  [
    'words are not corrected in headings if another name has them',
    'fule',
    [
      ['Oil', ['Lamp fuel']],
      ['Cost', [], ['Fuel']]
    ],
    ['Oil']
  ],
  ['a single letter is the start of a word', 'd', ['Road dusk'], ['Road dusk']],
  [
    'a single letter after two words is ignored',
    'road old d',
    ['Old road', 'New road'],
    ['Old road']
  ],
  [
    'a single kanji after a word is a prefix',
    'lamp 灯',
    ['Old lamp', 'Old lamp 灯台'],
    ['Old lamp 灯台']
  ],
  [
    'a single kanji before a word is a prefix',
    '灯 lamp',
    ['Old lamp', 'Old lamp 灯台'],
    ['Old lamp 灯台']
  ],
  [
    'pairs of kanji with one letter in common differ',
    '祠の',
    ['灯の道', '古い祠の道'],
    ['古い祠の道']
  ],
  ['a Thai run at the end of the query is a prefix', 'น้ำม', ['ถัง น้ำมัน'], ['ถัง น้ำมัน']],
  ['a Thai run before a word is not a prefix', 'น้ำม lamp', ['ถัง น้ำมัน lamp'], []],
  [
    'a version is found without its v',
    'since 1.7',
    ['Change since v1.7', 'Since v1.8'],
    ['Change since v1.7']
  ],
  [
    'a version at the end of the query is a prefix',
    'change 1.7',
    ['A change in v1.75'],
    ['A change in v1.75']
  ],
  ['punctuation of a script without spaces is no name', '๏', ['Bell', ['', ['…']]], []]
])('%s: %s', (_rule, query, pages, found) => {
  expect(titles(pages, query)).toEqual(found)
})

test('the words that were found in place of those typed are marked', () => {
  const [bell] = find(['Old bell of bellhouses', 'Belt of ells'], 'blel')
  expect([bell?.title, bell?.titleRanges]).toEqual(['Old bell of bellhouses', [[4, 8]]])
})

test('at most three headings with the words are shown, without texts', () => {
  const headings = ['Bell one', 'Rope', 'Bell two', 'Bell three', 'Bell four']
  expect(find([['Bell', [], headings]], 'bell')[0]?.sections).toEqual(
    ['Bell one', 'Bell two', 'Bell three'].map((heading) => ({
      heading,
      anchor: null,
      snippet: { text: '', ranges: [] }
    }))
  )
})

test('of the titles that start with the query, the 200 shortest are found', () => {
  const long = Array.from({ length: 201 }, (_, index) => `Candle${999 - index}${'x'.repeat(index)}`)
  expect(titles(long.toReversed(), 'can dle', 300)).toEqual(long.slice(0, 200))
})

test('no more pages than asked for are found', () => {
  expect(titles(['Bells', 'Old bell', 'Bell'], 'bell', 2)).toEqual(['Bell', 'Bells'])
})

test('each kanji is three letters in the index, and other words are as they are', () => {
  const kanji = Array.from({ length: 0x5200 }, (_, at) => String.fromCharCode(0x4e00 + at))
  const codes = kanji.map(encodeTerm)
  expect(new Set(codes).size).toBe(kanji.length)
  expect(codes.filter((code) => code.length !== 3)).toEqual([])
  expect(encodeTerm('灯祠')).toBe(encodeTerm('灯') + encodeTerm('祠'))
  expect(encodeTerm('lamp')).toBe('lamp')
})

test('words of names are searched when all are known', () => {
  const index = new NameIndex(packNames(['Old bell', 'Old gong'].map(pageNames)))
  const found: string[][] = []
  while (!index.build(() => false)) found.push(index.find('bell', 3).map(({ title }) => title))
  // After each step: two titles, sorting them, and the words of each.
  expect(found).toEqual([[], [], [], [], ['Old bell']])
})
