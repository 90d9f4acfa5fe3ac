import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { caps } from '../../../site/limits/caps.ts'
import {
  blockCost,
  entryCost,
  linkCost,
  maxTextCost,
  partCost,
  textCost
} from '../../../site/limits/html-cost.ts'
import { costCounter, recordCosts } from '../../../site/limits/page-costs.ts'
import { type TreeBlock, contentOf, originalOf } from '../../../site/limits/tree-content.ts'
import { textLimit, truncateTexts } from '../../../site/limits/truncate-text.ts'
import { visibleTree } from '../../../site/limits/visible-tree.ts'
import { record } from '../../support/workspaces/records.ts'

const block = (fields: object) => fields as unknown as TreeBlock
const text = (content: string[] = [], words = '') =>
  block({ type: 'text', content, properties: { title: [[words]] } })
const tree = (blocks: Record<string, TreeBlock>) => new Map(Object.entries(blocks))

test.each<[unknown, number]>([
  [['abc'], 8 + 3],
  [['"&\''], 8 + 3 * 6],
  [['<>'], 8 + 2 * 4],
  [['é'], 8 + 2],
  [['灯'], 8 + 3],
  [['\u007f\u0080\u07ff\u0800'], 8 + 1 + 2 + 2 + 3],
  [['a', [['b']]], 8 + 1 + 12],
  [['a', [['a', 'xyz']]], 8 + 1 + 12 + 3],
  [['‣', [['lm', { title: 'ab', href: 'cde' }]]], 8 + 3 + 12 + 5],
  [['‣', [['p', 'known']]], 8 + 3 + 12 + (60 + 2 * 4)],
  [['‣', [['u', 'known']]], 8 + 3 + 12 + (60 + 2 * 4)],
  [['‣', [['p', 'other']]], 8 + 3 + 12],
  [['‣', [['p', 7]]], 8 + 3 + 12],
  [7, 8]
])('the segment %j costs %i bytes', (part, cost) => {
  expect(partCost(part, (id) => (id === 'known' ? 'Lamp' : undefined))).toBe(cost)
  expect(textCost([part, part], (id) => (id === 'known' ? 'Lamp' : undefined))).toBe(cost * 2)
  expect(maxTextCost([part, part])).toBeGreaterThanOrEqual(textCost([part, part]))
})

test('the most that a text may cost counts its characters as escaped, and its marks', () => {
  expect(maxTextCost([['ab'], ['灯', [['b']]]])).toBe(8 + 2 * 6 + (8 + 3 + 12))
  expect(maxTextCost([7])).toBe(8)
  expect(maxTextCost(undefined)).toBe(0)
})

test('a value that is no text costs nothing', () => {
  expect([textCost('abc'), textCost(undefined)]).toEqual([0, 0])
})

test('a name costs its length twice, up to the longest label and slug', () => {
  expect(linkCost('Lamp')).toBe(60 + 4 + 4)
  expect(linkCost('x'.repeat(400))).toBe(60 + 400 + 360)
  expect(linkCost('灯'.repeat(600))).toBe(60 + 1500 + 360)
  expect(entryCost({ properties: { title: [['abc']] } })).toBe(60 + 11 + 11)
  expect(entryCost({})).toBe(60)
})

test('a block costs its markup, its texts and what it shows of its format', () => {
  const title = [['abc']]
  const format = { a: 1 }
  const cost = (fields: object) => blockCost(fields as never, () => 'Lamp')
  expect(cost({})).toBe(45)
  expect(cost({ type: 'text', properties: { title, other: title } })).toBe(45 + 22)
  expect(cost({ type: 'text', format })).toBe(45)
  expect(cost({ type: 'callout', format })).toBe(45 + 7)
  expect(cost({ type: 'callout' })).toBe(45 + 2)
  expect(cost({ type: 'alias', format: { alias_pointer: { id: 'x' } } })).toBe(45 + 68)
  expect(cost({ type: 'alias' })).toBe(45)
  expect(cost({ type: 'collection_view', view_ids: ['a', 7] })).toBe(45 + (150 + 68) + 150)
  expect(cost({ type: 'collection_view' })).toBe(45)
  expect(cost({ type: 'text', view_ids: ['a'] })).toBe(45)
  const long = [['x'.repeat(1_500_000)]]
  expect(cost({ properties: { a: long } })).toBe(45 + 1_000_000)
  expect(cost({ properties: { a: long, b: long, c: long } })).toBe(45 + 2_000_000)
})

