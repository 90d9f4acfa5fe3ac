import { beforeAll, expect, test } from 'vitest'

import { openRowSite, rowId } from '../../support/sites/row-site.ts'
import type { TestSite } from '../../support/sites/site.ts'

const long = (word: string) => `${word} ${'lantern '.repeat(25_000)}`.trim()

let site: TestSite

beforeAll(async () => {
  site = await openRowSite({
    schema: {
      what: { name: 'Description', type: 'text' },
      who: { name: 'Author', type: 'text' },
      kind: { name: long('kind'), type: 'select', options: [{ id: 'a', value: long('brass') }] },
      grade: { name: 'Grade', type: 'select', options: [{ id: 'b', value: 'Flame' }] }
    },
    rows: [
      {
        title: [[long('wick')]],
        what: [[long('moth')]],
        who: [[long('keeper')]],
        grade: [['Flame']]
      },
      { kind: [[long('brass')]] }
    ]
  })
})

test.each(['wick', 'lantern', 'moth'])('a search response for %s is short', async (query) => {
  const reply = await site.app.inject(`/api/search-notion?query=${query}`)
  const { results, recordMap } = reply.json()
  expect(results.map(({ id }: { id: string }) => id)).toContain(rowId(0))
  expect(recordMap.block[rowId(0)].value.properties.title[0][0]).toMatch(/^wick lantern .*…$/)
  expect(Buffer.byteLength(reply.body)).toBeLessThan(20_000)
})

test.each([
  '/all-pages',
  '/recent-changes',
  '/tags',
  '/llms.txt',
  '/feed.xml',
  '/sitemap.xml',
  '/wick-nowhere',
  `/api/notion-page-info?id=${rowId(0)}`,
  `/search?q=lantern`
])('%s truncates names of 200,000 letters', async (url) => {
  const { body, statusCode } = await site.app.inject(url)
  expect(statusCode).toBe(url === '/wick-nowhere' ? 404 : 200)
  expect(Buffer.byteLength(body)).toBeLessThan(100_000)
})

test('the list of a tag truncates names of 200,000 letters', async () => {
  const tags = await site.app.inject('/tags')
  const [, address = ''] = /href="([^"]*\/Flame)"/.exec(tags.body) ?? []
  const { body, statusCode } = await site.app.inject(address)
  expect(statusCode).toBe(200)
  expect(Buffer.byteLength(body)).toBeLessThan(100_000)
  expect(body).toMatch(/wick lantern [^<]*…</)
})
