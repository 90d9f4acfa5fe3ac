import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import { differences, folderFiles } from '../support/browser/folder-files.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { buildOnce, fromScratch } from './open-folder.ts'

const [IRON, TIN] = [testId(10), testId(30)]

/** Two pages with a text each. */
function workspace() {
  return workspaceOf(
    [IRON, TIN],
    [
      pageBlock(10, 'Iron', { content: [testId(11)] }),
      textBlock(11, 'Melts at noon.', { parent_id: IRON }),
      pageBlock(30, 'Tin', { content: [testId(31)] }),
      textBlock(31, 'Cries when bent.', { parent_id: TIN })
    ]
  )
}

let built: Awaited<ReturnType<typeof buildOnce>>
beforeAll(async () => {
  built = await buildOnce(workspace)
})

/** The built folder, with the rows of its feed. */
async function openFolder() {
  const opened = await built.open()
  const { dataDir } = opened
  const builds = path.join(dataDir, 'builds')
  const state = readdirSync(builds).find((name) => name.endsWith('.db')) ?? ''
  const stateFile = path.join(builds, state)
  /** The number of the row of each page: one that is rendered again gets another row. */
  const rows = () => {
    const database = new Database(stateFile, { readonly: true })
    const select = database.prepare<[], [string, number]>('select page_id, id from feed_entry')
    const found = new Map(select.raw().all())
    database.close()
    return found
  }
  return { ...opened, rows, stateFile }
}

test('an edit of one page renders no other page of the feed again', async () => {
  const { build, folder, rows, api, sync } = await openFolder()
  const before = rows()
  api.edit.change(testId(11), { properties: { title: [['Melts at midnight.']] } })
  await sync()
  await build()
  const edited = folderFiles(folder)
  const after = rows()
  expect(after.get(TIN)).toBe(before.get(TIN))
  expect(after.get(IRON)).not.toBe(before.get(IRON))
  const feed = String(edited.get('feed.xml'))
  expect(feed).toContain('Melts at midnight.')
  expect(feed).toContain('Cries when bent.')
  const scratch = folderFiles(await fromScratch(build))
  expect(differences(edited, scratch).filter((name) => !/^_?mirror/.test(name))).toEqual([])
})

test('a page that is gone is neither in the feed nor kept for it', async () => {
  const { build, folder, rows, stateFile, api, sync } = await openFolder()
  expect(readFileSync(stateFile).includes('Cries when bent.')).toBe(true)
  api.edit.change(TIN, { alive: false })
  api.edit.change(ROOT_ID, { content: [IRON] })
  await sync()
  await build()
  expect(readFileSync(path.join(folder, 'feed.xml'), 'utf8')).not.toContain('Cries when bent.')
  expect(rows().has(TIN)).toBe(false)
  expect(readFileSync(stateFile).includes('Cries when bent.')).toBe(false)
})

test('--complete renders all pages of the feed again', async () => {
  const { build, rows } = await openFolder()
  const before = rows()
  await build({ more: ['--complete'] })
  const after = rows()
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
  for (const [pageId, row] of after) expect(row).not.toBe(before.get(pageId))
})
