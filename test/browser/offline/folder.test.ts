import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { type CutNetwork, cutNetwork } from '../../support/browser/cut-network.ts'
import { copies, lookAgain, visitWithWorker } from '../../support/browser/offline-visits.ts'
import { buildFolder, openFolder, serveFolder } from '../../support/browser/static-site.ts'
import { homeCollection } from '../../support/sites/collection-site.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { type KeptSite, keptSite } from '../../server/responses/kept-site.ts'
import { assets, smallWiki } from './small-wiki.ts'

let site: KeptSite
let network: CutNetwork
const folder = path.join(tempDir(), 'site')
const basePath = '/wiki'

const build = () =>
  buildFolder(folder, { dataDir: site.dataDir, basePath, config: testConfig(testId(1)) })

beforeAll(async () => {
  site = await keptSite(smallWiki(), { assets })
  await build()
  network = await cutNetwork(await serveFolder(folder, basePath))
})

test('a folder below a path is kept, updated and cleared as the site of a server', async () => {
  const root = network.address + basePath
  const { page } = await visitWithWorker(root, `${root}/_offline/`)
  await page.getByText(/All 4 pages with their pictures/).waitFor()
  // A page of another site on the host.
  const beside = await page.context().newPage()
  await beside.goto(`${network.address}/other/`)
  await beside.evaluate(() => {
    navigator.serviceWorker.addEventListener('message', () => (document.title = 'told'))
    navigator.serviceWorker.startMessages()
  })
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  const kept = page.locator('.offline-status', { hasText: 'The whole wiki is kept' })
  await kept.waitFor()
  expect(await beside.title()).not.toBe('told')
  expect(await copies(page, 'kept')).toContain('/wiki/cellar/')

  network.cut()
  await page.goto(`${root}/map/`)
  const width = await page
    .locator('main picture img')
    .evaluate(async (image: HTMLImageElement) => (await image.decode(), image.naturalWidth))
  expect(width).toBeGreaterThan(0)
  // A size that is not kept.
  const sizes = await page.locator('main picture source').first().getAttribute('srcset')
  const small = sizes?.split(' ')[0] ?? ''
  expect(await copies(page, 'kept', 'pictures')).not.toContain(small)
  expect(await page.evaluate(async (url) => (await fetch(url)).ok, small)).toBe(true)
  await page.goto(`${root}/lamp/`)
  await page.getByText('It burns oil.').waitFor()
  expect((await page.goto(`${root}/unknown/`))?.status()).toBe(503)

  site.api.edit.setText(testId(30), 'It burns wax.')
  site.api.edit.trash(testId(12))
  await site.sync()
  await build()
  network.mend()
  await lookAgain(page.context(), `${root}/_offline/`)
  network.cut()
  await page.goto(`${root}/lamp/`)
  await page.getByText('It burns wax.').waitFor()
  const left = await copies(page, 'read', 'kept')
  expect(left.filter((each) => each.includes('cellar'))).toEqual([])
})

test('the home page of a folder is kept at one of its views if it is read there', async () => {
  const views: ViewInput[] = [
    { type: 'table', name: 'Table', show: ['Lamp'] },
    { type: 'gallery', name: 'Board', show: ['Lamp'] }
  ]
  const { dataDir } = await mirrorDir(homeCollection(views, [{ title: 'Oil lamp' }]))
  const { address } = await openFolder({ dataDir, basePath, config: testConfig(ROOT_ID) })
  const way = await cutNetwork(address)
  const root = `${way.address + basePath}/`
  const { page } = await visitWithWorker(root, root)
  const board = `${root}_view/board/`
  await page.goto(board)
  await expect.poll(() => copies(page, 'read')).toEqual(['/wiki/', '/wiki/_view/board/'])
  way.cut()
  await page.goto(board)
  await page.locator('main').getByText('Oil lamp').waitFor()
})
