import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { packNames } from '../../../site/search/names/name-list.ts'
import { type Visit, desktop, intercept, nextFrame } from '../../support/browser/browser.ts'
import { SearchVisits, dialog, field, option } from '../../support/browser/search-visits.ts'

const visits = new SearchVisits()

/** The open dialog, after its names are loaded. */
async function openWithNames(): Promise<Visit> {
  const opened = await visits.open(desktop, intercept)
  const names = opened.page.waitForResponse(/search-names/)
  await visits.openDialog(Promise.resolve(opened))
  await (await names).finished()
  return opened
}

/** Delays what the server answers to searches. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search-notion**', async (route) => {
    await released
    // The request of an earlier query is aborted by then.
    await route.continue().catch(() => undefined)
  })
  return release
}

/** The path and the place of each option. */
function places(page: Page): Promise<{ href: string | null; top: number }[]> {
  return page.getByRole('option').evaluateAll((options) =>
    options.map((each) => ({
      href: each.getAttribute('href'),
      top: each.getBoundingClientRect().top
    }))
  )
}

test('names are listed before the server answers, which moves nothing above the selected one', async () => {
  const { page, problems } = await openWithNames()
  const release = await holdAnswers(page)
  await field(page).fill('lamp')
  await option(page, 'Lamp Shrine').waitFor()
  await page.keyboard.press('ArrowDown')
  const before = await places(page)
  expect(before.map(({ href }) => href).toSorted()).toEqual([
    '/lamp-oil',
    '/lamp-post',
    '/lamp-shrine'
  ])
  const selected = await page.locator('[aria-selected=true]').getAttribute('href')
  release()
  await option(page, 'Wick').waitFor()
  await nextFrame(page)
  expect((await places(page)).slice(0, 2)).toEqual(before.slice(0, 2))
  expect(await page.locator('[aria-selected=true]').getAttribute('href')).toBe(selected)
  expect(await dialog(page).getByText('Somewhere a lamp').count()).toBe(1)
  expect(problems).toEqual([])
})

test('without the server names stay, the dialog announces it, and Enter opens the page', async () => {
  const { page } = await openWithNames()
  await page.route('**/api/search-notion**', (route) => route.abort())
  await field(page).fill('lanturn step')
  await page.getByRole('status').getByText('only names of pages').waitFor()
  expect(await page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/lantern-step')
})

test('names that arrive after the query are listed, and then the link to all results', async () => {
  const { page } = await visits.open(desktop, intercept)
  const release = await holdAnswers(page)
  await page.keyboard.press('/')
  await page.keyboard.type('candle')
  await option(page, 'Candle 0').waitFor()
  expect(await page.getByRole('option').count()).toBe(12)
  release()
  await option(page, 'All 13 pages').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=candle')
})

test('a dialog that opens again asks for newer names, also past a kept address of old ones', async () => {
  const { page } = await visits.open(desktop, intercept)
  let asked = 0
  await page.route('**/search-names.json', (route) =>
    route.fulfill({
      json: { searchNames: 'search-names.0123456789abcdef.json', names: packNames([]) }
    })
  )
  await page.route('**/generation.json', async (route) => {
    asked++
    if (asked > 1) return route.continue()
    await route.fulfill({
      json: { generation: 1, searchNames: 'search-names.fedcba9876543210.json' }
    })
  })
  await holdAnswers(page)
  await page.keyboard.press('Control+k')
  // A dialog that opens while the first names are loaded waits for these.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      return asked
    })
    .toBeGreaterThan(0)
  await field(page).fill('lantern')
  await option(page, 'Lantern Step').waitFor()
  expect(asked).toBeGreaterThanOrEqual(2)
})
