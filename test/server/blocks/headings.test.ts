import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { ownClasses } from '../../support/sites/rendered.ts'

const hex = (number: number) => testId(number).replaceAll('-', '')

function heading(number: number, title: string, fields: Record<string, unknown> = {}): Block {
  const properties = title ? { title: [[title]] } : undefined
  return record(number, { type: 'header', ...(properties && { properties }), ...fields })
}

/** The root page of these blocks as HTML. Nested blocks name their parent. */
async function rootPage(blocks: Block[]): Promise<string> {
  const content = blocks.filter((block) => block.parent_id === ROOT_ID).map(({ id }) => id)
  const { app } = await openSite({ workspace: workspaceOf(content, blocks) })
  const { body } = await app.inject('/')
  // A further page of the test then needs no process of its own.
  await app.close()
  return ownClasses(body)
}

/** Tags, ids and texts of the headings below the title. */
function headingsOf(html: string): string[] {
  const content = /<article.*<\/article>/s.exec(html)?.[0] ?? ''
  const found = content.matchAll(/<(h\d)(?: id="([^"]*)")?[^>]*>(.*?)<\/h\d>/gs)
  return [...found].map(([, tag, id, words]) => `${tag} ${id} ${words?.replaceAll(/<[^>]+>/g, '')}`)
}

function idsOf(html: string): string[] {
  return [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)
}

test('the id of a heading is the slug of its text, in every script', async () => {
  const html = await rootPage([
    heading(2, 'Été à Paris'),
    heading(3, '灯の数え方'),
    heading(4, '🏮')
  ])
  expect(headingsOf(html)).toEqual([
    'h2 ete-a-paris Été à Paris',
    'h2 灯の数え方 灯の数え方',
    'h2 undefined 🏮'
  ])
  // Without a word, the anchor is the block id.
  expect(html).toContain(`href="#${hex(4)}"`)
})

test('the oldest heading of a text keeps the plain id, wherever another with the same text is added', async () => {
  const [old, young] = [heading(2, 'Oil'), heading(7, 'Oil')]
  expect(headingsOf(await rootPage([young, old]))).toEqual(['h2 oil-00000007 Oil', 'h2 oil Oil'])
  const added = heading(8, 'Oil')
  expect(headingsOf(await rootPage([added, young, old]))).toEqual([
    'h2 oil-00000008 Oil',
    'h2 oil-00000007 Oil',
    'h2 oil Oil'
  ])
})

test('the anchor of a heading stays when an older one with the same text is removed or renamed', async () => {
  const [old, young] = [heading(2, 'Oil'), heading(7, 'Oil')]
  const before = idsOf(await rootPage([old, young]))
  expect(before).toContain('oil-00000007')
  for (const blocks of [[young], [heading(2, 'Fuel'), young]]) {
    const html = await rootPage(blocks)
    expect(headingsOf(html)).toContain('h2 oil Oil')
    expect(html).toContain('<a class="anchor" id="oil-00000007" href="#oil"')
  }
})

test('an id does not change when a page that the heading mentions is renamed', async () => {
  const title = [['Oil for '], ['‣', [['p', testId(9)]]]]
  const ids = async (name: string) =>
    headingsOf(await rootPage([heading(2, '', { properties: { title } }), pageBlock(9, name)]))
  expect(await ids('Lamp')).toEqual(['h2 oil-for Oil for  Lamp'])
  expect(await ids('Lantern')).toEqual(['h2 oil-for Oil for  Lantern'])
})

test('no id is used twice, whatever the headings are and however often a block is shown', async () => {
  const plain = idsOf(await rootPage([]))
  expect(plain).toContain('content')
  const named = [...plain, hex(40), 'Oil 00000007', 'Oil', 'Oil'].map((id, index) =>
    heading(2 + index, id)
  )
  const synced = record(40, { type: 'transclusion_container', content: [testId(41)] })
  const inside = heading(41, 'Shown twice', { parent_id: testId(40) })
  const pointer = { transclusion_reference_pointer: { id: testId(40), table: 'block' } }
  const copy = record(42, { type: 'transclusion_reference', format: pointer })
  const html = await rootPage([...named, synced, inside, copy])
  const ids = idsOf(html)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(html.match(/>Shown twice<\/h2>/g)).toHaveLength(2)
})

