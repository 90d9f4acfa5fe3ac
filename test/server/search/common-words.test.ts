import { beforeAll, expect, test } from 'vitest'

import { type PublishedSite, publishedSite } from '../../support/sites/published-site.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

/** More sections with a word than are ranked. */
const PAGES = 5
const HEADINGS = 900

const SHELF = testId(10)
const full = Array.from({ length: PAGES }, (_, page) => 100 + page)
const headings = full.flatMap((page) =>
  Array.from({ length: HEADINGS }, (_, index) =>
    record(1000 * page + index, {
      type: 'sub_header',
      properties: { title: [[`tin brass wick ${index}`]] },
      parent_id: testId(page)
    })
  )
)
const workspace = workspaceOf(
  [...full.map(testId), SHELF],
  [
    ...full.map((page) =>
      pageBlock(page, `Page ${page}`, {
        content: headings.filter((each) => each.parent_id === testId(page)).map(({ id }) => id)
      })
    ),
    ...headings,
    pageBlock(10, 'Shelf', { content: [testId(11), testId(13)] }),
    pageBlock(11, 'Kettle', { parent_id: SHELF, content: [testId(12)] }),
    textBlock(12, 'At last a wick.', { parent_id: testId(11) }),
    pageBlock(13, 'Tin bell', { parent_id: SHELF })
  ]
)

let site: PublishedSite

beforeAll(async () => {
  site = await publishedSite(workspace)
})

interface Answer {
  results: { title: string }[]
  total: number
  isMore: boolean
}

async function ask(query: Record<string, string>): Promise<Answer> {
  return (await site.app.inject({ url: '/api/search-notion', query })).json<Answer>()
}

async function found(query: Record<string, string>): Promise<string[]> {
  return (await ask(query)).results.map(({ title }) => title)
}

test('a search within few pages finds a word that is common elsewhere', async () => {
  expect(await found({ query: 'wick', ancestorId: SHELF })).toEqual(['Kettle'])
})

test('a common word is found beside one without matches', async () => {
  expect((await found({ query: 'wick zzyzx' })).length).toBeGreaterThanOrEqual(PAGES)
})

test('the response and the page state when there are more matches than counted', async () => {
  expect(await ask({ query: 'wick' })).toMatchObject({ total: PAGES, isMore: true })
  expect((await site.app.inject('/search?q=wick')).body).toContain('More than 5 pages for “wick”')
})

test.each([
  ['of a search limited to some pages', { query: 'wick', ancestorId: ROOT_ID }, PAGES + 1],
  ['of a word that few have', { query: 'at last' }, 1],
  ['of a word that the pages counted have alone', { query: 'brass' }, PAGES],
  ['of a word that beyond those only a page called so has', { query: 'tin' }, PAGES + 1]
])('%s all pages are counted', async (_what, query, total) => {
  expect(await ask(query)).toMatchObject({ total, isMore: false })
})
