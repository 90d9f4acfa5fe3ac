import { beforeAll, expect, test } from 'vitest'

import { type PublishedSite, publishedSite } from '../published-site.ts'
import { pageBlock, record, testId, textBlock, workspaceOf } from '../records.ts'

/** More sections with a word than are looked at when all of them count. */
const PAGES = 5
const HEADINGS = 900

const SHELF = testId(10)
const full = Array.from({ length: PAGES }, (_, page) => 100 + page)
const headings = full.flatMap((page) =>
  Array.from({ length: HEADINGS }, (_, index) =>
    record(1000 * page + index, {
      type: 'sub_header',
      properties: { title: [[`wick ${index}`]] },
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
    pageBlock(10, 'Shelf', { content: [testId(11)] }),
    pageBlock(11, 'Kettle', { parent_id: SHELF, content: [testId(12)] }),
    textBlock(12, 'At last a wick.', { parent_id: testId(11) })
  ]
)

let site: PublishedSite

beforeAll(async () => {
  site = await publishedSite(workspace)
})

async function found(query: Record<string, string>): Promise<string[]> {
  const reply = await site.app.inject({ url: '/api/search-notion', query })
  return reply.json<{ results: { title: string }[] }>().results.map(({ title }) => title)
}

test('a search that is kept to few pages finds a word there that very many others have', async () => {
  expect(await found({ query: 'wick', ancestorId: SHELF })).toEqual(['Kettle'])
})

test('a common word is found beside one that nothing has', async () => {
  expect((await found({ query: 'wick zzyzx' })).length).toBeGreaterThanOrEqual(PAGES)
})
