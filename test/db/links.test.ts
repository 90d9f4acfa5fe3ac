import { expect, test } from 'vitest'

import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { syncedMirror } from '../support/sites/mirror-dir.ts'

test('links are stored with page, target and kind, and broken links are listed', async () => {
  const url = 'https://www.notion.so/Below-00000000000040008000000000000003'
  const text = [
    ['a', [['a', url]]],
    ['b', [['a', 'https://b.example/']]],
    ['https://c.example/', [['a', 'https://c.example/']]],
    ['‣', [['p', testId(99)]]]
  ]
  const { mirror } = await syncedMirror({
    workspace: workspaceOf(
      [testId(2), testId(3), testId(4), testId(5)],
      [
        textBlock(2, '', { properties: { title: text } }),
        pageBlock(3, 'Below'),
        record(4, {
          type: 'transclusion_reference',
          format: { transclusion_reference_pointer: { id: testId(2) } }
        }),
        record(5, { type: 'image', format: { image_hyperlink: url } as object })
      ]
    )
  })
  const query = (sql: string) => mirror.$client.prepare(sql).raw().all()
  expect(
    query(
      "select kind, block_id, page_id, target_id, target_page_id, url, text from link where kind <> 'sub_page' order by block_id, position"
    )
  ).toEqual([
    ['text_link', testId(2), ROOT_ID, testId(3), testId(3), url, 'a'],
    ['text_link', testId(2), ROOT_ID, null, null, 'https://b.example/', 'b'],
    ['text_link', testId(2), ROOT_ID, null, null, 'https://c.example/', null],
    ['mention', testId(2), ROOT_ID, testId(99), null, null, null],
    ['synced', testId(4), ROOT_ID, testId(2), ROOT_ID, null, null],
    ['text_link', testId(5), ROOT_ID, testId(3), testId(3), url, null]
  ])
  expect(query("select block_id, page_id from link where kind = 'sub_page' order by 1")).toEqual([
    [ROOT_ID, null],
    [testId(3), ROOT_ID]
  ])
  expect(query('select path, kind, from_path from backlinks order by kind')).toEqual([
    ['/below', 'sub_page', '/'],
    ['/below', 'text_link', '/'],
    ['/below', 'text_link', '/']
  ])
  expect(query('select path, kind, target_id from broken_links')).toEqual([
    ['/', 'mention', testId(99)]
  ])
  expect(query('select path from orphan_pages')).toEqual([])
})

test('a URL of the site itself resolves to its page', async () => {
  const addresses = [
    '/below',
    '/日本#part',
    'https://wiki.example.org/%E6%97%A5%E6%9C%AC?x=1',
    'https://other.example/below',
    '/%zz',
    '/nowhere'
  ]
  const title = addresses.map((address) => ['x', [['a', address]]])
  const { mirror } = await syncedMirror({
    workspace: workspaceOf(
      [testId(2), testId(3), testId(4)],
      [textBlock(2, '', { properties: { title } }), pageBlock(3, 'Below'), pageBlock(4, '日本')]
    )
  })
  const targets = mirror.$client
    .prepare("select target_page_id from link where kind = 'text_link' order by position")
    .pluck()
    .all()
  expect(targets).toEqual([testId(3), testId(4), testId(4), null, null, null])
})
