import { expect, test } from 'vitest'

import { pageSizeOf } from '../../../site/ranges/database-header.ts'
import { FetchLimitError, RangedFile } from '../../../site/ranges/ranged-file.ts'
import { ReadAhead } from '../../../site/ranges/read-ahead.ts'

const PAGE = 512

/** A file whose bytes name their place, with what was fetched of it: first page and number of pages. */
function openFile(
  pages: number,
  { extra = 0, partSize }: { extra?: number; partSize?: number } = {}
) {
  const content = Uint8Array.from({ length: pages * PAGE + extra }, (_, at) => (at * 7 + 3) % 251)
  const fetched: [page: number, count: number][] = []
  const fetch = (start: number, end: number) => {
    fetched.push([start / PAGE, Math.ceil((end - start) / PAGE)])
    return content.slice(start, end)
  }
  const head = content.slice(0, PAGE)
  const source = { size: content.length, fetch, ...(partSize && { partSize }) }
  const file = new RangedFile(source, { head, pageSize: PAGE })
  return { file, content, fetched }
}

test('a read returns the bytes of the file, within a page, across pages and at the end', () => {
  const { file, content } = openFile(20, { extra: 100 })
  const places = [
    [0, 100],
    [PAGE - 1, 2],
    [5 * PAGE + 24, 16],
    [3 * PAGE, 4 * PAGE],
    [20 * PAGE, PAGE],
    [21 * PAGE, PAGE]
  ] as const
  for (const [offset, length] of places) {
    expect(file.read(offset, length)).toEqual(content.slice(offset, offset + length))
  }
})

test('a page is fetched once, and the head not at all', () => {
  const { file, fetched } = openFile(20)
  for (const page of [0, 9, 4, 9, 0, 4]) file.read(page * PAGE, PAGE)
  expect(fetched).toEqual([
    [9, 1],
    [4, 1]
  ])
  expect(file.counts).toEqual({ requests: 3, bytes: 3 * PAGE, pages: 3 })
})

test('sequential reads fetch more and more, two of them at a time as well', () => {
  const { file, fetched } = openFile(400)
  for (let at = 0; at < 40; at++) {
    file.read((100 + at) * PAGE, PAGE)
    file.read((300 + at) * PAGE, PAGE)
  }
  const ofFirst = fetched.filter(([page]) => page < 300)
  expect(ofFirst.map(([, count]) => count)).toEqual([1, 2, 3, 5, 8, 12, 18])
  expect(fetched.filter(([page]) => page >= 300).map(([, count]) => count)).toEqual(
    ofFirst.map(([, count]) => count)
  )
})

test('a fetch ends before a page that is known, and at the end of the file', () => {
  const { file, fetched } = openFile(12)
  file.read(7 * PAGE, PAGE)
  for (let page = 1; page < 12; page++) file.read(page * PAGE, PAGE)
  expect(fetched).toEqual([
    [7, 1],
    [1, 1],
    [2, 2],
    [4, 3],
    [8, 2],
    [10, 2]
  ])
})

test('a fetch beyond the limit is refused before it is made, and allowed after the limit is raised', () => {
  const { file, content, fetched } = openFile(20)
  file.maxBytes = 2 * PAGE
  file.read(5 * PAGE, PAGE)
  expect(() => file.read(9 * PAGE, PAGE)).toThrow(FetchLimitError)
  expect(file.read(5 * PAGE, 4)).toEqual(content.slice(5 * PAGE, 5 * PAGE + 4))
  expect(fetched).toEqual([[5, 1]])
  file.maxBytes = 3 * PAGE
  expect(file.read(9 * PAGE, PAGE)).toEqual(content.slice(9 * PAGE, 10 * PAGE))
})

test('of a file in parts, whole parts are fetched, each once', () => {
  const { file, content, fetched } = openFile(10, { extra: 100, partSize: 4 * PAGE })
  for (const page of [6, 4, 10, 1, 7, 8]) {
    const start = page * PAGE
    expect(file.read(start, PAGE)).toEqual(content.slice(start, start + PAGE))
  }
  expect(fetched).toEqual([
    [4, 4],
    [8, 3],
    [0, 4]
  ])
})

test('bytes that were not sent whole are refused', () => {
  const source = { size: 10 * PAGE, fetch: () => new Uint8Array(3) }
  const file = new RangedFile(source, { head: new Uint8Array(PAGE), pageSize: PAGE })
  expect(() => file.read(4 * PAGE, PAGE)).toThrow('512 bytes were not sent whole')
})

test('read-ahead follows sixteen places and never fetches more than its limit', () => {
  const ahead = new ReadAhead(4)
  const step = (page: number) => {
    const chosen = ahead.choose(page)
    ahead.noteFetch(page, { chosen, count: chosen })
    return chosen
  }
  expect([10, 11, 13, 16, 20].map(step)).toEqual([1, 2, 3, 4, 4])
  for (let at = 1; at <= 15; at++) step(1000 * at)
  expect(ahead.choose(24)).toBe(4)
  step(99_000)
  expect(ahead.choose(24)).toBe(1)
})

test('a read that skips two pages is still sequential, one that skips more is not', () => {
  const ahead = new ReadAhead(64)
  ahead.noteFetch(10, { chosen: 4, count: 4 })
  expect([13, 14, 16, 17].map((page) => ahead.choose(page))).toEqual([1, 6, 6, 1])
})

test.each([
  [[0x10, 0x00], 4096],
  [[0x00, 0x01], 65_536],
  [[0x02, 0x00], 512]
])('the page size is read from the header: %j', (bytes, size) => {
  const head = new Uint8Array(100)
  head.set(new TextEncoder().encode('SQLite format 3\0'))
  head.set(bytes, 16)
  expect(pageSizeOf(head)).toBe(size)
  expect(pageSizeOf(head.slice(0, 99))).toBeUndefined()
  expect(pageSizeOf(head.fill(1, 0, 4))).toBeUndefined()
})
