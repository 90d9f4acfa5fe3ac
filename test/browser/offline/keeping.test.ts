import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { type CutNetwork, cutNetwork } from '../../support/browser/cut-network.ts'
import {
  copies,
  lookAgain,
  untilIdle,
  visitWithWorker
} from '../../support/browser/offline-visits.ts'
import { testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { type KeptSite, keptSite } from '../../server/responses/kept-site.ts'
import { assets, smallWiki } from './small-wiki.ts'

let site: KeptSite
let network: CutNetwork

beforeEach(async () => {
  site = await keptSite(smallWiki(), { assets })
  // It sends stale pages for a short time after a publication.
  network = await cutNetwork(await site.open())
})

const status = (page: Page, text: string | RegExp) =>
  page.locator('.offline-status', { hasText: text }).waitFor()

test('the size of everything is shown before anything is fetched, and everything is kept on wish', async () => {
  const { page } = await visitWithWorker(network.address, '/_offline')
  // As with Shift: the page is loaded past the worker.
  const session = await page.context().newCDPSession(page)
  const isLoaded = page.waitForEvent('load')
  await session.send('Page.reload', { ignoreCache: true })
  await isLoaded
  await page.getByText(/All 4 pages with their pictures .*: about [\d.]+ [kM]B\./).waitFor()
  await page.getByText(/This browser has room for about [\d.]+ [MG]B\./).waitFor()
  await untilIdle(page)
  expect(await copies(page, 'kept')).toEqual([])
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  await status(page, 'The whole wiki is kept')
  network.cut()

  await page.goto('/cellar')
  await page.getByText('It is dark.').waitFor()
  await page.goto('/map')
  const width = await page
    .locator('main picture img')
    .evaluate(async (image: HTMLImageElement) => (await image.decode(), image.naturalWidth))
  expect(width).toBeGreaterThan(0)
  await page.goto('/')
  await page.locator('main a[href="/lamp"]').first().hover()
  await page.locator('#link-card:popover-open').getByText('It burns oil.').waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('#search-dialog input').fill('cel')
  await page.getByRole('option', { name: 'Cellar' }).first().click()
  await page.getByText('It is dark.').waitFor()
})

test('a new publication is fetched in the background, without what has not changed; a removed page leaves all copies', async () => {
  const { page } = await visitWithWorker(network.address, '/_offline')
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  await status(page, 'The whole wiki is kept')
  await page.goto('/lamp')
  await page.goto('/cellar')
  await page.goto('/map')
  await expect.poll(() => copies(page, 'pictures')).toHaveLength(1)
  const pictures = await copies(page, 'pictures')
  await page.evaluate(keepPicture, '/image/that-has-left.png?v=1')
  site.api.edit.setText(testId(30), 'It burns wax.')
  site.api.edit.setText(testId(11), 'Atlas')
  site.api.edit.trash(testId(12))
  await site.sync()
  await lookAgain(page.context())
  expect(await copies(page, 'pictures')).toEqual(pictures)
  const left = await copies(page, 'read', 'kept')
  expect(left.filter((path) => path.includes('cellar'))).toEqual([])
  expect(await copiesNaming(page, 'cellar')).toEqual([])
  // It has the names of the first pages, and is shown for an address that is not kept.
  expect(await copiesNaming(page, 'atlas')).toContain(`${network.address}/_offline`)
  network.cut()
  await page.goto('/lamp')
  await page.getByText('It burns wax.').waitFor()
})

/** Stores a copy of a picture as if it had been shown. Runs in the browser. */
async function keepPicture(address: string): Promise<void> {
  const name = (await caches.keys()).find((each) => each.endsWith('/pictures')) ?? ''
  const picture = new Response('lamp', { headers: { 'content-type': 'image/png' } })
  await (await caches.open(name)).put(address, picture)
}

/** The addresses of all copies with a word. */
function copiesNaming(page: Page, word: string): Promise<string[]> {
  return page.evaluate(async (named) => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request, { ignoreVary: true }))?.text()
        if (text?.toLowerCase().includes(named)) found.push(request.url)
      }
    }
    return found
  }, word)
}

test('a page that was opened before a deployment asks the worker of the new one', async () => {
  const { page } = await visitWithWorker(network.address, '/_offline')
  const config = testConfig(testId(1), { theme: 'notion' })
  await network.leadTo(await site.open({ config }))
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    const replaced = new Promise((done) => serviceWorker.addEventListener('controllerchange', done))
    await (await serviceWorker.ready).update()
    await replaced
  })
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  await status(page, 'The whole wiki is kept')
})

test('a browser without room keeps a part, says so, and the site works', async () => {
  const { page } = await visitWithWorker(network.address, '/_offline')
  const session = await page.context().newCDPSession(page)
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin: network.address })
  const quotaSize = Math.round(usage + 20_000)
  await session.send('Storage.overrideQuotaForOrigin', { origin: network.address, quotaSize })
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  await status(page, 'The browser has no room for the rest.')
  await page.goto('/cellar')
  await page.getByText('It is dark.').waitFor()
})

test('a browser with no room at all says so', async () => {
  const { page } = await visitWithWorker(network.address, '/_offline')
  const session = await page.context().newCDPSession(page)
  const origin = network.address
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await page.getByRole('button', { name: 'Keep this wiki offline' }).click()
  await status(page, 'The browser has no room for the rest.')
})

test('two tabs keep everything once, and both show it; it is removed on wish, and what was read stays', async () => {
  const { page } = await visitWithWorker(network.address, '/lamp')
  const other = await page.context().newPage()
  await Promise.all([page, other].map((each) => each.goto('/_offline')))
  await Promise.all(
    [page, other].map((each) => each.locator('.offline-keep').dispatchEvent('click'))
  )
  await Promise.all([page, other].map((each) => status(each, 'The whole wiki is kept')))
  const kept = await copies(page, 'kept')
  expect(kept).toEqual([...new Set(kept)])
  expect(kept).toContain('/cellar')

  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('button', { name: 'Keep this wiki offline' }).waitFor()
  expect(await copies(page, 'kept')).toEqual([])
  expect(await copies(page, 'read')).toEqual(['/lamp'])
  expect(await copies(page, 'assets')).not.toEqual([])
})