test('a database shown twice by a synced block has its id once', async () => {
  const database = { collection_id: testId(500), view_ids: [testId(501)] }
  const blocks = [
    record(2, { type: 'transclusion_container', content: [testId(3)] }),
    record(3, { type: 'collection_view', parent_id: testId(2), ...database }),
    record(4, {
      type: 'transclusion_reference',
      format: { transclusion_reference_pointer: { id: testId(2) } }
    })
  ]
  const workspace = workspaceOf([testId(2), testId(4)], blocks)
  // Only fields that a sync reads.
  const collection = {
    id: testId(500),
    version: 1,
    name: [['Oils']],
    parent_id: testId(3),
    schema: {}
  }
  const view = { id: testId(501), version: 1, type: 'table', name: '', parent_id: testId(3) }
  workspace.collection[collection.id] = collection as never
  workspace.collection_view[view.id] = view as never
  const { app } = await openSite({ workspace })
  const { body } = await app.inject('/')
  expect(body.split('class="collection ')).toHaveLength(3)
  expect(idsOf(body).filter((id) => id === hex(3))).toHaveLength(1)
})

test('a link to a view of a database leads to that view', async () => {
  const address = `/${hex(1)}?v=${hex(501)}`
  expect(await rootPage([linkTo(2, address)])).toContain(`href="/?v=${hex(501)}"`)
})

test('sections begin at h2 and skip no level, whatever sizes an author uses', async () => {
  const types = ['sub_sub_header', 'sub_sub_header', 'header', 'header_4', 'sub_header', 'header']
  const blocks = types.map((type, index) => heading(2 + index, type, { type }))
  // One without text is no section.
  const html = await rootPage([heading(20, ''), ...blocks])
  const tags = headingsOf(html).map((each) => each.slice(0, 2))
  expect(tags).toEqual(['h2', 'h2', 'h2', 'h3', 'h3', 'h2'])
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toContain('class="heading heading-4"')
})

test('a toggle heading keeps its content, also with an empty title', async () => {
  const inside = (number: number, parent: number) =>
    textBlock(number, `Folded ${number}`, { parent_id: testId(parent) })
  const html = await rootPage([
    heading(2, 'Open me', { content: [testId(3)], format: { toggleable: true } }),
    inside(3, 2),
    heading(4, '', { type: 'header_4', content: [testId(5)], format: { toggleable: true } }),
    inside(5, 4)
  ])
  expect(html).toMatch(/<summary><h2 id="open-me"[^>]*>Open me<\/h2><\/summary>/)
  expect(html).toMatch(/<summary>More<\/summary>.*Folded 5/)
  expect(html).toContain('Folded 3')
  // A link inside a summary, which is a button, would be nested interaction.
  expect(html).not.toMatch(/<summary>(?:(?!<\/summary>).)*<a/)
})

function linkTo(number: number, address: string): Block {
  return textBlock(number, '', { properties: { title: [['There', [['a', address]]]] } })
}

test('a link to a heading of the same page uses its readable id', async () => {
  const link = linkTo(3, `https://www.notion.so/Home-${hex(1)}?pvs=4#${hex(2)}`)
  const html = await rootPage([heading(2, 'Oil'), link])
  expect(html).toContain('<a href="#oil">There</a>')
})

test('a link from another page to a block of any type reaches an element with its id', async () => {
  const types =
    `text bulleted_list numbered_list toggle quote callout divider to_do header code image bookmark
    equation tab button alias collection_view breadcrumb column_list odd_thing`.split(/\s+/)
  const targets = types.map((type, at) => textBlock(100 + at, type, { type, parent_id: testId(2) }))
  const other = textBlock(5, 'Elsewhere', { parent_id: testId(2) })
  const content = [...targets, other].map(({ id }) => id)
  const links = targets.map((_, at) => linkTo(200 + at, `/${hex(2)}#${hex(100 + at)}`))
  const html = await lampLinkedBy(links, [pageBlock(2, 'Lamp', { content }), ...targets, other])
  const ids = idsOf(html)
  types.forEach((type, at) => expect(ids, type).toContain(hex(100 + at)))
  // Only linked blocks have ids, which compress badly.
  expect(ids).not.toContain(hex(5))
})

