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
import { harvestOf, harvestOfRows, openTestMirror, publishAt, rowBlock } from './walk-result.ts'

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
  return harvestOf(workspaceOf(content, [lamp, words, oil, ...more]))
}

function board(rows: string[], title = 'Ember'): WalkResult {
  const groups = [{ value: null, isHidden: false, total: rows.length, rowIds: rows }]
  return harvestOfRows([rowBlock(10, title), rowBlock(11, 'Wick')], groups)
}

const rowIds = [testId(10), testId(11)]

/** Pages whose digest is another after the second harvest. */
async function changedBy(first: WalkResult, second: WalkResult): Promise<string[]> {
  const mirror = openHere()
  await publishAt(mirror, 100, first)
  const before = digests(mirror)
  await publishAt(mirror, 200, second)
  const after = digests(mirror)
  return Object.keys(before).filter((id) => before[id] !== after[id])
}

test('a page has the same digest in every publication that draws it the same', async () => {
  const [one, other] = [openHere(), openHere()]
  await publishAt(one, 100, wiki('Dusk'))
  await publishAt(other, 7, wiki('Dawn'))
  await publishAt(other, 8, wiki('Dusk'))
  expect(Object.values(digests(one)).every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true)
  expect(digests(other)).toEqual(digests(one))
})

test('a changed block changes the digest of the page that holds it, and of no other', async () => {
  expect(await changedBy(wiki('Dusk'), wiki('Dawn'))).toEqual([testId(3)])
})

test('a page that comes before others changes the page it stands on, and not the others', async () => {
  expect(await changedBy(wiki('Dusk'), wiki('Dusk', 'Lamp', [6]))).toEqual([ROOT_ID])
})

test('a renamed page changes, and so does the page that names it', async () => {
  expect(await changedBy(wiki('Dusk'), wiki('Dusk', 'Lantern'))).toEqual([ROOT_ID, testId(3)])
})

test('another order of the rows of a view changes the page that shows the view', async () => {
  expect(await changedBy(board(rowIds), board(rowIds.toReversed()))).toEqual([ROOT_ID])
})

test('a changed row changes its own page and the page that shows it in a view', async () => {
  expect(await changedBy(board(rowIds), board(rowIds, 'Spark'))).toEqual([ROOT_ID, testId(10)])
})
