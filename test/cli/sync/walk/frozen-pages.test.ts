import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import type { SyncOptions } from '../../../../cli/sync/sync.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { mirrorContents } from '../../../support/sites/mirror-contents.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const [A, B, MOVES, SUB] = [testId(10), testId(20), testId(11), testId(30)]
const OUTSIDE = testId(40)

/** Two pages; a text and a sub-page of the first one will move. */
async function openTwoPages() {
  const workspace = workspaceOf(
    [A, B],
    [
      pageBlock(10, 'A', { content: [MOVES, testId(12), SUB] }),
      textBlock(11, 'moves', { parent_id: A }),
      textBlock(12, 'of A', { parent_id: A }),
      pageBlock(20, 'B', { content: [testId(21)] }),
      textBlock(21, 'of B', { parent_id: B }),
      pageBlock(30, 'Sub', { parent_id: A, content: [testId(31)] }),
      textBlock(31, 'of Sub', { parent_id: SUB }),
      // No page lists it.
      pageBlock(40, 'Outside', { parent_id: testId(9), parent_table: 'space' })
    ]
  )
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = (options: Partial<SyncOptions> = {}, dir = dataDir) =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir: dir, ...options })
  await sync()
  const move = () => {
    api.edit.move(MOVES, B)
    api.edit.setText(MOVES, 'moved and edited')
    api.edit.move(SUB, B)
  }
  /** Contents of the mirror, and of a fresh one. */
  const contents = () => mirrorContents(path.join(dataDir, 'mirror.db'))
  const fresh = async () => {
    const dir = tempDir()
    await sync({}, dir)
    return mirrorContents(path.join(dir, 'mirror.db'))
  }
  return { api, sync, move, contents, fresh, ask: (sql: string) => queryMirror(dataDir, sql) }
}

function queryMirror(dataDir: string, sql: string): unknown[] {
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  try {
    return mirror.prepare(sql).pluck().all()
  } finally {
    mirror.close()
  }
}

const texts = `select title from block where type = 'text' order by id`
const listedBy = (id: string) => `select content from block where id = '${id}'`
const pages = 'select title from page order by id'

test('blocks that move to a page with a malformed record appear on that page', async () => {
  const { api, sync, move, ask, contents, fresh } = await openTwoPages()
  move()
  const { content } = api.edit.read(B)
  api.edit.change(B, { content: 'no list' })
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ id: B, is_kept: true }])
  expect(ask(listedBy(A))).toEqual([JSON.stringify([testId(12)])])
  expect(ask(listedBy(B))).toEqual([JSON.stringify([testId(21), MOVES, SUB])])
  expect(ask(texts)).toEqual(['moved and edited', 'of A', 'of B', 'of Sub'])
  expect(ask(`select parent_page_id from page where id = '${SUB}'`)).toEqual([B])

  api.edit.change(B, { content })
  expect((await sync()).report.failed).toEqual([])
  expect(contents()).toEqual(await fresh())
})

test('blocks that move from a page with a malformed record are listed once', async () => {
  const { api, sync, move, ask, contents, fresh } = await openTwoPages()
  move()
  const { content } = api.edit.read(A)
  api.edit.change(A, { content: 7 })
  const { report } = await sync()
  expect(report.failed).toMatchObject([{ id: A, is_kept: true }])
  expect(ask(listedBy(A))).toEqual([JSON.stringify([testId(12)])])
  expect(ask(listedBy(B))).toEqual([JSON.stringify([testId(21), MOVES, SUB])])

  api.edit.change(A, { content })
  expect((await sync()).report.failed).toEqual([])
  expect(contents()).toEqual(await fresh())
})

test('--page also reads the page from which a block was moved', async () => {
  const { sync, move, contents, fresh } = await openTwoPages()
  move()
  await sync({ page: '/b' })
  expect(contents()).toEqual(await fresh())
})

test('--page also reads the page to which blocks were moved', async () => {
  const { sync, move, ask, contents, fresh } = await openTwoPages()
  move()
  await sync({ page: '/a' })
  expect(ask(texts)).toEqual(['moved and edited', 'of A', 'of B', 'of Sub'])
  expect(ask(pages)).toEqual(['Home', 'A', 'B', 'Sub'])
  expect(contents()).toEqual(await fresh())
})

test('--page finds blocks of deleted blocks and sub-pages on another page', async () => {
  const { api, sync, contents, fresh } = await openTwoPages()
  api.edit.add(A, record(13, { type: 'toggle' }))
  api.edit.add(testId(13), textBlock(14, 'of toggle'))
  await sync()
  api.edit.move(testId(14), B)
  api.edit.move(testId(31), B)
  api.edit.trash(testId(13))
  api.edit.trash(SUB)
  await sync({ page: '/a' })
  expect(contents()).toEqual(await fresh())
})

test('--page withdraws the page if it was moved out of the site', async () => {
  const { api, sync, ask } = await openTwoPages()
  api.edit.move(SUB, OUTSIDE)
  api.edit.setText(SUB, 'A secret')
  await sync({ page: '/sub' })
  expect(ask(pages)).toEqual(['Home', 'A', 'B'])
})

test('--page leaves the root page as it was published', async () => {
  const { api, sync, ask } = await openTwoPages()
  api.edit.setText(ROOT_ID, 'Home anew')
  api.edit.trash(A)
  api.edit.setText(testId(21), 'of B anew')
  await sync({ page: '/b' })
  expect(ask(pages)).toEqual(['Home', 'A', 'B', 'Sub'])
  expect(ask(texts)).toEqual(['moves', 'of A', 'of B anew', 'of Sub'])
})

test('deleted records are removed although another page fails', async () => {
  const { api, sync, ask } = await openTwoPages()
  api.edit.trash(MOVES)
  api.edit.trash(SUB)
  api.edit.change(testId(21), { content: 'no list' })
  expect((await sync()).report.failed).toMatchObject([{ page_id: B }])
  expect(ask(texts)).toEqual(['of A', 'of B'])
  expect(ask(pages)).toEqual(['Home', 'A', 'B'])
})
