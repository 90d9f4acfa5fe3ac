import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { differences, folderFiles } from '../support/browser/folder-files.ts'
import { buildFolder } from '../support/browser/static-site.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

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

/** A built folder with functions that sync and build it again. */
async function openFolder() {
  const { dataDir, api, sync } = await mirrorDir(workspace())
  const own = path.join(tempDir(), 'wiki')
  const build = async (folder = own, more: string[] = []) => {
    await buildFolder(folder, { dataDir, config: testConfig(ROOT_ID), more })
    return folderFiles(folder)
  }
  await build()
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
  return { build, rows, stateFile, api, sync }
}

test('an edit of one page renders no other page of the feed again', async () => {
  const { build, rows, api, sync } = await openFolder()
  const before = rows()
  api.edit.change(testId(11), { properties: { title: [['Melts at midnight.']] } })
  await sync()
  const edited = await build()
  const after = rows()
  expect(after.get(TIN)).toBe(before.get(TIN))
  expect(after.get(IRON)).not.toBe(before.get(IRON))
  const feed = String(edited.get('feed.xml'))
  expect(feed).toContain('Melts at midnight.')
  expect(feed).toContain('Cries when bent.')
  const scratch = await build(path.join(tempDir(), 'wiki'))
  expect(differences(edited, scratch).filter((name) => !/^_?mirror/.test(name))).toEqual([])
})

test('a page that is gone is neither in the feed nor kept for it', async () => {
  const { build, rows, stateFile, api, sync } = await openFolder()
  expect(readFileSync(stateFile).includes('Cries when bent.')).toBe(true)
  api.edit.change(TIN, { alive: false })
  api.edit.change(ROOT_ID, { content: [IRON] })
  await sync()
  expect(String((await build()).get('feed.xml'))).not.toContain('Cries when bent.')
  expect(rows().has(TIN)).toBe(false)
  expect(readFileSync(stateFile).includes('Cries when bent.')).toBe(false)
})

test('--complete renders all pages of the feed again', async () => {
  const { build, rows } = await openFolder()
  const before = rows()
  await build(undefined, ['--complete'])
  const after = rows()
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
  for (const [pageId, row] of after) expect(row).not.toBe(before.get(pageId))
})
