import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nearWords } from '../../../site/search/edit-distance.ts'
import { matchesIn, snippetOf } from '../../../site/search/snippet.ts'
import { Vocabulary } from '../../../site/search/vocabulary.ts'
import { propertySettings } from '../../support/run/sweep.ts'

test.each<[string, string, number]>([
  ['lamp', 'lamp', 0],
  ['lamp', 'lmap', 1],
  ['lamp', 'lam', 1],
  ['lamp', 'lamps', 1],
  ['lamp', 'lump', 1],
  ['lamp', 'ump', 2],
  ['lamp', 'pmal', 3],
  ['ca', 'abc', 3],
  ['', 'ab', 2],
  ['ab', '', 2],
  ['lantern', 'latnern', 1],
  ['lantern', 'alntenr', 2]
])('%s and %s differ by %i characters', (from, to, distance) => {
  const near = (limit: number) =>
    nearWords(from, limit, { words: [to], prefixLengths: new Uint8Array(1) })
  expect(near(3)).toEqual([{ index: 0, distance }])
  expect(near(distance - 1)).toEqual([])
})

/** Optimal string alignment by its definition, without a limit. */
function plainDistance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (_cell, column) => (row === 0 ? column : row))
  )
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= from.length; row++) {
    rows[row]![0] = row
    for (let column = 1; column <= to.length; column++) {
      const isEqual = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]![column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isEqual ? 0 : 1),
        isSwap && row > 1 && column > 1 ? cell(row - 2, column - 2) + 1 : Infinity
      )
    }
  }
  return cell(from.length, to.length)
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })

test('the similar words of a vocabulary are those within the distance', () => {
  const property = fc.property(
    fc.uniqueArray(word, { maxLength: 30 }),
    word,
    fc.integer({ min: 0, max: 3 }),
    (list, own, limit) => {
      const words = list.toSorted((a, b) => (a < b ? -1 : 1))
      const prefixLengths = Uint8Array.from(words, (each, index) => {
        const before = words[index - 1] ?? ''
        let length = 0
        while (length < each.length && each[length] === before[length]) length++
        return length
      })
      const expected = words
        .map((each, index) => ({ index, distance: plainDistance(own, each) }))
        .filter(({ distance }) => distance <= limit)
      expect(nearWords(own, limit, { words, prefixLengths })).toEqual(expected)
    }
  )
  fc.assert(property, propertySettings(300))
})

const uses: [word: string, uses: number][] = [
  ['lamp', 3],
  ['lamps', 9],
  ['lampoil', 1],
  ['lantern', 5],
  ['lamb', 2],
  ['limp', 2],
  ['oil', 7],
  ['lanterns', 1],
  ['lampshades', 4]
]

test('words are found by their beginning, the most used first if there are many', () => {
  const vocabulary = new Vocabulary(uses)
  expect(['lamp', 'lam', 'oil', 'zz', ''].map((each) => vocabulary.has(each))).toEqual([
    true,
    false,
    true,
    false,
    false
  ])
  expect(vocabulary.completions('lamp', 3)).toEqual(['lampoil', 'lamps', 'lampshades'])
  expect(vocabulary.completions('lamp', 2)).toEqual(['lamps', 'lampshades'])
  expect(vocabulary.completions('oil', 5)).toEqual([])
  expect(vocabulary.completions('z', 5)).toEqual([])
  expect(vocabulary.completions('', 1)).toEqual(['lamps'])
  expect(new Vocabulary().completions('a', 5)).toEqual([])
})

test('similar words come by distance, then by use', () => {
  const vocabulary = new Vocabulary(uses)
  const words = (own: string, wrong: 1 | 2, limit = 9) =>
    vocabulary.neighbours(own, { wrong, limit }).map(({ word: each, distance }) => [each, distance])
  expect(words('lamp', 2)).toEqual([
    ['lamps', 1],
    ['lamb', 1],
    ['limp', 1]
  ])
  expect(words('lamp', 2, 2)).toEqual([
    ['lamps', 1],
    ['lamb', 1]
  ])
  expect(words('oli', 2)).toEqual([])
  expect(words('latern', 2)).toEqual([['lantern', 1]])
  expect(words('lanterms', 2)).toEqual([
    ['lanterns', 1],
    ['lantern', 2]
  ])
  expect(words('lanterms', 1)).toEqual([['lanterns', 1]])
  expect(words('anterms', 2)).toEqual([])
  expect(words('lampshdaes', 1)).toEqual([['lampshades', 1]])
})

const whole = (...words: string[]) => words.map((each) => ({ word: each, isPrefix: false }))
const start = (...words: string[]) => words.map((each) => ({ word: each, isPrefix: true }))

