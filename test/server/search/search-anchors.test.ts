import { expect, test } from 'vitest'

import { openSite } from '../../support/sites/site.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

const on = (parent: number) => ({ parent_id: testId(parent) })
const heading = (number: number, title: string, parent: number) =>
  record(number, { type: 'sub_header', properties: { title: [[title]] }, ...on(parent) })

/** The anchor of the result of a query, and the text that follows it on its page. */
async function found(query: string, options: Parameters<typeof openSite>[0]) {
  const { app } = await openSite(options)
  const answer = (await app.inject(`/api/search-notion?query=${query}`)).json<{
    results: { path: string; anchor: string }[]
  }>()
  const [{ path, anchor } = { path: '/', anchor: '' }] = answer.results
  const [, after = ''] = (await app.inject(path)).body.split(`id="${anchor}"`)
  return { anchor, text: after.replaceAll(/<[^>]*>/g, ' ') }
}

test('a result leads to the open heading beside an older covered one', async () => {
  const blocks = [
    pageBlock(10, 'Island', { content: [20, 30, 31].map(testId) }),
    record(20, {
      type: 'toggle',
      properties: { title: [['🔒 9 The end']] },
      content: [21, 22].map(testId),
      ...on(10)
    }),
    heading(21, 'Boss', 20),
    textBlock(22, 'The keeper is the villain.', on(20)),
    heading(30, 'Boss', 10),
    textBlock(31, 'Bring a mushroom.', on(10))
  ]
  const spoilers = { mode: 'blur' as const, chapters: ['1', '9'], sign: '🔒' }
  const workspace = workspaceOf([testId(10)], blocks)
  const { anchor, text } = await found('mushroom', { workspace, config: { spoilers } })
  expect(anchor).toBe('boss-00000030')
  expect(text).toMatch(/^[^.]*Bring a mushroom\./)
})

test('a result leads to the own heading of a page beside an older synced one', async () => {
  const blocks = [
    pageBlock(10, 'Kitchen', { content: [testId(11)] }),
    record(11, {
      type: 'transclusion_container',
      content: [12, 13].map(testId),
      ...on(10)
    }),
    heading(12, 'Recipe', 11),
    textBlock(13, 'Boil the water.', on(11)),
    pageBlock(40, 'Forest', { content: [41, 42, 43].map(testId) }),
    record(41, {
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: testId(11), table: 'block' } },
      ...on(40)
    }),
    heading(42, 'Recipe', 40),
    textBlock(43, 'Fry the mushroom.', on(40))
  ]
  const workspace = workspaceOf([10, 40].map(testId), blocks)
  const { anchor, text } = await found('mushroom', { workspace })
  expect(anchor).toBe('recipe')
  expect(text).toMatch(/^[^.]*Fry the mushroom\./)
})
