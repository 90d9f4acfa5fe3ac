import fc from 'fast-check'
import { expect, test } from 'vitest'

import { environmentVariables, readEnvironment } from '../../cli/config/environment.ts'
import shipped from '../../site.config.ts'
import { ConfigError, readSiteConfig } from '../../site/config/read-config.ts'
import { propertySettings } from '../support/run/sweep.ts'

const id = '10a7e12a-0000-4000-8000-000000000001'
const other = '10a7e12a00004000800000000000000f'
const minimal = { rootNotionPageId: id, name: 'Wiki', domain: 'wiki.example.org', author: 'us' }

function problems(input: unknown): string[] {
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

test('names and the description have one line', () => {
  const texts = { name: ' The\n  wiki\n', author: 'us\r\nand you', description: 'All\n\nof it' }
  expect(readSiteConfig({ ...minimal, ...texts })).toMatchObject({
    name: 'The wiki',
    author: 'us and you',
    description: 'All of it'
  })
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
    isOfflineEnabled: true,
    isMirrorDownloadEnabled: true,
    includeNotionIdInUrls: false
  })
})

test('an empty environment variable counts as unset', () => {
  const empty = Object.fromEntries(environmentVariables.map((name) => [name, '']))
  expect(readEnvironment({ ...empty, METRICS_PORT: '1' })).toEqual(
    readEnvironment({ METRICS_PORT: '1' })
  )
})

