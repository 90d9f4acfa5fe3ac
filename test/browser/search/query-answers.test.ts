import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { getWhenMade } from '../../server/assets/download-site.ts'
import { sharedBrowser, visit } from '../../support/browser/browser.ts'
import { onFinished } from '../../support/on-finished.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

let site: TestSite
/** The page in which the tests run their statements. */
let page: Page

beforeAll(async () => {
  site = await openSite({ workspace: workspaceOf([testId(3)], [pageBlock(3, 'Lamp')]) })
  const baseURL = await site.app.listen({ host: '127.0.0.1', port: 0 })
  await getWhenMade(site.app)
  const visitor = await visit(await sharedBrowser(), { baseURL })
  onFinished(visitor.close)
  page = visitor.page
})

async function openQuery(): Promise<void> {
  await page.goto('/_data/query')
  await page.locator('.query-editor .cm-content').waitFor()
}

const cells = () => page.locator('.query-result td')
const sortedHead = () => page.locator('.query-result th[aria-sort]')

async function write(sql: string): Promise<void> {
  await page.locator('.query-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

async function run(sql: string): Promise<void> {
  await write(sql)
  await page.keyboard.press('Control+Enter')
}

test('slashes and question marks can be typed, and are no shortcuts', async () => {
  await openQuery()
  await write('')
  await page.keyboard.type("select 8/2, 'what?'")
  expect(await page.locator('.query-editor .cm-content').textContent()).toBe("select 8/2, 'what?'")
  expect(await page.locator('dialog[open], #shortcuts:popover-open').count()).toBe(0)
})

/** So many rows that a sort takes longer than the next click. */
const many = `with recursive n(i) as (select 1 union all select i + 1 from n limit 60000)
  select i, -i as low from n`

/** Clicks in one task: no answer arrives between two of them. */
function clickAtOnce(selectors: string[]): Promise<void> {
  return page.evaluate((all) => {
    for (const selector of all) document.querySelector<HTMLElement>(selector)?.click()
  }, selectors)
}

const head = (column: number) => `.query-result th:nth-child(${column}) button`

test('columns that are sorted by quickly show the order of the last one, and a statement that is run meanwhile is answered', async () => {
  await openQuery()
  await run(many)
  await expect.poll(() => cells().first().textContent()).toBe('1')
  await clickAtOnce([head(1), head(2)])
  await expect.poll(() => sortedHead().textContent()).toBe('low')
  expect(await cells().first().textContent()).toBe('60000')

  await write(`select 'next', 'last'`)
  await clickAtOnce([head(1), '.query-run'])
  await expect.poll(() => cells().allTextContents()).toEqual(['next', 'last'])
  expect(await sortedHead().count()).toBe(0)
})

test('long values are cut, bytes are hexadecimal, and paths of the site are links', async () => {
  await openQuery()
  await run(`select hex(zeroblob(200)), x'00ff', '/a b?' as path, '//other.example/' as path`)
  await expect.poll(() => cells().count()).toBe(4)
  expect(await cells().allTextContents()).toEqual([
    `${'0'.repeat(300)} …`,
    `x'00ff'`,
    '/a b?',
    '//other.example/'
  ])
  const links = cells().locator('a')
  expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([
    '/a%20b%3F'
  ])
})

test('the head of a column keeps the focus, in either order and in that of the statement', async () => {
  await openQuery()
  await run('select 1 as one, 2 as two')
  await page.locator(head(2)).focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (const order of ['ascending', 'descending', null]) {
    await page.keyboard.press('Enter')
    const sorted = page.locator('.query-result th').nth(1)
    await expect.poll(() => sorted.getAttribute('aria-sort')).toBe(order)
    expect(await focused(), String(order)).toBe('two')
  }
})

test('columns are completed without the name of their table', async () => {
  await run('select 1')
  await expect.poll(() => cells().count()).toBe(1)
  await write('select * from pages where ')
  await page.keyboard.type('last_e', { delay: 20 })
  const offered = page.locator('.cm-tooltip-autocomplete li')
  await expect.poll(() => offered.allTextContents()).toEqual(['last_edited', 'last_edited_time'])
  await page.keyboard.press('Escape')
  await write('select * from block where ')
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
    await page.route('**/generation.json', (route) =>
      answer ? route.fulfill(answer) : route.abort()
    )
    await page.goto('/_data/query')
    const fault = page.getByText('The database cannot be reached.')
    await fault.waitFor()
    await page.unroute('**/generation.json')
    await page.locator('.query-editor .cm-content').waitFor()
    await run(`select 'one'`)
    await expect.poll(() => cells().allTextContents()).toEqual(['one'])
    expect(await fault.isVisible()).toBe(false)
  }
)

test('of statements that are run before the address of the database arrives, the last one runs, in one worker', async () => {
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/generation.json', (route) => isHeld.then(() => route.continue()))
  await Promise.all([page.waitForRequest('**/generation.json'), page.goto('/_data/query')])
  await page.locator('.query-editor .cm-content').waitFor()
  // A worker that ends at once is none for the browser's driver.
  await page.evaluate(() => {
    const asked: string[] = []
    globalThis.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options)
        asked.push(new URL(options[0]).pathname)
      }
      override postMessage(request: { kind: string; sql?: string }) {
        super.postMessage(request, [])
        asked.push(request.sql ?? request.kind)
      }
    }
    Object.assign(globalThis, { asked })
  })
  await run(`select 'first'`)
  await run(`select 'early'`)
  goOn()
  await expect.poll(() => cells().allTextContents()).toEqual(['early'])
  await page.unroute('**/generation.json')
  const asked = await page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  expect(asked).toEqual([expect.stringContaining('/_assets/'), 'open', `select 'early'`])
})

test('a statement that SQLite cannot run says why, and runs when SQLite has arrived', async () => {
  const failures: [text: string, answer?: Parameters<Route['fulfill']>[0]][] = [
    ['The database cannot be reached.'],
    ['The server does not send SQLite.', { status: 404 }],
    ['This browser cannot start SQLite.', { contentType: 'application/wasm', body: 'other' }]
  ]
  for (const [text, answer] of failures) {
    await page.route('**/*.wasm', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.goto('/_data/query?sql=select+1')
    await page.getByText(text).waitFor()
    await page.unroute('**/*.wasm')
  }
  await page.getByRole('button', { name: 'Run' }).click()
  await expect.poll(() => cells().allTextContents()).toEqual(['1'])
})

// The last test, since it publishes again.
test('rows leave the page with the statement and with the database that they are of', async () => {
  await page.clock.install()
  await openQuery()
  const database = async () => (await site.app.inject('/generation.json')).json().mirror as string
  const earlier = await database()
  await run(`select 'one'`)
  await expect.poll(() => cells().allTextContents()).toEqual(['one'])
  await page.goBack()
  await expect.poll(() => cells().count()).toBe(0)
  await page.goForward()
  await expect.poll(() => cells().allTextContents()).toEqual(['one'])
  site.api.edit.setProperty(testId(3), 'title', [['Lamp of brass']])
  await site.sync()
  await expect.poll(database).not.toBe(earlier)
  await getWhenMade(site.app)
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: 'Run' }).click()
  await expect.poll(() => cells().allTextContents()).toEqual(['one'])
  await page.getByRole('button', { name: 'Use the new database' }).click()
  await expect.poll(() => cells().count()).toBe(0)
  expect(await page.locator('.query-files').isHidden()).toBe(true)
})
