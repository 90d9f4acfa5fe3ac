import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import { publishedSite } from '../../support/sites/published-site.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

const hex = (number: number) => testId(number).replaceAll('-', '')

/** A workspace with pages of these titles; the first has the id that ends in 2. */
function titled(...titles: string[]) {
  const pages = titles.map((title, index) => pageBlock(2 + index, title))
  return workspaceOf(
    pages.map(({ id }) => id),
    pages
  )
}

/** Where a path leads: the target of its redirect, or the heading of its page, or the status. */
async function at(app: FastifyInstance, url: string): Promise<string> {
  const { statusCode, headers, body } = await app.inject(encodeURI(url))
  if (statusCode === 301) return decodeURI(String(headers.location))
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replaceAll(/<[^>]*>/g, '')
  return statusCode === 200 ? `page ${heading}` : String(statusCode)
}

const all = async (app: FastifyInstance, ...urls: string[]) =>
  Promise.all(urls.map((url) => at(app, url)))

test('two pages that swap their titles swap their paths', async () => {
  const { app, publish } = await publishedSite(titled('Lamp', 'Torch'))
  await publish(titled('Torch', 'Lamp'))
  expect(await all(app, '/lamp', '/torch', `/${hex(2)}`, `/${hex(3)}`)).toEqual([
    'page Lamp',
    'page Torch',
    '/torch',
    '/lamp'
  ])
  await publish(titled('Lamp', 'Torch'))
  expect(await all(app, '/lamp', '/torch', `/${hex(2)}`)).toEqual([
    'page Lamp',
    'page Torch',
    '/lamp'
  ])
})

test('three pages that pass on their titles leave no loop', async () => {
  const { app, publish } = await publishedSite(titled('Lamp', 'Torch', 'Wick'))
  await publish(titled('Torch', 'Wick', 'Lamp'))
  await publish(titled('Wick', 'Lamp', 'Flint'))
  expect(await all(app, '/lamp', '/torch', '/wick', '/flint')).toEqual([
    'page Lamp',
    // Page 2 had this title last.
    '/wick',
    'page Wick',
    'page Flint'
  ])
})

test('a chain of titles ends at the current path in one step', async () => {
  const { app, publish } = await publishedSite(titled('Lamp'))
  const titles = ['Torch', 'Wick', 'Flint', 'Oil']
  for (const title of titles) await publish(titled(title))
  const former = ['/lamp', '/torch', '/wick', '/flint', '/Torch', '/wick/']
  expect(new Set(await all(app, ...former))).toEqual(new Set(['/oil']))
  expect(await all(app, '/lamp.md', '/oil', `/lamp-${hex(2)}`)).toEqual([
    '/oil.md',
    'page Oil',
    '/oil'
  ])
})

test('a former path belongs to the page that takes it, until that page leaves it too', async () => {
  const { app, publish } = await publishedSite(titled('Lamp', 'Other'))
  await publish(titled('Torch', 'Other'))
  expect(await at(app, '/lamp')).toBe('/torch')
  await publish(titled('Torch', 'Lamp'))
  expect(await at(app, '/lamp')).toBe('page Lamp')
  await publish(titled('Torch', 'Beacon'))
  expect(await all(app, '/lamp', '/other', '/torch')).toEqual(['/beacon', '/beacon', 'page Torch'])
})

test('the younger of two pages with one title gives up its path with its id', async () => {
  const { app, publish } = await publishedSite(titled('Lamp', 'Lamp'))
  expect(await all(app, '/lamp', `/lamp-${hex(3)}`, `/lamp-${hex(2)}`)).toEqual([
    'page Lamp',
    'page Lamp',
    '/lamp'
  ])
  await publish(titled('Torch', 'Lamp'))
  expect(await all(app, '/lamp', `/lamp-${hex(3)}`, `/${hex(2)}`)).toEqual([
    'page Lamp',
    '/lamp',
    '/torch'
  ])
  const pages = [pageBlock(2, 'Wick', { created_time: Date.UTC(2027, 0) }), pageBlock(3, 'Wick')]
  await publish(workspaceOf([testId(2), testId(3)], pages))
  expect(await all(app, '/wick', '/Wíck', `/${hex(2)}`)).toEqual([
    'page Wick',
    '/wick',
    `/wick-${hex(2)}`
  ])
})

test('a title that is the id of another page, or ends in it, does not hide that page', async () => {
  const { app, publish } = await publishedSite(titled('Lamp', hex(2), `See ${hex(2)}`, testId(2)))
  const own = [`/${hex(2)}-${hex(3)}`, `/see-${hex(2)}-${hex(4)}`, `/${testId(2)}-${hex(5)}`]
  expect(await all(app, ...own)).toEqual([
    `page ${hex(2)}`,
    `page See ${hex(2)}`,
    `page ${testId(2)}`
  ])
  const ids = [`/${hex(2)}`, `/see-${hex(2)}`, `/${testId(2)}`]
  expect(await all(app, ...ids)).toEqual(['/lamp', '/lamp', '/lamp'])
  expect(await all(app, `/${hex(3)}`, `/${hex(4)}`, `/${hex(5)}`)).toEqual(own)
  await publish(titled('Lamp', 'Torch', 'Wick', 'Oil'))
  expect(await all(app, ...own, ...ids)).toEqual([
    '/torch',
    '/wick',
    '/oil',
    '/lamp',
    '/lamp',
    '/lamp'
  ])
})

test('a title that is the id of no page leads to its page', async () => {
  const { app } = await publishedSite(titled(hex(77)))
  expect(await all(app, `/${hex(77)}-${hex(2)}`, `/${hex(77)}`, `/${hex(2)}`)).toEqual([
    `page ${hex(77)}`,
    `/${hex(77)}-${hex(2)}`,
    `/${hex(77)}-${hex(2)}`
  ])
})
