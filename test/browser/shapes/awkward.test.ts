import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

import { awkwardWorkspace, command, simpleWidths, widths } from './awkward-workspace.ts'
import { outOfReach } from './out-of-reach.ts'
import { hosted } from '../../support/browser/hosting.ts'
import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../../support/on-finished.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { patient } from '../../support/workspaces/test-config.ts'
import { desktop, nextFrame, phone, sharedBrowser, visit } from '../../support/browser/browser.ts'

const themes = ['pixel', 'notion'] as const
type Theme = (typeof themes)[number]

/** The site in a theme, with a page of a phone and one of a desktop, which all tests share. */
interface Themed {
  address: string
  onPhone: Page
  onDesktop: Page
}

const sites = new Map<Theme, Themed>()
const problems: string[][] = []
let untitled: string

beforeAll(async () => {
  const site = await openSite({ workspace: awkwardWorkspace() })
  for (const theme of themes) sites.set(theme, await openIn(theme, site))
  const path = site.mirror.$client
    .prepare<[], string>(`select path from page where title = ''`)
    .pluck()
  untitled = path.get() ?? ''
})

async function openIn(theme: Theme, site: TestSite): Promise<Themed> {
  const config = { ...site.config, theme }
  const app = await buildApp({ ...patient, config, dataDir: site.dataDir, logLevel: 'error' })
  onFinished(() => app.close())
  const address = await hosted({ ...site, app, config })
  const start = async (device: BrowserContextOptions) => {
    const visitor = await visit(await sharedBrowser(), { ...device, baseURL: address })
    onFinished(visitor.close)
    problems.push(visitor.problems)
    return visitor.page
  }
  return { address, onPhone: await start(phone), onDesktop: await start(desktop) }
}

afterEach(() => {
  const found = problems.flatMap((each) => each.splice(0))
  expect(found).toEqual([])
})

function themed(theme: Theme): Themed {
  return sites.get(theme) ?? expect.fail(`no site in ${theme}`)
}

const unfold = (page: Page, isOpen: boolean) =>
  page.evaluate((open) => {
    const changed = open ? 'details:not([open])' : 'details[data-unfolded]'
    for (const each of document.querySelectorAll<HTMLDetailsElement>(changed)) {
      each.dataset['unfolded'] = ''
      each.open = open
    }
  }, isOpen)

/** Opens a page on a phone, which has to fit into its width also with all its parts unfolded. */
async function openOnPhone(path: string, theme: Theme): Promise<Page> {
  const { onPhone: page } = themed(theme)
  await page.setViewportSize(phone.viewport ?? { width: 0, height: 0 })
  await page.goto(path)
  await unfold(page, true)
  await nextFrame(page)
  expect(await outOfReach(page), path).toEqual([])
  await unfold(page, false)
  return page
}

async function openOnDesktop(path: string, theme: Theme): Promise<Page> {
  const { onDesktop: page } = themed(theme)
  await page.setViewportSize(desktop.viewport ?? { width: 0, height: 0 })
  await page.goto(path)
  return page
}

test.each(themes)('in %s, long titles, words and lists of pages stay on a phone', async (theme) => {
  const lists = ['/all-pages', '/recent-changes', '/search?q=lamp']
  for (const path of ['/', '/times', '/words', ...lists]) {
    await openOnPhone(path, theme)
  }
})

test.each(themes)(
  'in %s, long tags stay in their cells, in one line if the view says so',
  async (theme) => {
    const page = await openOnPhone('/kinds', theme)
    for (const name of ['Listed', 'Cut']) {
      await page.locator('.view-tabs a', { hasText: name }).click()
      await page.locator('.view-tabs a[aria-current]', { hasText: name }).waitFor()
      expect(await outOfReach(page), name).toEqual([])
    }
    expect((await page.locator('tbody tr').boundingBox())?.height).toBeLessThan(50)
  }
)

