import type { Block, ExtendedRecordMap } from 'notion-types'
import { expect, test } from 'vitest'

import { embedFrame } from '../../../site/notion/files/embed-frame.ts'
import {
  blockFiles,
  collectionFiles,
  isAddress,
  isSource,
  isStoredFile,
  recordFileSources
} from '../../../site/notion/files/file-sources.ts'
import { addressName, hostName, mediaSource } from '../../../site/notion/files/media-source.ts'
import { record } from '../../support/workspaces/records.ts'

const nocookie = 'https://www.youtube-nocookie.com/embed'

test.each([
  ['https://www.youtube.com/watch?v=abc&t=xx90', `${nocookie}/abc`],
  ['https://www.youtube.com/watch?v=abc&start=30', `${nocookie}/abc?start=30`],
  ['https://www.youtube.com/live/abc_d-e', `${nocookie}/abc_d-e`],
  [
    'https://player.bilibili.com/player.html?bvid=BV1xx',
    'https://player.bilibili.com/player.html?bvid=BV1xx&autoplay=0'
  ],
  ['https://dai.ly/x7tgad0', 'https://www.dailymotion.com/embed/video/x7tgad0'],
  ['https://www.dailymotion.com/embed/video/x7', 'https://www.dailymotion.com/embed/video/x7'],
  [
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa'
  ],
  [
    'https://embed.figma.com/embed?url=https://www.figma.com/file/k',
    'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Ffile%2Fk'
  ],
  ['https://codepen.io/ann/full/PNaGbb', 'https://codepen.io/ann/embed/PNaGbb?default-tab=result'],
  ['https://replit.com/@ann/lamp-oil', 'https://replit.com/@ann/lamp-oil?embed=true'],
  ['https://link.excalidraw.com/l/abc', 'https://link.excalidraw.com/l/abc'],
  ['https://link.excalidraw.com/readonly/abc', 'https://link.excalidraw.com/readonly/abc'],
  [
    'https://sketchfab.com/models/0123456789abcdef0123456789abcdef',
    'https://sketchfab.com/models/0123456789abcdef0123456789abcdef/embed'
  ],
  ['https://www.google.com/maps/embed?pb=1', 'https://www.google.com/maps/embed?pb=1'],
  [
    'https://www.google.com/maps/@-34.8,134.69,17z',
    'https://www.google.com/maps?q=-34.8%2C134.69&output=embed'
  ],
  [
    'https://www.google.com/maps/@34.85,-134.6,17z',
    'https://www.google.com/maps?q=34.85%2C-134.6&output=embed'
  ],
  ['https://www.google.com/maps/place/100%/', 'https://www.google.com/maps?q=100%25&output=embed'],
  [
    'https://www.google.com/maps/place/A+&+B/',
    'https://www.google.com/maps?q=A%20%26%20B&output=embed'
  ],
  [
    'https://docs.google.com/document/d/1Qq-x/edit',
    'https://docs.google.com/document/d/1Qq-x/preview'
  ]
])('%s is embedded as %s', (address, src) => {
  expect(embedFrame(address)?.src).toBe(src)
})

test.each([
  'https://www.youtube.com/a/embed/abc',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/abcd',
  'https://www.youtube.com/watch?v=%3Fabc',
  'https://www.youtube.com/watch?v=abc%3F',
  'https://www.bilibili.com/anime',
  'https://www.dailymotion.com/a/b/x7',
  'https://www.dailymotion.com/video/x7/more',
  'https://w.soundcloud.com/player/',
  'https://www.figma.com/embed',
  'https://codepen.io/a/b/pen/PNaGbb',
  'https://codepen.io/ann',
  'https://replit.com/a/@ann/lamp',
  'https://replit.com/@ann/lamp/more',
  'https://excalidraw.com/a/l/b',
  'https://excalidraw.com/#a#json=1',
  'https://x.typeform.com/a/to/abc',
  'https://x.typeform.com/to/abc/d',
  'https://sketchfab.com/feed',
  'https://www.google.com/a/maps',
  'https://www.google.com/mapsx',
  'https://maps.google.com/',
  'https://docs.google.com/a/document/d/1Qq',
  'https://docs.google.com/forms/d/1Qq',
  'https://vimeo.com/about',
  'ftp://www.youtube.com/watch?v=abc',
  'https://awww.youtube.com/watch?v=abc',
  'https://youtube.www.com/watch?v=abc'
])('%s is not embedded', (address) => expect(embedFrame(address)).toBeUndefined())

test('a frame has the shape of its site', () => {
  expect(embedFrame('https://youtu.be/abc')).toEqual({
    src: `${nocookie}/abc`,
    name: 'YouTube',
    isFilm: true,
    ratio: 16 / 9
  })
  expect(embedFrame('https://soundcloud.com/a/b')).toMatchObject({ isFilm: false, height: 166 })
  expect(embedFrame('https://soundcloud.com/a/b')).not.toHaveProperty('ratio')
  expect(embedFrame(undefined)).toBeUndefined()
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

test.each<[object, string | undefined]>([
  [{ properties: { link: [['l']], source: [['s']] }, format: { uri: 'u' } }, 'l'],
  [{ properties: { link: [['']], source: [['s']] } }, 's'],
  [{ properties: { link: [[7]] }, format: { drive_properties: { url: 'd' }, uri: 'u' } }, 'd'],
  [{ format: { original_url: 'o', uri: 'u' } }, 'o'],
  [{ format: { uri: 'u', display_source: 'x' } }, 'u'],
  [{ properties: { source: [] }, format: { display_source: 'x' } }, 'x'],
  [{ properties: { link: [] }, format: { drive_properties: {} } }, undefined],
  [{}, undefined]
])('the block %j shows %s', (fields, address) => {
  expect(mediaSource(fields as Block)).toBe(address)
})

test.each([
  ['attachment:1:a b.png', 'a b.png'],
  ['/images/a.png', 'a.png'],
  ['/images/', '/images/'],
  ['not an address', 'not an address'],
  ['https://x.example/a/b%20c.pdf?d=e.f', 'b c.pdf'],
  ['https://x.example/100%25.txt', '100%.txt'],
  ['https://x.example/100%.txt', '100%.txt'],
  ['https://x.example/Tom&Jerry+co.txt', 'Tom&Jerry+co.txt'],
  ['https://x.example/a/b', 'x.example'],
  ['https://x.example/a.toolong', 'x.example'],
  ['https://x.example/a.b', 'x.example'],
  ['https://x.example', 'x.example'],
  ['https://img.notionusercontent.com/s3/prod%2Fspace%2Fb.png/size/w=96', 'b.png'],
  ['https://img.notionusercontent.com/s3/space', 'img.notionusercontent.com']
])('the URL %s is named %s', (address, name) => expect(addressName(address)).toBe(name))

test('a host is named without www', () => {
  expect(hostName('https://www.x.example/a')).toBe('x.example')
  expect(hostName('https://a.www.example/a')).toBe('a.www.example')
})
