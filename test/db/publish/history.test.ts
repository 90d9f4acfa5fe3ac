import path from 'node:path'

import { expect, test } from 'vitest'

import type { WalkResult } from '../../../db/records/walk-result.ts'
import { findGonePage, findPage } from '../../../db/lists/find-page.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { walkResultOf, openTestMirror, publishAt } from '../../support/workspaces/walk-result.ts'

const lamp = testId(2)

function titled(titles: Record<number, string>, changes: Partial<WalkResult> = {}): WalkResult {
  const pages = Object.entries(titles).map(([number, title]) => pageBlock(Number(number), title))
  const root = workspaceOf(
    pages.map(({ id }) => id),
    pages
  )
  return walkResultOf(root, changes)
}

function openHere() {
  return openTestMirror(path.join(tempDir(), 'mirror.db'))
}

function pathsOf(mirror: Mirror, id: string) {
  const select =
    'select path, first_seen_at, last_seen_at from page_path where page_id = ? order by 2'
  return mirror.$client.prepare<[string], unknown[]>(select).raw().all(id)
}

function gonePages(mirror: Mirror) {
  return mirror.$client.prepare('select * from gone_page order by id').all()
}

test('a renamed page keeps its old path with its period, and its old title until it is removed', async () => {
  const mirror = openHere()
  await publishAt(mirror, 100, titled({ 2: 'Lamp' }))
  await publishAt(mirror, 200, titled({ 2: 'Lantern' }))
  await publishAt(mirror, 300, titled({ 2: 'Lamp' }))
  expect(pathsOf(mirror, lamp)).toEqual([
    ['/lamp', 100, 200],
    ['/lantern', 200, 300],
    ['/lamp', 300, null]
  ])
  const titles = mirror.$client.prepare('select title from former_title order by 1').pluck()
  expect(titles.all()).toEqual(['Lamp', 'Lantern'])
  await publishAt(mirror, 400, titled({}))
  expect(titles.all()).toEqual([])
})

test('a publication that does not change a path does not change its history', async () => {
  const mirror = openHere()
  await publishAt(mirror, 100, titled({ 2: 'Lamp' }))
  await publishAt(mirror, 200, titled({ 2: 'Lamp', 3: 'Oil' }))
  expect(pathsOf(mirror, lamp)).toEqual([['/lamp', 100, null]])
})

test('two pages may swap paths in one publication', async () => {
  const mirror = openHere()
  await publishAt(mirror, 100, titled({ 2: 'Lamp', 3: 'Oil' }))
  await publishAt(mirror, 200, titled({ 2: 'Oil', 3: 'Lamp' }))
  const pages = mirror.$client.prepare('select id, path from page where id <> ?')
  expect(pages.raw().all(testId(1))).toEqual([
    [testId(2), '/oil'],
    [testId(3), '/lamp']
  ])
})

test('a removed page is recorded with path, title, time and the reason given by the walk', async () => {
  const mirror = openHere()
  await publishAt(mirror, 100, titled({ 2: 'Lamp', 3: 'Oil' }))
  await publishAt(mirror, 200, titled({}, { absences: new Map([[lamp, 'deleted']]) }))
  expect(gonePages(mirror)).toEqual([
    { id: lamp, path: '/lamp', title: 'Lamp', gone_at: 200, reason: 'deleted' },
    { id: testId(3), path: '/oil', title: 'Oil', gone_at: 200, reason: 'unreachable' }
  ])
  expect(pathsOf(mirror, lamp)).toEqual([['/lamp', 100, 200]])
})

test('a page that reappears is removed from the gone pages and starts a new path entry', async () => {
  const mirror = openHere()
  await publishAt(mirror, 100, titled({ 2: 'Lamp' }))
  await publishAt(mirror, 200, titled({}))
  await publishAt(mirror, 300, titled({ 2: 'Lamp' }))
  expect(gonePages(mirror)).toEqual([])
  expect(pathsOf(mirror, lamp)).toEqual([
    ['/lamp', 100, 200],
    ['/lamp', 300, null]
  ])
})

test('the path of a removed page is available to another page in the same publication', async () => {
  const mirror = openHere()
  await publishAt(mirror, 100, titled({ 2: 'Lamp' }))
  await publishAt(mirror, 200, titled({ 3: 'Lamp' }))
  const page = mirror.$client.prepare("select id from page where path = '/lamp'").pluck()
  expect(page.all()).toEqual([testId(3)])
})

test('a clock set back never gives a path that ends before it starts', async () => {
  const mirror = openHere()
  await publishAt(mirror, 300, titled({ 2: 'Lamp' }))
  await publishAt(mirror, 200, titled({ 2: 'Lantern' }))
  await publishAt(mirror, 100, titled({ 2: 'Lamp' }))
  expect(pathsOf(mirror, lamp)).toEqual([
    ['/lamp', 300, null],
    ['/lantern', 300, 300]
  ])
  await publishAt(mirror, 90, titled({}))
  const backward = 'select * from page_path where last_seen_at < first_seen_at'
  expect(mirror.$client.prepare(backward).all()).toEqual([])
})

test('after a clock was ahead, a former path still leads to the page that had it last', async () => {
  const mirror = openHere()
  await publishAt(mirror, 900, titled({ 2: 'Lamp' }))
  await publishAt(mirror, 100, titled({ 2: 'Lantern' }))
  await publishAt(mirror, 200, titled({ 2: 'Lantern', 3: 'Lamp' }))
  await publishAt(mirror, 300, titled({ 2: 'Lantern', 3: 'Torch' }))
  expect(findPage(mirror, '/lamp')).toMatchObject({ path: '/torch' })
})

test('after a clock was ahead, the path of removed pages names the one that had it last', async () => {
  const mirror = openHere()
  await publishAt(mirror, 800, titled({ 2: 'Lamp' }))
  await publishAt(mirror, 900, titled({}))
  await publishAt(mirror, 100, titled({ 3: 'Lamp!' }))
  await publishAt(mirror, 200, titled({}))
  expect(findGonePage(mirror, '/lamp')).toEqual({ title: 'Lamp!' })
})
