import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { mirrorPaths } from '../../db/mirror/mirror-paths.ts'
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

/** A folder of four pages, with functions that edit, sync and build. */
async function openFolder() {
  const pages = ['Iron', 'Copper', 'Tin'].map((title, at) => pageBlock(10 * (at + 1), title))
  const text = textBlock(11, 'Melts at noon.', { parent_id: testId(10) })
  const [iron, ...others] = pages
  const blocks = [{ ...iron, content: [text.id] } as typeof text, text, ...others]
  const { dataDir, api, sync } = await mirrorDir(
    workspaceOf(
      pages.map(({ id }) => id),
      blocks
    )
  )
  const folder = path.join(tempDir(), 'wiki')
  const build = async (name = folder, excludedPageIds: string[] = []) => {
    await buildFolder(name, { dataDir, config: { ...testConfig(ROOT_ID), excludedPageIds } })
    return searchOf(name)
  }
  const edit = async (words: string) => {
    api.edit.setText(text.id, words)
    await sync()
  }
  return { dataDir, folder, build, edit }
}

function searchOf(folder: string): Record<string, string> {
  const files = [...folderFiles(folder)].filter(
    ([name]) => name.startsWith('search/') && name.endsWith('.json')
  )
  return Object.fromEntries(files.map(([name, body]) => [name, String(body)]))
}

/** The number of pages in the file of the lengths of sections. */
function pagesWithLengths(search: Record<string, string>): number {
  const name = Object.keys(search).find((each) => each.startsWith('search/sections.')) ?? ''
  const packed = JSON.parse(search[name] ?? '[]') as number[]
  let pages = 0
  for (let at = 0; at < packed.length; at += 2 + (packed[at + 1] ?? 0)) pages++
  return pages
}

test('a page that is excluded before the next sync has no place among the names', async () => {
  const { build } = await openFolder()
  const all = await build()
  const search = await build(undefined, [testId(20)])
  expect([pagesWithLengths(all), pagesWithLengths(search)]).toEqual([4, 3])
  expect(search).toEqual(await build(path.join(tempDir(), 'wiki'), [testId(20)]))
})

test('an edit that an older version has published is found', async () => {
  const { dataDir, build, edit } = await openFolder()
  await build()
  await edit('Melts at midnight.')
  const mirror = new Database(mirrorPaths(dataDir).file)
  expect(mirror.prepare(`delete from change where key like 'texts:%'`).run().changes).toBe(1)
  // The digests would say that the mirror is damaged.
  mirror.exec('delete from table_digest')
  mirror.close()
  const search = await build()
  expect(JSON.stringify(search)).toContain('Melts at midnight.')
  expect(search).toEqual(await build(path.join(tempDir(), 'wiki')))
})

test('a restored data directory brings back its folder', async () => {
  const { dataDir, folder, build, edit } = await openFolder()
  await build()
  const before = folderFiles(folder)
  const backup = path.join(tempDir(), 'data')
  cpSync(dataDir, backup, { recursive: true })
  await edit('Melts at midnight.')
  await build()
  await build()
  expect(differences(before, folderFiles(folder))).toContain('iron/index.html')
  rmSync(dataDir, { recursive: true })
  cpSync(backup, dataDir, { recursive: true })
  await build()
  expect(differences(before, folderFiles(folder))).toEqual([])
})
