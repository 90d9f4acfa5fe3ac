import type { BrowserContextOptions, Locator } from 'playwright-core'
import { hosted, needsServer } from '../../support/browser/hosting.ts'
import { beforeAll, describe, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { buildApp } from '../../../server/app.ts'
import shipped from '../../../site.config.ts'
import { onFinished } from '../../support/on-finished.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { patient } from '../../support/workspaces/test-config.ts'
import { openSite } from '../../support/sites/site.ts'
import { desktop, phone } from '../../support/browser/browser.ts'
import { shareVisits } from '../../support/browser/sample-visits.ts'

const themes = ['pixel', 'notion'] as const
const sites = new Map<string, string>()

beforeAll(async () => {
  const workspace = sampleWorkspace()
  const plain = { ...shipped, components: null }
  const site = await openSite({ workspace, assets: sampleAssets, config: plain })
  for (const theme of themes) {
    const config = { ...site.config, theme }
    const app = await buildApp({ ...patient, config, dataDir: site.dataDir, logLevel: 'error' })
    onFinished(() => app.close())
    sites.set(theme, await hosted({ ...site, app, config }))
  }
})

const share = shareVisits()

/** A visitor who counts taps; a choice in a list takes two. */
async function openVisit(theme: string, options: BrowserContextOptions) {
  const visitor = await share({ baseURL: sites.get(theme), ...options })
  const { page } = visitor
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await (options.hasTouch ? target.tap() : target.click())
  }
  const choose = async (target: Locator, option: string) => {
    taps += 2
    await target.selectOption(option)
  }
  const follow = async (name: string) => {
    await tap(page.getByRole('main').getByRole('link', { name, exact: true }).first())
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await page.goto('/')
  return { ...visitor, tap, choose, follow, taps: () => taps }
}

/** Whether a point in the middle of an element shows the element, and not what covers it. */
const isSeen = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const shown = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(shown)
  })

const devices: [string, BrowserContextOptions][] = [
  ['phone', phone],
  ['desktop', desktop]
]
/** All in a sweep; otherwise each device and each look once. */
const places = devices
  .flatMap(([device, options]) => themes.map((theme) => ({ device, options, theme })))
  .filter(({ device, theme }) => isSweep || (device === 'phone') === (theme === 'notion'))

describe.each(places)('on a $device, theme $theme', ({ options, theme }) => {
  test('which technique costs least oil: five taps from the home page', async () => {
    const { page, tap, choose, follow, taps, problems } = await openVisit(theme, options)
    await follow('Wiki')
    await follow('Techniques')
    await tap(page.getByText('Search, filter and sort'))
    await choose(page.getByLabel('Sort by'), 'Oil cost')
    await page.locator('th[aria-sort=ascending]').waitFor()

    const first = page.locator('tbody tr').first()
    expect(await first.getByRole('rowheader').innerText()).toContain('Last Light')
    expect(await isSeen(first.getByRole('rowheader'))).toBe(true)
    expect(await isSeen(first.locator('td.sorted'))).toBe(true)
    expect(await first.locator('td.sorted').innerText()).toBe('0')
    expect(new URL(page.url()).search).toContain('sort=oil-cost')
    // The form stays open where its list was used, for the other direction.
    await choose(page.getByLabel('Direction'), 'descending')
    await page.locator('th[aria-sort=descending]').waitFor()
    expect(await first.locator('td.sorted').innerText()).toBe('120')
    expect(await isSeen(first.locator('td.sorted'))).toBe(true)
    expect(taps()).toBe(7)
    expect(problems).toEqual([])
  })

  needsServer('otherAddress')('the same without script, with one tap more', async () => {
    const visitor = await openVisit(theme, { ...options, javaScriptEnabled: false })
    const { page, tap, choose, follow, taps, problems } = visitor
    await follow('Wiki')
    await follow('Techniques')
    await tap(page.getByText('Search, filter and sort'))
    await choose(page.getByLabel('Sort by'), 'Oil cost')
    await tap(page.getByRole('button', { name: 'Show', exact: true }))
    await page.locator('th[aria-sort=ascending]').waitFor()
    const first = page.locator('tbody tr').first()
    expect(await first.getByRole('rowheader').innerText()).toContain('Last Light')
    const cell = await first.locator('td.sorted').boundingBox()
    expect(cell && cell.x + cell.width).toBeLessThanOrEqual(options.viewport?.width ?? 0)
    expect(taps()).toBe(6)
    expect(problems).toEqual([])
  })

  test('where do I get this item: two taps from the home page', async () => {
    const { page, tap, taps, problems } = await openVisit(theme, options)
    await tap(page.locator(options.hasTouch ? '.search-button' : '#site-search'))
    await page.getByRole('combobox', { name: 'Search the wiki' }).fill('lamp moss')
    await tap(page.getByRole('option', { name: 'Lamp Moss' }).first())
    await page.getByRole('heading', { level: 1, name: 'Lamp Moss' }).waitFor()
    const answer = page.getByText('Grows on the north side of lit shrines').first()
    await answer.waitFor()
    expect(taps()).toBe(2)
    expect(problems).toEqual([])
  })

  test('show me this without spoilers of chapter 3: one tap, two more to see them', async () => {
    const { page, choose, follow, taps, problems } = await openVisit(theme, options)
    const choice = page.getByLabel('Show spoilers up to:').first()
    const names = page.getByText('A winter for Harten').filter({ visible: true })
    await follow('Next')
    expect(await page.getByText('Spoiler (chapter 3)').first().isVisible()).toBe(true)
    expect(await names.count()).toBe(0)
    expect(taps()).toBe(1)

    await choose(choice, '2')
    expect(await names.count()).toBe(0)
    await choose(choice, '3')
    await names.first().waitFor()
    expect(problems).toEqual([])
  })
})
