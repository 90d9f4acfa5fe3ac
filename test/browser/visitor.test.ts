import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { hosted, needsServer, pathOf } from '../support/browser/hosting.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import shipped from '../../site.config.ts'
import { type TestSite, openSite } from '../support/sites/site.ts'
import { type Visit, desktop, phone, sharedBrowser, visit } from '../support/browser/browser.ts'

let browser: Browser
/** The sample, listening on a free port. */
let site: TestSite
let address = ''

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets, config: shipped })
  address = await hosted(site)
})

/** A browser page on the sample. */
async function openVisit(options: BrowserContextOptions) {
  const visitor = await visit(browser, { baseURL: address, ...options })
  onTestFinished(() => visitor.close())
  return visitor
}

async function brokenImages({ page }: Pick<Visit, 'page'>): Promise<string[]> {
  // Lazy pictures load near the viewport; here all of them are loaded.
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
  })
  return page.$$eval('img', (images) =>
    images.filter((image) => image.naturalWidth === 0).map((image) => image.src)
  )
}

const focused = (target: Locator) =>
  target.evaluateAll((found) => found.some((each) => each === document.activeElement))

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title }).waitFor()

/** A page was opened in place: the focus is in it. */
async function arrived(page: Page, title: string): Promise<void> {
  await heading(page, title)
  await page.locator('#content:focus').waitFor()
}

/** Presses Tab until the element has the focus, then Enter. */
async function press(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 100; steps++) {
    await page.keyboard.press('Tab')
    if (await focused(target)) return page.keyboard.press('Enter')
  }
  throw new Error(`no step by Tab leads to ${String(target)}`)
}

const paths = ['/', '/wiki', '/techniques', '/next', '/download', '/gsod', '/did-you-know']

describe.each([
  ['phone', phone],
  ['desktop', desktop]
])('on a %s', (_name, device) => {
  test.each([
    ['with script', true],
    ['without script', false]
  ])(
    'pages are complete %s: images load, nothing scrolls sideways, no error is logged',
    async (_script, javaScriptEnabled) => {
      const visitor = await openVisit({ ...device, javaScriptEnabled })
      const { page, problems, requests } = visitor
      const before = site.api.requests.length

      for (const path of paths) {
        const reply = await page.goto(path)
        expect(reply?.status(), path).toBe(200)
        expect(await page.locator('h1').count(), path).toBe(1)
        expect(await page.locator('main').innerText(), path).not.toBe('')
        expect(await brokenImages(visitor), path).toEqual([])
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width, path).toBeLessThanOrEqual(device.viewport?.width ?? 0)
      }

      expect(problems).toEqual([])
      // Visitors are served from the mirror alone: no request goes elsewhere.
      expect(
        requests.filter((url) => !url.startsWith(address) && !url.startsWith('data:'))
      ).toEqual([])
      expect(site.api.requests.length).toBe(before)
    }
  )

  test('the navigation links its pages and marks the current one', async () => {
    const { page, problems } = await openVisit({ ...device, javaScriptEnabled: false })
    await page.goto('/')
    const menu = page.locator('.menu-button:visible')
    if ((await menu.count()) > 0) await menu.click()
    const links = page.locator(':is(header, .panel-links) a')
    await links.filter({ visible: true, hasText: 'Get Started' }).first().click()

    expect(new URL(page.url()).pathname).toBe(pathOf('/get-started'))
    expect(await page.locator('h1').innerText()).toContain('Get Started')
    const current = page.locator(':is(header, .panel-links) a[aria-current="page"]').first()
    expect(await current.textContent()).toContain('Get Started')
    expect(problems).toEqual([])
  })

  needsServer('otherAddress')('a submitted search finds a page, also without script', async () => {
    const { page, problems } = await openVisit({ ...device, javaScriptEnabled: false })
    await page.goto('/')
    const field = page.locator('input[name="q"]:visible').first()
    await field.fill('lamp shrine')
    await field.press('Enter')
    await page.waitForURL('**/search?q=*')
    await page.locator('main a', { hasText: 'Lamp Shrine' }).first().click()
    expect(await page.locator('h1').innerText()).toContain('Lamp Shrine')
    expect(problems).toEqual([])
  })

  test('home, menu, a table, its sorting and back work by keyboard alone', async () => {
    const { page, problems } = await openVisit(device)
    await page.goto('/')
    const menu = page.locator('.menu-button:visible')
    const isPhone = (await menu.count()) > 0
    if (isPhone) await press(page, menu)
    const place = isPhone ? page.locator('.panel-links') : page.getByRole('banner')
    await press(page, place.getByRole('link', { name: 'Wiki' }))
    await arrived(page, 'Wiki')
    await press(page, page.getByRole('main').getByRole('link', { name: 'Techniques', exact: true }))
    await arrived(page, 'Techniques')
    const table = page.getByRole('table', { name: 'All techniques' })
    const head = table.getByRole('columnheader', { name: 'Technique' })
    await press(page, head.getByRole('link'))
    await table.and(page.locator(':has([aria-sort=ascending])')).waitFor()
    expect(await table.getByRole('rowheader').first().textContent()).toContain('Ash Recall')
    // The next Tab starts from the previous place.
    await page.keyboard.press('Tab')
    expect(await focused(table.getByRole('link', { name: 'Grade' }))).toBe(true)
    for (const title of ['Techniques', 'Wiki', 'Hollow Lantern']) {
      await page.goBack()
      await heading(page, title)
    }
    expect(problems).toEqual([])
  })

  test('every part of a page is in the accessibility tree once, with a name', async () => {
    const { page } = await openVisit(device)
    await page.goto('/techniques')
    for (const role of ['banner', 'search', 'main', 'contentinfo'] as const) {
      expect(await page.getByRole(role).count(), role).toBe(1)
    }
    const navigation = page.getByRole('navigation')
    const names = await navigation.evaluateAll((parts) =>
      parts.map((part) => part.getAttribute('aria-label'))
    )
    expect(names.every(Boolean)).toBe(true)
    expect(new Set(names).size).toBe(names.length)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Techniques')
    const row = page.getByRole('row', { name: 'Lantern Step' })
    expect(await row.getByRole('rowheader').count()).toBe(1)
    expect(await page.getByRole('columnheader', { name: 'Oil cost' }).count()).toBe(1)
  })
})

test('the slash key focuses the search field', async () => {
  const { page, problems } = await openVisit(desktop)
  await page.goto('/')
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
  expect(problems).toEqual([])
})

needsServer('otherAddress')('a missing page answers with similar pages', async () => {
  const { page } = await openVisit(phone)
  const reply = await page.goto('/get-startd')
  expect(reply?.status()).toBe(404)
  expect(await page.locator(`main a[href="${pathOf('/get-started')}"]`).count()).toBeGreaterThan(0)
})
