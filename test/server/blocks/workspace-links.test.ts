import { beforeAll, expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { manyRowId, manyRows, manyViewId } from '../../support/workspaces/many-rows.ts'
import { type PublishedSite, publishedSite } from '../../support/sites/published-site.ts'
import { ROOT_ID, pageBlock, record, testId, textBlock } from '../../support/workspaces/records.ts'

const hex = (id: string) => undashId(id)
const shelf = testId(1000)
const view = hex(manyViewId(0))
const notion = 'https://www.notion.so/ws'
const heading = testId(7)
const line = testId(8)

/** Addresses in the forms of the workspace, and their targets on the page `/links`. */
const links: [name: string, address: string, href: string | undefined][] = [
  ['a view inside a page', `${notion}/${hex(shelf)}?v=${view}`, `/hostile?v=${view}#${hex(shelf)}`],
  ['a database inside a page', `/${hex(shelf)}`, `/hostile#${hex(shelf)}`],
  ['a heading by its own id', `https://www.notion.so/${hex(heading)}`, '#oil'],
  ['a line by its own id', `/${hex(line)}`, `#${hex(line)}`],
  [
    'a row opened beside its database',
    `/${hex(testId(3))}?v=${view}&p=${hex(manyRowId(0))}&pm=s`,
    '/row-0'
  ],
  ['a removed row', `/${hex(testId(3))}?v=${view}&p=${hex(testId(77))}&pm=s`, `/hostile?v=${view}`],
  ['a dashed fragment', `#${line}`, `#${hex(line)}`],
  ['a fragment', `#${hex(heading)}`, '#oil'],
  ['a removed block', `/${hex(testId(78))}`, undefined],
  ['another site', `https://e.example/${hex(heading)}`, `https://e.example/${hex(heading)}`]
]

let site: PublishedSite
let html: string

beforeAll(async () => {
  const { workspace, found } = manyRows({
    views: 1,
    type: 'table',
    rows: 1,
    schema: {},
    valuesOf: () => ({})
  })
  const title = links.flatMap(([name, address]) => [[name, [['a', address]]], [' ']])
  const parent_id = testId(6)
  const blocks = [
    pageBlock(6, 'Links', { content: [heading, line, testId(9)] }),
    record(7, { type: 'header', parent_id, properties: { title: [['Oil']] } }),
    textBlock(8, 'a line', { parent_id }),
    record(9, { type: 'text', parent_id, properties: { title } })
  ]
  for (const block of blocks) workspace.block[block.id] = block
  workspace.block[ROOT_ID]?.content?.push(testId(6))
  site = await publishedSite(workspace, undefined, found)
  html = (await site.app.inject('/links')).body
})

test.each(links)('a link to %s leads to its path on the site', (name, _address, href) => {
  expect(new RegExp(`href="([^"]*)"[^>]*>${name}</a>`).exec(html)?.[1]).toBe(href)
  const fragment = href?.startsWith('#') && href !== '#oil' ? href.slice(1) : 'oil'
  expect(html).toContain(` id="${fragment}"`)
})

test('a link to a block of a page counts as a backlink of that page', async () => {
  const { body } = await site.app.inject('/hostile')
  expect(/<ul class="backlinks">.*?<\/ul>/s.exec(body)?.[0]).toContain('href="/links"')
  expect(body).toContain(` id="${hex(shelf)}"`)
  const row = await site.app.inject('/row-0')
  expect(/<ul class="backlinks">.*?<\/ul>/s.exec(row.body)?.[0]).toContain('href="/links"')
})
