import { expect, test } from 'vitest'

import shipped from '../../site.config.ts'
import { ConfigError, readSiteConfig } from '../../site/read-config.ts'

const id = '10a7e12a-0000-4000-8000-000000000001'
const other = '10a7e12a00004000800000000000000f'
const minimal = { rootNotionPageId: id, name: 'Wiki', domain: 'wiki.example.org', author: 'us' }

function problems(input: object): string[] {
  try {
    readSiteConfig(input)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('the shipped configuration is valid', () => {
  expect(problems(shipped)).toEqual([])
})

test('a minimal configuration gets the documented defaults', () => {
  expect(readSiteConfig(minimal)).toMatchObject({
    rootNotionSpaceId: null,
    description: 'Notion Blog',
    language: 'en',
    indexable: true,
    defaultPageCoverPosition: 0.5,
    navigationStyle: 'default',
    isSearchEnabled: true,
    isMirrorDownloadEnabled: true,
    includeNotionIdInUrls: false
  })
})

test('all problems are reported at once, in the words of the contract', () => {
  expect(
    problems({ rootNotionPageId: 'nonsense', name: '', domain: ' ', pageUrlOverrides: { a: 'b' } })
  ).toEqual([
    'Config error: missing required site config value "name"',
    'Config error: missing required site config value "author"',
    'Config error: missing required site config value "domain"',
    'Config error invalid rootNotionPageId "nonsense"',
    'Invalid pageUrlOverrides page id "b"'
  ])
})

test.each([undefined, '', 'abc', `${other}0`, `page-${other}`])(
  'rootNotionPageId %j is refused',
  (rootNotionPageId) => {
    expect(problems({ ...minimal, rootNotionPageId })).toEqual([
      `Config error invalid rootNotionPageId "${rootNotionPageId ?? ''}"`
    ])
  }
)

test('a root page id may be plain hex and carry a query string', () => {
  const config = readSiteConfig({ ...minimal, rootNotionPageId: `${other}?v=1&pvs=4` })
  expect(config.rootNotionPageId).toBe('10a7e12a-0000-4000-8000-00000000000f')
})

test.each([
  ['', `Missing pageUrlOverrides value for page "${other}"`],
  [
    'next',
    `Invalid pageUrlOverrides value for page "${other}": value "next" should be a relative URI that starts with "/"`
  ],
  ['/api/search-notion', 'is reserved for the server'],
  ['/image/x', 'is reserved for the server'],
  ['/_app', 'is reserved for the server'],
  ['/_assets/x.js', 'is reserved for the server'],
  ['/sitemap.xml', 'is reserved for the server'],
  ['/', 'is not a plain path'],
  ['//evil.example', 'is not a plain path'],
  ['/a?b', 'is not a plain path']
])('override path %j is refused', (path, message) => {
  const found = problems({ ...minimal, pageUrlOverrides: { [path]: other } })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(message)
})

test('two overrides for one page, and for one path, are refused', () => {
  const third = '10a7e12a000040008000000000000003'
  expect(
    problems({ ...minimal, pageUrlOverrides: { '/a': other, '/b': other, '/a/': third } })
  ).toEqual([
    expect.stringContaining('"/b" repeats "/a"'),
    expect.stringContaining('"/a/" repeats "/a"')
  ])
})

test.each([
  'https://wiki.example.org',
  'wiki.example.org/path',
  'wiki.example.org:80',
  'a b',
  '...',
  'a..b'
])('domain %j is no bare host', (domain) => {
  expect(problems({ ...minimal, domain })[0]).toContain(`domain "${domain}" is not a bare host`)
})

test('an unknown key and a wrong type are named', () => {
  expect(problems({ ...minimal, isSearchEnabeld: true, indexable: 'yes' })).toEqual([
    expect.stringContaining('"indexable"'),
    expect.stringContaining('unknown site config key "isSearchEnabeld"')
  ])
})

test('a wrong type hides no other problem', () => {
  expect(problems({ ...minimal, indexable: 'yes', domain: 'a/b', language: '' })).toEqual([
    expect.stringContaining('"indexable"'),
    expect.stringContaining('domain "a/b" is not a bare host'),
    expect.stringContaining('language')
  ])
})

test('a limit for files above that of a run is a problem, since no run could fetch them', () => {
  expect(problems({ ...minimal, maxFileSizeMB: 60, maxSyncDownloadMB: 50 })).toEqual([
    expect.stringContaining('maxFileSizeMB 60 is more than maxSyncDownloadMB 50')
  ])
})
