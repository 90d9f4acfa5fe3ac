import { expect, onTestFinished, test } from 'vitest'

import { desktop, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { hosted, pathOf } from '../../support/browser/hosting.ts'
import { openSite } from '../../support/sites/site.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

test('a long list in the tree is scrolled to the page, and shown whole in place; in a new tab, its link opens the page above it', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => 100 + index)
  const pages = numbers.map((number) => pageBlock(number, `Lamp ${number}`))
  const workspace = workspaceOf(numbers.map(testId), pages)
  const baseURL = await hosted(await openSite({ workspace }))
  const { page, close, problems } = await visit(await sharedBrowser(), { ...desktop, baseURL })
  onTestFinished(close)
  await page.setViewportSize({ width: 1440, height: 300 })
  await page.goto(pathOf('/lamp-120'))
  const isInPanel = () =>
    page.locator('.site-tree [aria-current]').evaluate((link) => {
      const box = link.closest('#site-panel')?.getBoundingClientRect() ?? new DOMRect()
      const { top, bottom } = link.getBoundingClientRect()
      return top >= box.top && bottom <= box.bottom
    })
  await expect.poll(isInPanel).toBe(true)
  const entries = page.locator('.site-tree > li')
  const shown = await entries.count()
  const more = page.locator('.site-tree [data-more]')
  // The request of the new tab: its address may stay unknown to the driver of the browser.
  const [request] = await Promise.all([
    page.context().waitForEvent('request', (each) => each.isNavigationRequest()),
    more.click({ modifiers: ['ControlOrMeta'] })
  ])
  expect(request.url()).toBe(`${baseURL}/`)
  await expect.poll(() => page.context().pages().length).toBe(2)
  expect(await entries.count()).toBe(shown)
  await more.click()
  await expect.poll(() => entries.count()).toBe(60)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Lamp 1/)
  expect(problems).toEqual([])
})
