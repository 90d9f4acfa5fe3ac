import { brotliCompressSync } from 'node:zlib'

import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'

import {
  desktop,
  intercept,
  launchBrowser,
  nextFrame,
  phone,
  visit
} from '../../support/browser/browser.ts'
import {
  SearchVisits,
  searchedQueries,
  dialog,
  field,
  option
} from '../../support/browser/search-visits.ts'

const MAX_CHUNK_BYTES = 12_000
const MAX_CODE_BYTES = 20_000

const visits = new SearchVisits()

test('text typed right after the slash key is searched for completely', async () => {
  const { page, problems } = await visits.open()
  await page.keyboard.press('/')
  await page.keyboard.type('lamp shrine')
  await option(page, 'Lamp Shrine').waitFor()
  expect(await field(page).inputValue()).toBe('lamp shrine')
  expect(await page.locator('#site-search').inputValue()).toBe('')
  expect(problems).toEqual([])
})

test('a dialog opened by key restores focus and scroll position', async () => {
  const { page } = await visits.sharedDialog()
  await page.keyboard.press('Escape')
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

test('typing far down the page before the dialog loads restores the scroll position', async () => {
  const { page } = await visits.open(desktop, intercept)
  const script = await holdDialog(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(0)
  await page.keyboard.press('/')
  await page.keyboard.type('lam')
  script.release()
  await option(page, 'Lamp Shrine').waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test('when the dialog fails to load, the header field is shown and leads to /search', async () => {
  const { page } = await visits.open(phone, intercept)
  await page.route('**/search-dialog-*.js', (route) => route.abort())
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.locator('.search-button').tap()
  const own = page.locator('#site-search')
  await expect.poll(async () => (await own.boundingBox())?.width).toBeGreaterThan(200)
  await page.keyboard.type('lamp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=lamp')
})

test('Escape that ends an IME composition leaves the dialog open, also with key code 229', async () => {
  const { page } = await visits.sharedDialog()
  const press = (keyCode: number) =>
    field(page).dispatchEvent('keydown', { key: 'Escape', keyCode, bubbles: true })
  await press(229)
  expect(await dialog(page).isVisible()).toBe(true)
  await press(27)
  expect(await dialog(page).isVisible()).toBe(false)
})

test('Escape closes the dialog at once, also with text in the field', async () => {
  const { page } = await visits.sharedDialog()
  await field(page).fill('lamp')
  await option(page, 'Lamp Shrine').waitFor()
  await page.keyboard.press('Escape')
  expect(await dialog(page).isVisible()).toBe(false)
  await page.keyboard.press('Control+k')
  expect(await field(page).inputValue()).toBe('lamp')
  await page.keyboard.type('wick')
  expect(await field(page).inputValue()).toBe('wick')
})

test('a click on the backdrop closes the dialog; one on its edge, or a selection dragged out, does not', async () => {
  const { page } = await visits.sharedDialog()
  await field(page).fill('lamp shrine and all that')
  const box = await dialog(page).boundingBox()
  const text = await field(page).boundingBox()
  if (!box || !text) throw new Error('the dialog is not shown')
  await page.mouse.click(box.x + 4, box.y + 4)
  await page.mouse.move(text.x + 150, text.y + 20)
  await page.mouse.down()
  await page.mouse.move(20, text.y + 20)
  await page.mouse.up()
  expect(await dialog(page).isVisible()).toBe(true)
  await page.mouse.click(20, 20)
  expect(await dialog(page).isVisible()).toBe(false)
})

const dialogScript = '**/search-dialog-*.js'

/** Delays the dialog's script. */
async function holdDialog(page: Page): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(dialogScript, async (route) => {
    await released
    await route.continue()
  })
  return { release: () => release() }
}

/** Opens the dialog, whose script arrives only after an action, and waits until it has run. */
async function openLate(page: Page, action: () => Promise<unknown>): Promise<void> {
  const script = await holdDialog(page)
  await Promise.all([page.waitForRequest(/search-dialog-.*js/), page.keyboard.press('Control+k')])
  await action()
  const loaded = page.waitForResponse(/search-dialog-.*js/)
  script.release()
  // Resolves once the script has run.
  await page.evaluate(`import(${JSON.stringify((await loaded).url())}).then(() => {})`)
  await nextFrame(page)
}

test('a dialog that loads late does not interrupt a composition', async () => {
  const { page } = await visits.open(desktop, intercept)
  const client = await page.context().newCDPSession(page)
  const composition = { text: 'ちょうちん', selectionStart: 5, selectionEnd: 5 }
  await openLate(page, () => client.send('Input.imeSetComposition', composition))
  expect(await dialog(page).isVisible()).toBe(false)
  await client.send('Input.insertText', { text: '提灯' })
  await option(page, '提灯の作り方').waitFor()
  expect(await field(page).inputValue()).toBe('提灯')
})

test('a dialog that loads late does not open when the focus has moved', async () => {
  const away: [string, (page: Page) => Promise<unknown>][] = [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['Tab', (page) => page.keyboard.press('Tab')],
    ['another place', (page) => page.locator('h1').click()]
  ]
  const { page } = await visits.open(desktop, intercept)
  for (const [how, turnAway] of away) {
    if (how !== 'Escape') await page.goto('/')
    await openLate(page, () => turnAway(page))
    expect(await dialog(page).isVisible(), how).toBe(false)
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    await page.unroute(dialogScript)
  }
})

test('on the close button, the search keys move the focus to the field', async () => {
  const { page } = await visits.sharedDialog()
  for (const key of ['/', 'Control+k']) {
    await dialog(page).getByRole('button', { name: 'Close the search' }).focus()
    await page.keyboard.press(key)
    await expect.poll(() => field(page).evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await field(page).inputValue()).toBe('')
  }
})

test('browser shortcuts are left alone', async () => {
  const { page } = await visits.sharedDialog()
  await page.keyboard.press('Escape')
  const taken = await page.evaluateHandle(() => {
    const keys: string[] = []
    addEventListener('keydown', (event) => event.defaultPrevented && keys.push(event.key))
    return keys
  })
  for (const key of ['Control+Shift+K', 'Control+Alt+k', 'Alt+/']) await page.keyboard.press(key)
  expect(await dialog(page).isVisible()).toBe(false)
  await page.keyboard.press('/')
  expect(await taken.jsonValue()).toEqual(['/'])
})

test('closing the dialog opened by the header field does not focus the field again', async () => {
  const { page } = await visits.sharedDialog(phone)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.evaluate(() => scrollTo(0, 0))
  await page.locator('#site-search').focus()
  await page.locator('#site-search').tap()
  await dialog(page).waitFor()
  await dialog(page).getByRole('button', { name: 'Close the search' }).tap()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
})

test('far down a phone page a button opens the search and gets the focus back', async () => {
  const { page, problems } = await visits.sharedDialog(phone)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  const button = page.locator('.search-button')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const place = await page.evaluate(() => scrollY)
  await button.tap()
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(place)
  expect(problems).toEqual([])
})

test('without script the button leads to /search', async () => {
  const plain = await visit(visits.browser, {
    baseURL: visits.address,
    ...phone,
    javaScriptEnabled: false
  })
  onTestFinished(() => plain.close())
  await plain.page.goto('/')
  await plain.page.locator('.search-button').tap()
  await plain.page.waitForURL('**/search')
})

test('with classic scrollbars the layout does not shift when the dialog opens and closes', async () => {
  const browser = await launchBrowser([], ['--hide-scrollbars'])
  onTestFinished(() => browser.close())
  const { page } = await visit(browser, { baseURL: visits.address, viewport: desktop.viewport })
  await page.goto('/')
  for (const height of [300, 2000]) {
    await page.setViewportSize({ width: 1000, height })
    const left = async () => (await page.locator('h1').boundingBox())?.x
    const before = await left()
    const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
    expect(bar > 0).toBe(height === 300)
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    expect(await left()).toBe(before)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await left()).toBe(before)
  }
})

test('scripts and names are loaded on intent: a dialog of 12 kB, with the index 20 kB', async () => {
  const { page, requests } = await visits.open()
  await page.waitForLoadState('networkidle')
  const before = new Set(requests)
  const names = page.waitForResponse(/search-names/)
  await Promise.all([page.waitForResponse(/search-dialog/), page.locator('#site-search').hover()])
  await (await names).finished()
  await page.waitForLoadState('networkidle')
  const wanted = requests.filter((url) => !before.has(url)).map((url) => new URL(url).pathname)
  const scripts = wanted.filter((path) => path.endsWith('.js'))
  const index = await sizeOf(scripts.filter((path) => path.includes('build-index')))
  const others = await sizeOf(scripts.filter((path) => !path.includes('build-index')))
  expect(others).toBeLessThanOrEqual(MAX_CHUNK_BYTES)
  expect(index).toBeGreaterThan(0)
  expect(index + others).toBeLessThanOrEqual(MAX_CODE_BYTES)
  expect(wanted.filter((path) => path.endsWith('.json'))).toEqual(['/search-names.json'])
  expect(searchedQueries(requests)).toEqual([])
})

async function sizeOf(paths: string[]): Promise<number> {
  const bodies = await Promise.all(paths.map((path) => visits.site.app.inject(path)))
  const sizes = bodies.map(({ rawPayload }) => brotliCompressSync(rawPayload).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a question mark lists the shortcuts, and those of a single key can be switched off', async () => {
  const { page, problems } = await visits.open()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await list.getByLabel('Shortcuts of a single key').uncheck()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page.reload()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await nextFrame(page)
  expect(await list.isVisible()).toBe(false)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  expect(await list.getByLabel('Shortcuts of a single key').isChecked()).toBe(false)
  expect(problems).toEqual([])
})
