import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync } from 'node:zlib'

import type axeCore from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { pageBlock, testId, textBlock, workspaceOf } from '../records.ts'
import { type TestSite, openSite } from '../site.ts'
import { desktop, launchBrowser, phone, visit } from './browser.ts'

const MAX_CHUNK_BYTES = 12_000

const titles = ['Lamp Shrine', 'Lamp Oil', 'Lamp Post', 'Lantern Step', '提灯の作り方']
const texts = titles.map((title, index) =>
  textBlock(20 + index, `All about ${title}.`, { parent_id: testId(10 + index) })
)
const pages = titles.map((title, index) =>
  pageBlock(10 + index, title, { content: [testId(20 + index)] })
)
/** More than the dialog lists. */
const candles = Array.from({ length: 13 }, (_, index) => pageBlock(40 + index, `Candle ${index}`))
const workspace = workspaceOf(
  [...pages, ...candles].map(({ id }) => id),
  [...pages, ...candles, ...texts]
)

let browser: Browser
let site: TestSite
let address: string

beforeAll(async () => {
  browser = await launchBrowser()
  const social = { chatInvite: 'https://chat.example/lamps' }
  // Without links in the header the dialog lists no page before something is found.
  site = await openSite({ workspace, config: { social, navigationStyle: 'custom' } })
  address = await site.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => browser.close())

async function open(options: BrowserContextOptions = desktop) {
  const visitor = await visit(browser, { baseURL: address, ...options })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/')
  await visitor.page.evaluate(() => document.body.setAttribute('data-stays', ''))
  return visitor
}

const dialog = (page: Page) => page.locator('#search-dialog')
const field = (page: Page) => dialog(page).locator('input')
const option = (page: Page, name: string) =>
  page.getByRole('option', { name, exact: false }).first()
const asked = (requests: string[]) =>
  requests.flatMap((url) =>
    url.includes('/api/search') ? new URL(url).searchParams.get('query') : []
  )

async function openDialog(options?: BrowserContextOptions) {
  const visitor = await open(options)
  await visitor.page.keyboard.press('Control+k')
  await field(visitor.page).waitFor()
  return visitor
}

describe.each([
  ['phone', phone],
  ['desktop', desktop]
])('on a %s', (_name, device) => {
  test('the field of the header opens the dialog, arrows and Enter lead to a page in place', async () => {
    const { page, problems } = await open(device)
    const opener = page.locator('#site-search')
    await (device.hasTouch ? opener.tap() : opener.click())
    await page.getByRole('option', { name: 'All pages' }).waitFor()
    await field(page).fill('lamp')
    await option(page, 'Lamp Shrine').waitFor()
    const [first, second] = await page.getByRole('option').all()
    expect(await first?.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await second?.getAttribute('id')
    )
    const path = (await second?.getAttribute('href')) ?? ''
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
    expect(await page.locator('body[data-stays]').count()).toBe(1)
    expect(await dialog(page).isVisible()).toBe(false)

    await page.keyboard.press('Control+k')
    expect(await page.getByRole('option').first().getAttribute('href')).toBe(path)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
  })

  test('axe finds nothing serious in the open dialog, by day and by night', async () => {
    const { page } = await openDialog({ ...device, bypassCSP: true, reducedMotion: 'reduce' })
    await page.addScriptTag({ content: axe })
    for (const query of ['lamp', 'lampp srine', 'qqqqzzzz']) {
      await field(page).fill(query)
      await page.locator('.search-dialog:has([role=option]), .is-fruitless').waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await problemsOf(page), query).toEqual([])
      }
    }
  })
})

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const axe = readFileSync(axePath, 'utf8')

async function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Set by the script of axe.
    const { axe: checker } = globalThis as unknown as { axe: typeof axeCore }
    const { violations } = await checker.run('#search-dialog')
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

test('what is typed at once behind a slash is searched for, none of it lost', async () => {
  const { page, problems } = await open()
  await page.keyboard.press('/')
  await page.keyboard.type('lamp shrine')
  await option(page, 'Lamp Shrine').waitFor()
  expect(await field(page).inputValue()).toBe('lamp shrine')
  expect(await page.locator('#site-search').inputValue()).toBe('')
  expect(problems).toEqual([])
})

test('Ctrl and Enter open a page beside, and the dialog stays', async () => {
  const { page } = await openDialog()
  await field(page).fill('lamp shrine')
  await option(page, 'Lamp Shrine').waitFor()
  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    page.keyboard.press('Control+Enter')
  ])
  await beside.waitForURL('**/lamp-shrine')
  expect(await dialog(page).isVisible()).toBe(true)
})

test('half-typed kana are not searched for, what becomes of them is', async () => {
  const { page, requests } = await openDialog()
  const client = await page.context().newCDPSession(page)
  for (const text of ['ち', 'ちょ', 'ちょうちん'])
    await client.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 })
  // Longer than typing is waited out for.
  await page.waitForTimeout(300)
  expect(asked(requests)).toEqual([])
  await client.send('Input.insertText', { text: '提灯' })
  await option(page, '提灯の作り方').waitFor()
  expect(asked(requests)).toEqual(['提灯'])
})

test('a Latin word that a keyboard of a phone puts together is searched for while it is typed', async () => {
  const { page } = await openDialog()
  const client = await page.context().newCDPSession(page)
  for (const text of ['l', 'la', 'lamp'])
    await client.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 })
  await option(page, 'Lamp Shrine').waitFor()
})

