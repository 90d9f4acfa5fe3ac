import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { hosted, pathOf } from './hosting.ts'
import { beforeAll, onTestFinished } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { type TestSite, openSite } from '../sites/site.ts'
import { type Visit, desktop, sharedBrowser, visit } from './browser.ts'
import { isStatic } from './needs-server.ts'
import { staticSite } from './static-site.ts'

/** Visits to the sample, for the tests of one file that follow links. */
export class SampleVisits {
  browser!: Browser
  site!: TestSite
  address = ''

  constructor() {
    beforeAll(async () => {
      this.browser = await sharedBrowser()
      this.site = await openSite({
        workspace: sampleWorkspace(),
        assets: sampleAssets,
        config: shipped
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

  /** A page whose document is marked: a reload removes the mark. */
  async open(path: string, options?: BrowserContextOptions): Promise<Visit> {
    const visitor = await this.start(options)
    await visitor.page.goto(path)
    await mark(visitor.page)
    return visitor
  }

  /** A page whose router is loaded, because a link was hovered before. */
  async openNavigation(
    path: string,
    prepare?: (page: Page) => Promise<void>,
    options?: BrowserContextOptions
  ): Promise<Visit> {
    const visitor = await this.start(options)
    await prepare?.(visitor.page)
    await visitor.page.goto(path)
    await mark(visitor.page)
    await withRouter(visitor.page)
    return visitor
  }
}

export async function withRouter(page: Page): Promise<void> {
  await page.locator('.site-name').hover()
  await page.locator('html.swup-enabled').waitFor({ state: 'attached' })
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