test.each<[string, ReturnType<typeof whole>, string[]]>([
  ['Lamp oil, lamps', whole('lamp'), ['Lamp']],
  ['Lamp oil, lamps', start('lamp'), ['Lamp', 'lamp']],
  ['clamp lamp', start('lamp'), ['lamp']],
  ['a lamp', whole('lamp'), ['lamp']],
  ['虚灯のひみつ', whole('灯'), ['灯']],
  ['虚灯lamp灯', whole('lamp'), ['lamp']],
  ['doImmediateRespawn', whole('immediate'), ['Immediate']],
  ['doImmediateRespawn', whole('mmediate'), []],
  ['v1.20 av1', whole('1'), ['1']],
  ['vx', whole('x'), []],
  ['Straße', whole('strasse'), ['Straße']],
  ['lamp oil', whole('lamp', 'lamp oil'), ['lamp oil']],
  ['lamp', whole(''), []],
  ['lamplamp', whole('lamp'), []]
])('in %j the words %j match %j', (text, words, matches) => {
  expect(matchesIn(text, words).map(([from, to]) => text.slice(from, to))).toEqual(matches)
})

const marked = ({ text, ranges }: ReturnType<typeof snippetOf>) =>
  ranges.map(([from, to]) => text.slice(from, to))

test('a short text is shown as a whole, with its spaces as one', () => {
  const snippet = snippetOf('A  lamp\nburns', whole('lamp'))
  expect(snippet).toEqual({ text: 'A lamp burns', ranges: [[2, 6]] })
  expect(snippetOf('A text', whole('lamp'))).toEqual({ text: 'A text', ranges: [] })
  expect(snippetOf('', whole('lamp'))).toEqual({ text: '', ranges: [] })
})

test('a text is shown from a word before the first match', () => {
  const text = `${'word '.repeat(50)}lamp ${'more '.repeat(50)}`
  const snippet = snippetOf(text, whole('lamp'))
  expect(snippet.text).toMatch(/^…(word ){7}lamp (more ){27}/)
  expect(snippet.text.endsWith('…')).toBe(true)
  expect(snippet.text.length).toBe(182)
  expect(marked(snippet)).toEqual(['lamp'])
})

test('a match near the start leaves the start of the text', () => {
  expect(snippetOf(`${'x'.repeat(39)} lamp ${'y '.repeat(200)}`, whole('lamp')).text).toMatch(/^x/)
  expect(snippetOf(`${'x'.repeat(40)} lamp ${'y '.repeat(200)}`, whole('lamp')).text).toMatch(/^…/)
})

test('the part with the most different words is shown', () => {
  const far = 'filler '.repeat(60)
  const snippet = snippetOf(
    `lamp ${far}lamp lamp lamp ${far}oil and lamp ${far}`,
    whole('lamp', 'oil')
  )
  expect(marked(snippet)).toEqual(['oil', 'lamp'])
  const first = snippetOf(`lamp ${far}oil`, whole('lamp', 'oil'))
  expect(marked(first)).toEqual(['lamp'])
})

test('in a long text a match of the longest word is shown', () => {
  const long = 'filler '.repeat(1000)
  const snippet = snippetOf(`${long}lantern ${long}`, whole('a', 'lantern'))
  expect(marked(snippet)).toEqual(['lantern'])
  expect(snippet.text.at(0)).toBe('…')
  expect(snippet.text.at(-1)).toBe('…')
  const end = snippetOf(`${long}lantern`, whole('lantern'))
  expect([end.text.at(-1), marked(end)]).toEqual(['n', ['lantern']])
  const none = snippetOf(long, whole('lantern'))
  expect([none.text.slice(0, 6), none.ranges]).toEqual(['filler', []])
  const begin = snippetOf(`lantern ${long}`, whole('lantern'))
  expect(begin.text.startsWith('lantern')).toBe(true)
})

test('no character is split at the end of a snippet', () => {
  const { text } = snippetOf(`${'x'.repeat(179)}𠮷${'y'.repeat(20)}`, whole('x'))
  expect(text).toBe(`${'x'.repeat(179)}…`)
})

test('no character is split at the start of a snippet', () => {
  for (const between of ['', '、']) {
    const { text } = snippetOf(`${'𠮷'.repeat(50)}${between}lamp`, whole('lamp'))
    expect(text).toMatch(/^…𠮷+、?lamp$/u)
  }
})

test.each([
  [299_992, 'lantern', ['lantern']],
  [299_993, 'lantern', []],
  [19_992, 'Lántern', ['Lántern']],
  [19_993, 'Lántern', []]
])('after %i characters %s is looked for', (before, written, matches) => {
  const text = `${'x'.repeat(before)} ${written}`
  expect(marked(snippetOf(text, whole('lantern')))).toEqual(matches)
})

// The searched part begins 1,500 characters before the first exact match, and has 3,000.
test.each([
  [1480, ['oil', 'lantern']],
  [1481, ['lantern']]
])('two words %i characters after an exact match of the longest', (between, matches) => {
  const text = `${'x'.repeat(4999)} lantern ${'x'.repeat(between)} oil lantern`
  expect(marked(snippetOf(text, whole('oil', 'lantern')))).toEqual(matches)
})

test.each([
  [1486, ['oil', 'lantérn']],
  [1487, ['lantérn']]
])('two words %i characters before an exact match of the longest', (between, matches) => {
  const text = `${'x'.repeat(500)} oil lantérn ${'x'.repeat(between)} lantern ${'x'.repeat(3000)}`
  expect(marked(snippetOf(text, whole('oil', 'lantern')))).toEqual(matches)
})
