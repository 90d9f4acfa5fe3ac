import type { IncomingMessage } from 'node:http'

import { hosted } from './hosting.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, onTestFinished } from 'vitest'

import { onFinished } from '../on-finished.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../workspaces/records.ts'
import { type TestSite, openSite } from '../sites/site.ts'
import { mark, shareVisits } from './sample-visits.ts'
import { type Visit, desktop, intercept, sharedBrowser, visit } from './browser.ts'

const lamps = ['Lamp Shrine', 'Lamp Oil', 'Lamp Post', 'Lantern Step', '提灯の作り方']
const texts = lamps.map((title, index) =>
  textBlock(20 + index, `All about ${title}.`, { parent_id: testId(10 + index) })
)
const lampPages = lamps.map((title, index) =>
  pageBlock(10 + index, title, { content: [testId(20 + index)] })
)
/** More than the dialog lists. */
const candles = Array.from({ length: 13 }, (_, index) => pageBlock(40 + index, `Candle ${index}`))
/** Has the word in its text only. */
const wick = pageBlock(60, 'Wick', { content: [testId(61)] })
const wickText = textBlock(61, 'Somewhere a lamp needs it.', { parent_id: testId(60) })
const pages = [...lampPages, ...candles, wick]
const workspace = workspaceOf(
  pages.map(({ id }) => id),
  [...pages, ...texts, wickText]
)

/** Visits to a site with some pages about lamps, for the tests of one file. */
export class SearchVisits {
  browser!: Browser
  site!: TestSite
  address = ''
  readonly #share = shareVisits()
  readonly #shared = new Map<string, Visit>()

  constructor() {
    beforeAll(async () => {
      this.browser = await sharedBrowser()
      const social = { chatInvite: 'https://chat.example/lamps' }
      // Without links in the header, the dialog suggests no pages before a search.
      this.site = await openSite({ workspace, config: { social, navigationStyle: 'custom' } })
      this.address = await hosted(this.site)
      onFinished(() => Promise.all([...this.#shared.values()].map(({ close }) => close())))
    })
  }

  /** Opens the home page in a page of its own, for a test that installs a clock. */
  async start(): Promise<Visit> {
    const visitor = await visit(this.browser, { baseURL: this.address, ...desktop })
    onTestFinished(() => visitor.close())
    await intercept(visitor.page)
    await visitor.page.goto('/')
    return visitor
  }

  /** Opens the home page in a shared page, and marks its document, to detect a reload; see `shareVisits`. */
  async open(
    device: BrowserContextOptions = desktop,
    prepare?: (page: Page) => Promise<void>
  ): Promise<Visit> {
    const visitor = await this.#share({ baseURL: this.address, ...device })
    await prepare?.(visitor.page)
    await visitor.page.goto('/')
    await mark(visitor.page)
    return visitor
  }

  /** Opens the search dialog of a home page. */
  async openDialog(opened = this.start()): Promise<Visit> {
    const visitor = await opened
    await visitor.page.keyboard.press('Control+k')
    await field(visitor.page).waitFor()
    return visitor
  }

  /**
   * The open dialog of a page that tests of a file share, since most of the time of a test is the load of a
   * page. What the test before has routed, typed and noted is gone. Without `hasNames` the dialog lists only
   * what the server answers; a page that has names keeps them.
   */
  async sharedDialog(device: BrowserContextOptions = desktop, hasNames = true): Promise<Visit> {
    const visitor = await this.#sharedVisit(device, hasNames)
    const { page, problems, requests } = visitor
    await page.unrouteAll()
    if (!hasNames) await withoutNames(page)
    await page.mouse.move(0, 0)
    if (device.viewport) await page.setViewportSize(device.viewport)
    if (new URL(page.url()).pathname !== '/') await page.goto('/')
    // An open dialog lists what it found before until the next answer; opening it empties the list.
    if (await dialog(page).isVisible()) await page.keyboard.press('Escape')
    await field(page).evaluate((input: HTMLInputElement) => (input.value = ''))
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    problems.length = 0
    requests.length = 0
    return visitor
  }

  async #sharedVisit(device: BrowserContextOptions, hasNames: boolean): Promise<Visit> {
    const key = JSON.stringify([device, hasNames])
    const kept = this.#shared.get(key)
    if (kept) return kept
    const visitor = await visit(this.browser, { baseURL: this.address, ...device })
    this.#shared.set(key, visitor)
    // As `intercept` does, also where no test routes anything.
    await visitor.page.context().route('about:blank', (route) => route.continue())
    return visitor
  }

  /** Paths and queries of the documents that the server is asked for from now on, until the test ends. */
  navigations(): string[] {
    const asked: string[] = []
    const note = ({ headers, url = '' }: IncomingMessage) => {
      if (headers['sec-fetch-mode'] === 'navigate') asked.push(url)
    }
    const { server } = this.site.app
    server.on('request', note)
    onTestFinished(() => void server.off('request', note))
    return asked
  }
}

/** The dialog then lists only what the server answers. */
export const withoutNames = (page: Page) =>
  page.route(/\/(generation|search-names)\.json$/, (route) => route.abort())
export const dialog = (page: Page) => page.locator('#search-dialog')
export const field = (page: Page) => dialog(page).locator('input')
export const option = (page: Page, name: string) =>
  page.getByRole('option', { name, exact: false }).first()
export const searchedQueries = (requests: string[]) =>
  requests.flatMap((url) =>
    url.includes('/api/search') ? new URL(url).searchParams.get('query') : []
  )
