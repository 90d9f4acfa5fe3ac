import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type axeCore from 'axe-core'
import { load } from 'cheerio'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { onFinished } from '../../support/on-finished.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { phone, sharedBrowser, stickingOut, visit } from '../../support/browser/browser.ts'
import { withRouter } from '../../support/browser/sample-visits.ts'
import { getWhenMade } from '../../server/assets/download-site.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const axe = readFileSync(axePath, 'utf8')

const PAGES = 120
const WORDS = 'The lantern burns as long as there is oil, and no longer than the wick. '

/** Pages of a few kilobytes, so that a scan fetches more than a lookup. */
function workspace() {
  const numbers = Array.from({ length: PAGES }, (_, at) => at)
  const ids = numbers.map((at) => testId(100 + at))
  const pages = numbers.flatMap((at) => {
    const text = at === 7 ? '炭治郎は水の呼吸を使う。' : `${WORDS.repeat(40)}${at}`
    return [
      pageBlock(100 + at, `Lamp ${at}`, { content: [testId(1000 + at)], last_edited_time: at + 1 }),
      textBlock(1000 + at, text, { parent_id: testId(100 + at) })
    ]
  })
  return workspaceOf(ids, pages)
}

let browser: Browser
let site: TestSite
let address = ''

/** The page in which most tests run their statements. */
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: workspace() })
  address = await site.app.listen({ host: '127.0.0.1', port: 0 })
  await getWhenMade(site.app)
  const visitor = await visit(browser, { baseURL: address })
  onFinished(visitor.close)
  page = visitor.page
  problems = visitor.problems
  await page.goto('/_data/query')
})

beforeEach(() => void (problems.length = 0))

const pathOf = (sql: string) => `/_data/query?${new URLSearchParams({ sql })}`
const editor = (on = page) => on.getByRole('textbox', { name: 'SQL statement' })
const cells = (on = page) => on.locator('.query-result td')
const status = (on = page) => on.locator('.query-status')
const sqlOf = () => new URL(page.url()).searchParams.get('sql')

/** Replaces the statement by the keyboard, and runs it. */
async function run(sql: string): Promise<void> {
  // The plain field has the same name until the editor replaces it.
  await page.locator('.query-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}

const latest = `select path, title from pages where path <> '/'
  order by last_edited_time desc limit 3`

test('on a phone in the dark, the statement of the address runs over ranges of the database, without accessibility faults', async () => {
  const visitor = await visit(browser, { baseURL: address, ...phone, colorScheme: 'dark' })
  onTestFinished(() => visitor.close())
  const { page: shown } = visitor
  const ranges: number[] = []
  shown.on('response', (reply) => {
    if (!/\/mirror\./.test(reply.url())) return
    expect(reply.status()).toBe(206)
    ranges.push(Number(reply.headers()['content-length']))
  })
  await shown.goto(pathOf(latest))
  await expect.poll(() => cells(shown).allTextContents()).toHaveLength(6)
  expect(await cells(shown).first().textContent()).toBe('/lamp-119')
  expect(await cells(shown).first().locator('a').getAttribute('href')).toBe('/lamp-119')
  const { mirror } = (await site.app.inject('/generation.json')).json<{ mirror: string }>()
  const file = (await site.app.inject(`/${mirror}`)).rawPayload
  const fetched = ranges.reduce((sum, bytes) => sum + bytes, 0)
  expect(fetched).toBeGreaterThan(0)
  expect(fetched).toBeLessThan(file.length / 2)
  expect(await status(shown).textContent()).toMatch(
    /^Rows 3 · Fetched \d+ kB · Database pages \d+ · /
  )
  expect(visitor.problems).toEqual([])
  expect(await faultsOf(shown)).toEqual([])
  expect(await stickingOut(shown)).toEqual([])
})

/** Accessibility faults. */
async function faultsOf(shown: Page): Promise<string[]> {
  await shown.evaluate(axe)
  return shown.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axeCore }
    return (await checker.run()).violations.map(({ id }) => id)
  })
}

