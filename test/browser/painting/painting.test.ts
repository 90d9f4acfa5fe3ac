import { createServer } from 'node:http'

import { hosted } from '../../support/browser/hosting.ts'
import type { Browser, Locator, Page, ViewportSize } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { page, text } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { onFinished } from '../../support/on-finished.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { listening } from '../../support/run/listening.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import {
  desktop,
  layoutShifts,
  nextFrame,
  phone,
  sharedBrowser,
  visit
} from '../../support/browser/browser.ts'

let browser: Browser

/** The sample, listening on a free port. */
let site: TestSite
let baseURL = ''

/** A page for tests that visit an origin of their own or change nothing, and one that is always painted. */
let desk: Page
let deskProblems: string[]
let other: Page

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets })
  baseURL = await hosted(site)
  const [first, second] = [await visit(browser, desktop), await visit(browser, desktop)]
  for (const { close } of [first, second]) onFinished(close)
  desk = first.page
  deskProblems = first.problems
  other = second.page
})

/** Opens an address in the page of all tests, which leaves the page before. */
async function openOn(size: ViewportSize, address: string, until: 'commit' | 'load' = 'commit') {
  await desk.goto('about:blank')
  await desk.setViewportSize(size)
  await desk.goto(address, { waitUntil: until })
}

const { viewport: wide } = desktop as { viewport: ViewportSize }

/** A list of pages with a tag, so short that its footer is on the screen. */
const LIST = '/tags/commands-12fac797/category/Getting%20going'

/** The background of the dark theme (`web/styles/base.css`). */
const dark = 'rgb(30, 31, 36)'

const paper = () => getComputedStyle(document.body).backgroundColor

/** A proxy that sends a page in two chunks: the part that matches, and the rest after `release` is called. */
async function inPieces(app: TestSite['app'], path: string, first: RegExp) {
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  const server = createServer((request, reply) => {
    void app.inject({ url: request.url ?? '' }).then(async ({ headers, body, rawPayload }) => {
      reply.setHeader('content-type', String(headers['content-type']))
      if (request.url !== path) return reply.end(rawPayload)
      const middle = first.exec(body)?.[0].length ?? 0
      reply.write(body.slice(0, middle))
      await released
      return reply.end(body.slice(middle))
    })
  })
  return { baseURL: `http://127.0.0.1:${await listening(server)}`, release }
}

test.each([
  ['a page with a table', '/lantern-evenings', /^.*?<\/thead>/s, 'thead'],
  ['a short page', '/spectators-inside-domains', /^.*<nav class="site-lists"/s, 'footer'],
  ['a list', LIST, /^.*<nav class="site-lists"/s, 'footer']
])('%s that arrives in chunks is painted at once', async (_name, path, first, part) => {
  const { baseURL: own, release } = await inPieces(site.app, path, first)
  await openOn(wide, own + path)
  await desk.waitForSelector(part, { state: 'attached' })
  // A page that is not painted has no frames; another one has twenty meanwhile.
  for (let round = 0; round < 10; round++) await nextFrame(other)
  const paints = () => performance.getEntriesByType('paint').length
  expect(await desk.evaluate(paints)).toBe(0)
  release()
  await desk.waitForLoadState('load')
  expect(await layoutShifts(desk)).toEqual([])
})

test.each([
  ['a phone', phone],
  ['a desktop', desktop]
])('the later rows of a view, and what is below it, shift nothing on %s', async (_name, device) => {
  const path = '/techniques'
  const proxy = await inPieces(site.app, path, /^.*? id="\w+-rows".*?<\/tr>/s)
  const { page: shown, close } = await visit(browser, { ...device, baseURL: proxy.baseURL })
  onTestFinished(close)
  await shown.goto(path, { waitUntil: 'commit' })
  await shown.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  const rows = shown.locator('tbody tr')
  expect(await rows.count()).toBeLessThan(5)
  proxy.release()
  await shown.waitForLoadState('load')
  expect(await rows.count()).toBe(18)
  expect(await layoutShifts(shown)).toEqual([])
})

