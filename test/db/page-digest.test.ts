import path from 'node:path'

import { expect, test } from 'vitest'

import type { WalkResult } from '../../db/records/walk-result.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  walkResultOf,
  walkResultOfRows,
  openTestMirror,
  publishAt,
  rowBlock
} from '../support/workspaces/walk-result.ts'

function openHere() {
  return openTestMirror(path.join(tempDir(), 'mirror.db'))
}

function digests(mirror: Mirror): Record<string, string> {
  const rows = mirror.$client.prepare<[], [string, string]>('select id, digest from page')
  return Object.fromEntries(rows.raw().all())
}

function wiki(text: string, title = 'Lamp', others: number[] = []): WalkResult {
  const more = others.map((number) => pageBlock(number, `Page ${number}`))
  const lamp = pageBlock(3, title, { content: [testId(4)] })
  const words = textBlock(4, text, { parent_id: testId(3) })
  const oil = pageBlock(5, 'Oil')
  const content = [...others, 3, 5].map(testId)
  return walkResultOf(workspaceOf(content, [lamp, words, oil, ...more]))
}

function board(rows: string[], title = 'Ember'): WalkResult {
  const groups = [{ value: null, isHidden: false, total: rows.length, rowIds: rows }]
  return walkResultOfRows([rowBlock(10, title), rowBlock(11, 'Wick')], groups)
}

const rowIds = [testId(10), testId(11)]

/** Pages whose digest differs after the second publication. */
async function changedBy(first: WalkResult, second: WalkResult): Promise<string[]> {
  const mirror = openHere()
  await publishAt(mirror, 100, first)
  const before = digests(mirror)
  await publishAt(mirror, 200, second)
  const after = digests(mirror)
  return Object.keys(before).filter((id) => before[id] !== after[id])
}

test('a page has the same digest in all publications in which it renders the same', async () => {
  const [one, other] = [openHere(), openHere()]
  await publishAt(one, 100, wiki('Dusk'))
  await publishAt(other, 7, wiki('Dawn'))
  await publishAt(other, 8, wiki('Dusk'))
  expect(Object.values(digests(one)).every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true)
  expect(digests(other)).toEqual(digests(one))
})

test('a changed block changes only the digest of its page', async () => {
  expect(await changedBy(wiki('Dusk'), wiki('Dawn'))).toEqual([testId(3)])
})

test('a page inserted before others changes only its parent page', async () => {
  expect(await changedBy(wiki('Dusk'), wiki('Dusk', 'Lamp', [6]))).toEqual([ROOT_ID])
})

test('a renamed page changes its own digest and that of pages that mention it', async () => {
  expect(await changedBy(wiki('Dusk'), wiki('Dusk', 'Lantern'))).toEqual([ROOT_ID, testId(3)])
})

test('a changed row order changes the page that shows the view', async () => {
  expect(await changedBy(board(rowIds), board(rowIds.toReversed()))).toEqual([ROOT_ID])
})

test('a changed row changes its own page and the page that shows it in a view', async () => {
  expect(await changedBy(board(rowIds), board(rowIds, 'Spark'))).toEqual([ROOT_ID, testId(10)])
})