test('all problems are reported at once, with the messages of the specification', () => {
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
  'rootNotionPageId %j is rejected',
  (rootNotionPageId) => {
    expect(problems({ ...minimal, rootNotionPageId })).toEqual([
      `Config error invalid rootNotionPageId "${rootNotionPageId ?? ''}"`
    ])
  }
)

test.each([{}, [], null, undefined, 'wiki', 7])('%j is not a site config', (input) => {
  expect(problems(input)).toEqual([expect.stringMatching(/^Invalid site config\b/)])
})

test.each(['rootNotionPageId', 'name', 'author', 'domain'])(
  'the required key %s counts as missing if it is null',
  (key) => {
    const message = `Config error: missing required site config value "${key}"`
    const isRoot = key === 'rootNotionPageId'
    const expected = [message, ...(isRoot ? ['Config error invalid rootNotionPageId ""'] : [])]
    expect(problems({ ...minimal, [key]: null })).toEqual(expected)
  }
)

test.each<[unknown, string]>([
  ['Wiki', 'value "navigationLinks.0" is not valid: Invalid input: expected object'],
  [null, 'value "navigationLinks.0" is not valid: Invalid input: expected object'],
  [{ title: 'Wiki' }, 'has neither pageId nor url; write { title, pageId } or { title, url }'],
  [{ title: 'Wiki', pageId: other, url: '/' }, 'has both pageId and url'],
  [
    { title: 5, url: '/' },
    '"navigationLinks.0.title" is not valid: Invalid input: expected string'
  ],
  [
    { title: 'Wiki', link: '/', url: '/' },
    'unknown site config key "navigationLinks.0.link"; remove it'
  ],
  [{ title: 'Wiki', pageId: 'x' }, 'entry "Wiki" has an invalid pageId "x"'],
  [{ title: 'Wiki', url: 'x' }, 'entry "Wiki" has an invalid url "x"']
])('the navigation entry %j is rejected with a reason', (entry, reason) => {
  expect(problems({ ...minimal, navigationLinks: [entry] })).toEqual([
    expect.stringContaining(reason)
  ])
})

test('an invalid list entry does not hide other invalid entries', () => {
  const lists = {
    navigationLinks: [7, { title: 'Wiki', pageId: 'x' }],
    excludedPageIds: [7, 'x'],
    pageUrlOverrides: { '/a': 7, '/b': 'x' }
  }
  expect(problems({ ...minimal, ...lists })).toHaveLength(6)
})

test('any values give a configuration or one-line messages', () => {
  const keys = fc.constantFrom(...Object.keys(readSiteConfig(minimal)))
  const input = fc.dictionary(keys, fc.anything({ withNullPrototype: true, withBigInt: true }))
  const checked = fc.property(input, (changes) => {
    for (const problem of problems({ ...minimal, ...changes })) {
      expect(problem).toMatch(/^(Config error|Invalid|Missing)\b.{1,1000}…?$/u)
    }
  })
  fc.assert(checked, propertySettings(1000))
})

test('a root page id may be plain hex and carry a query string', () => {
  const config = readSiteConfig({ ...minimal, rootNotionPageId: `${other}?v=1&pvs=4` })
  expect(config.rootNotionPageId).toBe('10a7e12a-0000-4000-8000-00000000000f')
})

const links = [
  `https://www.notion.so/team/Lantern-oil-${other}?pvs=4`,
  `https://www.notion.so/team/Lantern-oil-${other}?pvs=4#10a7e12a000040008000000000000099`,
  `https://team.notion.site/Lantern-oil-${other}?v=10a7e12a000040008000000000000099`,
  `https://team.notion.site/${other}/`,
  'https://www.notion.so/10a7e12a-0000-4000-8000-00000000000f#10a7e12a000040008000000000000099',
  `https://www.notion.so/team/10a7e12a000040008000000000000098?v=10a7e12a000040008000000000000099&p=${other}&pm=s`,
  `https://www.notion.so/%E3%83%A9%E3%83%B3%E3%82%BF%E3%83%B3-${other.toUpperCase()}`,
  `  www.notion.so/Lantern-oil-${other}  `,
  `notion://www.notion.so/team/Lantern-oil-${other}`
]

test.each(links)('the link %s is accepted as a page in every key', (link) => {
  const dashed = '10a7e12a-0000-4000-8000-00000000000f'
  expect(readSiteConfig({ ...minimal, rootNotionPageId: link }).rootNotionPageId).toBe(dashed)
  const config = readSiteConfig({
    ...minimal,
    pageUrlOverrides: { '/oil': link },
    excludedPageIds: [link],
    navigationLinks: [{ title: 'Oil', pageId: link }]
  })
  expect(config.pageUrlOverrides).toEqual({ '/oil': dashed })
  expect(config.excludedPageIds).toEqual([dashed])
  expect(config.navigationLinks).toEqual([{ title: 'Oil', pageId: dashed }])
})

test.each([
  'https://www.notion.so/team',
  `https://www.notion.so/team?v=${other}`,
  `https://www.notion.so/#${other}`,
  `mailto:${other}`,
  `team/${other}`
])('the link %s is rejected as a page', (link) => {
  expect(problems({ ...minimal, rootNotionPageId: link })).toEqual([
    `Config error invalid rootNotionPageId "${link}"`
  ])
})

test('overrides given as links are checked for the root page and duplicates', () => {
  const root = `https://www.notion.so/Home-${id.replaceAll('-', '')}`
  const overrides = { '/home': root, '/oil': other, '/fuel': links[0] }
  expect(problems({ ...minimal, pageUrlOverrides: overrides })).toEqual([
    expect.stringContaining('the root page is always at "/"'),
    expect.stringContaining('"/fuel" repeats "/oil"')
  ])
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
])('override path %j is rejected', (path, message) => {
  const found = problems({ ...minimal, pageUrlOverrides: { [path]: other } })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(message)
})

test('two overrides for one page or one path are rejected', () => {
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
])('domain %j is not a bare host', (domain) => {
  expect(problems({ ...minimal, domain })[0]).toContain(`domain "${domain}" is not a bare host`)
})

test('an unknown key and a wrong type are reported by name', () => {
  expect(problems({ ...minimal, isSearchEnabeld: true, indexable: 'yes' })).toEqual([
    expect.stringContaining('"indexable"'),
    expect.stringContaining(
      'unknown site config key "isSearchEnabeld"; write "isSearchEnabled", or remove it'
    )
  ])
  expect(problems({ ...minimal, Language: 'ja' })[0]).toMatch(/; write "language", or remove it$/)
  expect(problems({ ...minimal, lantern: true })[0]).toMatch(/"lantern"; remove it$/)
})

test('a wrong type does not hide other problems', () => {
  expect(problems({ ...minimal, indexable: 'yes', domain: 'a/b', language: '' })).toEqual([
    expect.stringContaining('"indexable"'),
    expect.stringContaining('domain "a/b" is not a bare host'),
    expect.stringContaining('language')
  ])
})

test('a file limit above the limit of a run is rejected, because no run could fetch such files', () => {
  expect(problems({ ...minimal, maxFileSizeMB: 60, maxSyncDownloadMB: 50 })).toEqual([
    expect.stringContaining('maxFileSizeMB 60 is more than maxSyncDownloadMB 50')
  ])
})
