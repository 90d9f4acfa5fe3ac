import type { Browser } from 'playwright-core'
import { hosted } from '../support/browser/hosting.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { hostileWiki } from '../support/workspaces/hostile-wiki.ts'
import { hostileAddresses, hostileMarkup } from '../support/workspaces/hostile-texts.ts'
import { openSite } from '../support/sites/site.ts'
import { desktop, sharedBrowser } from '../support/browser/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await sharedBrowser()
})

test.each([...hostileMarkup, ...hostileAddresses.slice(0, 2)])(
  '%j does not run in a browser and is shown as text',
  async (value) => {
    const baseURL = await hosted(await openSite({ workspace: hostileWiki(value) }))
    // Without the content security policy, which would hide faults of the pages.
    const context = await browser.newContext({ ...desktop, baseURL, bypassCSP: true })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    for (const path of ['/hostile', '/row']) {
      await page.goto(path)
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