test.each(themes)(
  'in %s, deep blocks stay on a phone, and the deepest text has room',
  async (theme) => {
    const page = await openOnPhone('/depths', theme)
    await unfold(page, true)
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 })
      for (const deepest of await page.getByText('the deepest text').all()) {
        expect((await deepest.boundingBox())?.width, `${width} px`).toBeGreaterThan(100)
      }
    }
  }
)

test('quotes in a quote have the size of its text', async () => {
  const page = await openOnDesktop('/depths', 'notion')
  const sizes = await page
    .locator('blockquote')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize))
  expect([sizes.length, ...new Set(sizes)]).toEqual([40, '19.2px'])
})

test.each(themes)(
  'in %s, a card is tall only for a long title, not for a lost cover',
  async (theme) => {
    const page = await openOnPhone('/gallery', theme)
    expect(await page.locator('.row-card-cover').count()).toBe(0)
    const heights = await page
      .locator('.gallery .row-card')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    const [first = 0, , longest = 0] = heights.toSorted((one, other) => one - other)
    expect([heights.length, longest > 2 * first]).toEqual([3, true])
  }
)

test.each(themes)(
  'in %s, a page without a title fits, and has a name everywhere',
  async (theme) => {
    const page = await openOnPhone(untitled, theme)
    expect(await page.title()).toBe('Untitled · Test wiki')
    expect(await page.locator('h1').innerText()).toBe('Untitled')
    await openOnPhone('/below', theme)
    expect(await page.locator('nav.breadcrumbs').innerText()).toContain('Untitled')
  }
)

test.each(themes)('in %s, a title has at most three lines in the tree', async (theme) => {
  const page = await openOnDesktop('/', theme)
  const links = page.locator('.site-tree a:visible')
  await links.first().waitFor()
  const heights = await links.evaluateAll((all) => all.map((each) => each.clientHeight))
  expect(heights.length).toBeGreaterThan(5)
  expect(Math.max(...heights)).toBeLessThan(80)
})

test.each(themes)('in %s, breadcrumbs break between pages only', async (theme) => {
  const page = await openOnPhone('/under', theme)
  const links = page.locator('nav.breadcrumbs a')
  const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()))
  expect(boxes).toHaveLength(2)
  for (const box of boxes) {
    expect(box?.height).toBeLessThan(30)
    expect(box?.width).toBeGreaterThan(30)
  }
})

test('on a phone, the links to sections are whole in the look of Notion', async () => {
  const page = await openOnPhone('/commands', 'notion')
  const anchors = page.locator('.section-head > .anchor:visible')
  await anchors.first().waitFor()
  const lefts = await anchors.evaluateAll((found) =>
    found.map((each) => each.getBoundingClientRect().left)
  )
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(0)
})

test.each(themes)('in %s, a command breaks at its spaces only', async (theme) => {
  const page = await openOnPhone('/commands', theme)
  const lines = await page.locator('.content code').evaluate((code) => {
    const range = document.createRange()
    const text = code.textContent
    const tops: { word: string; tops: Set<number> }[] = []
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        tops.push({ word, tops: new Set([...range.getClientRects()].map(({ top }) => top)) })
      }
    }
    return { text, broken: tops.filter((each) => each.tops.size > 1).map(({ word }) => word) }
  })
  // The last word is longer than a line may be.
  expect(lines).toEqual({ text: command, broken: [] })
})

test.each(themes)(
  'in %s, columns have the widths of their view or of the printed page, and the first one stays while the table scrolls',
  async (theme) => {
    const page = await openOnDesktop('/tables', theme)
    const columns = (place: string) =>
      page.locator(`${place} tr:first-child > :is(td, th)`).evaluateAll((cells) => {
        return cells.map((cell) => Math.round(cell.getBoundingClientRect().width))
      })
    expect(await columns('.collection:first-of-type thead')).toEqual(Object.values(widths))
    expect(await columns('.simple-table thead')).toEqual(simpleWidths)
    await expectPrintedTables(page)

    await page.setViewportSize({ width: 360, height: 740 })
    const box = page.locator('.table-box').first()
    const name = box.locator('tbody th').first()
    const before = await name.boundingBox()
    await box.locator('thead a').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => box.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0)
    expect((await name.boundingBox())?.x).toBe(before?.x)
  }
)

