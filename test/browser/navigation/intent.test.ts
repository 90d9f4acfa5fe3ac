import type { BrowserContextOptions } from 'playwright-core'
import { hosted, pathOf } from '../../support/browser/hosting.ts'
import { beforeAll, expect, test } from 'vitest'

import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { desktop, phone } from '../../support/browser/browser.ts'
import { shareVisits } from '../../support/browser/sample-visits.ts'

const workspace = workspaceOf([testId(10)], [pageBlock(10, 'Lamp Shrine')])
let address: string

beforeAll(async () => {
  const site = await openSite({ workspace })
  address = await hosted(site)
})

const share = shareVisits()

async function open(options: BrowserContextOptions) {
  const visitor = await share({ baseURL: address, ...options })
  await visitor.page.goto('/')
  const link = visitor.page.locator(`main a[href="${pathOf('/lamp-shrine')}"]`).first()
  return { ...visitor, link }
}

test.each([
  ['hovered', desktop, 'pointerover'],
  ['focused', desktop, 'focusin'],
  ['touched', phone, 'touchstart']
] as const)('a page is prefetched when its link is %s', async (_how, device, type) => {
  const { page, link, problems } = await open(device)
  const prefetch = page.waitForRequest(`**${pathOf('/lamp-shrine')}`)
  if (type === 'pointerover') await link.hover()
  else if (type === 'focusin') await link.focus()
  else await link.dispatchEvent(type, { touches: [], changedTouches: [], targetTouches: [] })
  await prefetch
  expect(new URL(page.url()).pathname).toBe('/')
  expect(problems).toEqual([])
})

test.each([
  ['once', 'no-preference', 1],
  ['never, where less motion is wished for,', 'reduce', 0]
] as const)('the page changes %s with a transition', async (_often, reducedMotion, times) => {
  const { page, link } = await open({ ...desktop, reducedMotion })
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    Reflect.set(globalThis, 'transitions', 0)
    document.startViewTransition = (update) => {
      Reflect.set(globalThis, 'transitions', Number(Reflect.get(globalThis, 'transitions')) + 1)
      return start(update)
    }
  })
  await link.hover()
  await page.locator('html.swup-enabled').waitFor({ state: 'attached' })
  await link.click()
  await page.locator('h1', { hasText: 'Lamp Shrine' }).waitFor()
  await page.locator('html:not([aria-busy])').waitFor()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'transitions') as unknown)).toBe(times)
})