test('the footer of a painted page that is shorter than the window does not move', async () => {
  const path = '/release-1-1-1'
  const proxy = await inPieces(site.app, path, /^.*<nav class="site-lists"/s)
  const size = { width: 800, height: 2000 }
  const footer = desk.locator('.site-footer')
  await openOn(size, proxy.baseURL + path)
  await desk.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await footer.waitFor({ state: 'attached' })
  proxy.release()
  await desk.waitForLoadState('load')
  const box = await footer.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(size.height)
  expect(await layoutShifts(desk)).toEqual([])
})

test('a page does not move while its foot and the panel beside it arrive', async () => {
  const path = '/shrine-to-harten'
  const proxy = await inPieces(site.app, path, /^.* id="page-foot">.*?<\/nav>/s)
  await openOn({ width: 1300, height: 3000 }, proxy.baseURL + path)
  await desk.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await desk.locator('.page-foot nav').waitFor({ state: 'attached' })
  await nextFrame(desk)
  const places = async () => [
    (await desk.locator('h1').boundingBox())?.x,
    (await desk.locator('.page-foot').boundingBox())?.y
  ]
  const before = await places()
  expect(await desk.locator('.site-panel').count()).toBe(0)
  proxy.release()
  await desk.waitForLoadState('load')
  expect(await places()).toEqual(before)
  expect(await layoutShifts(desk)).toEqual([])
})

test('a table that fits stays beside the properties', async () => {
  await openOn({ width: 900, height: 800 }, `${baseURL}/release-1-4-0`, 'load')
  await desk.waitForSelector('.content .table-box.fits')
  const topOf = (selector: string) =>
    desk.locator(selector).evaluate((it) => it.getBoundingClientRect().top)
  const [properties, table] = [await topOf('.infobox'), await topOf('.content .table-box table')]
  expect(Math.abs(table - properties)).toBeLessThan(20)
})

test('without script the other styles are loaded, and there is no theme switch', async () => {
  const visitor = await visit(browser, { ...phone, baseURL, javaScriptEnabled: false })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/')
  expect(visitor.requests.filter((url) => url.endsWith('.css'))).toHaveLength(1)
  expect(await visitor.page.locator('.theme-switch').isVisible()).toBe(false)
  await visitor.page.locator('.menu-button').click()
  const menu = visitor.page.locator('.site-panel')
  expect(await menu.evaluate((it) => getComputedStyle(it).position)).toBe('fixed')
  expect(await menu.locator('a').first().isVisible()).toBe(true)
})

/** The colour of the browser's toolbar. */
const toolbar = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    .filter(({ media }) => matchMedia(media).matches)
    .map(({ content }) => content)[0]

test('a stored theme is applied, whatever the device prefers', async () => {
  const visitor = await visit(browser, { ...phone, baseURL, colorScheme: 'light' })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/robots.txt')
  await visitor.page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await visitor.page.goto('/')
  await visitor.page.waitForSelector('html[data-theme="dark"]')
  expect(await visitor.page.evaluate(paper)).toBe(dark)
  await expect.poll(() => visitor.page.evaluate(toolbar)).toBe('#1e1f24')
  await visitor.page.locator('main a[href="/get-started"]').click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Get Started' }).waitFor()
  expect(await visitor.page.evaluate(toolbar)).toBe('#1e1f24')
  await visitor.page.locator('.theme-switch').click()
  expect(await visitor.page.evaluate(toolbar)).toBe('#f5efe0')
})

