import type { Page } from 'playwright-core'
import { hosted } from '../support/browser/hosting.ts'
import { beforeAll, expect, test } from 'vitest'

import { onFinished } from '../support/on-finished.ts'
import { hostileWiki } from '../support/workspaces/hostile-wiki.ts'
import { hostileAddresses, hostileMarkup } from '../support/workspaces/hostile-texts.ts'
import { openSite } from '../support/sites/site.ts'
import { desktop, sharedBrowser } from '../support/browser/browser.ts'

/** Each test opens a site of its own in it. */
let page: Page

beforeAll(async () => {
  const browser = await sharedBrowser()
  // Without the content security policy, which would hide faults of the pages.
  const context = await browser.newContext({ ...desktop, bypassCSP: true })
  onFinished(() => context.close())
  page = await context.newPage()
})

test.each([...hostileMarkup, ...hostileAddresses.slice(0, 2)])(
  '%j does not run in a browser and is shown as text',
  async (value) => {
    const address = await hosted(await openSite({ workspace: hostileWiki(value) }))
    for (const path of ['/hostile', '/row']) {
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
  }
)
