import { expect, onTestFinished, test } from 'vitest'

import { desktop, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { hosted, pathOf } from '../../support/browser/hosting.ts'
import { openSite } from '../../support/sites/site.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'

test('a long list in the tree is shown whole in place; in a new tab, its link opens the page above it', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => 100 + index)
  const pages = numbers.map((number) => pageBlock(number, `Lamp ${number}`))
  const workspace = workspaceOf(numbers.map(testId), pages)
  const baseURL = await hosted(await openSite({ workspace }))
  const { page, close, problems } = await visit(await sharedBrowser(), { ...desktop, baseURL })
  onTestFinished(close)
  await page.goto(pathOf('/lamp-120'))
  const entries = page.locator('.site-tree > li')
  const shown = await entries.count()
  const more = page.locator('.site-tree [data-more]')
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    more.click({ modifiers: ['ControlOrMeta'] })
  ])
  await tab.waitForURL(`${baseURL}/`)
  expect(await entries.count()).toBe(shown)
  await more.click()
  await expect.poll(() => entries.count()).toBe(60)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Lamp 1/)
  expect(problems).toEqual([])
})
