import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { bodyOf, exportBlocks } from '../../support/sites/exported.ts'
import { pageBlock, record, testId, textBlock } from '../../support/workspaces/records.ts'

const typed = (number: number, type: string, text: string) =>
  record(number, { type, properties: { title: [[text]] } })

const inside = (parent: number, fields: Record<string, unknown> = {}) => ({
  parent_id: testId(parent),
  ...fields
})

const withContent = (...numbers: number[]) => ({ content: numbers.map(testId) })

const plain = (number: number) => testId(number).replaceAll('-', '')

/** A root page of these blocks, and a page `links` with a link to each address. */
function exportLinks(content: Block[], options: { nested?: Block[]; addresses: string[] }) {
  const { nested = [], addresses } = options
  const title = addresses.map((address) => [`to ${address}`, [['a', address]]])
  const links = textBlock(91, '', inside(90, { properties: { title } }))
  const page = pageBlock(90, 'Links', withContent(91))
  return exportBlocks([...content, page], { nested: [...nested, links] })
}

test('links to blocks use the page path with a fragment, links to missing blocks the page path alone', async () => {
  const page = `https://www.notion.so/Home-${plain(1)}`
  const { read } = await exportLinks([textBlock(2, 'a'), textBlock(3, 'b'), textBlock(4, 'c')], {
    addresses: [`/${plain(2)}`, `${page}?pvs=4#${plain(3)}`, `/${plain(1)}#${plain(99)}`]
  })
  const found = [...read('pages/links.md').matchAll(/\]\((.*?)\)/g)].map(([, link]) => link)
  const ends = [`#${plain(2)}`, `#${plain(3)}`, '']
  expect(found).toEqual(ends.map((end) => `index.md${end}`))
  expect(bodyOf(read('pages/index.md')).split('\n\n').slice(0, -1)).toEqual([
    `<a id="${plain(2)}"></a>a`,
    `<a id="${plain(3)}"></a>b`,
    'c'
  ])
})

test.each([
  ['a heading', typed(2, 'sub_header', 'Heading'), '### @Heading'],
  ['a task', typed(2, 'to_do', 'task'), '- [ ] @task'],
  ['a callout', typed(2, 'callout', 'mind'), '> [!NOTE]\n> @mind'],
  ['a toggle', typed(2, 'toggle', 'fold'), '@\n\n<details>\n<summary>fold</summary>\n\n</details>'],
  ['code', typed(2, 'code', 'x'), '@\n\n```\nx\n```'],
  ['an unknown block', typed(2, 'odd', 'text'), `@\n\n<!-- odd ${testId(2)} -->\n\ntext`]
])('the anchor of %s is in its text, or above it', async (_, block, expected) => {
  const { read } = await exportLinks([block], { addresses: [`/${plain(1)}#${plain(2)}`] })
  const body = bodyOf(read('pages/index.md')).replace(/\n\n\[Links\].*$/, '')
  expect(body).toBe(expected.replace('@', `<a id="${plain(2)}"></a>`))
})

test('the anchor of a table row is in its first cell', async () => {
  const row = record(3, { type: 'table_row', properties: { a: [['1']], b: [['2']] }, ...inside(2) })
  const { read } = await exportLinks([record(2, { type: 'table', ...withContent(3) })], {
    nested: [row],
    addresses: [`/${plain(1)}#${plain(3)}`]
  })
  expect(read('pages/index.md')).toContain(`| <a id="${plain(3)}"></a>1 | 2 |`)
})
