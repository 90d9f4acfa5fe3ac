import { expect, test } from 'vitest'

import { assetPath } from '../../../site/addresses/asset-path.ts'
import { fragmentPath, pageOfFragment } from '../../../site/addresses/fragment-path.ts'
import { markdownPath, pathOfMarkdown } from '../../../site/addresses/markdown-path.ts'
import { isReservedPath } from '../../../site/addresses/reserved-paths.ts'
import { encodePath, siteAddress } from '../../../site/addresses/site-address.ts'
import { parseTagPath, tagAddress, tagProperties } from '../../../site/addresses/tag-path.ts'

const hex = '0123456789abcdef'.repeat(4)

test('a file is stored below the first two digits of its hash', () => {
  expect(assetPath(hex)).toBe(`01/${hex}`)
})

test.each([hex.slice(1), `${hex}0`, hex.toUpperCase(), `../${hex}`, `${hex}/..`, ''])(
  'the name %j is no path of a file',
  (hash) => expect(() => assetPath(hash)).toThrow(/is not a sha256/)
)

test.each([
  ['/', '/index.md'],
  ['/lamp', '/lamp.md'],
  ['/index', '/index-00000000000040008000000000000007.md'],
  ['/index/a', '/index/a.md']
])('the Markdown of %s is at %s', (path, expected) => {
  const id = '00000000-0000-4000-8000-000000000007'
  expect(markdownPath({ id, path })).toBe(expected)
})

test.each([
  ['/index.md', '/'],
  ['/lamp.md', '/lamp'],
  ['/a.md.md', '/a.md'],
  ['/.md', undefined],
  ['/lamp', undefined],
  ['/lamp.md/a', undefined]
])('the Markdown path %s is of the page %s', (path, expected) => {
  expect(pathOfMarkdown(path)).toBe(expected)
})

test.each([
  ['/', '/_cards.html'],
  ['/index', '/_cards/index.html'],
  ['/lamp.html', '/_cards/lamp.html.html']
])('the card of %s is at %s', (path, card) => {
  expect([fragmentPath('link-card', path), pageOfFragment('link-card', card)]).toEqual([card, path])
})

test.each(['/lamp.html', '/_cards/lamp', '/_cards', '/_cardslamp.html'])(
  '%s is no address of a card',
  (path) => expect(pageOfFragment('link-card', path)).toBeUndefined()
)

test.each([
  '/api',
  '/API/x',
  '//api',
  'image/a',
  '/_app',
  '/sitemap.xml',
  '/sitemap-12.xml',
  '/generation.json',
  '/search-names.0123456789abcdef.json',
  '/.well-known/a'
])('%s belongs to the server', (path) => expect(isReservedPath(path)).toBe(true))

test.each([
  '/',
  '/lamp',
  '/apis',
  '/lamp/api',
  '/lamp_',
  '/a-sitemap-1.xml',
  '/sitemap-.xml',
  '/sitemap-a.xml',
  '/sitemap-1.xmls',
  '/search-names'
])('%s may be a page', (path) => expect(isReservedPath(path)).toBe(false))

test.each([
  ['/a b', '/a%20b'],
  ['/é', '/%C3%A9'],
  ['/a?b#c?d#e', '/a%3Fb%23c%3Fd%23e']
])('the path %s is %s in URLs', (path, encoded) => {
  expect(encodePath(path)).toBe(encoded)
})

test('a path with two slashes stays on the host of the site', () => {
  expect(siteAddress('a.example', '//evil.example/x')).toBe('https://a.example//evil.example/x')
})

const tag = { collectionId: '0123abcd-0000', collection: 'My Items', propertySlug: 'kind' }

test.each([
  ['Oil', 'Oil'],
  ['a/b c', 'a%2Fb%20c'],
  ['.', '~.'],
  ['~x', '~~x']
])('the tag %s has a page at an encoded path', (option, name) => {
  const path = tagAddress({ ...tag, option })
  expect(path).toBe(`/tags/my-items-0123abcd/kind/${name}`)
  const segments = path.slice('/tags/'.length).split('/').map(decodeURIComponent)
  expect(parseTagPath(segments)).toEqual({
    collectionDigits: '0123abcd',
    propertySlug: 'kind',
    option
  })
})

test('a collection without a slug is named by its id alone', () => {
  expect(tagAddress({ ...tag, collection: '🏮', option: 'a' })).toBe('/tags/0123abcd/kind/a')
  expect(parseTagPath(['0123abcd', 'kind', 'a'])?.collectionDigits).toBe('0123abcd')
})

test.each([
  [['items-0123abcd', 'kind']],
  [['items-0123abcd', 'kind', 'a', 'b']],
  [['items-0123abcd', '', 'a']],
  [['items-0123abcd', 'kind', '']],
  [['items-0123abc', 'kind', 'a']],
  [['items0123abcd', 'kind', 'a']],
  [['items-0123abcdx', 'kind', 'a']],
  [[]]
])('%j is not a tag', (segments) => expect(parseTagPath(segments)).toBeUndefined())

test('a property is named by its slug, or by its id if the slug is empty or shared', () => {
  const properties = [
    { id: 'a', name: 'Kind', type: 'select' },
    { id: 'b', name: 'Kinds of oil', type: 'multi_select' },
    { id: 'c', name: 'kind', type: 'status' },
    { id: 'd', name: '🏮', type: 'select' },
    { id: 'e', name: 'Kinds of oil', type: 'text' }
  ]
  expect([...tagProperties(properties)]).toEqual([
    ['a', '~a'],
    ['b', 'kinds-of-oil'],
    ['c', '~c'],
    ['d', '~d']
  ])
})
