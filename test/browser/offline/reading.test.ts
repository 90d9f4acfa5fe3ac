import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import {
  copies,
  lookAgain,
  untilIdle,
  visitWithWorker
} from '../../support/browser/offline-visits.ts'
import { type CutNetwork, cutNetwork } from '../../support/browser/cut-network.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { type KeptSite, keptSite } from '../../server/responses/kept-site.ts'

const names = ['Lamp', 'Lantern', 'Candle', 'Torch']

function workspace() {
  const pages = names.map((name, index) =>
    pageBlock(10 + index, name, { content: [testId(30 + index)] })
  )
  const texts = names.map((name, index) =>
    textBlock(30 + index, `All about the ${name}.`, { parent_id: testId(10 + index) })
  )
  return workspaceOf(
    pages.map(({ id }) => id),
    [...pages, ...texts]
  )
}

let site: KeptSite
let network: CutNetwork

beforeEach(async () => {
  site = await keptSite(workspace())
  network = await cutNetwork(await site.open({ cache: { maxStaleMs: 0 } }))
})

/** Opens a page, and waits until the worker has stored its copy, which may be after the page is shown. */
async function read(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect.poll(() => copies(page, 'read')).toContain(path.replace(/#.*/, ''))
}

/** Leads to a server of the same mirror that does not show the page Torch. */
async function excludeTorch(): Promise<void> {
  const config = testConfig(testId(1), { excludedPageIds: [testId(13)] })
  await network.leadTo(await site.open({ config, cache: { maxStaleMs: 0 } }))
}

test('pages that were read open without a network, and others lead to the list of what is kept', async () => {
  const { page } = await visitWithWorker(network.address)
  await read(page, '/torch?q=flame')
  await read(page, '/lamp')
  await page.locator('main', { hasText: 'All about the Lamp.' }).waitFor()
  expect(await shellSources(page)).toEqual(['cache', 'cache'])
  await page.evaluate(() => fetch('/search-names.json'))
  network.cut()
  await page.goto('/')
  await page.locator('main a[href="/lamp"]').first().click()
  await page.locator('main', { hasText: 'All about the Lamp.' }).waitFor()
  const answer = await page.goto('/candle')
  expect(answer?.status()).toBe(503)
  await page.getByText('This page is not kept in this browser').waitFor()
  const links = page.locator('.offline-read a')
  await links.first().waitFor()
  expect(await links.allTextContents()).toEqual(['Home', 'Lamp', 'Torch'])
  network.mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('main', { hasText: 'All about the Candle.' }).waitFor()
  // The server accepts the request and does not answer.
  network.hold()
  await page.goto('/lamp')
  await page.getByText('All about the Lamp.').waitFor()
})

test('results of the search and data that are open when the worker starts are not kept', async () => {
  const results = await visitWithWorker(network.address, '/search?q=lamp')
  expect(await copies(results.page, 'read')).toEqual([])
  const data = await visitWithWorker(network.address, '/_data')
  expect(await copies(data.page, 'read')).toEqual([])
})

/** Where the shell comes from: from the copies without a start of the worker, or in another way. */
function shellSources(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/(client|pixel)-[^/]*$/.test(name))
      // TypeScript does not know it yet.
      .map((entry) => (entry.toJSON() as { workerFinalSourceType: string }).workerFinalSourceType)
  )
}

test('a page that the configuration excludes is gone as soon as its site is reached again', async () => {
  const { page } = await visitWithWorker(network.address)
  await read(page, '/torch')
  network.cut()
  await page.goto('/torch')
  await page.getByText('All about the Torch.').waitFor()
  network.mend()
  await excludeTorch()
  await lookAgain(page.context())
  expect((await copies(page, 'read')).filter((path) => path.includes('torch'))).toEqual([])
  expect((await page.goto('/torch'))?.status()).toBe(404)
})

