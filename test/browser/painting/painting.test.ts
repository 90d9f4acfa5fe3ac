import { createServer } from 'node:http'

import { hosted } from '../../support/browser/hosting.ts'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { page, text } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { listening } from '../../support/run/listening.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { patient } from '../../support/workspaces/test-config.ts'
import { buildApp } from '../../../server/app.ts'
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

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets })
  baseURL = await hosted(site)
})

/** A list of pages with a tag, so short that its footer is on the screen. */
const LIST = '/tags/commands-12fac797/category/Getting%20going'

/** Background colours of the themes (`web/styles/base.css`). */
const papers = { light: 'rgb(245, 239, 224)', dark: 'rgb(30, 31, 36)' }

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
  const proxy = await inPieces(site.app, path, first)
  const { release } = proxy
  const visitor = await visit(browser, { ...desktop, baseURL: proxy.baseURL })
  onTestFinished(() => visitor.close())
  await visitor.page.goto(path, { waitUntil: 'commit' })
  await visitor.page.waitForSelector(part, { state: 'attached' })
  // A page that is not painted has no frames; another one has twenty meanwhile.
  const other = await visit(browser, desktop)
  onTestFinished(() => other.close())
  for (let round = 0; round < 10; round++) await nextFrame(other.page)
  const paints = () => performance.getEntriesByType('paint').length
  expect(await visitor.page.evaluate(paints)).toBe(0)
  release()
  await visitor.page.waitForLoadState('load')
  expect(await layoutShifts(visitor.page)).toBe(0)
})

test.each([
  ['a phone', phone],
  ['a desktop', desktop]
])('the later rows of a view, and what is below it, shift nothing on %s', async (_name, device) => {
  const proxy = await inPieces(site.app, '/techniques', /^.*? id="\w+-rows".*?<\/tr>/s)
  const visitor = await visit(browser, { ...device, baseURL: proxy.baseURL })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/techniques', { waitUntil: 'commit' })
  await visitor.page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  const rows = visitor.page.locator('tbody tr')
  expect(await rows.count()).toBeLessThan(5)
  proxy.release()
  await visitor.page.waitForLoadState('load')
  expect(await rows.count()).toBe(18)
  expect(await layoutShifts(visitor.page)).toBe(0)
})

test('the footer of a painted page that is shorter than the window does not move', async () => {
  const path = '/release-1-1-1'
  const proxy = await inPieces(site.app, path, /^.*<nav class="site-lists"/s)
  const viewport = { width: 800, height: 2000 }
  const visitor = await visit(browser, { ...desktop, viewport, baseURL: proxy.baseURL })
  onTestFinished(() => visitor.close())
  const footer = visitor.page.locator('.site-footer')
  await visitor.page.goto(path, { waitUntil: 'commit' })
  await visitor.page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await footer.waitFor({ state: 'attached' })
  proxy.release()
  await visitor.page.waitForLoadState('load')
  const box = await footer.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(viewport.height)
  expect(await layoutShifts(visitor.page)).toBe(0)
})

test('a page does not move while its foot and the panel beside it arrive', async () => {
  const path = '/shrine-to-harten'
  const proxy = await inPieces(site.app, path, /^.* id="page-foot">.*?<\/nav>/s)
  const viewport = { width: 1300, height: 3000 }
  const visitor = await visit(browser, { ...desktop, viewport, baseURL: proxy.baseURL })
  onTestFinished(() => visitor.close())
  await visitor.page.goto(path, { waitUntil: 'commit' })
  await visitor.page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await visitor.page.locator('.page-foot nav').waitFor({ state: 'attached' })
  await nextFrame(visitor.page)
  const places = async () => [
    (await visitor.page.locator('h1').boundingBox())?.x,
    (await visitor.page.locator('.page-foot').boundingBox())?.y
  ]
  const before = await places()
  expect(await visitor.page.locator('.site-panel').count()).toBe(0)
  proxy.release()
  await visitor.page.waitForLoadState('load')
  expect(await places()).toEqual(before)
  expect(await layoutShifts(visitor.page)).toBe(0)
})

