import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleWorkspace } from '../../../demo/sample/sample.ts'
import { phone, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { hosted } from '../../support/browser/hosting.ts'
import { isStatic } from '../../support/browser/needs-server.ts'
import { openSite } from '../../support/sites/site.ts'

const themes = ['pixel', 'notion'] as const
type Theme = (typeof themes)[number]
const addresses = new Map<Theme, string>()

beforeAll(async () => {
  for (const theme of themes) {
    const site = await openSite({ workspace: sampleWorkspace(), config: { theme } })
    addresses.set(theme, await hosted(site))
  }
})

async function openForced(address: string, theme: Theme = 'pixel'): Promise<Page> {
  const forced = { ...phone, baseURL: addresses.get(theme), forcedColors: 'active' } as const
  const { page, close } = await visit(await sharedBrowser(), forced)
  onTestFinished(close)
  await page.goto(address)
  return page
}

/** The background of the first element that matches, or of a part that its style adds. */
function background(page: Page, selector: string, part?: string): Promise<string> {
  const first = page.locator(selector).first()
  return first.evaluate((it, added) => getComputedStyle(it, added).backgroundColor, part)
}

test('with forced colours, the bars of a chart differ from their track', async () => {
  const view = 'how-dangerous-they-are'
  const page = await openForced(isStatic ? `/mobs/_view/${view}/` : `/mobs?v=${view}`)
  expect(await background(page, '.bar')).not.toBe(await background(page, '.bar-track'))
})

test('with forced colours, a finished to-do differs from an open one', async () => {
  const page = await openForced('/next')
  const mark = await background(page, '.check.checked', '::after')
  expect(mark).not.toBe(await background(page, '.check.checked'))
})

test.each(themes)('with forced colours, only the current view has a line: %s', async (theme) => {
  const page = await openForced('/next', theme)
  const lineOf = (selector: string) =>
    page
      .locator(`.view-tabs ${selector}`)
      .first()
      .evaluate((it) => getComputedStyle(it).borderBottomColor)
  const hidden = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await lineOf('a:not([aria-current])')).toBe(hidden)
  expect(await lineOf('a[aria-current]')).not.toBe(hidden)
})
