import { expect, test } from 'vitest'

import { nearWords } from '../../../site/search/edit-distance.ts'
import { Vocabulary } from '../../../site/search/vocabulary.ts'

const parts = ['lamp', 'oil', 'shrine', 'road', 'bell', 'moth', 'wick', 'ember', 'dusk', 'tide']

/** 50,000 paths, sorted. */
const paths = Array.from({ length: 50_000 }, (_, index) => {
  const words = [...String(index)].map((digit) => parts[Number(digit)])
  return `${words.join('-')}-${index}`
}).toSorted()

/** The path at an index, with two letters swapped. */
const mistyped = (index: number) => `${paths[index]}`.replace(/(.)(.)(?=-\d+$)/, '$2$1')

function commonPrefixLength(one: string, other: string): number {
  const end = [...one].findIndex((letter, index) => letter !== other[index])
  return end === -1 ? one.length : end
}

test.each([7, 4321, 49_999])('a mistyped path is found among 50,000: %i', (index) => {
  const known = new Vocabulary(paths.map((path) => [path, 0]))
  expect(known.similar(mistyped(index), 5)[0]).toBe(paths[index])
})

test('of 50,000 paths fewer than a twenty-fifth are compared with another one', () => {
  const prefixLengths = Uint8Array.from(paths, (path, index) =>
    commonPrefixLength(path, paths[index - 1] ?? '')
  )
  for (const path of [7, 4321, 49_999].map(mistyped).concat('lamp-'.repeat(40))) {
    const read = new Set<PropertyKey>()
    const words = new Proxy(paths, {
      get: (target, key) => {
        if (/^\d+$/.test(String(key))) read.add(key)
        return Reflect.get(target, key) as unknown
      }
    })
    nearWords(path, 4, { words, prefixLengths })
    expect(read.size).toBeLessThan(2000)
  }
})

test('similar names differ in a third of their letters, in one letter of a short name', () => {
  const known = new Vocabulary([
    ['title', 0],
    ['titles', 0],
    ['id', 0],
    ['text', 0]
  ])
  expect(known.similar('titel', 5)).toEqual(['title'])
  expect(known.similar('titlse', 5)).toEqual(['title', 'titles'])
  expect(known.similar('if', 5)).toEqual(['id'])
  expect(known.similar('xyz', 5)).toEqual([])
})

test('at most four letters differ, in names of twelve letters and longer', () => {
  const known = new Vocabulary([['lanternlight', 0]])
  expect(known.similar('xxxxernlight', 5)).toEqual(['lanternlight'])
  expect(known.similar('xxxxxrnlight', 5)).toEqual([])
  const long = new Vocabulary([['lanternlighthouses', 0]])
  expect(long.similar('xxxxernlighthouses', 5)).toEqual(['lanternlighthouses'])
  expect(long.similar('xxxxxrnlighthouses', 5)).toEqual([])
})