test('the size and width of the text are kept, and the next page is painted with them', async () => {
  const proxy = await inPieces(site.app, '/oil-and-grades', /^.*?<\/head>/s)
  deskProblems.length = 0
  await openOn(wide, `${proxy.baseURL}/get-started`, 'load')
  const measures = () =>
    desk
      .locator('.content p')
      .first()
      .evaluate((paragraph) => ({
        size: parseFloat(getComputedStyle(paragraph).fontSize),
        width: parseFloat(getComputedStyle(paragraph).maxWidth)
      }))
  const usual = await measures()
  await desk.locator('.page-menu summary').click()
  await desk.getByLabel('Text size').focus()
  await desk.keyboard.press('ArrowRight')
  await desk.keyboard.press('ArrowRight')
  await desk.getByLabel('Wide text').check()
  const chosen = await measures()
  expect(chosen.size / usual.size).toBeCloseTo(1.2)
  expect(chosen.width).toBeGreaterThan(usual.width)
  await desk.goto(`${proxy.baseURL}/oil-and-grades`, { waitUntil: 'commit' })
  // The script is in the browser's cache, so it usually runs before the page has arrived. A page that is not
  // painted has no frames, which would otherwise be waited for.
  const isWide = () => document.documentElement.dataset['textWidth'] === 'wide'
  await desk.waitForFunction(isWide, undefined, { polling: 20 })
  proxy.release()
  await desk.waitForLoadState('networkidle')
  expect(await measures()).toEqual(chosen)
  expect(await layoutShifts(desk)).toEqual([])
  await desk.locator('.page-menu summary').click()
  await desk.getByLabel('Wide text').uncheck()
  expect(await desk.evaluate(isWide)).toBe(false)
  expect(deskProblems).toEqual([])
})

test('the first part of a long page is painted at once', async () => {
  const words = Array.from({ length: 70 }, (_, index) => text(`${index} ${'words '.repeat(200)}`))
  const { app } = await openSite({
    workspace: buildWorkspace({
      rootPageId: ROOT_ID,
      spaceId: testId(0),
      accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
      root: page('Home', {}, [page('Long', {}, words)])
    })
  })
  const [short, long] = await Promise.all(['/', '/long'].map((path) => app.inject(path)))
  expect(short?.body).toContain('href="#script-messages" blocking="render"')
  // Without its row of tools, the header would move.
  expect(long?.body).toContain('href="#theme-switch" blocking="render"')
})

/** The number of horizontal lines near the right edge of cells, in an empty strip of one pixel. */
async function linesAtEdge(cells: Locator): Promise<number> {
  const boxes = await cells.evaluateAll((all) => all.map((it) => it.getBoundingClientRect()))
  const [first, last] = [boxes[0] ?? new DOMRect(), boxes.at(-1) ?? new DOMRect()]
  const clip = {
    x: first.x + first.width - 8,
    y: first.y,
    width: 1,
    height: last.bottom - first.y - 2
  }
  const strip = await sharp(await cells.page().screenshot({ clip }))
    .resize({ width: 1, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  const isLine = strip.map((shade) => (shade < Math.max(...strip) - 8 ? 1 : 0))
  return isLine.filter((it, y) => it > (isLine[y - 1] ?? 1)).length
}

test('lines between rows run through the column that stays, on a scaled screen too', async () => {
  const scaled = { viewport: { width: 1280, height: 1800 }, deviceScaleFactor: 1.25, baseURL }
  const { page: table, close } = await visit(browser, scaled)
  onTestFinished(close)
  await table.goto('/techniques')
  const rows = table.locator('.table-box:not(.fits) tbody tr')
  expect(await linesAtEdge(rows.locator('> :first-child'))).toBe((await rows.count()) - 1)
  expect(await linesAtEdge(rows.locator('> :nth-child(2)'))).toBe((await rows.count()) - 1)
})

test('a wide table does not show beside the bar of the contents', async () => {
  await openOn({ width: 360, height: 740 }, `${baseURL}/lantern-step`, 'load')
  await desk.locator('.content > .table-box').last().waitFor()
  const place = await desk.evaluate(() => {
    const bar = document.querySelector('.page-contents')
    const names = [...document.querySelectorAll('.table-box tbody tr')].at(-1)
    scrollBy(0, (names?.getBoundingClientRect().top ?? 0) - 60)
    return bar?.getBoundingClientRect().toJSON() as DOMRect
  })
  const margin = { x: 0, y: place.y, width: place.x, height: place.height }
  const { channels } = await sharp(await desk.screenshot({ clip: margin })).stats()
  expect(channels.map(({ min, max }) => max - min)).toEqual([0, 0, 0])
})
