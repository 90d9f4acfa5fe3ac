import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleWorkspace } from '../../../demo/sample/sample.ts'
import { phone, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { hosted } from '../../support/browser/hosting.ts'
import { isStatic } from '../../support/browser/needs-server.ts'
import { onFinished } from '../../support/on-finished.ts'
import { openSite } from '../../support/sites/site.ts'
import { patient } from '../../support/workspaces/test-config.ts'
import { buildApp } from '../../../server/app.ts'

const themes = ['pixel', 'notion'] as const
type Theme = (typeof themes)[number]
const addresses = new Map<Theme, string>()

beforeAll(async () => {
  const site = await openSite({ workspace: sampleWorkspace() })
  for (const theme of themes) {
    const config = { ...site.config, theme }
    const app = await buildApp({ ...patient, config, dataDir: site.dataDir, logLevel: 'error' })
    onFinished(() => app.close())
    addresses.set(theme, await hosted({ ...site, app, config }))
  }
})

async function openForced(address: string, theme: Theme): Promise<Page> {
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

test('with forced colours, parts that differ by their colour alone still differ', async () => {
  const view = 'how-dangerous-they-are'
  const page = await openForced(isStatic ? `/mobs/_view/${view}/` : `/mobs?v=${view}`, 'pixel')
  expect(await background(page, '.bar')).not.toBe(await background(page, '.bar-track'))

  // The triangle of a column that can be sorted by is no square.
  await page.goto('/techniques')
  const triangle = await page
    .locator('thead th > a')
    .first()
    .evaluate((it) => {
      const { borderLeftColor: side, borderBottomColor: base } = getComputedStyle(it, '::after')
      return { side, base }
    })
  expect(triangle.base).not.toBe(triangle.side)
  expect(triangle.side).toBe(await background(page, 'body'))

  await page.goto('/next')
  const finished = await background(page, '.check.checked', '::after')
  expect(finished).not.toBe(await background(page, '.check.checked'))
  await expectCurrentLine(page)
})

/** Only the current view has a line below its name, and no other link has one. */
async function expectCurrentLine(page: Page): Promise<void> {
  const lineOf = (selector: string) =>
    page
      .locator(`.view-tabs ${selector}`)
      .first()
      .evaluate((it) => getComputedStyle(it).borderBottomColor)
  const hidden = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await lineOf('a:not([aria-current])')).toBe(hidden)
  expect(await lineOf('a[aria-current]')).not.toBe(hidden)
  const list = page.locator('.panel-lists a').first()
  expect(await list.evaluate((it) => getComputedStyle(it).borderLeftColor)).toBe(hidden)
}

test('with forced colours, only the current view has a line in the other look, and ticks are visible', async () => {
  const page = await openForced('/next', 'notion')
  await expectCurrentLine(page)
  const [tick, ink] = await page
    .locator('.check.checked svg')
    .first()
    .evaluate((it) => [getComputedStyle(it).fill, getComputedStyle(document.body).color])
  expect(tick).toBe(ink)
})
