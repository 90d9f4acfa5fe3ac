import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type axeCore from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { desktop, phone } from '../../support/browser/browser.ts'
import { isSweep } from '../../support/run/sweep.ts'
import {
  SearchVisits,
  searchedQueries,
  dialog,
  field,
  option
} from '../../support/browser/search-visits.ts'

const visits = new SearchVisits()

describe.each([
  ['phone', phone],
  ['desktop', desktop]
])('on a %s', (_name, device) => {
  test('the header opens the dialog, and arrows and Enter open a page in place', async () => {
    const { page, problems } = await visits.open(device)
    const opener = page.locator(device.hasTouch ? '.search-button' : '#site-search')
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
    await page.goBack()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
  })

  test('axe finds no serious problem in the open dialog, light or dark', async () => {
    const { page } = await visits.sharedDialog(device)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate(axe)
    for (const [place, query] of ['lamp', 'lampp srine', 'qqqqzzzz'].entries()) {
      await field(page).fill(query)
      await page.locator('.search-dialog:has([role=option]), .is-fruitless').waitFor()
      const schemes = ['light', 'dark'] as const
      // On a phone each state has one of them, and each of them a state.
      for (const colorScheme of isSweep || device === desktop ? schemes : [schemes[place % 2]]) {
        await page.emulateMedia({ colorScheme })
        expect(await problemsOf(page), query).toEqual([])
      }
    }
    await page.emulateMedia({ reducedMotion: null, colorScheme: null })
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

test('Ctrl+Enter opens a page in a new tab, and the dialog stays', async () => {
  const { page } = await visits.sharedDialog()
  await field(page).fill('lamp shrine')
  await option(page, 'Lamp Shrine').waitFor()
  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    page.keyboard.press('Control+Enter')
  ])
  await beside.waitForURL('**/lamp-shrine')
  expect(await dialog(page).isVisible()).toBe(true)
  await beside.close()
})

test('unfinished kana and jamo are not searched for, the converted text is', async () => {
  const { page, requests } = await visits.openDialog()
  const client = await page.context().newCDPSession(page)
  await page.clock.install()
  const unfinished = 't ty ｔ ち ちょ ちょうちｎ ちょうちん 등ㄹ ㅏ ㄳ ㄹ'
  for (const text of unfinished.split(' ')) {
    await client.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 })
    // Longer than the typing delay.
    await page.clock.runFor(300)
  }
  expect(searchedQueries(requests)).toEqual([])
  await page.clock.resume()
  await client.send('Input.insertText', { text: '提灯' })
  await option(page, '提灯の作り方').waitFor()
  await expect.poll(() => searchedQueries(requests)).toEqual(['提灯'])
})

test('text composed by a phone keyboard is searched for while it is typed', async () => {
  const { page, requests } = await visits.openDialog()
  const client = await page.context().newCDPSession(page)
  // Otherwise a busy machine may make a pause between two letters.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const compose = async (...texts: string[]) => {
    for (const text of texts) {
      await client.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: 0 })
    }
    await expect.poll(() => field(page).inputValue()).toBe(texts.at(-1))
    // Longer than the typing delay.
    await Promise.all([page.waitForRequest(/search-notion/), page.clock.runFor(300)])
  }
  await compose('l', 'la', 'lamp')
  await option(page, 'Lamp Shrine').waitFor()
  const words = ['TNT', 'nbt', 'лампа', '한국', 'مصباح']
  for (const word of words) await compose(word)
  expect(searchedQueries(requests)).toEqual(['lamp', ...words])
})

test.each([
  [desktop, { width: 1440, height: 420 }],
  [phone, { width: 360, height: 480 }]
])('a correction has its room, also if the results fill the dialog', async (device, viewport) => {
  const { page } = await visits.sharedDialog(device)
  await page.setViewportSize(viewport)
  await field(page).fill('candel')
  await option(page, 'Candle 1').waitFor()
  const correction = page.getByRole('button', { name: 'candle' })
  expect((await correction.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  const isWhole = await correction.evaluate((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect()
    const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y]))
    return corners.every(([x = 0, y = 0]) => it.contains(document.elementFromPoint(x, y)))
  })
  expect(isWhole).toBe(true)
  const list = page.getByRole('listbox')
  expect(await list.evaluate((it) => it.scrollHeight > it.clientHeight)).toBe(true)
})

test('pasted text is searched for, and a correction is offered', async () => {
  const { page } = await visits.sharedDialog()
  await page.keyboard.type('lanturn')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Control+v')
  const meant = page.getByRole('button', { name: 'lantern' })
  await meant.focus()
  await page.keyboard.press('ArrowDown')
  expect(await field(page).evaluate((it) => it === document.activeElement)).toBe(true)
  await meant.click()
  expect(await field(page).inputValue()).toBe('lantern')
  await option(page, 'Lantern Step').waitFor()
  expect(await page.locator('.search-title mark').first().textContent()).toBe('Lantern')
})