test('a Japanese word is found by search(), typed and run by the keyboard', async () => {
  await run(
    `select title from search_text join search_section on id = search_text.rowid
       join search_page on number = page_number where search_text match search('水の呼吸')`
  )
  await expect.poll(() => cells().allTextContents()).toEqual(['Lamp 7'])
  expect(problems).toEqual([])
})

test('a statement that is too long for a request stays in the address, and survives a reload', async () => {
  await run('select 1')
  await expect.poll(() => cells().allTextContents()).toEqual(['1'])
  const long = `select length('${'灯'.repeat(3000)}')`
  await run(long)
  await expect.poll(() => cells().allTextContents()).toEqual(['3000'])
  expect((await page.reload())?.status()).toBe(200)
  await expect.poll(() => cells().allTextContents()).toEqual(['3000'])
  await page.goBack()
  await expect.poll(() => cells().allTextContents()).toEqual(['1'])
})

test('statements are in the address and in the history of the browser', async () => {
  await run(`select 'one'`)
  await expect.poll(() => cells().allTextContents()).toEqual(['one'])
  await run(`select 'two'`)
  await expect.poll(() => cells().allTextContents()).toEqual(['two'])
  expect(sqlOf()).toBe(`select 'two'`)
  await page.goBack()
  await expect.poll(() => cells().allTextContents()).toEqual(['one'])
  expect(await editor().textContent()).toBe(`select 'one'`)
})

test('errors are in the words of SQLite, with a similar name', async () => {
  await run('select titel from page')
  const error = page.locator('.query-error')
  await expect.poll(() => error.textContent()).toBe('no such column: titel Did you mean “title”?')
  await run('select 1 +')
  await expect.poll(() => error.textContent()).toBe('incomplete input')
  await run('select 2')
  await expect.poll(() => cells().allTextContents()).toEqual(['2'])
  expect(await error.isHidden()).toBe(true)
})

test('a statement that never ends is cancelled, and the next one runs', async () => {
  const endless =
    'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'
  await run(endless)
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await expect.poll(() => status().textContent()).toBe('The statement was cancelled.')
  await run('select 3')
  await expect.poll(() => cells().allTextContents()).toEqual(['3'])
  expect(problems).toEqual([])
})

test('a statement asks before it fetches more than the limit, and goes on or stops', async () => {
  const form = page.locator('.query-form')
  await form.evaluate((element: HTMLElement) => (element.dataset['limit'] = '250000'))
  const scan = 'select sum(length(text)), sum(length(raw)) from page join block using (id)'
  let requests = 0
  page.on('request', (request) => (requests += Number(request.url().includes('/mirror.'))))
  await run(scan)
  const ask = page.locator('.query-ask')
  await ask.waitFor()
  expect(await ask.textContent()).toMatch(/has fetched \d+ kB and is not done/)
  const before = requests
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  expect(await ask.isHidden()).toBe(true)
  expect(requests).toBe(before)
  await run(scan)
  await ask.waitFor()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect.poll(() => cells().count()).toBe(2)
})

test('columns are sorted by their heads, and all rows are saved as CSV and JSON', async () => {
  const sql = `select i, 'n' || i as name, null as none, '=1' as sum from (
    with recursive n(i) as (select 1 union all select i + 1 from n limit 600) select i from n)`
  await run(sql)
  await expect.poll(() => cells().count()).toBe(2000)
  expect(await status().textContent()).toMatch(/^Rows 600 .* The first 500 rows are shown$/)
  const head = page.getByRole('button', { name: 'i', exact: true })
  await head.press('Enter')
  await page.locator('th[aria-sort="ascending"]').waitFor()
  await head.press('Enter')
  await page.locator('th[aria-sort="descending"]').waitFor()
  expect(await cells().first().textContent()).toBe('600')
  const saved = async (name: 'CSV' | 'JSON') => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).click()
    return readFileSync(await (await download).path(), 'utf8')
  }
  const lines = (await saved('CSV')).split('\r\n')
  expect([lines.length, lines[0], lines[1]]).toEqual([602, 'i,name,none,sum', "600,n600,,'=1"])
  const rows = JSON.parse(await saved('JSON')) as unknown[]
  expect([rows.length, rows[0]]).toEqual([600, { i: 600, name: 'n600', none: null, sum: '=1' }])
})

