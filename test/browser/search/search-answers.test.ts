import { expect, test } from 'vitest'

import { desktop, nextFrame } from '../../support/browser/browser.ts'
import {
  SearchVisits,
  dialog,
  field,
  option,
  searchedQueries,
  withoutNames
} from '../../support/browser/search-visits.ts'

const visits = new SearchVisits()

test('a late response is dropped', async () => {
  const { page } = await visits.sharedDialog()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search-notion?query=lamp&**', async (route) => {
    await released
    // The request is aborted by then.
    await route.continue().catch(() => undefined)
  })
  await Promise.all([page.waitForRequest(/query=lamp&/), field(page).fill('lamp')])
  await field(page).fill('lantern step')
  await option(page, 'Lantern Step').waitFor()
  release()
  await nextFrame(page)
  expect(await page.getByRole('option').first().getAttribute('href')).toBe('/lantern-step')
})

test('a zero-result query is reported once, however often the dialog is opened', async () => {
  const { page, requests } = await visits.openDialog()
  await page.clock.install()
  const reports = () =>
    requests.filter((url) => url.endsWith('search-notion?query=qqqqyyyy&limit=1'))
  await field(page).fill('qqqqyyyy')
  for (let opening = 0; opening < 2; opening++) {
    await page.clock.runFor(200)
    await dialog(page).getByText('qqqqyyyy').waitFor()
    await page.clock.runFor(1600)
    await expect.poll(() => reports().length).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
  }
  const searched = () => searchedQueries(requests)
  await expect.poll(searched).toEqual(['qqqqyyyy', 'qqqqyyyy', 'qqqqyyyy', 'qqqqyyyy'])
  // The server counts what is not being typed.
  const counted = requests.filter((url) => /\?query=qqqqyyyy(?!.*typing=true)/.test(url))
  expect(counted).toEqual(reports())
})

test('without results the dialog announces it and links the community', async () => {
  const { page } = await visits.sharedDialog()
  await field(page).fill('qqq$&zzz')
  await page.getByRole('status').getByText('“qqq$&zzz”').waitFor()
  expect(await field(page).getAttribute('aria-expanded')).toBe('false')
  const link = dialog(page).getByRole('link', { name: /ask/ })
  expect(await link.getAttribute('href')).toBe('https://chat.example/lamps')
})

test('a truncated query is answered, and the dialog announces it', async () => {
  const { page } = await visits.sharedDialog()
  await field(page).fill('lamp shrine all about lamp shrine and more words')
  await page.getByRole('status').getByText('only its beginning').waitFor()
})

test('while the search is unavailable, the dialog announces it, and Enter opens /search', async () => {
  const { page } = await visits.sharedDialog(desktop, false)
  await page.route('**/api/search-notion**', (route) => route.abort())
  await field(page).fill('lamp')
  await page.getByRole('status').getByText('is unavailable').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=lamp')
})

test('after a failure the search can be repeated', async () => {
  const { page } = await visits.sharedDialog(desktop, false)
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

test('a slow search is announced without a layout shift', async () => {
  const { page } = await visits.sharedDialog(desktop, false)
  const boxes = async () =>
    Promise.all([dialog(page), field(page)].map((part) => part.boundingBox()))
  const before = await boxes()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/search-notion**', async (route) => {
    await released
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

test('with more results than listed, the last option links all of them', async () => {
  const { page } = await visits.sharedDialog()
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

test('with more matches than counted, the dialog shows and announces it', async () => {
  const { page } = await visits.sharedDialog()
  // The response of a site where 4,000 sections or more have a word (test/server/search/common-words.test.ts).
  await page.route('**/api/search-notion**', async (route) => {
    const response = await route.fetch()
    const json = { ...((await response.json()) as object), isMore: true }
    await route.fulfill({ response, json })
  })
  await field(page).fill('candle')
  await option(page, 'More than 13 pages').waitFor()
  await page.getByRole('status').getByText('More than 13 pages').waitFor()
})

test('a request that hangs times out and can be repeated', async () => {
  const { page } = await visits.start()
  await withoutNames(page)
  await page.clock.install()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  // Otherwise the time goes on between two steps, on a busy machine for seconds.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/api/search-notion**', () => undefined)
  await Promise.all([
    page.waitForRequest(/query=lamp&/),
    field(page)
      .fill('lamp')
      .then(() => page.clock.runFor(200))
  ])
  await page.clock.runFor(9000)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.clock.runFor(1000)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/api/search-notion**')
  await again.click()
  await option(page, 'Lamp Shrine').waitFor()
})
