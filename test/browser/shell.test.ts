import path from 'node:path'

import type { BrowserContextOptions, Page } from 'playwright-core'
import { hosted, needsServer, pathOf } from '../support/browser/hosting.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { buildApp } from '../../server/app.ts'
import type { SiteConfigInput } from '../../site/config/config.ts'
import { lampWorkspace } from '../support/sites/collection-site.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'
import { openSite } from '../support/sites/site.ts'
import {
  desktop,
  intercept,
  nextFrame,
  phone,
  sharedBrowser,
  stickingOut,
  visit
} from '../support/browser/browser.ts'
import { shareVisits } from '../support/browser/sample-visits.ts'
import { tempDir } from '../support/temp-dir.ts'
import { atOnce, testConfig } from '../support/workspaces/test-config.ts'
import { openTestMirror, publishAt, walkResultOf } from '../support/workspaces/walk-result.ts'

/** A site of two pages with a link in its header, for tests that only read. */
let address = ''
/** A site with a page below another one, and the links of any site. */
let branch = ''

beforeAll(async () => {
  address = await serve(twoPages, linked)
  const below = pageBlock(4, 'Wick', { parent_id: testId(2) })
  const pages = [pageBlock(2, 'Lamp', { content: [below.id] }), pageBlock(3, 'Rope'), below]
  branch = await serve(workspaceOf([testId(2), testId(3)], pages), {})
})

const linked: Partial<SiteConfigInput> = {
  navigationStyle: 'custom',
  navigationLinks: [{ title: 'Lamps', pageId: testId(2) }]
}

const twoPages = workspaceOf([testId(2)], [pageBlock(2, 'Lamp')])

async function serve(workspace: WorkspaceFile, config: Partial<SiteConfigInput>): Promise<string> {
  return hosted(await openSite({ workspace, config }))
}

async function openShell(options: BrowserContextOptions = {}) {
  const visitor = await visit(await sharedBrowser(), { baseURL: address, ...options })
  onTestFinished(() => visitor.close())
  return visitor
}

const share = shareVisits()

/** Names of the first theme mark and the first paint, in their order; runs in the page. */
async function themeAndPaint(): Promise<string[]> {
  const names = ['theme', 'first-paint']
  const first = () => names.flatMap((name) => performance.getEntriesByName(name).slice(0, 1))
  while (first().length < names.length) await new Promise((done) => requestAnimationFrame(done))
  return first()
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ name }) => name)
}

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const day = 'rgb(245, 239, 224)'
const night = 'rgb(30, 31, 36)'