const costs = (types: Record<string, string>) => ({
  typeOf: (id: string) => types[id],
  own: () => 10,
  entry: () => 3,
  cells: () => 100,
  breadcrumb: 1000
})

test('repeated parts of a page cost more', () => {
  const types = {
    h: 'header',
    i: 'sub_header',
    j: 'sub_sub_header',
    k: 'header_4',
    c: 'table_of_contents',
    t: 'table',
    r: 'table_row',
    b: 'breadcrumb',
    p: 'text'
  }
  const cost = costCounter(costs(types))
  const all = (ids: string) => [...ids].map(cost)
  expect(all('hp')).toEqual([13, 10])
  expect(all('c')).toEqual([13])
  // Two lists show each further heading; one that is repeated is listed once.
  expect(all('ih')).toEqual([16, 10])
  expect(all('cjk')).toEqual([16, 19, 19])
  expect(all('rtrb')).toEqual([10, 10, 110, 1010])
})

test('the cells of a table are its columns, and those that rows have text in', () => {
  const blocks = tree({
    t: block({
      type: 'table',
      content: ['r', 's'],
      format: { table_block_column_order: ['a', 'b'] }
    }),
    r: block({ type: 'table_row', properties: { a: [['x']], c: [['y']] } }),
    s: block({ type: 'table_row' })
  })
  const { cells, typeOf, own } = recordCosts(blocks, undefined, 7)
  expect(cells('t')).toBe(40 * 3)
  expect([typeOf('t'), typeOf('none')]).toEqual(['table', undefined])
  expect(own('none')).toBe(45)
  expect(recordCosts(blocks).breadcrumb).toBe(0)
  expect(recordCosts(blocks, undefined, 7).breadcrumb).toBe(7)
})

test('the children of a block are those that are known, each once', () => {
  const pointer = { transclusion_reference_pointer: { id: 'o' } }
  const blocks = tree({
    p: block({ type: 'page', content: ['a', 'a', 'none', 'b'] }),
    v: block({ type: 'collection_view_page', content: ['a'] }),
    a: text(),
    b: text(),
    o: text(['a']),
    s: block({ type: 'transclusion_reference', format: pointer, content: ['b', 'o'] }),
    n: block({ type: 'text', format: pointer, content: 7 })
  })
  expect(contentOf(blocks, 'p', 'p')).toEqual(['a', 'b'])
  expect(contentOf(blocks, 'p', 'other')).toEqual([])
  expect(contentOf(blocks, 'v')).toEqual([])
  expect(contentOf(blocks, 's')).toEqual(['o', 'b'])
  expect(contentOf(blocks, 'n')).toEqual([])
  expect(contentOf(blocks, 'none')).toEqual([])
  const to = (id: unknown) =>
    originalOf(
      blocks,
      block({ type: 'transclusion_reference', format: { transclusion_reference_pointer: { id } } })
    )
  expect([to('o'), to('none'), to(7)]).toEqual(['o', undefined, undefined])
})

const childrenOf = (found: ReturnType<typeof visibleTree>) => Object.fromEntries(found.children)

test('a page is a tree in reading order', () => {
  const blocks = tree({
    p: block({ type: 'page', content: ['a', 'b'] }),
    a: text(['c']),
    b: text(),
    c: text()
  })
  const found = visibleTree(blocks, 'p')
  expect([...found.children]).toEqual([
    ['p', ['a', 'b']],
    ['a', ['c']],
    ['c', []],
    ['b', []]
  ])
  expect([found.truncations, found.depth]).toEqual([[], 2])
  expect(found.cost).toBe(45 + 3 * (45 + 8))
})

test('a block inside itself is left out, in both places where it is shown', () => {
  const blocks = tree({
    p: block({ type: 'page', content: ['a', 'b'] }),
    a: text(['b']),
    b: text(['a'])
  })
  const found = visibleTree(blocks, 'p')
  expect(found.truncations).toContainEqual({ blockId: 'b', reason: 'cycle' })
  expect(childrenOf(found)).toEqual({ p: ['a', 'b'], a: ['b'], b: [] })
})

