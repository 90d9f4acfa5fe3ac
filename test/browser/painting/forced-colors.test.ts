import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleWorkspace } from '../../../demo/sample/sample.ts'
import { phone, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { hosted } from '../../support/browser/hosting.ts'
import { isStatic } from '../../support/browser/needs-server.ts'
import { openSite } from '../../support/sites/site.ts'

let baseURL = ''

beforeAll(async () => {
  const config = { theme: 'pixel' } as const
  baseURL = await hosted(await openSite({ workspace: sampleWorkspace(), config }))
})

async function openForced(address: string): Promise<Page> {
  const forced = { ...phone, baseURL, forcedColors: 'active' } as const
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
