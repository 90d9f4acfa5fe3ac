import path from 'node:path'

import { load } from 'cheerio'
import { expect, test } from 'vitest'

import { folderFiles } from '../support/browser/folder-files.ts'
import { buildFolder } from '../support/browser/static-site.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../support/workspaces/collection-records.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

/** The files of a list in a folder, with the number of entries in each. */
function entriesOf(files: Map<string, Buffer>): Record<string, number> {
  const parts = [...files].filter(([name]) => name.startsWith('recent-changes/'))
  const count = (html: Buffer) => String(html).match(/class="change-kind"/g)?.length ?? 0
  return Object.fromEntries(parts.map(([name, html]) => [name, count(html)]))
}

test('a folder has each part of the recent changes, and none that is empty', async () => {
  const numbers = Array.from({ length: 201 }, (_, at) => at + 10)
  const pages = numbers.map((number) => pageBlock(number, `Page ${number}`))
  const { dataDir, api, sync } = await mirrorDir(workspaceOf(numbers.map(testId), pages))
  const folder = path.join(tempDir(), 'wiki')
  const config = testConfig(ROOT_ID, {
    isMirrorDownloadEnabled: false,
    isOfflineEnabled: false,
    isSearchEnabled: false,
    isSiteTreeEnabled: false
  })
  const built = async () => {
    await buildFolder(folder, { dataDir, config })
    return entriesOf(folderFiles(folder))
  }
  // With the home page there are 202 pages, then 200.
  const first = { 'recent-changes/index.html': 200 }
  expect(await built()).toEqual({ ...first, 'recent-changes/_from/200/index.html': 2 })
  for (const number of [10, 11]) api.edit.change(testId(number), { alive: false })
  api.edit.change(ROOT_ID, { content: numbers.slice(2).map(testId) })
  await sync()
  expect(await built()).toEqual(first)
})

test('links to tags with apostrophes lead to their pages', async () => {
  const names = [`What's next?`, `Hunter's "&#x27;" 50%`, `Smith's`]
  const kind = {
    name: 'Kind',
    type: 'select',
    options: names.map((value) => ({ id: value, value }))
  }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Quests', { kind })],
      views: [view(600, { format: { table_properties: [{ property: 'kind', visible: true }] } })],
      blocks: names.map((name, at) => row(700 + at, HOME, { kind: [[name]] }))
    }
  )
  const { dataDir } = await mirrorDir(workspace)
  const folder = path.join(tempDir(), 'wiki')
  await buildFolder(folder, { dataDir, basePath: '/wiki', config: testConfig(ROOT_ID) })
  const files = folderFiles(folder)
  const documents = [...files].filter(([name]) => name.endsWith('index.html'))
  const links = documents.flatMap(([, html]) =>
    [...load(String(html))('a[href^="/wiki/tags/"]')].map(({ attribs }) => attribs['href'] ?? '')
  )
  expect(new Set(links.filter((each) => each.split('/').length > 5)).size).toBe(names.length)
  const fileOf = (href: string) => `${decodeURIComponent(href.slice('/wiki/'.length))}index.html`
  expect(links.filter((each) => !files.has(fileOf(each)))).toEqual([])
})