test('a link to a block reaches it, however many links lead to its page', async () => {
  const blocks = [
    pageBlock(2, 'Lamp', { content: [testId(10)] }),
    textBlock(10, 'Oil', { parent_id: testId(2) })
  ]
  const toPage = Array.from({ length: 300 }, (_, at) => linkTo(1000 + at, `/${hex(2)}`))
  const ids = idsOf(await lampLinkedBy([...toPage, linkTo(2000, `/${hex(10)}`)], blocks))
  expect(ids).toContain(hex(10))
})

test('a link to a part of a table, tabs or columns reaches an element with its id', async () => {
  const within = (number: number, type: string, parent: number, content: number[] = []) =>
    textBlock(number, type, { type, parent_id: testId(parent), content: content.map(testId) })
  const blocks = [
    pageBlock(2, 'Lamp', { content: [10, 20, 30].map(testId) }),
    within(10, 'table', 2, [11, 12]),
    within(11, 'table_row', 10, [13]),
    within(12, 'text', 10),
    within(13, 'text', 11),
    within(20, 'tab', 2, [21]),
    within(21, 'text', 20),
    within(30, 'column_list', 2, [31]),
    within(31, 'column', 30)
  ]
  const linked = [10, 11, 12, 13, 20, 21, 30, 31]
  const links = linked.map((number) => linkTo(200 + number, `/${hex(2)}#${hex(number)}`))
  const ids = idsOf(await lampLinkedBy(links, blocks))
  for (const number of linked) expect(ids.filter((id) => id === hex(number))).toHaveLength(1)
})

/** The HTML of page 2, which another page links. */
async function lampLinkedBy(links: Block[], blocks: Block[]): Promise<string> {
  const content = [testId(2), ...links.map(({ id }) => id)]
  const { app } = await openSite({ workspace: workspaceOf(content, [...links, ...blocks]) })
  expect((await app.inject('/')).body).toContain('href="/lamp#')
  return (await app.inject('/lamp')).body
}

/** Headings in a toggle, in a column and in a synced block, and a table of contents. */
function scattered(): Block[] {
  const within = (number: number, type: string, child: number) =>
    record(number, { type, content: [testId(child)] })
  const inside = (number: number, type: string, fields: object) =>
    heading(number, `In ${number}`, { type, ...fields })
  const column = { parent_id: testId(12) }
  return [
    record(2, { type: 'table_of_contents', format: { block_color: 'blue' } }),
    heading(3, 'First'),
    within(10, 'toggle', 20),
    inside(20, 'sub_header', { parent_id: testId(10) }),
    within(11, 'column_list', 12),
    { ...within(12, 'column', 21), parent_id: testId(11) },
    inside(21, 'sub_sub_header', column),
    within(13, 'transclusion_container', 22),
    inside(22, 'header', { parent_id: testId(13) })
  ]
}

test('a table of contents lists the headings of the whole page, nested by level', async () => {
  const html = await rootPage(scattered())
  const contents = /<nav class="contents color-blue"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1]
  const item = (id: string, words: string) => `<li><a href="#${id}">${words}</a>`
  const below = `<ul>${item('in-20', 'In 20')}<ul>${item('in-21', 'In 21')}</li></ul></li></ul>`
  const first = `${item('first', 'First')}${below}</li>`
  expect(contents).toBe(`<ul>${first}${item('in-22', 'In 22')}</li></ul>`)
})

test('a page of three headings has a table of contents, one of two has none', async () => {
  const two = [heading(2, 'One'), heading(3, 'Two'), heading(4, '')]
  expect(await rootPage(two)).not.toContain('aria-label="On this page"')
  expect(await rootPage([...two, heading(5, 'Three')])).toMatch(
    /<nav[^>]* aria-label="On this page">.*href="#one".*href="#two".*href="#three"/
  )
})
