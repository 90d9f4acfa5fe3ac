import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sharedBrowser, visit } from '../../support/browser/browser.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

let browser: Browser
let site: TestSite
let baseURL = ''

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: workspaceOf([testId(3)], [pageBlock(3, 'Lamp')]) })
  baseURL = await site.app.listen({ host: '127.0.0.1', port: 0 })
})

async function openQuery(sql = ''): Promise<Page> {
  const visitor = await visit(browser, { baseURL })
  onTestFinished(() => visitor.close())
  await visitor.page.goto(`/_data/query${sql && `?${new URLSearchParams({ sql })}`}`)
  await visitor.page.locator('.query-editor .cm-content').waitFor()
  return visitor.page
}

const cells = (page: Page) => page.locator('.query-result td')
const sortedHead = (page: Page) => page.locator('.query-result th[aria-sort]')

async function write(page: Page, sql: string): Promise<void> {
  await page.locator('.query-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

/** So many rows that a sort takes longer than the next click. */
const many = `with recursive n(i) as (select 1 union all select i + 1 from n limit 60000)
  select i, -i as low from n`

/** Clicks in one task: no answer arrives between two of them. */
function clickAtOnce(page: Page, selectors: string[]): Promise<void> {
  return page.evaluate((all) => {
    for (const selector of all) document.querySelector<HTMLElement>(selector)?.click()
  }, selectors)
}

const head = (column: number) => `.query-result th:nth-child(${column}) button`

test('columns that are sorted by quickly show the order of the last one', async () => {
  const page = await openQuery(many)
  await expect.poll(() => cells(page).first().textContent()).toBe('1')
  await clickAtOnce(page, [head(1), head(2)])
  await expect.poll(() => sortedHead(page).textContent()).toBe('low')
  expect(await cells(page).first().textContent()).toBe('60000')
})

test('a statement that is run while rows are sorted is answered', async () => {
  const page = await openQuery(many)
  await expect.poll(() => cells(page).first().textContent()).toBe('1')
  await write(page, `select 'next'`)
  await clickAtOnce(page, [head(2), '.query-run'])
  await expect.poll(() => cells(page).allTextContents()).toEqual(['next'])
})

test('rows leave the page with the statement and with the database that they are of', async () => {
  const page = await openQuery()
  const database = async () => (await site.app.inject('/generation.json')).json().mirror as string
  const earlier = await database()
  await write(page, `select 'one'`)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => cells(page).allTextContents()).toEqual(['one'])
  await page.goBack()
  await expect.poll(() => cells(page).count()).toBe(0)
  await page.goForward()
  await expect.poll(() => cells(page).allTextContents()).toEqual(['one'])
  site.api.edit.setProperty(testId(3), 'title', [['Lamp of brass']])
  await site.sync()
  await expect.poll(database).not.toBe(earlier)
  await page.clock.install()
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: 'Run' }).click()
  await expect.poll(() => cells(page).allTextContents()).toEqual(['one'])
  await page.getByRole('button', { name: 'Use the new database' }).click()
  await expect.poll(() => cells(page).count()).toBe(0)
  expect(await page.locator('.query-files').isHidden()).toBe(true)
})

test('columns are completed without the name of their table', async () => {
  const page = await openQuery(`select 1`)
  await expect.poll(() => cells(page).count()).toBe(1)
  await write(page, 'select * from pages where ')
  await page.keyboard.type('last_e', { delay: 20 })
  const offered = page.locator('.cm-tooltip-autocomplete li')
  await expect.poll(() => offered.allTextContents()).toEqual(['last_edited', 'last_edited_time'])
  await page.keyboard.press('Escape')
  await write(page, 'select * from block where ')
  await page.keyboard.type('last_e', { delay: 20 })
  await expect.poll(() => offered.allTextContents()).toEqual(['last_edited_time'])
})

test.each([
  ['is down', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
  ['is behind the page of a network', { contentType: 'text/html', body: '<h1>Sign in</h1>' }],
  ['cannot be reached', undefined]
])(
  'a statement on a site that %s says so, and runs when the site is back',
  async (_what, answer) => {
    const page = await openQuery()
    await page.route('**/generation.json', (route) =>
      answer ? route.fulfill(answer) : route.abort()
    )
    await page.reload()
    const fault = page.getByText('The database cannot be reached.')
    await fault.waitFor()
    await page.unroute('**/generation.json')
    await page.locator('.query-editor .cm-content').waitFor()
    await write(page, `select 'one'`)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => cells(page).allTextContents()).toEqual(['one'])
    expect(await fault.isVisible()).toBe(false)
  }
)
