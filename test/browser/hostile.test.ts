import type { Page } from 'playwright-core'
import { hosted } from '../support/browser/hosting.ts'
import { beforeAll, expect, test } from 'vitest'

import { onFinished } from '../support/on-finished.ts'
import { hostileWikis } from '../support/workspaces/hostile-wiki.ts'
import { hostileAddresses, hostileMarkup } from '../support/workspaces/hostile-texts.ts'
import { type TestSite, openSite } from '../support/sites/site.ts'
import { testId } from '../support/workspaces/records.ts'
import { desktop, sharedBrowser } from '../support/browser/browser.ts'

const values = [...hostileMarkup, ...hostileAddresses.slice(0, 2)]

let site: TestSite
let address: string
let page: Page

beforeAll(async () => {
  site = await openSite({ workspace: hostileWikis(values) })
  address = await hosted(site)
  const browser = await sharedBrowser()
  // Without the content security policy, which would hide faults of the pages.
  const context = await browser.newContext({ ...desktop, bypassCSP: true })
  onFinished(() => context.close())
  page = await context.newPage()
})

test.each(values)('%j does not run in a browser and is shown as text', async (value) => {
  const first = 1000 * (1 + values.indexOf(value))
  const paths = site.mirror.$client
    .prepare<[string, string], string>('select path from page where id in (?, ?)')
    .pluck()
    .all(testId(first + 3), testId(first + 5))
  expect(paths).toHaveLength(2)
  for (const path of paths) {
    await page.goto(address + path)
    const facts = await page.evaluate(() => ({
      ran: 'ran' in window,
      frames: document.querySelectorAll('iframe, object, embed').length,
      // JSON-LD is data: no browser runs it.
      scripts: document.querySelectorAll(
        'script:not([src^="/_assets/"], [type="application/ld+json"])'
      ).length,
      text: document.querySelector('main')?.textContent ?? ''
    }))
    expect(facts).toMatchObject({ ran: false, frames: 0, scripts: 0 })
    expect(facts.text).toContain(value.trim())
  }
})
