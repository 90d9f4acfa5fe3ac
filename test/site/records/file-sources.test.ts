import type { Block, Collection, ExtendedRecordMap } from 'notion-types'
import { expect, test } from 'vitest'

import {
  blockFiles,
  collectionFiles,
  isAddress,
  isSource,
  isStoredFile,
  recordFileSources
} from '../../../site/notion/files/file-sources.ts'
import { record } from '../../support/workspaces/records.ts'

const stored = (name: string) =>
  `https://prod-files-secure.s3.us-west-2.amazonaws.com/5face000/${name}`

function filesOf(fields: Record<string, unknown> & { type: string }): Record<string, boolean> {
  const files = blockFiles(record(2, fields))
  return Object.fromEntries(files.map(({ source, isImage }) => [source, isImage]))
}

const other = 'https://files.example.org'

test.each<[string, Record<string, unknown> & { type: string }, Record<string, boolean>]>([
  [
    'an image',
    { type: 'image', properties: { source: [[`${other}/a`]] } },
    { [`${other}/a`]: true }
  ],
  [
    'an image with only a display source',
    { type: 'image', format: { display_source: `${other}/a` } },
    { [`${other}/a`]: true }
  ],
  [
    'an image, without the other spelling in its display source',
    {
      type: 'image',
      properties: { source: [[stored('a')]] },
      format: { display_source: stored('b') }
    },
    { [stored('a')]: true }
  ],
  [
    'a cover and an icon',
    { type: 'page', format: { page_cover: '/images/c.png', page_icon: '/icons/i.svg?mode=dark' } },
    { '/images/c.png': true, '/icons/i.svg?mode=dark': true }
  ],
  ['an emoji as icon: none', { type: 'callout', format: { page_icon: '🕯' } }, {}],
  [
    'the images of a bookmark',
    { type: 'bookmark', format: { bookmark_icon: `${other}/i`, bookmark_cover: `${other}/c` } },
    { [`${other}/i`]: true, [`${other}/c`]: true }
  ],
  ...['video', 'audio', 'pdf', 'file'].map(
    (type): [string, { type: string; properties: object }, Record<string, boolean>] => [
      `a stored ${type}`,
      { type, properties: { source: [['attachment:1:a.bin']] } },
      { 'attachment:1:a.bin': false }
    ]
  ),
  ['a film elsewhere: none', { type: 'video', properties: { source: [[`${other}/film`]] } }, {}],
  [
    'the image of a shared document',
    { type: 'drive', format: { drive_properties: { thumbnail: stored('t.png'), url: other } } },
    { [stored('t.png')]: false }
  ],
  [
    'stored files and images in the properties of a row',
    {
      type: 'page',
      properties: {
        abcd: [
          ['a', [['a', 'attachment:1:a.zip']]],
          [','],
          ['b', [['a', `${other}/b.png?w=1`]]],
          [','],
          ['c', [['a', `${other}/c`]]]
        ]
      }
    },
    { 'attachment:1:a.zip': false, [`${other}/b.png?w=1`]: true }
  ],
  [
    'a stored file that its text links to',
    { type: 'text', properties: { title: [['map', [['a', stored('map.zip')]]]] } },
    { [stored('map.zip')]: false }
  ],
  [
    'a custom emoji in its text, in the form used by icons',
    { type: 'text', space_id: 's', properties: { title: [['‣', [['ce', 'e']]]] } },
    { 'notion://custom_emoji/s/e': true }
  ]
])('the files of a block include %s', (_, fields, files) => {
  expect(filesOf(fields)).toEqual(files)
})

test('the files of a collection are its icon, its cover and the custom emoji in its name', () => {
  const collection = {
    id: 'c',
    space_id: 's',
    icon: '/icons/i.svg',
    cover: 'attachment:1:c.png',
    name: [['‣', [['ce', 'e']]]],
    description: [['🕯 plain']]
  }
  // Notion's type lacks `space_id` and custom emoji.
  const files = collectionFiles(collection as unknown as Collection)
  expect(files.map(({ source }) => source)).toEqual([
    '/icons/i.svg',
    'attachment:1:c.png',
    'notion://custom_emoji/s/e'
  ])
})

test('malformed records have no files and throw no error', () => {
  const broken = { id: 'b', type: 'image', properties: { source: 7, title: 'x' }, format: null }
  // Malformed on purpose.
  expect(blockFiles(broken as unknown as Block)).toEqual([])
})

const declared = (fields: { type: string; properties?: object }) =>
  blockFiles(record(2, fields as never))[0]?.declared
const source = [['attachment:1:a']]