/** Opens a page whose styles, fonts and scripts arrive after it is painted. */
async function visitPainted(path: string, options: Parameters<typeof visit>[1]) {
  const visitor = await visit(browser, options)
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await visitor.page.route('**/_assets/**', (route) => released.then(() => route.continue()))
  await visitor.page.goto(path, { waitUntil: 'commit' })
  // Unless it waits for its styles, because it has an element that needs them.
  await visitor.page.waitForFunction(
    () =>
      performance.getEntriesByType('paint').length > 0 ||
      document.querySelector('head > link[rel="stylesheet"]') !== null
  )
  const finish = async () => {
    release()
    await visitor.page.waitForLoadState('load')
    await visitor.page.waitForSelector('html[data-theme="system"]')
    expect(await layoutShifts(visitor.page), path).toBe(0)
    expect(visitor.problems, path).toEqual([])
  }
  return { ...visitor, finish }
}

test.each([
  ['a phone', phone, 'light'],
  ['a desktop', desktop, 'dark']
] as const)('late styles, fonts and scripts shift nothing on %s', async (_name, device, theme) => {
  for (const path of [
    '/',
    '/oil-and-grades',
    '/techniques',
    '/lantern-step',
    '/spectators-inside-domains',
    '/lamp-moss-census',
    '/credits-and-licence'
  ]) {
    const visitor = await visitPainted(path, { ...device, baseURL, colorScheme: theme })
    // In the theme of the device.
    expect(await visitor.page.evaluate(paper), path).toBe(papers[theme])
    await visitor.finish()
    await visitor.close()
  }
})

/** Pages with a table, or with a status and files. */
const withProperties = ['/release-1-4-0', '/lamp-moth']

test.each([
  ['pixel', 800],
  ['notion', 800],
  ['notion', 390]
] as const)(
  'in the look %s, properties and tables keep their places at %i px',
  async (theme, width) => {
    const config = { ...site.config, theme }
    const app = await buildApp({ ...patient, config, dataDir: site.dataDir, logLevel: 'error' })
    onTestFinished(() => app.close())
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const viewport = { width, height: 800 }
    for (const path of withProperties) {
      const visitor = await visitPainted(path, { viewport, baseURL: address })
      await visitor.finish()
      await visitor.close()
    }
  }
)

test('a table that fits stays beside the properties', async () => {
  const visitor = await visit(browser, { viewport: { width: 900, height: 800 }, baseURL })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/release-1-4-0')
  await visitor.page.waitForSelector('.content .table-box.fits')
  const topOf = (selector: string) =>
    visitor.page.locator(selector).evaluate((it) => it.getBoundingClientRect().top)
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

test('a stored theme is applied, whatever the device prefers', async () => {
  const visitor = await visit(browser, { ...phone, baseURL, colorScheme: 'light' })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/')
  await visitor.page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await visitor.page.reload()
  await visitor.page.waitForSelector('html[data-theme="dark"]')
  expect(await visitor.page.evaluate(paper)).toBe(papers.dark)
})

test('the size and width of the text are kept, and the next page is painted with them', async () => {
  const proxy = await inPieces(site.app, '/oil-and-grades', /^.*?<\/head>/s)
  const visitor = await visit(browser, { ...desktop, baseURL: proxy.baseURL })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/get-started')
  const measures = () =>
    visitor.page
      .locator('.content p')
      .first()
      .evaluate((paragraph) => ({
        size: parseFloat(getComputedStyle(paragraph).fontSize),
        width: parseFloat(getComputedStyle(paragraph).maxWidth)
      }))
  const usual = await measures()
  await visitor.page.locator('.page-menu summary').click()
  await visitor.page.getByLabel('Text size').focus()
  await visitor.page.keyboard.press('ArrowRight')
  await visitor.page.keyboard.press('ArrowRight')
  await visitor.page.getByLabel('Wide text').check()
  const chosen = await measures()
  expect(chosen.size / usual.size).toBeCloseTo(1.2)
  expect(chosen.width).toBeGreaterThan(usual.width)
  await visitor.page.goto('/oil-and-grades', { waitUntil: 'commit' })
  // The script is in the browser's cache, so it usually runs before the page has arrived.
  await visitor.page.waitForFunction(() => document.documentElement.dataset['textWidth'] === 'wide')
  proxy.release()
  await visitor.page.waitForLoadState('networkidle')
  expect(await measures()).toEqual(chosen)
  expect(await layoutShifts(visitor.page)).toBe(0)
  expect(visitor.problems).toEqual([])
})

test('the first part of a long page is painted at once', async () => {
  const words = Array.from({ length: 700 }, (_, index) => text(`${index} ${'words '.repeat(20)}`))
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
