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
import { ROOT_ID } from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

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