test.each([
  ['upright', phone, { width: 360, height: 740, seen: 320 }],
  ['on its side', phone, { width: 844, height: 390, seen: 190 }],
  ['on its side, a small one', phone, { width: 740, height: 360, seen: 150 }],
  ['a tablet on its side', phone, { width: 1024, height: 768, seen: 340 }]
])('on a phone %s the keyboard leaves room for the results', async (_how, device, screen) => {
  const { width, height, seen } = screen
  const { page } = await visits.sharedDialog(device)
  await page.setViewportSize({ width, height })
  await coverBelow(page, seen)
  for (const [query, shown] of [
    ['lamp', page.getByRole('option').first()],
    ['lanturn', page.getByRole('button', { name: 'lantern' })],
    ['qqqqzzzz', dialog(page).getByText('qqqqzzzz')]
  ] as const) {
    await field(page).fill(query)
    await shown.waitFor()
    for (const part of [field(page), shown]) await expectSeen(part, seen, query)
  }
  await field(page).fill('lamp')
  // Listed by the server's answer: nothing is added below the last option after that.
  await option(page, 'Wick').waitFor()
  await page.keyboard.press('ArrowUp')
  await expectSeen(page.getByRole('option').last(), seen, 'the last option')
})

/** Within the part of the screen above the keyboard; a list that has been scrolled moves back first. */
async function expectSeen(part: Locator, seen: number, what: string): Promise<void> {
  const isSeen = async () => {
    const box = await part.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= seen
  }
  await expect.poll(isSeen, { message: what }).toBe(true)
}

/** Height left by an on-screen keyboard, which the viewport size does not show. */
async function coverBelow(page: Page, seenHeight: number): Promise<void> {
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, 'height', { value: height, configurable: true })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, seenHeight)
}

test('keyboard input stays in the field after any click', async () => {
  const { page } = await visits.sharedDialog()
  await field(page).fill('lamp')
  await option(page, 'Lamp Shrine').waitFor()
  const [beside] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('option')
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] })
  ])
  await beside.close()
  await dialog(page).click({ position: { x: 6, y: 100 } })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(' oil')
  expect(await field(page).inputValue()).toBe('lamp oil')
})

test('with forced colours highlights are readable and the selected option is marked', async () => {
  const { page } = await visits.sharedDialog()
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await field(page).fill('lamp')
  await option(page, 'Lamp Shrine').waitFor()
  const styleOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => {
        const { color, backgroundColor, outlineStyle } = getComputedStyle(each)
        return { color, backgroundColor, outlineStyle }
      })
  const mark = await styleOf('.search-option mark')
  expect(mark.color).not.toBe(mark.backgroundColor)
  // Opaque, since the colour of the text is chosen for it.
  expect(mark.backgroundColor).toMatch(/^rgb\(/)
  expect((await styleOf('[aria-selected=true]')).outlineStyle).toBe('solid')
  expect((await styleOf('[aria-selected=false]')).outlineStyle).toBe('none')
  await page.emulateMedia({ forcedColors: null, colorScheme: null })
})

test('Enter without a query does nothing; with Ctrl or Shift the query opens in a new tab or window', async () => {
  const { page } = await visits.sharedDialog(desktop, false)
  await field(page).fill('  ')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  expect(new URL(page.url()).pathname).toBe('/')
  await page.route('**/api/search-notion**', () => undefined)
  await field(page).fill('lamp')
  // The server is asked, since Playwright may miss the navigation of a tab without an opener.
  const opened = visits.navigations()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => opened).toEqual(['/search?q=lamp'])
  await page.unroute('**/api/search-notion**')
  await field(page).fill('lantern step')
  await option(page, 'Lantern Step').waitFor()
  await page.keyboard.press('Shift+Enter')
  await expect.poll(() => opened).toEqual(['/search?q=lamp', '/lantern-step'])
  expect(await dialog(page).isVisible()).toBe(true)
  await expect.poll(() => page.context().pages().length).toBe(3)
  for (const each of page.context().pages()) if (each !== page) await each.close()
})

test('recent pages are listed once, without removed pages and foreign links', async () => {
  const { page } = await visits.open()
  await page.evaluate(() =>
    localStorage.setItem(
      'fansite-recent',
      JSON.stringify([
        { path: '/all-pages', title: 'All pages' },
        { path: '/gone-lamp', title: 'Gone Lamp' },
        { path: '/\t/evil.example', title: 'Evil' },
        { path: '//evil.example', title: 'Evil too' },
        { path: '/lamp-oil', title: 'Lamp Oil' },
        { path: '/wick', title: 'Wick' },
        { path: '/lamp-post', title: 'Lamp Post' },
        { path: '/lamp-shrine', title: 'Too many' }
      ])
    )
  )
  await page.goto('/gone-lamp')
  await page.keyboard.press('Control+k')
  await option(page, 'Lamp Oil').waitFor()
  const listed = await page.getByRole('option').allTextContents()
  expect(listed).toEqual(['All pages', 'Lamp Oil', 'Wick', 'Lamp Post', 'Recent changes', 'Tags'])
})
