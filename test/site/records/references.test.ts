import type { Block, CollectionView } from 'notion-types'
import { expect, test } from 'vitest'

import {
  blockReferences,
  collectionIdOf,
  ids,
  isPage,
  linkedBlockId,
  linkedIds,
  linkedPageId,
  originalIds,
  viewCollectionId
} from '../../../site/notion/blocks/block-references.ts'
import { isEmojiIcon, isPictureIcon } from '../../../site/notion/blocks/emoji-icon.ts'
import { externalObject, objectName } from '../../../site/notion/blocks/external-object.ts'
import { parseId, parsePathId } from '../../../site/notion/blocks/notion-id.ts'
import { parsePageLink } from '../../../site/notion/blocks/page-link.ts'
import { pageName } from '../../../site/notion/blocks/page-name.ts'
import { record, testId } from '../../support/workspaces/records.ts'

const hex = (number: number) => testId(number).replaceAll('-', '')

/** A block with a text that has these marks. */
const marked = (...marks: unknown[]) =>
  record(2, { type: 'text', properties: { title: [['a'], ['‣', marks]], other: [['b']] } })

test('a block refers to its children, pages, users and originals', () => {
  const block = Object.assign(
    marked(['p', testId(5)], ['u', testId(6)], ['a', `/${hex(7)}`], ['a', 'https://x.example']),
    { content: [testId(3), '', 7, testId(4)] }
  )
  expect(blockReferences(block)).toEqual({
    content: [testId(3), testId(4)],
    pages: [testId(5), testId(7)],
    originals: [],
    collectionId: undefined,
    viewIds: [],
    userIds: [testId(6), testId(900), testId(900)]
  })
})

test.each(['collection_view', 'collection_view_page'])(
  'a %s refers to its collection and views',
  (type) => {
    const own = { type, collection_id: testId(8), view_ids: [testId(9), null] }
    expect(blockReferences(record(2, own))).toMatchObject({
      collectionId: testId(8),
      viewIds: [testId(9)]
    })
    const linked = record(2, { type, format: { collection_pointer: { id: testId(7) } } })
    expect(blockReferences(linked)).toMatchObject({ collectionId: testId(7), viewIds: [] })
  }
)

test('a picture refers to the page that a click on it opens', () => {
  const format = { image_hyperlink: `/${hex(7)}` } as object
  expect(blockReferences(record(2, { type: 'image', format })).pages).toEqual([testId(7)])
  expect(blockReferences(record(2, { type: 'text', format })).pages).toEqual([])
})

test('another type of block refers to no collection', () => {
  const block = record(2, { type: 'text', collection_id: testId(8), view_ids: [testId(9)] })
  expect(blockReferences(block)).toMatchObject({ collectionId: undefined, viewIds: [] })
  expect(collectionIdOf(record(2, { type: 'text' }))).toBeUndefined()
})

test('the original of a synced block and the target of an alias are read from the format', () => {
  const format = {
    transclusion_reference_pointer: { id: testId(3) },
    alias_pointer: { id: testId(4) }
  }
  expect(originalIds(record(2, { type: 'alias', format }))).toEqual([testId(3), testId(4)])
  expect(originalIds(record(2, { type: 'alias', format: { alias_pointer: { id: 7 } } }))).toEqual(
    []
  )
  expect(originalIds(record(2, { type: 'alias' }))).toEqual([])
})

test('a view may name another collection than its block', () => {
  const view = (format?: object) => ({ format }) as unknown as CollectionView
  expect(viewCollectionId(view({ collection_pointer: { id: testId(3) } }))).toBe(testId(3))
  expect(viewCollectionId(view({ collection_pointer: { id: '' } }))).toBeUndefined()
  expect(viewCollectionId(view({}))).toBeUndefined()
  expect(viewCollectionId(view())).toBeUndefined()
})

test.each([
  [{ type: 'page' }, true],
  [{ type: 'collection_view_page' }, true],
  [{ type: 'text' }, false],
  [{ type: 'collection_view' }, false]
])('%j has its own URL: %s', (block, expected) => expect(isPage(block)).toBe(expected))

test.each<[string, number[]]>([
  [`/${hex(5)}`, [5]],
  [`/Lamp-${hex(5)}?pvs=4#${hex(6)}`, [5]],
  [`https://www.notion.so/team/Lamp-${hex(5)}`, [5]],
  [`http://team.notion.site/${hex(5)}`, [5]],
  [`https://notion.com/${hex(5)}`, [5]],
  [`/${hex(5)}?p=${hex(6)}`, [6, 5]],
  [`/team?p=${hex(6)}`, []],
  [`//notion.so/${hex(5)}`, []],
  [`https://notion.so.evil.example/${hex(5)}`, []],
  [`https://evilnotion.so/${hex(5)}`, []],
  [`https://notion.social/${hex(5)}`, []],
  [`ftp://notion.so/${hex(5)}`, []],
  [`mailto:${hex(5)}`, []],
  [hex(5), []],
  ['/lamp', []],
  ['https://[', []]
])('the link %s leads to the pages %j', (address, numbers) => {
  expect(linkedIds(address)).toEqual(numbers.map(testId))
  expect(linkedPageId(address)).toBe(numbers.map(testId)[0])
})

