import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import type { SiteConfig } from '../../site/config/config.ts'
import { mirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { differences, folderFiles } from '../support/browser/folder-files.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { buildOnce, fromScratch, openFolder } from './open-folder.ts'

/** More than the file of the texts of some pages has. */
const numbers = Array.from({ length: 14 }, (_, at) => 10 * (at + 1))
/** The numbers of the first page and of the last one, which has text too. */
const [FIRST, LAST] = [10, 140]

/** A wiki whose first page has a text that `edit` changes. */
function workspace(lastTitle = 'Page 140') {
  const texts = [
    textBlock(FIRST + 1, 'Melts at noon.', { parent_id: testId(FIRST) }),
    textBlock(LAST + 1, 'Cries when bent.', { parent_id: testId(LAST) })
  ]
  const pages = numbers.map((number) => {
    const content = texts.filter(({ parent_id }) => parent_id === testId(number))
    const title = number === LAST ? lastTitle : `Page ${number}`
    return pageBlock(number, title, { content: content.map(({ id }) => id) })
  })
  return workspaceOf(numbers.map(testId), [...pages, ...texts])
}

let built: Awaited<ReturnType<typeof buildOnce>>
beforeAll(async () => {
  built = await buildOnce(workspace)
})

/** The built folder of the wiki. */
async function openWiki() {
  const opened = await built.open()
  const { api, sync } = opened
  const edit = async (words: string) => {
    api.edit.setText(testId(FIRST + 1), words)
    await sync()
  }
  return { ...opened, edit }
}

function searchOf(folder: string): Map<string, string> {
  const files = [...folderFiles(folder)]
  return new Map(
    files.flatMap(([name, body]) =>
      /^search\/.*\.json$/.test(name) ? [[name, String(body)] as const] : []
    )
  )
}

/** The number of pages in the file of the lengths of sections. */
function pagesWithLengths(folder: string): number {
  const [, body = '[]'] = [...searchOf(folder)].find(([name]) => name.includes('sections.')) ?? []
  const packed = JSON.parse(body) as number[]
  let pages = 0
  for (let at = 0; at < packed.length; at += 2 + (packed[at + 1] ?? 0)) pages++
  return pages
}

/** As if the last sync had been one of a fansite that logs no keys of texts. */
function forgetTexts(dataDir: string): void {
  const mirror = new Database(mirrorPaths(dataDir).file)
  const { changes } = mirror.prepare(`delete from change where key like 'texts:%'`).run()
  expect(changes).toBe(1)
  // Digests would say that the mirror is damaged.
  mirror.exec('delete from table_digest')
  mirror.close()
}

test('a page that is excluded before the next sync has no place among the names', async () => {
  const { folder, build } = await openWiki()
  expect(pagesWithLengths(folder)).toBe(15)
  const config = { excludedPageIds: [testId(20)] }
  await build({ config })
  expect(pagesWithLengths(folder)).toBe(14)
  expect(searchOf(folder)).toEqual(searchOf(await fromScratch(build, config)))
})

/** Expects the texts of all pages but those of the last one. */
function expectWithoutLast(folder: string): void {
  const texts = [...searchOf(folder).values()].join('')
  expect(texts).toContain('Melts at noon.')
  expect(texts).not.toContain('Cries when bent.')
}

test('the last page of the index may be excluded', async () => {
  const { folder, build } = await openWiki()
  await build({ config: { excludedPageIds: [testId(LAST)] } })
  expectWithoutLast(folder)
})

test('the last page of the index may be covered', async () => {
  const spoilers = { mode: 'blur', chapters: ['Chapter 1'], sign: '🔒' } as SiteConfig['spoilers']
  const { folder, build } = await openFolder(workspace('🔒 Page 140'), { spoilers })
  await build()
  expectWithoutLast(folder)
})

test('an edit that an older version has published is found', async () => {
  const { dataDir, folder, build, edit } = await openWiki()
  await edit('Melts at midnight.')
  forgetTexts(dataDir)
  await build()
  expect([...searchOf(folder).values()].join('')).toContain('Melts at midnight.')
  expect(searchOf(folder)).toEqual(searchOf(await fromScratch(build)))
})

test('a page that an older version has removed is in no version of the folder', async () => {
  const { dataDir, versions, folder, api, sync, build } = await openWiki()
  api.edit.change(testId(LAST), { alive: false })
  api.edit.change(ROOT_ID, { content: numbers.slice(0, -1).map(testId) })
  await sync()
  forgetTexts(dataDir)
  await build()
  const files = [...folderFiles(versions)]
  expect(files.filter(([, body]) => body.includes('Cries when')).map(([name]) => name)).toEqual([])
  expect(searchOf(folder)).toEqual(searchOf(await fromScratch(build)))
})

/** Writes this instead of a file of the search, in both versions. */
function damage(versions: string, name: string, body: string): void {
  const files = readdirSync(versions).map((version) => path.join(versions, version, name))
  for (const file of files.filter((each) => existsSync(each))) {
    // Both versions have the same file.
    rmSync(file)
    writeFileSync(file, body)
  }
}

test('a manifest that a crash has emptied is made again', async () => {
  const { versions, folder, build } = await openWiki()
  const before = built.files
  damage(versions, 'search/shards.json', '')
  await build()
  expect(differences(before, folderFiles(folder))).toEqual([])
})

test('a damaged file of the search is made again with the next edit, or with --complete', async () => {
  const { versions, folder, build, edit } = await openWiki()
  const before = built.files
  const names = [...before.keys()].filter((name) => /^search\/(pages|terms)\//.test(name))
  const spoil = () => {
    for (const name of names) damage(versions, name, ' '.repeat(before.get(name)?.length ?? 0))
  }
  spoil()
  await build({ more: ['--complete'] })
  expect(differences(before, folderFiles(folder))).toEqual([])
  spoil()
  await edit('Melts at midnight.')
  await build()
  expect(searchOf(folder)).toEqual(searchOf(await fromScratch(build)))
})
