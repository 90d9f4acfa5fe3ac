import { expect, test } from 'vitest'

import {
  type FactSource,
  isPictureAddress,
  pageAddress,
  pageFacts
} from '../../../site/pages/page-facts.ts'
import { sortByTitle } from '../../../site/pages/sort-by-title.ts'
import { rowsPerPage } from '../../../site/pages/view-window.ts'
import { valueKey } from '../../../site/pages/page-model.ts'
import {
  formatCount,
  isTimeZone,
  numericCollator,
  undefinedIfInvalid
} from '../../../site/locales/formatters.ts'
import { messageNamed, messagesFor, missingMessage } from '../../../site/locales/messages-for.ts'

const config = {
  author: 'the keepers',
  description: 'a wiki',
  domain: 'wiki.example.org',
  language: 'en',
  messages: {},
  timeZone: 'Asia/Tokyo',
  defaultPageIcon: null,
  defaultPageCover: null,
  defaultPageCoverPosition: 0.25
}

const source: FactSource = {
  id: 'p1',
  path: '/lamp',
  title: 'Lamp',
  spoiler: null,
  icon: null,
  cover: null,
  coverPosition: null,
  firstWords: 'first words',
  createdTime: 5,
  lastEditedTime: 6,
  named: {},
  images: {}
}

const factsOf = (changes: Partial<FactSource> = {}, rules: Partial<typeof config> = {}) =>
  pageFacts({ ...source, ...changes }, { ...config, ...rules })

test('a page without properties has the facts of its text and the configuration', () => {
  expect(factsOf()).toEqual({
    pageId: 'p1',
    title: 'Lamp',
    path: '/lamp',
    url: 'https://wiki.example.org/lamp',
    description: 'first words',
    icon: null,
    iconImage: undefined,
    image: null,
    imageObjectPosition: null,
    author: 'the keepers',
    isAuthorNamed: false,
    authorImage: null,
    detail: 'the keepers',
    createdTime: 5,
    lastEditedTime: 6,
    publishedTime: 5
  })
})

test('the properties of a page win', () => {
  const published = Date.UTC(2026, 0, 1, 20)
  const facts = factsOf({ named: { author: 'Ann', description: 'own', published } })
  expect(facts).toMatchObject({
    description: 'own',
    author: 'Ann',
    isAuthorNamed: true,
    // In the site's time zone, the next day has begun.
    detail: 'January 2, 2026',
    publishedTime: published
  })
  expect(factsOf({ firstWords: '' }).description).toBe('a wiki')
  expect(factsOf({}, { author: '' }).detail).toBe('wiki.example.org')
  expect(factsOf({ title: 'x'.repeat(501) }).title).toHaveLength(501)
})

const unsplash = 'https://images.unsplash.com/photo'
const stored = { [unsplash]: { hash: 'a'.repeat(64), mediaType: 'image/png' } }

test('the image of a page is its social image, its cover or the default cover', () => {
  const cover = '/images/cover.png'
  const images = { [cover]: { hash: 'c'.repeat(64), mediaType: 'image/png' }, ...stored }
  const own = factsOf({ cover, coverPosition: 0.1, images })
  expect(own.image).toMatchObject({ source: cover, image: images[cover] })
  expect(own.image?.href).toMatch(/^https:\/\/wiki\.example\.org\/image\/%2Fimages%2Fcover\.png\?/)
  expect(own.imageObjectPosition).toBe('center 90%')
  const social = factsOf({ cover, images, named: { socialImage: unsplash } })
  expect([social.image?.source, social.imageObjectPosition]).toEqual([unsplash, 'center 50%'])
  const fallback = factsOf(
    { cover: '/none.png', coverPosition: 0.1, images },
    { defaultPageCover: cover as never }
  )
  expect([fallback.image?.source, fallback.imageObjectPosition]).toEqual([cover, 'center 75%'])
  expect(factsOf({ cover, coverPosition: 0.3333, images }).imageObjectPosition).toBe(
    'center 66.67%'
  )
  expect(factsOf({ cover, images }).imageObjectPosition).toBe('center 75%')
})

test('an image that is not stored is used only if its URL does not expire', () => {
  expect(factsOf({ cover: unsplash }).image).toEqual({
    source: unsplash,
    href: unsplash,
    image: undefined
  })
  expect(factsOf({ cover: 'https://x.example/a.png' }).image).toBeNull()
  expect(factsOf({ cover: '🏮' }).image).toBeNull()
  expect(factsOf({ cover: 'constructor' }).image).toBeNull()
  const long = (length: number) => `${unsplash}?${'x'.repeat(length - unsplash.length - 1)}`
  expect(factsOf({ cover: long(2000) }).image).not.toBeNull()
  expect(factsOf({ cover: long(2001) }).image).toBeNull()
})

test('the picture of an author is their photo, else the icon of the page', () => {
  const photo = 'https://images.unsplash.com/ann'
  expect(factsOf({ icon: unsplash, named: { authorPhoto: photo } }).authorImage?.source).toBe(photo)
  expect(factsOf({ icon: unsplash }).authorImage?.source).toBe(unsplash)
  expect(factsOf({ icon: '🏮' }).authorImage).toBeNull()
  expect(factsOf({ icon: unsplash, images: stored }).iconImage).toBe(stored[unsplash])
  expect(factsOf({ images: stored }, { defaultPageIcon: unsplash as never })).toMatchObject({
    icon: unsplash,
    iconImage: stored[unsplash]
  })
})

