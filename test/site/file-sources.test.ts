import type { Block, Collection } from 'notion-types'
import { expect, test } from 'vitest'

import { blockFiles, collectionFiles } from '../../site/notion/files/file-sources.ts'
import { record } from '../support/workspaces/records.ts'

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