test.each(['pdf', 'video', 'audio'])('a %s declares its type', (type) => {
  expect(declared({ type, properties: { source, title: [['a.txt']] } })).toBe(type)
})

test.each<[unknown, string | undefined]>([
  [[['Map.ZIP']], 'zip'],
  [[['a.tar.gz']], 'gz'],
  [[['v1.2 final']], undefined],
  [[['name']], undefined],
  [[['a.abcdefghijk']], 'abcdefghijk'],
  [[['a.abcdefghijkl']], undefined],
  [[[7]], undefined],
  [[], undefined],
  [undefined, undefined]
])('a file titled %j declares the type %s', (title, type) => {
  expect(declared({ type: 'file', properties: { source, title } })).toBe(type)
})

test('only the own file of a block has its declared type', () => {
  expect(declared({ type: 'image', properties: { source, title: [['a.txt']] } })).toBeUndefined()
  const files = blockFiles(
    record(2, { type: 'pdf', properties: { source }, format: { page_icon: '/icons/i.svg' } })
  )
  expect(files).toEqual([
    { source: '/icons/i.svg', isImage: true },
    { source: 'attachment:1:a', isImage: false, declared: 'pdf' }
  ])
})

test('linked images belong to rows only, and emoji and stored files to any text', () => {
  const linked = [['b', [['a', 'https://x.example/b.png']]]]
  expect(blockFiles(record(2, { type: 'text', properties: { title: linked } }))).toEqual([])
  const emoji = [['‣', [['ce', 7]]]]
  expect(blockFiles(record(2, { type: 'text', properties: { title: emoji } }))).toEqual([])
  const unsplash = [['b', [['a', 'https://images.unsplash.com/photo-1']]]]
  expect(blockFiles(record(2, { type: 'page', properties: { p: unsplash } }))).toHaveLength(1)
  const nested = { a: { b: ['attachment:1:deep', null, 7] } }
  expect(blockFiles(record(2, { type: 'callout', format: nested }))).toEqual([
    { source: 'attachment:1:deep', isImage: false }
  ])
})

test('an image that is also linked counts once, as an image', () => {
  const block = record(2, {
    type: 'image',
    properties: { source, caption: [['a', [['a', 'attachment:1:a']]]] }
  })
  expect(blockFiles(block)).toEqual([{ source: 'attachment:1:a', isImage: true }])
})

test('the original of a cropped image is not a file of its block', () => {
  const format = { display_source: 'attachment:1:a', original_source: 'attachment:2:whole' }
  const block = record(2, { type: 'image', properties: { source }, format: format as object })
  expect(blockFiles(block)).toEqual([{ source: 'attachment:1:a', isImage: true }])
})

test('the stored files in the format of a collection are its files', () => {
  const format = { cover: 'attachment:1:c', other: 'https://x.example/a', more: ['text'] }
  expect(collectionFiles({ format } as never)).toEqual([
    { source: 'attachment:1:c', isImage: false }
  ])
})

test('the files of a record map are those of its blocks, collections and users', () => {
  const box = (value: unknown) => ({ role: 'reader', value })
  const map = {
    block: { a: box(record(2, { type: 'image', properties: { source } })), b: box(undefined) },
    collection: { c: box({ id: 'c', icon: '/icons/i.svg' }), d: box(undefined) },
    notion_user: {
      u: box({ id: 'u', profile_photo: 'https://x.example/u.png' }),
      v: box({ id: 'v', profile_photo: '🏮' }),
      w: box(undefined)
    }
  } as unknown as ExtendedRecordMap
  expect(recordFileSources(map)).toEqual([
    'attachment:1:a',
    '/icons/i.svg',
    'https://x.example/u.png'
  ])
})

test.each([
  ['http://a.example/x', true, true],
  ['https://a.example/x', true, true],
  ['attachment:1:a', true, true],
  ['notion://custom_emoji/s/e', true, true],
  ['/icons/a.svg', true, true],
  ['/', true, false],
  ['attachment:', true, false],
  ['notion:x', true, false],
  ['http:a', true, false],
  ['https://[', true, false],
  ['/a\nb', true, false],
  ['see https://a.example', false, false],
  ['🏮', false, false],
  ['', false, false]
])('%j refers to a file: %s, and well: %s', (value, isOne, isWell) => {
  expect([isAddress(value), isSource(value)]).toEqual([isOne, isWell])
})

test('only URLs of the file store are stored files', () => {
  expect(isAddress(7)).toBe(false)
  expect(isStoredFile('attachment:1:a')).toBe(true)
  expect(isStoredFile('https://a.example/x')).toBe(false)
  expect(isStoredFile(7)).toBe(false)
})
