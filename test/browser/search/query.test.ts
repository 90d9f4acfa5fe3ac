import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type axeCore from 'axe-core'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { phone, sharedBrowser, visit } from '../../support/browser/browser.ts'

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

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: workspace() })
  address = await listen(site.app)
})

const listen = (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 })

async function openQuery(sql = '', options: object = {}) {
  const visitor = await visit(browser, { baseURL: address, ...options })
  onTestFinished(() => visitor.close())
  const search = sql && `?${new URLSearchParams({ sql })}`
  await visitor.page.goto(`/_data/query${search}`)
  return visitor
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' })
const cells = (page: Page) => page.locator('.query-result td')
const status = (page: Page) => page.locator('.query-status')
const sqlOf = (page: Page) => new URL(page.url()).searchParams.get('sql')

/** Replaces the statement by the keyboard, and runs it. */
async function run(page: Page, sql: string): Promise<void> {
  // The plain field has the same name until the editor replaces it.
  await page.locator('.query-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}

const latest = `select path, title from pages where path <> '/'
  order by last_edited_time desc limit 3`

test('the statement of the address runs, and only ranges of the database are fetched', async () => {
  const visitor = await visit(browser, { baseURL: address })
  onTestFinished(() => visitor.close())
  const { page, problems } = visitor
  const ranges: number[] = []
  page.on('response', (reply) => {
    if (!/\/mirror\./.test(reply.url())) return
    expect(reply.status()).toBe(206)
    ranges.push(Number(reply.headers()['content-length']))
  })
  await page.goto(`/_data/query?${new URLSearchParams({ sql: latest })}`)
  await expect.poll(() => cells(page).allTextContents()).toHaveLength(6)
  expect(await cells(page).first().textContent()).toBe('/lamp-119')
  expect(await cells(page).first().locator('a').getAttribute('href')).toBe('/lamp-119')
  const { mirror } = (await site.app.inject('/generation.json')).json<{ mirror: string }>()
  const file = (await site.app.inject(`/${mirror}`)).rawPayload
  const fetched = ranges.reduce((sum, bytes) => sum + bytes, 0)
  expect(fetched).toBeGreaterThan(0)
  expect(fetched).toBeLessThan(file.length / 2)
  expect(await status(page).textContent()).toMatch(
    /^Rows 3 · Fetched \d+ kB · Database pages \d+ · /
  )
  expect(problems).toEqual([])
})

test('a Japanese word is found by search(), typed and run by the keyboard', async () => {
  const { page, problems } = await openQuery()
  await run(
    page,
    `select title from search_text join search_section on id = search_text.rowid
       join search_page on number = page_number where search_text match search('水の呼吸')`
  )
  await expect.poll(() => cells(page).allTextContents()).toEqual(['Lamp 7'])
  expect(problems).toEqual([])
})

test('a statement that is too long for a request stays in the address, and survives a reload', async () => {
  const { page } = await openQuery('select 1')
  await expect.poll(() => cells(page).allTextContents()).toEqual(['1'])
  const long = `select length('${'灯'.repeat(3000)}')`
  await run(page, long)
  await expect.poll(() => cells(page).allTextContents()).toEqual(['3000'])
  expect((await page.reload())?.status()).toBe(200)
  await expect.poll(() => cells(page).allTextContents()).toEqual(['3000'])
  await page.goBack()
  await expect.poll(() => cells(page).allTextContents()).toEqual(['1'])
})

test('statements are in the address and in the history of the browser', async () => {
  const { page } = await openQuery(`select 'one'`)
  await expect.poll(() => cells(page).allTextContents()).toEqual(['one'])
  await run(page, `select 'two'`)
  await expect.poll(() => cells(page).allTextContents()).toEqual(['two'])
  expect(sqlOf(page)).toBe(`select 'two'`)
  await page.goBack()
  await expect.poll(() => cells(page).allTextContents()).toEqual(['one'])
  expect(await editor(page).textContent()).toBe(`select 'one'`)
})

test('errors are in the words of SQLite, with a similar name', async () => {
  const { page } = await openQuery('select titel from page')
  const error = page.locator('.query-error')
  await expect.poll(() => error.textContent()).toBe('no such column: titel Did you mean “title”?')
  await run(page, 'select 1 +')
  await expect.poll(() => error.textContent()).toBe('incomplete input')
  await run(page, 'select 2')
  await expect.poll(() => cells(page).allTextContents()).toEqual(['2'])
  expect(await error.isHidden()).toBe(true)
})

test('a statement that never ends is cancelled, and the next one runs', async () => {
  const endless =
    'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'
  const { page, problems } = await openQuery(endless)
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await expect.poll(() => status(page).textContent()).toBe('The statement was cancelled.')
  await run(page, 'select 3')
  await expect.poll(() => cells(page).allTextContents()).toEqual(['3'])
  expect(problems).toEqual([])
})

test('a statement asks before it fetches more than the limit, and goes on or stops', async () => {
  const { page } = await openQuery()
  const form = page.locator('.query-form')
  await form.evaluate((element: HTMLElement) => (element.dataset['limit'] = '250000'))
  const scan = 'select sum(length(text)), sum(length(raw)) from page join block using (id)'
  let requests = 0
  page.on('request', (request) => (requests += Number(request.url().includes('/mirror.'))))
  await run(page, scan)
  const ask = page.locator('.query-ask')
  await ask.waitFor()
  expect(await ask.textContent()).toMatch(/has fetched \d+ kB and is not done/)
  const before = requests
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  expect(await ask.isHidden()).toBe(true)
  expect(requests).toBe(before)
  await run(page, scan)
  await ask.waitFor()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect.poll(() => cells(page).count()).toBe(2)
})

test('columns are sorted by their heads, and all rows are saved as CSV and JSON', async () => {
  const sql = `select i, 'n' || i as name, null as none, '=1' as sum from (
    with recursive n(i) as (select 1 union all select i + 1 from n limit 600) select i from n)`
  const { page } = await openQuery(sql)
  await expect.poll(() => cells(page).count()).toBe(2000)
  expect(await status(page).textContent()).toMatch(/^Rows 600 .* The first 500 rows are shown$/)
  const head = page.getByRole('button', { name: 'i', exact: true })
  await head.press('Enter')
  await page.locator('th[aria-sort="ascending"]').waitFor()
  await head.press('Enter')
  await page.locator('th[aria-sort="descending"]').waitFor()
  expect(await cells(page).first().textContent()).toBe('600')
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
  const { page } = await openQuery()
  await run(page, 'select 1')
  await expect.poll(() => cells(page).count()).toBe(1)
  // The plain field has the same name until the editor replaces it.
  await page.locator('.query-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('select * from orph', { delay: 20 })
  // Enter has no effect in the first moment of a list.
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'orphan_pages' }).click()
  await expect.poll(() => editor(page).textContent()).toBe('select * from orphan_pages')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  expect(await focused.textContent()).toBe('Run')
})

test('the page with a result has no accessibility faults, on a phone in the dark', async () => {
  const { page } = await openQuery(latest, { ...phone, colorScheme: 'dark' })
  await expect.poll(() => cells(page).count()).toBe(6)
  await page.evaluate(axe)
  const faults = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axeCore }
    return (await checker.run()).violations.map(({ id }) => id)
  })
  expect(faults).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('without script the statement is shown with a link to the tables', async () => {
  const { page } = await openQuery(latest, { javaScriptEnabled: false, ...phone })
  expect(await page.getByLabel('SQL statement').inputValue()).toBe(latest)
  expect(await page.locator('noscript').textContent()).toContain('needs JavaScript')
  expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true)
})

