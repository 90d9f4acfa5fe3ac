import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { hostileRows } from '../support/workspaces/hostile-rows.ts'
import {
  hostileAddresses,
  hostileMarkup,
  hostileTexts
} from '../support/workspaces/hostile-texts.ts'
import { openSite } from '../support/sites/site.ts'
import { desktop, launchBrowser } from '../support/browser/browser.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Without the content security policy, which would hide what the pages themselves let through. */
async function openPage(workspace: ReturnType<typeof hostileTexts>) {
  const { app } = await openSite({ workspace })
  const baseURL = await app.listen({ host: '127.0.0.1', port: 0 })
  const context = await browser.newContext({ ...desktop, baseURL, bypassCSP: true })
  onTestFinished(() => context.close())
  return context.newPage()
}

test.each([...hostileMarkup, ...hostileAddresses.slice(0, 2)])(
  'nothing runs in a browser of %j, and it is read as it was written',
  async (value) => {
    for (const [workspace, path] of [
      [hostileTexts(value), '/hostile'],
      [hostileRows(value), '/row']
    ] as const) {
      const page = await openPage(workspace)
      await page.goto(path)
      const facts = await page.evaluate(() => ({
        ran: 'ran' in window,
        frames: document.querySelectorAll('iframe, object, embed').length,
        // Facts for search engines are data: no browser runs them.
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
