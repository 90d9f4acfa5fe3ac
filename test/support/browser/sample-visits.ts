import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { hosted, pathOf } from './hosting.ts'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { type TestSite, openSite } from '../sites/site.ts'
import { type Visit, desktop, sharedBrowser, visit } from './browser.ts'
import { isStatic } from './needs-server.ts'
import { staticSite } from './static-site.ts'

/**
 * Opens visits in pages that the tests of a file share, one for each set of options. A document there
 * costs a third of one in a page of its own, for which the browser starts a process. What the test
 * before has routed, noted and emulated is gone, and what it has stored for the site that is open. A test that
 * installs a clock, adds a script to all documents, or measures a first load needs a page of its own.
 */
export function shareVisits(): (options: BrowserContextOptions) => Promise<Visit> {
  const shared = new Map<string, Visit>()
  afterAll(() => Promise.all([...shared.values()].map(({ close }) => close())))
  return async (options) => {
    const key = JSON.stringify(options)
    const visitor = shared.get(key) ?? (await visit(await sharedBrowser(), options))
    if (shared.has(key)) await reset(visitor, options)
    shared.set(key, visitor)
    return visitor
  }
}

async function reset({ page, problems, requests }: Visit, options: BrowserContextOptions) {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.unrouteAll()
  await page.mouse.move(0, 0)
  if (options.viewport) await page.setViewportSize(options.viewport)
  await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? 'light' })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  problems.length = 0
  requests.length = 0
}

/** Compiling the components would start a process, and few tests are about their callouts. */
const plain: Partial<SiteConfigInput> = { ...shipped, components: null }

/** Visits to the sample, for the tests of one file. */
export class SampleVisits {
  browser!: Browser
  site!: TestSite
  address = ''
  readonly #share = shareVisits()

  constructor(config = plain) {
    beforeAll(async () => {
      this.browser = await sharedBrowser()
      this.site = await openSite({
        workspace: sampleWorkspace(),
        assets: sampleAssets,
        config
      })
      this.address = isStatic ? (await staticSite()).address : await hosted(this.site)
    })
  }

  /** An empty browser page. */
  async start(options: BrowserContextOptions = desktop): Promise<Visit> {
    const visitor = await visit(this.browser, { baseURL: this.address, ...options })
    onTestFinished(() => visitor.close())
    return visitor
  }

  /** The page of a device that tests share; see `shareVisits`. */
  share(options: BrowserContextOptions = desktop): Promise<Visit> {
    return this.#share({ baseURL: this.address, ...options })
  }

  /** A shared page whose document is marked: a reload removes the mark. */
  async open(path: string, options?: BrowserContextOptions): Promise<Visit> {
    const visitor = await this.share(options)
    await visitor.page.goto(path)
    await mark(visitor.page)
    return visitor
  }

  /** A page whose router is loaded, because a link was hovered before. */
  async openNavigation(
    path: string,
    prepare?: (page: Page) => Promise<void>,
    visitor = this.share()
  ): Promise<Visit> {
    const { page } = await visitor
    await prepare?.(page)
    await page.goto(path)
    await mark(page)
    await withRouter(page)
    return visitor
  }
}

export async function withRouter(page: Page): Promise<void> {
  await page.locator('.site-name').hover()
  await page.locator('html.swup-enabled').waitFor({ state: 'attached' })
}

/** Answers with a page as another deployment sends it, whose scripts have other addresses. */
export async function fromOtherDeployment(route: Route): Promise<void> {
  const body = await (await route.fetch()).text()
  const other = body.replaceAll(/client-[\w-]+\.js/g, 'client-other.js')
  await route.fulfill({ body: other, contentType: 'text/html; charset=utf-8' })
}

/** Options with which pages change with a transition. */
export const moving = (device: BrowserContextOptions): BrowserContextOptions => ({
  ...device,
  reducedMotion: 'no-preference'
})

export const mark = (page: Page) =>
  page.evaluate(() => document.body.setAttribute('data-stays', ''))
export const stays = async (page: Page) => (await page.locator('body[data-stays]').count()) === 1
export const link = (page: Page, path: string) =>
  page.locator(`main a[href="${pathOf(path)}"]:visible`).first()
export const heading = (page: Page, title: string) =>
  page.locator('h1', { hasText: title }).first().waitFor()
export const scrolledTo = (page: Page, place: number) =>
  page.waitForFunction((y) => Math.abs(scrollY - y) < 2, place)
