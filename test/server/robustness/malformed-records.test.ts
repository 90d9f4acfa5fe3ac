import { expect, test } from 'vitest'

import { renderedPage, words } from '../../support/sites/rendered.ts'
import { malformedWorkspace } from '../../support/workspaces/malformed-workspace.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { date, openRowSite } from '../../support/sites/row-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

/** Addresses of all pages, and of all views sorted, searched and filtered. */
function addresses({ mirror }: TestSite): string[] {
  const list = (sql: string) => mirror.$client.prepare<[], string>(sql).pluck().all()
  const views = list(
    `select path || '?v=' || replace(view.id, '-', '') from collection_view as view
       join block on block.id = view.parent_id join page on page.id = block.page_id`
  )
  expect(views.length).toBeGreaterThan(20)
  const queries = ['sort=a', 'sort=b&q=x', 'sort=title&is.a=x']
  return [
    ...list('select path from page').map(encodeURI),
    ...views.map((address, index) => `${address}&${queries[index % queries.length]}`)
  ]
}

test('forty pages with random records are all published and answer', async () => {
  const site = await openSite({ workspace: malformedWorkspace(40, 2026) })
  expect(site.result).toMatchObject({ isPublished: true, warnings: [] })
  for (const address of addresses(site)) {
    const reply = await site.app.inject(address)
    expect(reply.statusCode, address).toBe(200)
    expect(reply.body, address).not.toMatch(/\[object Object\]|<h6/)
  }
})

test('a text shows the readable part of malformed mentions and dates', async () => {
  const dated = { start_date: '2026-03-01', start_time: 5, date_format: {}, time_format: 3 }
  const parts = [
    ['‣', [['lm', { title: {}, href: 5 }]]],
    ['‣', [['lm', { title: '', href: 'https://wiki.example/' }]]],
    ['‣', [['d', dated]]],
    ['⁍', [['e', {}]]],
    ['‣', [['‣', ['p', { id: 1 }]]]]
  ]
  const shown = parts.map((part, index) =>
    textBlock(10 + index, '', { properties: { title: [part] } })
  )
  const html = (await renderedPage(shown)).split('</p>').map(words).filter(Boolean)
  const missing = ['something that cannot be shown here', 'a page that is not here']
  expect(html).toEqual(['a link', 'https://wiki.example/', 'Mar 1, 2026', ...missing])
})

test('half characters in addresses of pictures and in ids of emoji affect only these', async () => {
  const blocks = [
    record(2, { type: 'image', properties: { source: [['attachment:\ud800:x.png']] } }),
    textBlock(3, '', { properties: { title: [['kept '], ['‣', [['ce', '\ud800']]]] } })
  ]
  const { app, result } = await openSite({ workspace: workspaceOf([testId(2), testId(3)], blocks) })
  const { failed } = result.report.files
  expect(failed.map(({ block_id }) => block_id)).toEqual([testId(2), testId(3)])
  const { body, statusCode } = await app.inject('/')
  expect([statusCode, words(body)]).toEqual([200, expect.stringContaining('kept')])
})

test('a place with half a character is shown with a link to a map', async () => {
  const place = { type: 'place', name: 'Pier \ud800', address: 'Harbour 1' }
  const schema = { spot: { name: 'Spot', type: 'place' } }
  const { app } = await openRowSite({ schema, rows: [{ spot: [['‣', [['plc', place]]]] }] })
  const { body, statusCode } = await app.inject('/row-0')
  expect([statusCode, words(body)]).toEqual([200, expect.stringContaining('Pier')])
})

test('every form of a page that mentions an id beyond Latin letters is answered', async () => {
  const text = textBlock(2, '', { properties: { title: [['kept '], ['‣', [['p', '灯\n1']]]] } })
  const { app } = await openSite({ workspace: workspaceOf([text.id], [text]) })
  for (const address of ['/', '/index.md', `/api/pages/${testId(1)}?text=markdown`]) {
    const { body, statusCode } = await app.inject(address)
    expect([statusCode, body], address).toEqual([200, expect.stringContaining('kept')])
  }
})