test.each([
  ['data:image/png;base64,AA', true],
  ['data:text/html,x', false],
  ['/icons/a.svg', true],
  ['🏮', false]
])('the icon %s is an image: %s', (value, expected) =>
  expect(isPictureAddress(value)).toBe(expected)
)

test.each([
  ['/', 'https://a.example/'],
  ['/a b?c#d', 'https://a.example/a%20b%3Fc%23d'],
  ['//evil.example', 'https://a.example//evil.example'],
  ['/\ud800', 'https://a.example/%EF%BF%BD']
])('the page at %j has the URL %s', (path, address) => {
  expect(pageAddress('a.example', path)).toBe(address)
})

test('titles are listed by symbols, letters, kana and kanji, each in the order of the language', () => {
  const titles = [
    '漢字',
    'んか',
    'ゔぁ',
    'ゖ',
    'カ',
    'ぁ',
    '10 b',
    '9 a',
    'écrou',
    'Zoo',
    'apple 10',
    'Apple 9',
    'Яма',
    '🏮',
    '',
    ' b',
    'ｱ',
    'ヶ',
    'ヴ',
    'だ',
    'わ'
  ]
  const sorted = sortByTitle(
    titles.map((title) => ({ title })),
    'ja'
  )
  const sections = new Map<string, string[]>()
  for (const { head, page } of sorted)
    sections.set(head, [...(sections.get(head) ?? []), page.title])
  expect([...sections.keys()]).toEqual([
    '#',
    'A',
    'B',
    'E',
    'Z',
    'Я',
    'あ',
    'か',
    'た',
    'わ',
    '漢字'
  ])
  expect(sections.get('A')).toEqual(['Apple 9', 'apple 10'])
  expect(sections.get('#')?.toSorted()).toEqual(['', '10 b', '9 a', '🏮'])
  expect(sections.get('#')?.slice(-2)).toEqual(['9 a', '10 b'])
  expect(sections.get('あ')?.toSorted()).toEqual(['ぁ', 'ゔぁ', 'ヴ', 'ｱ'])
  expect(sections.get('か')?.toSorted()).toEqual(['ゖ', 'カ', 'ヶ'])
  expect(sections.get('わ')?.toSorted()).toEqual(['わ', 'んか'])
})

test.each([
  ['お', 'あ'],
  ['か', 'か'],
  ['ご', 'か'],
  ['さ', 'さ'],
  ['ぞ', 'さ'],
  ['た', 'た'],
  ['ど', 'た'],
  ['な', 'な'],
  ['の', 'な'],
  ['は', 'は'],
  ['ぽ', 'は'],
  ['ま', 'ま'],
  ['も', 'ま'],
  ['ゃ', 'や'],
  ['よ', 'や'],
  ['ら', 'ら'],
  ['ろ', 'ら'],
  ['ゎ', 'わ'],
  ['ん', 'わ'],
  ['ゔ', 'あ'],
  ['ゕ', 'か'],
  ['ァ', 'あ']
])('%s is in the section %s', (title, head) => {
  expect(sortByTitle([{ title }], 'ja')[0]?.head).toBe(head)
})

test('a gallery and a board show fewer rows at once', () => {
  expect(['table', 'gallery', 'board', 'list'].map(rowsPerPage)).toEqual([100, 60, 50, 100])
  expect(valueKey('row', 'a b')).toBe('row a b')
})

test('counts, orders and time zones are those of the language', () => {
  expect([formatCount(12345, 'en'), formatCount(12345, 'de')]).toEqual(['12,345', '12.345'])
  expect(['b10', 'b9', 'a'].toSorted(numericCollator('en').compare)).toEqual(['a', 'b9', 'b10'])
  expect(numericCollator('en')).toBe(numericCollator('en'))
  expect(['Asia/Tokyo', 'UTC', 'Nowhere/Town', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false
  ])
})

test('only an invalid date or time zone gives no result, other errors are thrown', () => {
  expect(undefinedIfInvalid(() => 7)).toBe(7)
  expect(undefinedIfInvalid(() => new Date(Number.NaN).toISOString())).toBeUndefined()
  const broken = () => {
    throw new TypeError('broken')
  }
  expect(() => undefinedIfInvalid(broken)).toThrow('broken')
})

test('messages are in Japanese for Japanese tags, else in English', () => {
  const inLanguage = (language: string) => messagesFor({ language, messages: {} })
  const [english, japanese] = [inLanguage('en'), inLanguage('ja')]
  expect(inLanguage('ja')).toBe(japanese)
  expect(missingMessage(inLanguage('JA-jp'), 'none')).toBe(japanese.missing.other)
  expect(missingMessage(inLanguage('jav'), 'none')).toBe(english.missing.other)
  expect(missingMessage(english, 'other')).toBe(english.missing.other)
  expect(english.missing.other).not.toBe(japanese.missing.other)
  expect(messageNamed({ a: 'x' }, 'a')).toBe('x')
  expect(messageNamed({ a: 'x' }, 'constructor')).toBeUndefined()
})
