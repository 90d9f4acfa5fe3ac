import { expect, test } from 'vitest'

import { assignPagePaths, type PathSource } from '../../../site/addresses/page-paths.ts'
import { titleToSlug } from '../../../site/addresses/slug.ts'

const root = '00000000-0000-4000-8000-000000000001'
const rules = { rootNotionPageId: root, pageUrlOverrides: {}, includeNotionIdInUrls: false }

function source(last: number, title: string, more: Partial<PathSource> = {}): PathSource {
  return { id: pageId(last), title, createdTime: last, ...more }
}

function pageId(last: number): string {
  return `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
}

function pathsOf(pages: PathSource[], more: Partial<typeof rules> = {}): string[] {
  const paths = assignPagePaths(pages, { ...rules, ...more })
  return pages.map((page) => paths.get(page.id)?.path ?? 'none')
}

test('the root page has the path / and other pages their slug', () => {
  expect(pathsOf([source(1, 'Home'), source(2, 'Get Started')])).toEqual(['/', '/get-started'])
})

test('the Slug property wins over the title', () => {
  expect(pathsOf([source(2, 'Grand Sword', { slugProperty: 'Big Sword' })])).toEqual(['/big-sword'])
})

test('the older of two pages with the same slug keeps it', () => {
  expect(pathsOf([source(9, 'Lamp'), source(3, 'lamp')])).toEqual([
    '/lamp-00000000000040008000000000000009',
    '/lamp'
  ])
})

test('of pages created at the same time, the smaller id keeps the slug', () => {
  const pages = [3, 2, 4].map((last) => source(last, 'Lamp', { createdTime: 7 }))
  const paths = assignPagePaths(pages, rules)
  expect([2, 3, 4].map((last) => paths.get(pageId(last)))).toEqual([
    { path: '/lamp', slug: 'lamp' },
    { path: '/lamp-00000000000040008000000000000003', slug: 'lamp' },
    { path: '/lamp-00000000000040008000000000000004', slug: 'lamp' }
  ])
})

test.each(['0123456789abcdef0123456789abcdef', `Lamp ${'a'.repeat(32)}`, `x ${pageId(5)}`])(
  'the title %j, which ends like an id, does not hide the page with that id',
  (title) => {
    const path = `/${titleToSlug(title)}-00000000000040008000000000000002`
    expect(pathsOf([source(2, title)])).toEqual([path])
  }
)

test('a title without letters gets the bare id as its path', () => {
  expect(pathsOf([source(2, '🏮')])).toEqual(['/00000000000040008000000000000002'])
})

test('a title that equals a route of the server gets its id', () => {
  expect(pathsOf([source(2, 'Search'), source(3, 'API')])).toEqual([
    '/search-00000000000040008000000000000002',
    '/api-00000000000040008000000000000003'
  ])
})

test('an override wins, and its path is unavailable to other pages', () => {
  const pageUrlOverrides = { '/lamp': pageId(9) }
  expect(pathsOf([source(3, 'Lamp'), source(9, 'Next')], { pageUrlOverrides })).toEqual([
    '/lamp-00000000000040008000000000000003',
    '/lamp'
  ])
})

test('includeNotionIdInUrls appends the id to all paths except the root', () => {
  expect(pathsOf([source(1, 'Home'), source(2, 'Lamp')], { includeNotionIdInUrls: true })).toEqual([
    '/',
    '/lamp-00000000000040008000000000000002'
  ])
})