test('objects that are no texts affect only the blocks and titles that have them', async () => {
  const odd = JSON.parse('{"toString": null, "valueOf": 5}')
  const mention = { properties: { title: [['kept '], ['‣', [['p', odd]]]] } }
  const blocks = [
    record(2, { type: 'text', ...mention }),
    record(3, { type: 'numbered_list', ...mention, format: { list_start_index: odd } }),
    record(4, { type: 'page', ...mention })
  ]
  const ids = blocks.map(({ id }) => id)
  const config = { spoilers: { mode: 'blur' as const, chapters: ['1'], sign: '🔒' } }
  const secret = pageBlock(5, '🔒 1: The end')
  const workspace = workspaceOf([...ids, secret.id], [...blocks, secret])
  const { app } = await openSite({ workspace, config })
  for (const address of ['/', '/index.md']) {
    const { body, statusCode } = await app.inject(address)
    const count = body.match(/kept/g)?.length ?? 0
    expect([statusCode, count >= 3], address).toEqual([200, true])
  }
})

test('blocks with invalid timestamps are shown without them, and the run lists them', async () => {
  const times = { created_time: 'x', last_edited_time: null }
  const blocks = [pageBlock(2, 'Lamp', times), textBlock(3, 'kept', { created_time: {} })]
  const workspace = workspaceOf(
    blocks.map(({ id }) => id),
    blocks
  )
  const { app, result } = await openSite({ workspace })
  expect(result).toMatchObject({ isPublished: true, report: { failed: [], absent: [] } })
  expect(result.report.partly_read).toEqual([
    { id: testId(2), fields: ['created_time', 'last_edited_time'] },
    { id: testId(3), fields: ['created_time'] }
  ])
  expect(words((await app.inject('/')).body)).toContain('kept')
  for (const address of ['/lamp', '/lamp.md', '/sitemap.xml']) {
    const { body, statusCode } = await app.inject(address)
    expect(statusCode, address).toBe(200)
    expect(body, address).not.toContain('1970')
  }
})

test('pages and databases with malformed titles are published, and so is their parent page', async () => {
  const titles = [true, {}, 5, [null], 'x']
  const pages = titles.map((title, index) => pageBlock(20 + index, '', { properties: { title } }))
  const database = record(30, { type: 'collection_view_page', properties: { title: {} } })
  const html = await renderedPage([...pages, database])
  expect(words(html).match(/Untitled/g)).toHaveLength(6)
})

/** A site with a collection with a malformed schema, and one row of it. */
function malformedCollection() {
  const options = [null, 'x', { value: 5 }, { value: 'Ember' }, { value: 'Wick', color: {} }]
  const schema = {
    grade: { type: 'select', options },
    worth: { type: 'status', options: 'x', groups: [null, { optionIds: 5 }] },
    since: { type: 'date', date_format: 5, time_format: {} },
    odd: { type: 5, name: { of: 'an object' } },
    plan: { type: 'file' },
    sum: { type: 'formula', formula: { type: 'function', name: 'if', args: [null, 'x'] } }
  }
  // An object with the fields of a React element.
  const name = { type: 'h6', props: { children: 'planted' }, key: null }
  const plan = [[name, [['a', 'https://files.example.org/plan.bin']]]]
  const since = date({ type: 'date', start_date: '2026-03-01' })
  const row = { since, odd: [['kept']], plan }
  return openRowSite({
    schema,
    rows: ['Wick', 'Ember'].map((grade) => ({ ...row, grade: [[grade]], worth: [['much']] }))
  })
}

test('a collection is shown, sorted and filtered by the valid part of its schema', async () => {
  const site = await malformedCollection()
  const view = '/?v=00000000000040008000000000000003'
  const rowsAt = async (address: string) => {
    const { body, statusCode } = await site.app.inject(address)
    expect(statusCode, address).toBe(200)
    return [...body.matchAll(/Row \d/g)].map(([name]) => name)
  }
  expect(await rowsAt(`${view}&sort=grade`)).toEqual(['Row 1', 'Row 0'])
  expect(await rowsAt(`${view}&is.grade=Wick`)).toEqual(['Row 0'])
  expect(await rowsAt(`${view}&q=kept&sort=worth`)).toEqual(['Row 0', 'Row 1'])
  const { body } = await site.app.inject('/row-0')
  expect(words(body)).toMatch(/Mar 1, 2026.*odd ?kept/)
  expect(body).toContain('>plan.bin</a>')
  expect(body).not.toMatch(/<h6|planted/)
  const markdown = (await site.app.inject('/row-0.md')).body
  expect(markdown).toContain('name: "plan.bin"')
  expect(markdown).not.toContain('planted')
})
