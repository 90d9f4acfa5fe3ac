import type { Browser, CDPSession, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { buildApp } from '../../../server/app.ts'
import {
  desktop,
  layoutShifts,
  nextFrame,
  phone,
  sharedBrowser,
  visit
} from '../../support/browser/browser.ts'
import { hosted } from '../../support/browser/hosting.ts'
import { onFinished } from '../../support/on-finished.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { patient } from '../../support/workspaces/test-config.ts'

let browser: Browser

/** The sample, listening on a free port. */
let site: TestSite
let baseURL = ''

/** A page of a phone. */
let onPhone: Page
let session: CDPSession

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets })
  baseURL = await hosted(site)
  const visitor = await visit(browser, { ...phone, baseURL })
  onFinished(visitor.close)
  onPhone = visitor.page
  session = await onPhone.context().newCDPSession(onPhone)
})

test('long vowels of Japanese names have the font of the text', async () => {
  await onPhone.goto('/')
  // A font that arrives after the first paint is used from the next page on.
  await onPhone.evaluate(() => document.fonts.ready)
  await onPhone.reload()
  const text = onPhone.locator('.content p').first()
  await text.evaluate((it) => (it.textContent = 'Gojō and Tōkyō'))
  await expect.poll(() => fontsOf('.content p')).toEqual([true])
})

/** For each font that an element is painted with, whether it is one of the site. */
async function fontsOf(selector: string): Promise<boolean[]> {
  await onPhone.evaluate(() => document.fonts.ready)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ isCustomFont }) => isCustomFont)
}

test('late styles change few elements of each page', async () => {
  let release = () => {}
  let released: Promise<void>
  await onPhone.route('**/_assets/**', (route) => route.abort())
  // The browser computes styles for the elements of an SVG picture that arrives.
  await onPhone.route('**/image/**', (route) => route.abort())
  await onPhone.route('**/_assets/**.css', (route) => released.then(() => route.continue()))
  for (const path of ['/', '/command-reference', '/oil-and-grades', '/techniques']) {
    released = new Promise<void>((done) => (release = done))
    await onPhone.goto(path, { waitUntil: 'commit' })
    await onPhone.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    // Elements that arrive after the first paint have their first styles, not late ones.
    await onPhone.locator('#script-messages').waitFor({ state: 'attached' })
    await nextFrame(onPhone)
    const computed = await countStyles(async () => {
      release()
      await onPhone.waitForLoadState('load')
      await nextFrame(onPhone)
    })
    // One rule for all links, or a variable of all elements, changes up to four fifths of them.
    expect(computed, path).toBeGreaterThan(0)
    expect(computed / (await onPhone.locator('*').count()), path).toBeLessThan(1 / 3)
  }
})

/** Of Chromium's trace. */
interface TraceEvent {
  name: string
  args: { elementCount?: number }
}

/** The number of elements whose styles the browser computes while something happens. */
async function countStyles(act: () => Promise<void>): Promise<number> {
  let count = 0
  const add = ({ value }: { value: object[] }) => {
    for (const { name, args } of value as TraceEvent[])
      if (name === 'UpdateLayoutTree') count += args.elementCount ?? 0
  }
  session.on('Tracing.dataCollected', add)
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline'] }
  })
  await act()
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', add)
  return count
}

/** Background colours of the themes (`web/styles/base.css`). */
const papers = { light: 'rgb(245, 239, 224)', dark: 'rgb(30, 31, 36)' }

const paper = () => getComputedStyle(document.body).backgroundColor

/** Opens pages whose styles, fonts and scripts arrive after they are painted. */
async function visitPainted(options: Parameters<typeof visit>[1]) {
  const { page: shown, problems, close } = await visit(browser, options)
  onTestFinished(close)
  let release = () => {}
  let released: Promise<void>
  await shown.route('**/_assets/**', (route) => released.then(() => route.continue()))
  const open = async (path: string) => {
    released = new Promise<void>((done) => (release = done))
    await shown.goto(path, { waitUntil: 'commit' })
    // Unless it waits for its styles, because it has an element that needs them.
    // A page that waits has no frames.
    await shown.waitForFunction(
      () =>
        performance.getEntriesByType('paint').length > 0 ||
        document.querySelector('head > link[rel="stylesheet"]') !== null,
      undefined,
      { polling: 20 }
    )
  }
  const finish = async (path: string) => {
    release()
    await shown.waitForLoadState('load')
    await shown.waitForSelector('html[data-theme="system"]')
    expect(await layoutShifts(shown), path).toEqual([])
    expect(problems, path).toEqual([])
  }
  return { shown, open, finish }
}

const painted = [
  '/',
  '/oil-and-grades',
  '/techniques',
  '/lantern-step',
  '/spectators-inside-domains',
  '/lamp-moss-census',
  '/credits-and-licence'
]
/** Outside of a sweep, a page is opened on one device, but for the home page and the longest table. */
const isOnBoth = (path: string) => isSweep || ['/', '/techniques'].includes(path)

test.each([
  ['a phone', phone, 'light', 0],
  ['a desktop', desktop, 'dark', 1]
] as const)(
  'late styles, fonts and scripts shift nothing on %s',
  async (_name, device, theme, place) => {
    const { shown, open, finish } = await visitPainted({ ...device, baseURL, colorScheme: theme })
    for (const path of painted.filter((each, at) => isOnBoth(each) || at % 2 === place)) {
      await open(path)
      // In the theme of the device.
      expect(await shown.evaluate(paper), path).toBe(papers[theme])
      await finish(path)
    }
  }
)

/** Pages with a table, or with a status and files. */
const withProperties = ['/release-1-4-0', '/lamp-moth']

/** The address of the sample in the other look. */
async function listenInNotion(): Promise<string> {
  const config = { ...site.config, theme: 'notion' as const }
  const app = await buildApp({ ...patient, config, dataDir: site.dataDir, logLevel: 'error' })
  onTestFinished(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

test.each([
  ['pixel', [800]],
  ['notion', [800, 390]]
] as const)('in the look %s, properties and tables keep their places', async (look, widths) => {
  const address = look === 'pixel' ? baseURL : await listenInNotion()
  const { shown, open, finish } = await visitPainted({ baseURL: address })
  for (const width of widths) {
    await shown.setViewportSize({ width, height: 800 })
    for (const path of withProperties) {
      await open(path)
      await finish(`${path} at ${width} px`)
    }
  }
})

test('in the look of Notion, the header covers the name of a language', async () => {
  const { page, close } = await visit(browser, { ...phone, baseURL: await listenInNotion() })
  onTestFinished(close)
  await page.goto('/code-and-formulas')
  await page.locator('.copy-code').first().waitFor()
  const above = await page
    .locator('.code-language')
    .first()
    .evaluate((name) => {
      scrollBy(0, name.getBoundingClientRect().top - 10)
      const { x, y, height } = name.getBoundingClientRect()
      return document.elementFromPoint(x + 1, y + height / 2)?.closest('.site-header')?.tagName
    })
  expect(above).toBe('HEADER')
})