test.each([
  [`#${hex(6)}`, testId(6)],
  [`/${hex(5)}#${hex(6)}`, testId(6)],
  [`https://x.example/#${hex(6)}`, undefined],
  ['#nowhere', undefined],
  [`/${hex(5)}`, undefined]
])('the link %s leads to the block %s', (address, id) => {
  expect(linkedBlockId(address)).toBe(id)
})

test('only filled texts of a list are ids', () => {
  expect(ids(['a', '', 7, null, 'b'])).toEqual(['a', 'b'])
  expect(ids('ab')).toEqual([])
  expect(ids(undefined)).toEqual([])
})

test.each([
  [hex(5), testId(5)],
  [testId(5), testId(5)],
  [` ${hex(5).toUpperCase()} `, testId(5)],
  [`${hex(5)}?v=1`, testId(5)],
  [`x${hex(5)}`, undefined],
  [`${hex(5)}0`, undefined],
  [`x${testId(5)}`, undefined],
  [`${testId(5)}0`, undefined],
  [7, undefined],
  [undefined, undefined]
])('%j is the id %s', (text, id) => expect(parseId(text)).toBe(id))

test('the parts of an id are separated at the places of a UUID', () => {
  expect(parseId('0123456789abcdef0123456789abcdef')).toBe('01234567-89ab-cdef-0123-456789abcdef')
})

test.each([
  [`/lamp-${hex(5)}`, testId(5)],
  [`/a/LAMP-${hex(10).toUpperCase()}`, testId(10)],
  [`/${testId(5)}`, testId(5)],
  [`/lamp-${testId(5)}`, testId(5)],
  [`/lamp${hex(5)}`, undefined],
  [`/${hex(5)}/lamp`, undefined],
  [`/${hex(5)}-lamp`, undefined],
  ['/lamp', undefined]
])('the path %s ends in the id %s', (path, id) => expect(parsePathId(path)).toBe(id))

test.each([
  [`www.notion.so/Lamp-${hex(5)}`, testId(5)],
  [`http://www.notion.so/${hex(5)}//`, testId(5)],
  [`https://notion.so/${hex(5)}?p=${hex(6)}`, testId(6)],
  [`https://notion.so/${hex(5)}?p=x`, testId(5)],
  [`notion.so.evil.example/${hex(5)}`, undefined],
  [`see https://notion.so/${hex(5)}`, undefined],
  [`https://[/${hex(5)}`, undefined],
  [7, undefined]
])('the link %s names the page %s', (link, id) => expect(parsePageLink(link)).toBe(id))

test.each([
  ['🏮', true, false],
  ['x'.repeat(64), true, false],
  ['x'.repeat(65), false, false],
  ['', false, false],
  ['data:image/png;base64,AA', false, true],
  ['https://a.example/i.png', false, true],
  ['/icons/a.svg', false, true]
])('the icon %j is an emoji: %s, a picture: %s', (icon, isEmoji, isPicture) => {
  expect([isEmojiIcon(icon), isPictureIcon(icon)]).toEqual([isEmoji, isPicture])
})

const external = (format: unknown) => record(2, { type: 'external_object_instance', format })
const titled = (values: unknown) => ({
  attributes: [null, { id: 'x', values: ['no'] }, { id: 'title', values }]
})

test.each<[object, string, string | undefined]>([
  [{ ...titled(['Issue 7']), original_url: 'https://x.example' }, 'Issue 7', 'https://x.example'],
  [{ ...titled('Issue'), drive_properties: { title: 'File' } }, 'File', undefined],
  [{ drive_properties: { title: 'File' } }, 'File', undefined],
  [{ ...titled([7]), original_url: 'https://x.example' }, '', 'https://x.example'],
  [{ attributes: 'none', original_url: 7 }, '', undefined],
  [{}, '', undefined]
])('the external object %j is titled %j at %s', (format, title, address) => {
  expect(externalObject(external(format))).toEqual({ title, address })
  expect(objectName(external(format))).toBe(title || address)
})

test('an external object without a format has no name', () => {
  expect(objectName(external(undefined))).toBeUndefined()
})

test('a page without a title has the name of its collection', () => {
  const page = (title?: string) =>
    ({ properties: title ? { title: [[title]] } : undefined }) as Pick<Block, 'properties'>
  expect(pageName(page('Lamp'), { name: [['Lamps']] })).toBe('Lamp')
  expect(pageName(page(), { name: [['Lamps']] })).toBe('Lamps')
  expect(pageName(page())).toBe('')
  const mention: Pick<Block, 'properties'> = { properties: { title: [['‣', [['p', 'x']]]] } }
  expect(pageName(mention, undefined, () => 'Named')).toBe('Named')
})