test('nesting ends at its limit', () => {
  const chain = (length: number) =>
    tree({
      p: block({ type: 'page', content: ['b1'] }),
      ...Object.fromEntries(
        Array.from({ length }, (_, index) => [`b${index + 1}`, text([`b${index + 2}`])])
      )
    })
  const whole = visibleTree(chain(caps.depth), 'p')
  expect([whole.depth, whole.truncations]).toEqual([caps.depth, []])
  const cut = visibleTree(chain(caps.depth + 1), 'p')
  expect(cut.depth).toBe(caps.depth)
  expect(cut.truncations).toEqual([{ blockId: `b${caps.depth}`, reason: 'depth' }])
  expect(cut.children.get(`b${caps.depth}`)).toEqual([])
})

test('content beyond the cost limit is left out, with a note at each open block', () => {
  const blocks = tree({
    p: block({ type: 'page', content: ['a', 'd'] }),
    a: text(['b', 'c']),
    b: text(),
    c: text(),
    d: text()
  })
  const fixed = { ...costs({}), own: () => 10 }
  const at = (maxCost: number) => visibleTree(blocks, 'p', { maxCost, costs: fixed })
  expect(at(50).truncations).toEqual([])
  const cut = at(39)
  expect(cut.cost).toBe(30)
  expect(cut.truncations).toEqual([
    { blockId: 'p', reason: 'size' },
    { blockId: 'a', reason: 'size' }
  ])
  expect(childrenOf(cut)).toEqual({ p: ['a'], a: ['b'], b: [] })
  const last = at(40)
  expect(last.truncations).toEqual([{ blockId: 'p', reason: 'size' }])
  expect(childrenOf(last)).toEqual({ p: ['a'], a: ['b', 'c'], b: [], c: [] })
})

const long = (length: number) => [['x'.repeat(length)]]
const limits = { one: 100, all: 150 }

test('a text has a limit of its own, and a share of the limit of all texts', () => {
  expect(textLimit({ properties: { a: long(92) } }, limits)).toBeUndefined()
  expect(textLimit({ properties: { a: long(93) } }, limits)).toBe(100)
  expect(textLimit({ properties: { a: long(67), b: long(67) } }, limits)).toBeUndefined()
  expect(textLimit({ properties: { a: long(68), b: long(67) } }, limits)).toBe(75)
  expect(textLimit({ properties: { a: long(1000), b: long(40) } }, limits)).toBe(100)
  expect(textLimit({}, limits)).toBeUndefined()
})

test('a long text ends with an ellipsis, other texts are kept', () => {
  const of = (properties: object) =>
    truncateTexts(record(2, { type: 'text', properties }), limits).properties as Record<
      string,
      unknown
    >
  expect(of({ a: long(192), b: [['short']], c: 7 })).toEqual({
    a: [[`${'x'.repeat(96)}…`]],
    b: [['short']],
    c: 7
  })
  const two = of({ a: [['y'.repeat(42)], ['x'.repeat(92), [['b']]], ['z']] })
  expect(two).toEqual({ a: [['y'.repeat(42)], [`${'x'.repeat(41)}…`, [['b']]]] })
  const full = ['y', 'x'].map((letter) => [letter.repeat(42)])
  expect(of({ a: [...full, ['z']] })).toEqual({ a: [...full, ['…']] })
  const whole: Block = record(2, { type: 'text', properties: { a: long(10) } })
  expect(truncateTexts(whole, limits)).toBe(whole)
})

test('marks that cost more than their text are dropped', () => {
  const of = (part: unknown[]) =>
    (
      truncateTexts(record(2, { type: 'text', properties: { a: [part] } }), limits)
        .properties as Record<string, unknown>
    )['a']
  const link = [['a', 'y'.repeat(500)]]
  expect(of(['name', link])).toEqual([['name…']])
  expect(of(['‣', link])).toEqual([['…']])
  expect(of(['x'.repeat(200), [['a', 'y'.repeat(10)]]])).toEqual([
    [`${'x'.repeat(86)}…`, [['a', 'y'.repeat(10)]]]
  ])
  expect(of(['x'.repeat(1200), [['a', 'y'.repeat(9000)]]])).toEqual([[`${'x'.repeat(1000)}…`]])
})

test('a page lists its texts that are too long', () => {
  const blocks = tree({
    p: block({ type: 'page', content: ['a'] }),
    a: text([], 'x'.repeat(1_000_001))
  })
  expect(visibleTree(blocks, 'p').truncations).toEqual([{ blockId: 'a', reason: 'text' }])
})