test('a dialog that a key has opened gives focus and place back', async () => {
  const { page } = await open()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const link = page.locator('footer a').last()
  await link.focus()
  const place = await page.evaluate(() => scrollY)
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => link.evaluate((each) => each === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test('an answer that comes too late is dropped', async () => {
  const { page } = await openDialog()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search-notion?query=lamp&**', async (route) => {
    await held
    // Given up by then: there is nobody to answer.
    await route.continue().catch(() => undefined)
  })
  await Promise.all([page.waitForRequest(/query=lamp&/), field(page).fill('lamp')])
  await field(page).fill('lantern step')
  await option(page, 'Lantern Step').waitFor()
  release()
  await page.waitForTimeout(100)
  expect(await page.getByRole('option').first().getAttribute('href')).toBe('/lantern-step')
})

test('what is pasted is searched for, and a misspelling is offered in its right form', async () => {
  const { page } = await openDialog()
  await page.keyboard.type('lanturn')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Control+v')
  await page.getByRole('button', { name: 'lantern' }).click()
  expect(await field(page).inputValue()).toBe('lantern')
  await option(page, 'Lantern Step').waitFor()
  expect(await page.locator('.search-title mark').first().textContent()).toBe('Lantern')
})

test('where nothing is found, the dialog says so and where to ask', async () => {
  const { page } = await openDialog()
  await field(page).fill('qqq$&zzz')
  await page.getByRole('status').getByText('“qqq$&zzz”').waitFor()
  const link = dialog(page).getByRole('link', { name: /ask/ })
  expect(await link.getAttribute('href')).toBe('https://chat.example/lamps')
})

test('a query that is longer than what is looked for is answered, and the dialog says so', async () => {
  const { page } = await openDialog()
  await field(page).fill('lamp shrine all about lamp shrine and more words')
  await page.getByRole('status').getByText('longer than what is looked for').waitFor()
})

test('while the search cannot answer, the dialog says so, and Enter leads to the page of results', async () => {
  const { page } = await openDialog()
  await page.route('**/api/search-notion**', (route) => route.abort())
  await field(page).fill('lamp')
  await page.getByRole('status').getByText('cannot answer').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=lamp')
})

test('after a failure the search can be tried again', async () => {
  const { page } = await openDialog()
  await page.route('**/api/search-notion**', (route) => route.abort())
  await field(page).fill('lamp')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/api/search-notion**')
  await again.click()
  await option(page, 'Lamp Shrine').waitFor()
  expect(await again.count()).toBe(0)
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
})

test('of an answer that takes long the dialog says that it is searched for, and nothing moves', async () => {
  const { page } = await openDialog()
  const boxes = async () =>
    Promise.all([dialog(page), field(page)].map((part) => part.boundingBox()))
  const before = await boxes()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search-notion**', async (route) => {
    await held
    await route.continue()
  })
  await field(page).fill('lamp')
  const notice = page.getByRole('status').getByText('Still searching')
  await notice.waitFor()
  expect(await boxes()).toEqual(before)
  release()
  await option(page, 'Lamp Shrine').waitFor()
  expect(await notice.count()).toBe(0)
})

test('where more is found than is listed, the last option leads to all of it', async () => {
  const { page } = await openDialog()
  await field(page).fill('candle')
  await option(page, 'All 13 pages').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=candle')
  await page.locator('.results > li').nth(12).waitFor()
  await page.keyboard.press('Control+k')
  await option(page, 'All pages').waitFor()
  expect(await dialog(page).getByText('All 13 pages').count()).toBe(0)
})

test('where more pages answer than are counted, the dialog says so to eyes and ears', async () => {
  const { page } = await openDialog()
  // As the site answers where 4,000 sections and more have a word (test/server/common-words.test.ts).
  await page.route('**/api/search-notion**', async (route) => {
    const response = await route.fetch()
    const json = { ...((await response.json()) as object), isMore: true }
    await route.fulfill({ response, json })
  })
  await field(page).fill('candle')
  await option(page, 'More than 13 pages').waitFor()
  await page.getByRole('status').getByText('More than 13 pages').waitFor()
})

test('above the keyboard of a phone the field and every option can be seen', async () => {
  const { page } = await openDialog({ ...phone, viewport: { width: 360, height: 320 } })
  await field(page).fill('lamp')
  await option(page, 'Lamp Shrine').waitFor()
  await page.keyboard.press('ArrowUp')
  const last = await page.getByRole('option').last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(320)
  expect((await field(page).boundingBox())?.y).toBeGreaterThanOrEqual(0)
})

test('what the dialog needs is loaded on intent, and weighs no more than 12 kB', async () => {
  const { page, requests } = await open()
  await page.waitForLoadState('networkidle')
  const before = new Set(requests)
  await Promise.all([page.waitForResponse(/search-dialog/), page.locator('#site-search').hover()])
  await page.waitForLoadState('networkidle')
  const scripts = requests.filter((url) => url.endsWith('.js') && !before.has(url))
  const bodies = await Promise.all(scripts.map((url) => site.app.inject(new URL(url).pathname)))
  const sizes = bodies.map(({ rawPayload }) => brotliCompressSync(rawPayload).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_CHUNK_BYTES)
  expect(asked(requests)).toEqual([])
})
