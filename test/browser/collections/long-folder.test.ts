import path from 'node:path'

import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { pageId } from '../../../demo/builder/record-ids.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { desktop, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { cutNetwork } from '../../support/browser/cut-network.ts'
import { folderFiles } from '../../support/browser/folder-files.ts'
import { copies, visitWithWorker } from '../../support/browser/offline-visits.ts'
import { buildFolder, serveFolder } from '../../support/browser/static-site.ts'
import { homeCollection } from '../../support/sites/collection-site.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

/** With the home page, more pages than a part of the recent changes has, and more rows than one of a view. */
const lamps = Array.from({ length: 201 }, (_, at) => ({ title: `Lamp n${at}` }))
const table: ViewInput = { type: 'table', name: 'Table', show: ['Lamp'] }
const basePath = '/wiki'
const folder = path.join(tempDir(), 'site')
const config = testConfig(ROOT_ID, {
  isMirrorDownloadEnabled: false,
  isSearchEnabled: false,
  isSiteTreeEnabled: false
})

let mirror: Awaited<ReturnType<typeof mirrorDir>>
/** Of the folder. */
let address: string

const build = () => buildFolder(folder, { dataDir: mirror.dataDir, basePath, config })

beforeAll(async () => {
  mirror = await mirrorDir(homeCollection([table], lamps))
  await build()
  address = await serveFolder(folder, basePath)
})

/** The files of the recent changes in the folder, with the number of entries in each. */
function recentChanges(): Record<string, number> {
  const parts = [...folderFiles(folder)].filter(([name]) => name.startsWith('recent-changes/'))
  const count = (html: Buffer) => String(html).match(/class="change-kind"/g)?.length ?? 0
  return Object.fromEntries(parts.map(([name, html]) => [name, count(html)]))
}

test('a folder has each part of the recent changes, and none that is empty', async () => {
  // With the home page there are 202 pages, then 200.
  const first = { 'recent-changes/index.html': 200 }
  expect(recentChanges()).toEqual({ ...first, 'recent-changes/_from/200/index.html': 2 })
  for (const at of [199, 200]) mirror.api.edit.trash(pageId(`Lamps/Lamp n${at}`))
  await mirror.sync()
  await build()
  expect(recentChanges()).toEqual(first)
})

test('a view with more rows than a page shows has no tools', async () => {
  const { page, problems, close } = await visit(await sharedBrowser(), desktop)
  onTestFinished(close)
  await page.goto(`${address}/?sort=lamp`)
  await page.locator('a[rel=next]').waitFor()
  expect(await page.locator('.view-tools, thead a, [data-rows]').count()).toBe(0)
  expect(problems).toEqual([])
})

test('the home page of a folder is kept at a later part if it is read there', async () => {
  const network = await cutNetwork(address)
  const root = `${network.address + basePath}/`
  const { page } = await visitWithWorker(root, root)
  const part = `${root}_from/100/`
  await page.goto(part)
  await expect.poll(() => copies(page, 'read')).toEqual(['/wiki/', '/wiki/_from/100/'])
  network.cut()
  await page.goto(part)
  await page.locator('main').getByText('Lamp n100', { exact: true }).waitFor()
})
