import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { phone } from '../../support/browser/browser.ts'
import { hosted } from '../../support/browser/hosting.ts'
import { isStatic } from '../../support/browser/needs-server.ts'
import { shareVisits } from '../../support/browser/sample-visits.ts'
import { lampWorkspace } from '../../support/sites/collection-site.ts'
import { openSite } from '../../support/sites/site.ts'

let baseURL = ''

const names = ['Lamps of the village', 'Lamps of the road', 'Lamps of the shore', 'Last lamps']
const columns = ['Lamp', 'Oil', 'Grade', 'Place', 'Lit', 'Since', 'Made']
const views = [
  ...names.map((name): ViewInput => ({ type: 'gallery', name, show: ['Lamp'] })).slice(0, -1),
  { type: 'table', name: 'Last lamps', show: columns } satisfies ViewInput
]
const last = isStatic ? '/lamps/_view/last-lamps/' : '/lamps?v=last-lamps'
const lamps = [{ title: 'Lamp', oil: 1 }]

beforeAll(async () => {
  baseURL = await hosted(await openSite({ workspace: lampWorkspace(views, lamps) }))
})

const share = shareVisits()

async function openLamps(address: string): Promise<Page> {
  const { page } = await share({ baseURL, ...phone })
  await page.goto(address)
  return page
}

/** The name of the current view, if all of it is inside the row of views. */
function currentTab(page: Page): Promise<string | undefined> {
  return page.locator('.view-tabs [aria-current]').evaluate((tab) => {
    const box = tab.closest('ul')?.getBoundingClientRect() ?? new DOMRect()
    const { left, right } = tab.getBoundingClientRect()
    return left >= box.left && right <= box.right ? (tab.textContent ?? '') : undefined
  })
}

test('on a phone, an address of the last view shows its name in the row of views', async () => {
  const page = await openLamps(last)
  await expect.poll(() => currentTab(page)).toBe('Last lamps')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('on a phone, the row of views stays where a view was chosen', async () => {
  const page = await openLamps('/lamps')
  await page.locator('.view-tabs a', { hasText: 'Last lamps' }).tap()
  await page.waitForURL(/last-lamps/)
  await expect.poll(() => currentTab(page)).toBe('Last lamps')
})

test('on a phone, a table that is sorted stays where it was scrolled to', async () => {
  const page = await openLamps(last)
  const place = () => page.locator('.table-box').evaluate((box) => box.scrollLeft)
  await page
    .locator('.table-box')
    .evaluate((box) => box.scrollBy({ left: 150, behavior: 'instant' }))
  const before = await place()
  expect(before).toBeGreaterThan(0)
  // A tap by the test would scroll to its place.
  const head = page.locator('thead th > a', { hasText: 'Grade' })
  await head.evaluate((link: HTMLElement) => link.click())
  await page.locator('th[aria-sort]').waitFor()
  expect(await place()).toBe(before)
})
