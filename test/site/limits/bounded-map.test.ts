import { expect, test } from 'vitest'

import { BoundedMap } from '../../../site/limits/bounded-map.ts'

test('a full map drops the entry that was used longest ago', () => {
  const map = new BoundedMap<number, { at: number }>(2)
  map.set(1, { at: 1 })
  map.set(2, { at: 2 })
  expect(map.get(1)).toEqual({ at: 1 })
  expect(map.set(3, { at: 3 })).toEqual([[2, { at: 2 }]])
  expect([1, 2, 3].map((key) => map.has(key))).toEqual([true, false, true])
})

test('the total size follows values that are replaced, deleted or cleared', () => {
  const map = new BoundedMap<string, string[]>(10, ({ length }) => length)
  const list = (length: number) => Array.from({ length }, () => 'x')
  map.set('a', list(4))
  map.set('b', list(4))
  expect(map.set('b', list(6))).toEqual([])
  expect(map.delete('a')).toHaveLength(4)
  expect(map.delete('a')).toBeUndefined()
  expect(map.set('c', list(4))).toEqual([])
  expect(map.set('d', list(11)).map(([key]) => key)).toEqual(['b', 'c', 'd'])
  map.set('e', list(10))
  map.clear()
  expect(map.set('f', list(10))).toEqual([])
  expect([...map.entries()].map(([key]) => key)).toEqual(['f'])
})

test('an entry that was replaced, or read after a deletion, is the last to leave', () => {
  const map = new BoundedMap<string, object>(2)
  map.set('a', {})
  map.set('b', {})
  map.set('a', {})
  map.set('c', {})
  expect([map.has('a'), map.has('b')]).toEqual([true, false])
  map.delete('c')
  map.set('d', {})
  map.get('a')
  map.set('e', {})
  expect([...map.entries()].map(([key]) => key)).toEqual(['a', 'e'])
})

test('a value is made once while its key is in the map, which may be bounded by its keys', () => {
  const map = new BoundedMap<string, { of: string }>(5, (_, { length }) => length)
  const made: string[] = []
  const read = (key: string) =>
    map.getOrInsertComputed(key, () => {
      made.push(key)
      return { of: key }
    })
  expect(['ab', 'cd', 'ab', 'ef', 'ab', 'cd'].map((key) => read(key).of)).toHaveLength(6)
  expect(made).toEqual(['ab', 'cd', 'ef', 'cd'])
})
