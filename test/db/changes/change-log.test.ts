import path from 'node:path'

import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { keys } from '../../../db/changes/change-keys.ts'
import { readChanges } from '../../../db/changes/read-changes.ts'
import { noteRead, recordReads } from '../../../db/changes/record-reads.ts'
import { findDamage } from '../../../db/check/find-damage.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import type { Asset } from '../../../db/records/walk-result.ts'
import { readPage } from '../../../db/page/read-page.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { openTestMirror, publishAt, walkResultOf } from '../../support/workspaces/walk-result.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { UNSPLASH } from './linked-pages.ts'

const open = () => openTestMirror(path.join(tempDir(), 'mirror.db'))

/** A root page with pages of these numbers and titles, and one line of text on it. */
function wiki(titles: Record<number, string>, line = 'line') {
  const pages = Object.entries(titles).map(([number, title]) => pageBlock(Number(number), title))
  const blocks: Block[] = [textBlock(2, line), ...pages]
  return workspaceOf(
    blocks.map(({ id }) => id),
    blocks
  )
}

const publishWiki = (mirror: Mirror, at: number, ...of: Parameters<typeof wiki>) =>
  publishAt(mirror, at, walkResultOf(wiki(...of)))

const logged = ({ $client }: Mirror) =>
  $client.prepare('select generation, key from change order by 1, 2').all() as { key: string }[]

test('a first publication is logged as everything, without keys', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, { 10: 'Ten' })
  expect(readChanges(mirror, 0)).toMatchObject({ isEverything: true })
  expect(readChanges(mirror, 1)).toEqual({
    keys: new Set(),
    isEverything: false,
    hasWithdrawal: false
  })
  expect(logged(mirror)).toEqual([])
})

test('the changes since a generation are those of all later publications', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, { 10: 'Ten' })
  await publishWiki(mirror, 200, { 10: 'Ten' }, 'edited')
  await publishWiki(mirror, 300, { 10: 'Zehn' }, 'edited')
  const ten = keys.name(testId(10))
  const edited = [keys.page(testId(1)), keys.block(testId(2)), keys.texts(1), keys.sync]
  expect(readChanges(mirror, 1).keys).toEqual(new Set([...readChanges(mirror, 2).keys, ...edited]))
  expect(readChanges(mirror, 2).keys).toContain(ten)
  expect(readChanges(mirror, 1).isEverything).toBe(false)
  expect(findDamage(mirror)).toEqual([])
})

test('an unknown or newer generation requires everything', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, { 10: 'Ten' })
  await publishWiki(mirror, 200, { 10: 'Ten' }, 'edited')
  for (const generation of [0, 7]) {
    expect(readChanges(mirror, generation)).toMatchObject({
      isEverything: true,
      hasWithdrawal: true
    })
  }
})

test('only the last 50 publications are kept', async () => {
  const mirror = open()
  for (let at = 1; at <= 55; at++) await publishWiki(mirror, at, {}, `line ${at}`)
  expect(readChanges(mirror, 5).isEverything).toBe(false)
  expect(readChanges(mirror, 4).isEverything).toBe(true)
  const count = mirror.$client.prepare('select count(*) from publication').pluck().get()
  expect(count).toBe(50)
})

test('a publication that touches very much is logged as everything', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, {})
  const numbers = Array.from({ length: 2500 }, (_, index) => [1000 + index, `Page ${index}`])
  await publishWiki(mirror, 200, Object.fromEntries(numbers))
  expect(readChanges(mirror, 1)).toEqual({
    keys: new Set(),
    isEverything: true,
    hasWithdrawal: false
  })
})

test('a deleted page is a withdrawal that the log names', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, { 10: 'Ten', 20: 'Twenty' })
  await publishWiki(mirror, 200, { 10: 'Ten' })
  const { keys: touched, ...rest } = readChanges(mirror, 1)
  expect(rest).toEqual({ isEverything: false, hasWithdrawal: true })
  expect(touched).toContain(keys.name(testId(20)))
})

test('the log never names a page that is withheld, also not in earlier publications', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, { 10: 'Ten', 20: 'Twenty' })
  await publishWiki(mirror, 200, { 10: 'Ten', 20: 'Secret plan' })
  expect(JSON.stringify(logged(mirror))).toContain(testId(20))
  const absences = new Map([[testId(20), 'private']])
  await publishAt(mirror, 300, walkResultOf(wiki({ 10: 'Ten' }), { absences }))
  expect(logged(mirror)).toEqual([])
  expect(readChanges(mirror, 2)).toEqual({
    keys: new Set(),
    isEverything: true,
    hasWithdrawal: true
  })
})

test('a page that is withheld after its deletion leaves the log as well', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, { 10: 'Ten', 20: 'Twenty' })
  await publishWiki(mirror, 200, { 10: 'Ten' })
  const absences = new Map([[testId(20), 'private']])
  await publishAt(mirror, 300, walkResultOf(wiki({ 10: 'Ten' }), { absences }))
  expect(logged(mirror)).toEqual([])
  expect(readChanges(mirror, 2)).toMatchObject({ isEverything: true, hasWithdrawal: true })
})

test('any change of a stored file touches the file, and the pictures from Unsplash if it is one', async () => {
  const mirror = open()
  const pixels = { width: 1, height: 1, preview: 'data:,' }
  const type = { mediaType: 'image/png', size: 1 }
  const file: Asset = { source: UNSPLASH, hash: 'a'.repeat(64), ...type, ...pixels }
  const changes = [
    {},
    { hash: 'b'.repeat(64) },
    { mediaType: 'image/gif' },
    { size: 2 },
    { width: 2 },
    { height: 2 },
    { preview: null }
  ]
  const touched = [keys.file(UNSPLASH), keys.publicPictures, keys.sync]
  await publishWiki(mirror, 1, {})
  for (const [index, change] of changes.entries()) {
    Object.assign(file, change)
    await publishAt(mirror, index + 2, walkResultOf(wiki({}), { assets: [file] }))
    expect(readChanges(mirror, index + 1).keys).toEqual(new Set(touched))
  }
})

test('a nested recording also notes into the outer one, even when it throws', () => {
  const { keys: outer } = recordReads(() => {
    noteRead('one')
    const inner = recordReads(() => noteRead('two'))
    expect(inner.keys).toEqual(new Set(['two']))
    const fail = () => {
      noteRead('three')
      throw new Error('unreadable')
    }
    expect(() => recordReads(fail)).toThrow('unreadable')
    noteRead('four')
  })
  expect(outer).toEqual(new Set(['one', 'two', 'three', 'four']))
  noteRead('five')
  expect(outer).not.toContain('five')
})

test('a missing page is noted by its name', async () => {
  const mirror = open()
  await publishWiki(mirror, 100, { 10: 'Ten' })
  const { value, keys: noted } = recordReads(() => readPage(mirror, testId(20)))
  expect(value).toBeUndefined()
  await publishWiki(mirror, 200, { 10: 'Ten', 20: 'Twenty' })
  expect([...noted].some((key) => readChanges(mirror, 1).keys.has(key))).toBe(true)
})