test('the theme follows the device until another is chosen, which the next page keeps', async () => {
  const { page, problems } = await openShell({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await paper(page)).toBe(night)
  const button = page.locator('.theme-switch')
  for (const [name, color] of [
    ['Theme: light', day],
    ['Theme: dark', night],
    ['Theme: system', night],
    ['Theme: light', day]
  ] as const) {
    await button.press('Enter')
    await page.getByRole('button', { name, exact: true }).waitFor()
    expect(await paper(page)).toBe(color)
  }
  // The theme at the first paint decides whether the other one flashes.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement.dataset['theme']) performance.mark('theme')
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  // On a busy machine the browser's cache may be slower than the paint.
  await expect
    .poll(async () => {
      await page.goto('/lamp')
      expect(await paper(page)).toBe(day)
      return page.evaluate(themeAndPaint)
    })
    .toEqual(['theme', 'first-paint'])
  expect(problems).toEqual([])
})

test('a tab follows the theme that is chosen in another one, or before the way back to it', async () => {
  const { page } = await share(desktop)
  await page.goto(address)
  const other = await page.context().newPage()
  await other.goto(`${address}/lamp`)
  await other.locator('.theme-switch').click()
  await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
  // As the browser shows a page that it has kept since another one took its place.
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('without script the theme follows the device, and there is no switch', async () => {
  const { page } = await openShell({ colorScheme: 'dark', javaScriptEnabled: false })
  await page.goto('/')
  expect(await page.locator('.theme-switch').isVisible()).toBe(false)
  expect(await page.locator('html').getAttribute('data-theme')).toBeNull()
  const shot = await page.locator('.site-header').evaluate((at) => getComputedStyle(at).color)
  expect(shot).toBe('rgb(230, 226, 216)')
})

test('printed pages are black on white in any theme', async () => {
  const { page } = await openShell({ colorScheme: 'dark' })
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  expect(await paper(page)).toBe('rgb(255, 255, 255)')
  expect(await page.locator('.site-header').isVisible()).toBe(false)
  const shown = page.locator('.site-footer-inner > *').filter({ visible: true })
  expect(await shown.evaluateAll((parts) => parts.map(({ tagName }) => tagName))).toEqual(['P'])
})

test('the phone menu works by keyboard', async () => {
  const { page, problems } = await openShell(phone)
  await page.goto('/')
  const link = page.locator('.site-panel a', { hasText: 'Lamps' })
  await page.locator('.menu-button').press('Enter')
  await link.waitFor()
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('menu-button')
  await page.keyboard.press('Enter')
  // The browser moves the focus into the drawer, which follows the page in the document.
  await page.keyboard.press('Tab')
  expect(await link.evaluate((it) => it === document.activeElement)).toBe(true)
  await link.press('Enter')
  await page.waitForURL(`**${pathOf('/lamp')}`)
  // The width of a desktop page at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await stickingOut(page)).toEqual([])
  expect(problems).toEqual([])
})

test('long titles do not widen the page, and are in the panel, one below the other', async () => {
  const pages = Array.from({ length: 7 }, (_, at) =>
    pageBlock(2 + at, `${at} ${'lantern'.repeat(9)}`)
  )
  const ids = pages.map(({ id }) => id)
  const { page } = await share(desktop)
  const own = await serve(workspaceOf(ids, pages), {})
  for (const width of [360, 768, 1000, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(own)
    expect(await stickingOut(page), `${width}`).toEqual([])
    const header = await page.locator('.site-header').boundingBox()
    expect(header?.height, `${width}`).toBeLessThanOrEqual(52)
    if (width < 1100) await page.locator('.menu-button').click()
    const links = page.locator('.site-tree a:visible')
    const tops = await links.evaluateAll((all) => all.map((at) => at.getBoundingClientRect().top))
    expect(tops).toHaveLength(7)
    expect(new Set(tops).size, `${width}`).toBe(7)
  }
})

test('the search field is at the right end of a desktop header, with and without links', async () => {
  const { page } = await share(desktop)
  for (const site of [await serve(twoPages, { navigationStyle: 'custom' }), branch]) {
    await page.goto(`${site}/lamp`)
    const end = await page.locator('.theme-switch').boundingBox()
    const field = await page.locator('.site-header .search-form').boundingBox()
    expect(end!.x - field!.x - field!.width).toBeLessThan(24)
    expect(desktop.viewport!.width - end!.x - end!.width).toBeLessThan(24)
  }
})

test('branches of the tree open on demand and by keyboard, and are fetched once', async () => {
  const { page, problems, requests } = await share(desktop)
  await intercept(page)
  await page.goto(`${branch}/rope`)
  const tree = page.locator('.site-tree')
  const button = tree.getByRole('button', { name: 'Sub-pages of Lamp' })
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  const wick = tree.locator('a', { hasText: 'Wick' })
  await page.route('**/_tree/**', (route) => route.abort())
  await Promise.all([page.waitForEvent('console'), button.press('Enter')])
  await nextFrame(page)
  await page.unroute('**/_tree/**')
  problems.length = requests.length = 0
  for (const state of ['visible', 'hidden', 'visible'] as const) {
    await button.press('Enter')
    await wick.waitFor({ state })
  }
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  expect(requests.filter((url) => url.endsWith('/_tree/lamp.html'))).toHaveLength(1)
  // It stays open on the next page, and closed if it was closed there.
  await page.locator('.site-name').click()
  await tree.locator('a[aria-current="page"]').waitFor({ state: 'detached' })
  await wick.waitFor()
  await button.press('Enter')
  await tree.locator('a', { hasText: 'Rope' }).click()
  await tree.locator('a[aria-current="page"]', { hasText: 'Rope' }).waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  await button.press('Enter')
  await wick.click()
  await tree.locator('a[aria-current="page"]', { hasText: 'Wick' }).waitFor()
  expect(problems).toEqual([])
})

test('without script the drawer of a phone has the tree around the page', async () => {
  const { page } = await openShell({ ...phone, javaScriptEnabled: false })
  await page.goto(`${branch}/lamp`)
  await page.locator('.menu-button').tap()
  const links = page.locator('.site-tree a:visible')
  expect(await links.allTextContents()).toEqual(['Lamp', 'Wick', 'Rope'])
  await links.nth(1).tap()
  await page.waitForURL(`**${pathOf('/wick')}`)
})

test('the console names the software once', async () => {
  // A blocked service worker would write another message.
  const { page } = await openShell({ serviceWorkers: 'allow' })
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatch(/react-notion-x and React: https:\/\/github\.com\//)
})

test('the header of a long table stays in view, also after sorting in place', async () => {
  const lamps = Array.from({ length: 60 }, (_, oil) => ({ title: `Lamp ${oil}`, oil }))
  const workspace = lampWorkspace([{ type: 'table', name: 'All', show: ['Oil'] }], lamps)
  const { page, problems } = await share(desktop)
  await page.goto(`${await serve(workspace, linked)}/lamps`)
  const head = page.locator('thead a', { hasText: 'Oil' })
  for (const sorted of [false, true]) {
    if (sorted) {
      await head.click()
      await page.locator('th[aria-sort]').waitFor()
    }
    await page.locator('.table-box.fits').waitFor()
    await page.locator('tbody tr').last().scrollIntoViewIfNeeded()
    expect((await head.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  }
  expect(problems).toEqual([])
})

needsServer('otherServer')(
  'the page before the first sync has the look of the site, and gives way to it by itself',
  async () => {
    const dataDir = tempDir()
    const config = testConfig(ROOT_ID)
    const app = await buildApp({ ...atOnce, config, dataDir, logLevel: 'silent' })
    onTestFinished(() => app.close())
    const own = await app.listen({ host: '127.0.0.1', port: 0 })
    const { page } = await openShell({ colorScheme: 'light' })
    await page.clock.install()
    await page.goto(`${own}/lamp`)
    expect(await page.locator('h1').innerText()).toContain('Test wiki')
    expect(await paper(page)).toBe(day)
    // A server that limits requests is asked again.
    const methods: string[] = []
    page.on('request', (request) => methods.push(request.method()))
    await page.route('**/lamp', (route) => route.fulfill({ status: 429 }))
    const asked = () => page.clock.runFor(5000).then(() => String(methods))
    await expect.poll(asked).toMatch(/^HEAD,HEAD/)
    await page.unroute('**/lamp')
    const other = await page.context().newPage()
    await other.goto(`${own}/no-such-page`)
    const mirror = openTestMirror(path.join(dataDir, 'mirror.db'))
    await publishAt(mirror, 1, walkResultOf(twoPages))
    for (const [tab, name] of [
      [page, 'Lamp'],
      [other, 'Page not found']
    ] as const) {
      const heading = tab.getByRole('heading', { level: 1, name })
      await expect
        .poll(async () => {
          await tab.clock.runFor(5000)
          return heading.isVisible()
        })
        .toBe(true)
    }
  }
)