/** Expects tables that are as wide as the printed page. */
async function expectPrintedTables(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  for (const table of await page.locator('table').all()) {
    const fits = await table.evaluate(
      (it) => it.scrollWidth <= (it.parentElement?.clientWidth ?? 0)
    )
    expect(fits).toBe(true)
  }
  await page.emulateMedia({ media: null })
}

test.each(themes)(
  'in %s, the column that rows are sorted by is in view beside the first one, however wide it is',
  async (theme) => {
    const page = await openOnPhone('/tables', theme)
    const box = page.locator('.table-box').first()
    for (const name of ['Summary', 'Notes']) {
      await box.locator('thead a', { hasText: name }).tap()
      await box.locator('th[aria-sort]', { hasText: name }).waitFor()
      await box.evaluate((it) => it.scrollTo({ left: 0, behavior: 'instant' }))
      const [first, sorted] = await Promise.all(
        ['tbody th', 'tbody .sorted'].map((part) => box.locator(part).first().boundingBox())
      )
      if (!first || !sorted) throw new Error('a column is not shown')
      expect(sorted.x, name).toBeGreaterThanOrEqual(first.x + first.width)
      expect(sorted.x + sorted.width, name).toBeLessThanOrEqual(360)
      // The others can be read beside them.
      expect(first.width + sorted.width, name).toBeLessThan(290)
    }
  }
)

test('a view without rows shows its columns', async () => {
  const page = await openOnDesktop('/tables', 'pixel')
  const empty = page.locator('.collection').nth(1)
  expect(await empty.locator('thead th').allInnerTexts()).toEqual(Object.keys(widths))
  expect(await empty.locator('tbody td').innerText()).toBe('No rows')
  await empty.locator('.view-tabs a', { hasText: 'Columns' }).click()
  await empty.locator('.board').waitFor()
  expect(await empty.locator('.board .tag').allInnerTexts()).toEqual(['To be lit', 'Burning'])
})

test('a timeline has months, and marks today by script', async () => {
  const tokyo = { ...desktop, baseURL: themed('pixel').address, timezoneId: 'Asia/Tokyo' }
  const { page, close } = await visit(await sharedBrowser(), tokyo)
  onTestFinished(close)
  await page.clock.setFixedTime(new Date('2027-01-14T20:00:00Z'))
  await page.goto('/times')
  const labels = await page.locator('.timeline-axis > span').allInnerTexts()
  expect(labels).toEqual(['Jul', '2027', 'Jul'])
  // 15 January in Tokyo: 320 of the 640 days from 1 March 2026 to 30 November 2027 are over.
  expect(await page.locator('.timeline').getAttribute('style')).toContain('--today: 50.00%')
  expect(await page.locator('.today').innerText()).toBe('Today')
  await page.locator('.view-tabs a', { hasText: 'Cards' }).click()
  await page.locator('.gallery').waitFor()
  await page.locator('.view-tabs a', { hasText: 'When' }).click()
  await page.locator('.today').waitFor()
})

test.each(themes)(
  'in %s, formulas stay on a phone; their variables have a font with their letters, and grow with their roots',
  async (theme) => {
    const page = await openOnPhone('/formulas', theme)
    await page.evaluate(() => document.fonts.ready)
    const loaded = await page.evaluate(
      () =>
        [...document.fonts].filter(
          ({ family, status }) => /STIX/.test(family) && status === 'loaded'
        ).length
    )
    expect(loaded).toBeGreaterThanOrEqual(3)
    expect(await page.locator('.equation-block mi').first().textContent()).toBe('ℝ')
  }
)