test('a copy that is shown leaves the screen when the server says late that its page is gone', async () => {
  const { page } = await visitWithWorker(network.address)
  await read(page, '/torch')
  const [home, other] = [await page.context().newPage(), await page.context().newPage()]
  await read(home, '/')
  await read(other, '/lamp')
  // As under the pointer, on a link to the page.
  const paths = ['/torch', '/_cards/torch.html']
  const lookAhead = () =>
    other.evaluate(async (urls) => {
      const answers = await Promise.all(urls.map((url) => fetch(url)))
      return answers.map(({ status }) => status)
    }, paths)
  await lookAhead()
  await expect.poll(() => copies(page, 'read')).toEqual(expect.arrayContaining(paths))
  await excludeTorch()
  network.hold()
  const ahead = lookAhead()
  const torch = home.locator('main a[href="/torch"]').first()
  await Promise.all([page.goto('/torch'), torch.click()])
  const texts = [page, home].map((each) => each.getByText('All about the Torch.'))
  await Promise.all(texts.map((text) => text.waitFor()))
  expect(await ahead).toEqual([200, 200])
  network.mend()
  await Promise.all(texts.map((text) => text.waitFor({ state: 'detached' })))
  const left = async () => (await copies(page, 'read')).filter((path) => path.includes('torch'))
  await expect.poll(left).toEqual([])
  await untilIdle(other)
  expect(new URL(other.url()).pathname).toBe('/lamp')
})

test('copies of pages that were read at headings are removed and updated as any other', async () => {
  const { page } = await visitWithWorker(network.address)
  await read(page, '/lamp#wick')
  await read(page, '/torch#flame')
  // Before a look, which would remove a copy in another way.
  await excludeTorch()
  expect((await page.goto('/torch'))?.status()).toBe(404)
  await expect.poll(() => copies(page, 'read')).toEqual(['/', '/lamp'])
  await lookAgain(page.context())
  site.api.edit.setText(testId(30), 'It burns wax.')
  await site.sync()
  await lookAgain(page.context())
  network.cut()
  await page.goto('/lamp')
  await page.getByText('It burns wax.').waitFor()
})

test('copies at headings, as earlier versions stored them, are updated and removed', async () => {
  const { page } = await visitWithWorker(network.address)
  await page.goto('/lamp')
  await page.goto('/torch')
  await expect.poll(() => copies(page, 'read')).toEqual(['/', '/lamp', '/torch'])
  // The worker stores them again if it finds them changed.
  await untilIdle(page)
  const keys = await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.endsWith('/read')) ?? ''
    const cache = await caches.open(name)
    for (const url of ['/lamp', '/torch']) {
      const copy = await cache.match(url, { ignoreVary: true })
      if (copy) await cache.put(`${url}#part`, copy)
    }
    return (await cache.keys()).map(({ url }) => url.replace(location.origin, ''))
  })
  expect(keys.toSorted()).toEqual(['/', '/lamp#part', '/torch#part'])
  await lookAgain(page.context())
  site.api.edit.setText(testId(30), 'It burns wax.')
  await site.sync()
  await lookAgain(page.context())
  await excludeTorch()
  expect((await page.goto('/torch'))?.status()).toBe(404)
  await expect.poll(() => copies(page, 'read')).toEqual(['/', '/lamp#part'])
  network.cut()
  await page.goto('/lamp')
  await page.getByText('It burns wax.').waitFor()
})

test('a copy is corrected when its page shows again what it showed at the last look', async () => {
  const { page } = await visitWithWorker(network.address)
  await lookAgain(page.context())
  site.api.edit.setText(testId(13), 'Lighthouse')
  await site.sync()
  await page.goto('/')
  await page.locator('main', { hasText: 'Lighthouse' }).waitFor()
  site.api.edit.setText(testId(13), 'Torch')
  await site.sync()
  await lookAgain(page.context())
  network.cut()
  await page.goto('/')
  await page.locator('main', { hasText: 'Torch' }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('Lighthouse')
})

test('a site that switches it off removes the copies and the worker', async () => {
  const { page } = await visitWithWorker(network.address)
  expect(await copies(page, 'read')).toEqual(['/'])
  const config = testConfig(testId(1), { isOfflineEnabled: false })
  await network.leadTo(await site.open({ config }))
  await page.reload()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const hasWorker = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  await expect.poll(hasWorker).toBe(false)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  // The times of copies.
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
  await page.reload()
  expect(await page.locator('.site-footer a[href="/_offline"]').count()).toBe(0)
  expect(await hasWorker()).toBe(false)
})
