import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, onTestFinished } from 'vitest'

import { pageBlock, testId, textBlock, workspaceOf } from '../workspaces/records.ts'
import { type TestSite, openSite } from '../sites/site.ts'
import { type Visit, desktop, sharedBrowser, visit } from './browser.ts'

const lamps = ['Lamp Shrine', 'Lamp Oil', 'Lamp Post', 'Lantern Step', '提灯の作り方']
const texts = lamps.map((title, index) =>
  textBlock(20 + index, `All about ${title}.`, { parent_id: testId(10 + index) })
)
const lampPages = lamps.map((title, index) =>
  pageBlock(10 + index, title, { content: [testId(20 + index)] })
)
/** More than the dialog lists. */
const candles = Array.from({ length: 13 }, (_, index) => pageBlock(40 + index, `Candle ${index}`))
const workspace = workspaceOf(
  [...lampPages, ...candles].map(({ id }) => id),
  [...lampPages, ...candles, ...texts]
)

/** Visits to a site with some pages about lamps, for the tests of one file. */
export class SearchVisits {
  browser!: Browser
  site!: TestSite
  address = ''

  constructor() {
    beforeAll(async () => {
      this.browser = await sharedBrowser()
      const social = { chatInvite: 'https://chat.example/lamps' }
      // Without links in the header, the dialog suggests no pages before a search.
      this.site = await openSite({ workspace, config: { social, navigationStyle: 'custom' } })
      this.address = await this.site.app.listen({ host: '127.0.0.1', port: 0 })
    })
  }

  /** Opens the home page and marks its document, to detect a reload. */
  async open(options: BrowserContextOptions = desktop): Promise<Visit> {
    const visitor = await visit(this.browser, { baseURL: this.address, ...options })
    onTestFinished(() => visitor.close())
    await visitor.page.goto('/')
    await visitor.page.evaluate(() => document.body.setAttribute('data-stays', ''))
    return visitor
  }

  /** Opens the home page and the search dialog. */
  async openDialog(options?: BrowserContextOptions): Promise<Visit> {
    const visitor = await this.open(options)
    await visitor.page.keyboard.press('Control+k')
    await field(visitor.page).waitFor()
    return visitor
  }
}

export const dialog = (page: Page) => page.locator('#search-dialog')
export const field = (page: Page) => dialog(page).locator('input')
export const option = (page: Page, name: string) =>
  page.getByRole('option', { name, exact: false }).first()
export const searchedQueries = (requests: string[]) =>
  requests.flatMap((url) =>
    url.includes('/api/search') ? new URL(url).searchParams.get('query') : []
  )
