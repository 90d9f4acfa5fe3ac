import { expect, test } from 'vitest'

import type { TestSite } from '../../../support/sites/site.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../../support/workspaces/records.ts'
import { openSyncedSite } from '../synced-site.ts'

const [LISTER, OTHER, MOVED, TEXT] = [testId(2), testId(3), testId(5), testId(6)]
const [OUTSIDE, ROW] = [testId(700), testId(520)]
const toOutside = [['‣', [['p', OUTSIDE]]]]

/** A page that a token can read, and that no page of the site lists or links to. */
function outside() {
  return pageBlock(700, 'Outside', { parent_id: testId(999), parent_table: 'space', content: [] })
}

function openPages(textParent = LISTER): Promise<TestSite> {
  const blocks = [
    pageBlock(2, 'Lister', { content: [MOVED, TEXT] }),
    pageBlock(3, 'Other', { content: [] }),
    pageBlock(5, 'Moved', { parent_id: LISTER }),
    textBlock(6, 'words', { parent_id: textParent }),
    outside()
  ]
  return openSyncedSite({ workspace: workspaceOf([LISTER, OTHER], blocks) })
}

function openRows(): Promise<TestSite> {
  const records = {
    collections: [collection(HOME, 'Lamps')],
    views: [view(510, {})],
    blocks: [row(520, HOME), row(521, HOME), outside()]
  }
  return openSyncedSite({ workspace: withCollections({ collection_id: HOME }, records) })
}

function titles({ mirror }: TestSite): unknown[] {
  return mirror.$client.prepare('select title from page order by title').pluck().all()
}

function texts({ mirror }: TestSite): unknown[] {
  return mirror.$client.prepare(`select title from block where type = 'text'`).pluck().all()
}

/** Lets the list of a page be outdated. */
function breakList({ api }: TestSite, how: string): void {
  const page = api.edit.read(LISTER)
  if (how === 'unanswered') api.edit.erase(LISTER, true)
  else if (how === 'without a readable list') api.substitutes.set(LISTER, { ...page, content: 'x' })
  else api.substitutes.set(LISTER, { ...page, format: ['x'] })
}

const breakages = ['damaged', 'without a readable list', 'unanswered']

test.each(breakages)('a page that leaves the site leaves a page that is %s', async (how) => {
  const site = await openPages()
  site.api.edit.move(MOVED, OUTSIDE)
  // A link does not make the page outside a parent in the site.
  site.api.edit.setProperty(MOVED, 'title', [['A secret '], ...toOutside] as never)
  breakList(site, how)
  for (let run = 0; run < 2; run++) {
    await site.sync()
    expect(titles(site)).toEqual(['Home', 'Lister', 'Other'])
  }
  expect((await site.app.inject('/moved')).statusCode).toBe(404)
})

// A page that is not answered counts as unchanged, and its texts are not read.
const readable = breakages.slice(0, 2)

test.each(readable)('a text that leaves the site leaves a page that is %s', async (how) => {
  const site = await openPages()
  site.api.edit.move(TEXT, OUTSIDE)
  site.api.edit.setText(TEXT, 'a secret')
  breakList(site, how)
  await site.sync()
  expect(texts(site)).toEqual([])
})

test.each(breakages)('a move within the site is followed from a page that is %s', async (how) => {
  const site = await openPages()
  site.api.edit.move(MOVED, OTHER)
  site.api.edit.move(TEXT, OTHER)
  breakList(site, how)
  await site.sync()
  const { mirror } = site
  const home = mirror.$client.prepare('select parent_id from block where id = ?').pluck()
  expect([home.get(MOVED), home.get(TEXT)]).toEqual([OTHER, OTHER])
})

test('an edited block that a damaged page still lists stays, though its parent is outside', async () => {
  const site = await openPages(OUTSIDE)
  expect(texts(site)).toEqual(['words'])
  site.api.edit.setText(TEXT, 'edited')
  breakList(site, 'damaged')
  await site.sync()
  expect(texts(site)).toEqual(['edited'])
})

test('an unchanged block stays on a page that is not answered, though its parent is outside', async () => {
  const site = await openPages(OUTSIDE)
  breakList(site, 'unanswered')
  await site.sync()
  expect(texts(site)).toEqual(['words'])
})

test.each([
  ['the query of its collection is refused', {}],
  ['the query of a view is refused', { ids: [testId(510)] }]
])('a row that is moved out of the site leaves it, though %s', async (_, fault) => {
  const site = await openRows()
  site.api.edit.move(ROW, OUTSIDE)
  site.api.edit.setText(ROW, 'A secret')
  site.api.faults.set({ faults: ['bad-request'], endpoint: 'queryCollection', ...fault })
  await site.sync()
  expect(titles(site)).toEqual(['Home', 'Row 521'])
})

test('pages that become parents of each other leave the site', async () => {
  const site = await openPages()
  site.api.edit.move(LISTER, OTHER)
  site.api.edit.move(OTHER, LISTER)
  await site.sync()
  expect(titles(site)).toEqual(['Home'])
})
