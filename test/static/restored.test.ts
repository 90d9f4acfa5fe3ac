import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import { differences, folderFiles } from '../support/browser/folder-files.ts'
import { startCommand } from '../support/command.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'
import { backUp, buildOnce, fromScratch, killedBuild } from './open-folder.ts'

const text = textBlock(11, 'Melts at noon.', { parent_id: testId(10) })

let built: Awaited<ReturnType<typeof buildOnce>>
beforeAll(async () => {
  const pages = [pageBlock(10, 'Iron', { content: [text.id] }), text, pageBlock(20, 'Tin')]
  built = await buildOnce(() => workspaceOf([testId(10), testId(20)], structuredClone(pages)))
})

/** The built folder of two pages, one with a text that `edit` changes. */
async function openWiki() {
  const opened = await built.open()
  const { api, sync } = opened
  const edit = async (words: string) => {
    api.edit.setText(text.id, words)
    await sync()
  }
  return { ...opened, edit }
}

test('a restored data directory brings back its folder', async () => {
  const { dataDir, folder, build, edit } = await openWiki()
  const before = folderFiles(folder)
  const restore = backUp(dataDir)
  await edit('Melts at midnight.')
  await build()
  await build()
  expect(differences(before, folderFiles(folder))).toContain('iron/index.html')
  restore()
  await build()
  expect(differences(before, folderFiles(folder))).toEqual([])
})

test('a restored folder loses what has been deleted meanwhile', async () => {
  const { parent, folder, versions, api, sync, build } = await openWiki()
  const restore = backUp(parent)
  rmSync(folder)
  rmSync(versions, { recursive: true })
  api.edit.change(testId(10), { alive: false })
  api.edit.change(ROOT_ID, { content: [testId(20)] })
  await sync()
  await build()
  restore()
  await build()
  const files = [...folderFiles(versions)]
  expect(files.filter(([, body]) => body.includes('Melts at')).map(([name]) => name)).toEqual([])
  const scratch = folderFiles(await fromScratch(build))
  expect(differences(scratch, folderFiles(folder))).toEqual([])
})

/** A build that is killed as soon as it has made a page again. */
async function killBuild(folder: string, dataDir: string): Promise<void> {
  const SITE_CONFIG = JSON.stringify(testConfig(ROOT_ID))
  const args = ['build', folder, '--data', dataDir, '--social-images', 'site']
  await once(startCommand(args, { SITE_CONFIG, ...killedBuild(1) }), 'close')
  const builds = path.join(dataDir, 'builds')
  const file = readdirSync(builds).find((name) => name.endsWith('.db')) ?? ''
  const state = new Database(path.join(builds, file), { readonly: true })
  const made = state
    .prepare(`select file from entry where is_pending = 1 and kind = 'page'`)
    .pluck()
    .all()
  state.close()
  expect(made).toEqual(['iron/index.html'])
}

test('a data directory of a killed build does not bring later texts back with it', async () => {
  const { dataDir, folder, build, edit } = await openWiki()
  await edit('Melts at midnight.')
  await killBuild(folder, dataDir)
  const restore = backUp(dataDir)
  await edit('Melts at sunrise.')
  await build()
  await build()
  restore()
  await build()
  const scratch = folderFiles(await fromScratch(build))
  expect(String(scratch.get('iron/index.html'))).toContain('Melts at midnight.')
  expect(differences(scratch, folderFiles(folder))).toEqual([])
})
