import { expect, test } from 'vitest'

import { pageId } from '../../../demo/builder/record-ids.ts'
import { viewId } from '../../../demo/builder/view-records.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { lampPages, lampWorkspace } from '../../support/sites/collection-site.ts'
import { openSite } from '../../support/sites/site.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

const child = (index: number, title: string, parent: number, ...content: number[]) =>
  pageBlock(index, title, { parent_id: testId(parent), content: content.map(testId) })

/** Two branches of three levels. */
const wiki = () =>
  workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'Items', { content: [testId(10), testId(11)] }),
      pageBlock(3, 'Mobs', { content: [testId(20)] }),
      child(10, 'Lamp', 2, 30, 31),
      child(11, 'Rope', 2),
      child(20, 'Moth', 3),
      child(30, 'Oil lamp', 10),
      child(31, 'Paper lamp', 10)
    ]
  )

/** The titles of a tree by level, with `*` at the current page and `+` at a closed branch. */
function outlineOf(html: string): string[] {
  const [tree = ''] = /<ul class="site-tree">.*<\/ul>(?=<ul class="panel-lists")/s.exec(html) ?? [
    html
  ]
  let level = -1
  return [...tree.matchAll(/<(\/?)(ul|li|a)([^>]*)>([^<]*)/g)].flatMap(
    ([, end, tag, attributes = '', text]) => {
      if (tag === 'ul') level += end ? -1 : 1
      if (tag === 'li' && !end) return attributes.includes('data-branch') ? ['+'] : []
      if (tag !== 'a' || end) return []
      const mark = attributes.includes('aria-current="page"') ? '*' : ''
      return [`${'  '.repeat(level)}${text}${mark}`]
    }
  )
}

test('a page shows the top level, its ancestors, its siblings and its sub-pages', async () => {
  const { app } = await openSite({ workspace: wiki() })
  const outline = async (path: string) => outlineOf((await app.inject(path)).body)
  expect(await outline('/')).toEqual(['+', 'Items', '+', 'Mobs'])
  expect(await outline('/lamp')).toEqual([
    'Items',
    '  Lamp*',
    '    Oil lamp',
    '    Paper lamp',
    '  Rope',
    '+',
    'Mobs'
  ])
  expect(await outline('/oil-lamp')).toEqual([
    'Items',
    '  Lamp',
    '    Oil lamp*',
    '    Paper lamp',
    '+',
    'Mobs'
  ])
  const branch = await app.inject('/_tree/mobs.html')
  expect(outlineOf(branch.body)).toEqual(['Moth'])
  expect(branch.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex'
  })
  expect((await app.inject('/_tree/nowhere.html')).statusCode).toBe(404)
})

test('a database is one entry with its views; of its rows only the current page is shown', async () => {
  // Another page shows databases; their rows are not below it.
  const workspace = lampPages(
    [
      { type: 'table', name: 'All', show: [] },
      { type: 'gallery', name: 'Cards', show: [] }
    ],
    [{ title: 'Moss lamp' }, { title: 'Fire lamp' }]
  )
  const { app } = await openSite({ workspace })
  const views = ['  All', '  Cards']
  expect(outlineOf((await app.inject('/')).body)).toEqual(['+', 'Lamps', 'Shelf'])
  expect(outlineOf((await app.inject('/lamps')).body)).toEqual(['Lamps*', ...views, 'Shelf'])
  const row = (await app.inject('/moss-lamp')).body
  expect(outlineOf(row)).toEqual(['Lamps', ...views, '  Moss lamp*', 'Shelf'])
  expect(row).toContain('href="/lamps?v=cards"')
})

test('a database that has lost all views but one has none below it', async () => {
  const views = ['All', 'Cards'].map((name): ViewInput => ({ type: 'table', name, show: [] }))
  const workspace = lampWorkspace(views, [])
  const { app, api, sync } = await openSite({ workspace })
  const outline = async () => outlineOf((await app.inject('/')).body)
  expect(await outline()).toEqual(['+', 'Lamps'])
  api.edit.changeView(viewId(pageId('Lamps'), 'Cards'), { alive: false })
  await sync()
  expect(await outline()).toEqual(['Lamps'])
})

test('a renamed page changes the pages around it, and no other', async () => {
  const { app, api, sync } = await openSite({ workspace: wiki() })
  const paths = ['/', '/items', '/rope', '/lamp', '/oil-lamp', '/paper-lamp', '/mobs', '/moth']
  const bodies = () => Promise.all(paths.map(async (path) => (await app.inject(path)).body))
  const before = await bodies()
  api.edit.setText(testId(30), 'Old oil lamp')
  await sync()
  const after = await bodies()
  const changed = paths.filter((_path, index) => before[index] !== after[index])
  expect(changed).toEqual(['/lamp', '/oil-lamp', '/paper-lamp'])
})

test('a long list of siblings is cut around the page, and complete on demand', async () => {
  const ids = Array.from({ length: 1000 }, (_, index) => testId(100 + index))
  const pages = ids.map((id, index) => ({ ...pageBlock(100 + index, `Page ${index}`), id }))
  const { app } = await openSite({ workspace: workspaceOf(ids, pages) })
  const outline = outlineOf((await app.inject('/page-900')).body)
  expect(outline).toHaveLength(42)
  expect(outline.slice(-2)).toEqual(['Page 900*', 'Show more'])
  expect(outlineOf((await app.inject('/_tree.html')).body)).toHaveLength(1000)
})

test('an excluded page is in no tree, and a key switches the tree off', async () => {
  const workspace = wiki()
  const excluded = await openSite({
    workspace,
    config: { excludedPageIds: [testId(10), testId(20)] }
  })
  const outline = async (path: string) => outlineOf((await excluded.app.inject(path)).body)
  expect(await outline('/rope')).toEqual(['Items', '  Rope*', 'Mobs'])
  expect((await excluded.app.inject('/_tree/items.html')).body).not.toContain('Lamp')
  // The next site then needs no process of its own.
  await excluded.app.close()

  const without = await openSite({ workspace, config: { isSiteTreeEnabled: false } })
  expect((await without.app.inject('/rope')).body).not.toContain('site-tree')
  expect((await without.app.inject('/_tree/items.html')).statusCode).toBe(404)
})