test('the editor completes names of the database, and Tab leaves it', async () => {
  await run('select 1')
  await expect.poll(() => cells().count()).toBe(1)
  // The plain field has the same name until the editor replaces it.
  await page.locator('.query-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('select * from orph', { delay: 20 })
  // Enter has no effect in the first moment of a list.
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'orphan_pages' }).click()
  await expect.poll(() => editor().textContent()).toBe('select * from orphan_pages')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  expect(await focused.textContent()).toBe('Run')
})

test('without script the statement is shown with a link to the tables', async () => {
  const $ = load((await site.app.inject(pathOf(latest))).body)
  const label = $('label').filter((_at, each) => $(each).text().includes('SQL statement'))
  expect($(`#${label.attr('for')}`).text()).toBe(latest)
  expect($('noscript').text()).toContain('needs JavaScript')
  expect($('main a[href="/_data"]')).toHaveLength(1)
  const button = $('.query-form button').filter((_at, each) => $(each).text() === 'Run')
  expect([button.length, button.is('[disabled]')]).toEqual([1, true])
})

test('from a server that sends no ranges, a small database is fetched whole', async () => {
  let requests = 0
  await page.route('**/mirror.*', async (route) => {
    requests++
    const { range: _range, ...headers } = route.request().headers()
    const whole = await route.fetch({ headers })
    await route.fulfill({ status: 200, body: await whole.body() })
  })
  await page.goto(pathOf(latest))
  await expect.poll(() => cells().count()).toBe(6)
  expect(requests).toBe(1)
  await page.unroute('**/mirror.*')
})

test('another file at the same address is refused, since its pages do not fit', async () => {
  let requests = 0
  await page.route('**/mirror.*', async (route) => {
    const reply = await route.fetch()
    const etag = requests++ < 1 ? '"one"' : '"other"'
    await route.fulfill({ response: reply, headers: { ...reply.headers(), etag } })
  })
  await page.goto(pathOf(latest))
  const error = page.locator('.query-error')
  await expect.poll(() => error.textContent()).toMatch(/^Another database is at this address now/)
  expect(await cells().count()).toBe(0)
  await page.unroute('**/mirror.*')
})

test('no database is opened for a page that was left before its address was known', async () => {
  const { page: left, close } = await visit(browser, { baseURL: address })
  onTestFinished(close)
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => (goOn = resolve))
  await left.route('**/generation.json', (route) => isHeld.then(() => route.continue()))
  await Promise.all([left.waitForRequest('**/generation.json'), left.goto('/_data/query')])
  await withRouter(left)
  await left.locator('.site-name').click()
  // Not for the address, which the router sets before it replaces the page.
  await editor(left).waitFor({ state: 'detached' })
  const [answer] = await Promise.all([left.waitForResponse('**/generation.json'), goOn()])
  await answer.finished()
  // A later answer: what waits for the first one has gone on by then.
  await left.evaluate(async () => void (await (await fetch('/generation.json')).text()))
  expect(left.workers()).toEqual([])
})

// The last test, since it publishes again.
test('a new publication is offered, and used when the visitor wants it', async () => {
  await page.clock.install()
  const database = async () => (await site.app.inject('/generation.json')).json().mirror as string
  await page.goto(pathOf(`select title from page where path = '/lamp-3'`))
  await expect.poll(() => cells().allTextContents()).toEqual(['Lamp 3'])
  const earlier = await database()
  site.api.edit.setProperty(testId(103), 'title', [['Lamp 3 of brass']])
  await site.sync()
  await expect.poll(database).not.toBe(earlier)
  await getWhenMade(site.app)
  await page.clock.fastForward(61_000)
  const titles =
    "select title from page where title like 'Lamp 3%' order by length(title) desc, title limit 1"
  await run(titles)
  await expect.poll(() => cells().allTextContents()).toEqual(['Lamp 30'])
  await page.getByRole('button', { name: 'Use the new database' }).click()
  await run(`${titles} `)
  await expect.poll(() => cells().allTextContents()).toEqual(['Lamp 3 of brass'])
})