test('from a server that sends no ranges, a small database is fetched whole', async () => {
  const visitor = await visit(browser, { baseURL: address })
  onTestFinished(() => visitor.close())
  const { page } = visitor
  let requests = 0
  await page.route('**/mirror.*', async (route) => {
    requests++
    const { range: _range, ...headers } = route.request().headers()
    const whole = await route.fetch({ headers })
    await route.fulfill({ status: 200, body: await whole.body() })
  })
  await page.goto(`/_data/query?${new URLSearchParams({ sql: latest })}`)
  await expect.poll(() => cells(page).count()).toBe(6)
  expect(requests).toBe(1)
})

test('another file at the same address is refused, since its pages do not fit', async () => {
  const visitor = await visit(browser, { baseURL: address })
  onTestFinished(() => visitor.close())
  const { page } = visitor
  let requests = 0
  await page.route('**/mirror.*', async (route) => {
    const reply = await route.fetch()
    const etag = requests++ < 1 ? '"one"' : '"other"'
    await route.fulfill({ response: reply, headers: { ...reply.headers(), etag } })
  })
  await page.goto(`/_data/query?${new URLSearchParams({ sql: latest })}`)
  const error = page.locator('.query-error')
  await expect.poll(() => error.textContent()).toMatch(/^Another database is at this address now/)
  expect(await cells(page).count()).toBe(0)
})

test('a new publication is offered, and used when the visitor wants it', async () => {
  const own = await openSite({ workspace: workspace() })
  const baseURL = await listen(own.app)
  const database = async () => (await own.app.inject('/generation.json')).json().mirror as string
  const { page } = await openQuery(`select title from page where path = '/lamp-3'`, { baseURL })
  await expect.poll(() => cells(page).allTextContents()).toEqual(['Lamp 3'])
  const earlier = await database()
  own.api.edit.setProperty(testId(103), 'title', [['Lamp 3 of brass']])
  await own.sync()
  await expect.poll(database).not.toBe(earlier)
  await page.clock.install()
  await page.clock.fastForward(61_000)
  const titles =
    "select title from page where title like 'Lamp 3%' order by length(title) desc, title limit 1"
  await run(page, titles)
  await expect.poll(() => cells(page).allTextContents()).toEqual(['Lamp 30'])
  await page.getByRole('button', { name: 'Use the new database' }).click()
  await run(page, `${titles} `)
  await expect.poll(() => cells(page).allTextContents()).toEqual(['Lamp 3 of brass'])
})
