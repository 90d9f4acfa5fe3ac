import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'

import { h1, page, table, text } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import {
  type Mirror,
  openMirrorForReading,
  openMirrorForSync
} from '../../../db/mirror/open-mirror.ts'
import { isHeavyPage } from '../../../db/limits/heavy-page.ts'
import { readPageFacts } from '../../../db/page/read-page-facts.ts'
import { readPage } from '../../../db/page/read-page.ts'
import { readPageIds } from '../../../db/lists/read-site-pages.ts'
import { onFinished } from '../../support/on-finished.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'

test('reading a page a second time prepares no statement', async () => {
  const prepared = countPrepared()
  const { mirror } = await syncedMirror({ workspace: workspaceWithRows() })
  const read = (id: string) => {
    isHeavyPage(mirror, id)
    return { page: readPage(mirror, id), facts: readPageFacts(mirror, id) }
  }

  for (const id of readPageIds(mirror)) {
    const first = read(id)
    expect(first.page?.id).toBe(id)
    const before = prepared()
    expect(read(id)).toEqual(first)
    expect(prepared() - before).toBe(0)
  }
})

test('a second search prepares no statement', async () => {
  const prepared = countPrepared()
  const { app } = await openSite({ workspace: workspaceWithRows() })
  const found = async (query: string) => {
    const reply = await app.inject(`/api/search-notion?query=${query}`)
    return reply.json().results.length
  }

  expect(await found('fish')).toBe(2)
  const before = prepared()
  expect(await found('whale')).toBe(1)
  expect(prepared() - before).toBe(0)
})

test('callers of one SQL text keep their own kind of rows', () => {
  const { $client } = openEmpty()
  const sql = 'select 1 as one, 2 as two'
  const [objects, plucked, raw] = [sql, sql, sql].map((each) => $client.prepare(each))
  plucked?.pluck()
  raw?.raw()

  expect([objects?.get(), plucked?.get(), raw?.get()]).toEqual([{ one: 1, two: 2 }, 1, [1, 2]])
  expect([raw?.all(), plucked?.all(), objects?.all()]).toEqual([
    [[1, 2]],
    [1],
    [{ one: 1, two: 2 }]
  ])
  expect($client.prepare(sql).expand().get()).toEqual({ $: { one: 1, two: 2 } })
  expect($client.prepare(sql).pluck().pluck(false).get()).toEqual({ one: 1, two: 2 })
})

test('a statement can be used again while its rows are iterated', () => {
  const { $client } = openEmpty()
  const numbers = 'select value from json_each(?)'
  const outer = $client.prepare<[string], number>(numbers).pluck()
  const pairs: number[][] = []
  for (const value of outer.iterate('[1,2]')) {
    for (const other of outer.iterate('[3,4]')) pairs.push([value, other])
    pairs.push($client.prepare<[string], number>(numbers).pluck().all('[5]'))
  }
  expect(pairs).toEqual([[1, 3], [1, 4], [5], [2, 3], [2, 4], [5]])

  const rest = outer.iterate('[1,2]')
  rest.next()
  expect(outer.all('[6]')).toEqual([6])
  rest.return?.()
})

test('bound values and large integers belong to one caller', () => {
  const { $client } = openEmpty()
  const bound = $client.prepare('select ? as value').bind(7)
  const large = $client.prepare('select 9 as value').pluck().safeIntegers()

  expect($client.prepare('select ? as value').get(8)).toEqual({ value: 8 })
  expect(bound.get()).toEqual({ value: 7 })
  expect([large.get(), $client.prepare('select 9 as value').pluck().get()]).toEqual([9n, 9])
})

test('statements are kept up to a limit, and the least recently used ones are dropped', () => {
  const prepared = countPrepared()
  const { $client } = openEmpty()
  const first = prepared()
  const read = (number: number) => $client.prepare(`select ${number}`).pluck().get()
  for (let number = 0; number < 1000; number++) {
    expect(read(number)).toBe(number)
    read(0)
  }

  const before = prepared()
  expect(before - first).toBe(1000)
  read(0)
  read(999)
  expect(prepared()).toBe(before)
  read(1)
  expect(prepared()).toBe(before + 1)
})

test('invalid SQL fails when it is prepared', () => {
  expect(() => openEmpty().$client.prepare('select from')).toThrow(/syntax error/)
})

/** Returns a function that returns the number of statements that SQLite has prepared. */
function countPrepared(): () => number {
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  return () => prepare.mock.calls.length
}

function openEmpty(): Mirror {
  const file = path.join(tempDir(), 'mirror.db')
  openMirrorForSync(file).$client.close()
  const mirror = openMirrorForReading(file)
  onFinished(() => mirror.$client.close())
  return mirror
}

function workspaceWithRows() {
  const lamps = collection({
    key: 'Lamps',
    name: 'Lamps',
    schema: { Oil: { type: 'text' }, Tags: { type: 'multi_select', options: { fire: 'orange' } } },
    views: [{ type: 'table', name: 'All', show: ['Oil', 'Tags'] }],
    rows: ['Fish', 'Whale'].map((oil) =>
      row(`${oil} lamp`, { properties: { Oil: oil, Tags: ['fire'] } }, [text('It burns oil.')])
    )
  })
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [h1('Oil'), table([['Fish', '2 min']]), collectionPage(lamps, {})])
  })
}
