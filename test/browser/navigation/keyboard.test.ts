import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone } from '../../support/browser/browser.ts'
import { SampleVisits, stays } from '../../support/browser/sample-visits.ts'

const visits = new SampleVisits()

const focused = (target: Locator) =>
  target.evaluateAll((found) => found.some((each) => each === document.activeElement))

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title }).waitFor()

/** A page was opened in place: the focus is in it, and so is that after the next Tab. */
async function arrived(page: Page, title: string): Promise<void> {
  await heading(page, title)
  await page.locator('#content:focus').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
}

/** Presses Tab until the element has the focus, then Enter. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  // Roles and names are not computed again at each step.
  const found = await target.elementHandles()
  const isReached = () =>
    page.evaluate((all) => all.some((each) => each === document.activeElement), found)
  for (let steps = 0; steps < 100; steps++) {
    if (await isReached()) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`no step by Tab leads to ${String(target)}`)
}

test.each([
  ['phone', phone],
  ['desktop', desktop]
])(
  'on a %s home, menu, a table, its sorting and back work by keyboard alone, among parts that each have a name',
  async (_name, device) => {
    const { page, problems } = await visits.open('/', device)
    const menu = page.locator('.menu-button:visible')
    const isPhone = (await menu.count()) > 0
    if (isPhone) await press(page, menu)
    const place = isPhone ? page.locator('.panel-links') : page.getByRole('banner')
    await press(page, place.getByRole('link', { name: 'Wiki' }))
    await arrived(page, 'Wiki')
    await press(page, page.getByRole('main').getByRole('link', { name: 'Techniques', exact: true }))
    await arrived(page, 'Techniques')
    await expectNamedParts(page)
    const table = page.getByRole('table', { name: 'All techniques' })
    const head = table.getByRole('columnheader', { name: 'Technique' })
    await press(page, head.getByRole('link'))
    await table.and(page.locator(':has([aria-sort=ascending])')).waitFor()
    expect(await table.getByRole('rowheader').first().textContent()).toContain('Ash Recall')
    // The next Tab starts from the previous place.
    await page.keyboard.press('Tab')
    expect(await focused(table.getByRole('link', { name: 'Grade' }))).toBe(true)
    for (const title of ['Techniques', 'Wiki', 'Hollow Lantern']) {
      await page.goBack()
      await heading(page, title)
    }
    if (!isPhone) {
      await page.keyboard.press('/')
      await page.locator('[name="q"]:focus').waitFor()
    }
    expect(await stays(page)).toBe(true)
    expect(problems).toEqual([])
  }
)

/** Every part of a page of rows is in the accessibility tree once, with a name. */
async function expectNamedParts(page: Page): Promise<void> {
  for (const role of ['banner', 'search', 'main', 'contentinfo'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(1)
  }
  const navigation = page.getByRole('navigation')
  const names = await navigation.evaluateAll((parts) =>
    parts.map((part) => part.getAttribute('aria-label'))
  )
  expect(names.every(Boolean)).toBe(true)
  expect(new Set(names).size).toBe(names.length)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Techniques')
  const row = page.getByRole('row', { name: 'Lantern Step' })
  expect(await row.getByRole('rowheader').count()).toBe(1)
  expect(await page.getByRole('columnheader', { name: 'Oil cost' }).count()).toBe(1)
}

/** Whether what is seen in the middle of an element is that element; in the page. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return top !== null && (element.contains(top) || top.contains(element))
}

const isSeen = (target: Locator) => target.evaluate(isOnTop)

test('the link that skips to the content is seen when it has the focus', async () => {
  const { page } = await visits.open('/wiki')
  await page.keyboard.press('Tab')
  expect(await isSeen(page.locator('.skip:focus'))).toBe(true)
})

test('the menu of a page lies above its contents', async () => {
  const { page } = await visits.open('/the-unlit', phone)
  await page.locator('.page-menu summary').click()
  const entries = await page.locator('.page-menu :is(a, button):visible').all()
  expect(entries.length).toBeGreaterThan(2)
  for (const entry of entries) expect(await isSeen(entry), await entry.innerText()).toBe(true)
})

test.each([
  ['/harten', '.site-panel', desktop],
  ['/next', 'main', phone],
  ['/every-property', 'main', desktop]
])('what has the focus by Shift+Tab on %s, in %s, is not covered', async (path, part, device) => {
  const { page } = await visits.open(path, device)
  await page.evaluate(`globalThis.isOnTop = ${isOnTop.toString()}`)
  await page.locator('.site-footer a').last().focus()
  const covered: string[] = []
  let steps = 0
  for (; steps < 300; steps++) {
    await page.keyboard.press('Shift+Tab')
    const at = await page.evaluate(async (selector) => {
      const element = document.querySelector(':focus')
      if (!element) return 'nothing has the focus'
      if (element.closest('.site-header')) return 'header'
      const isSeenThere = () => Reflect.get(globalThis, 'isOnTop')(element)
      if (!element.closest(selector) || isSeenThere()) return 'seen'
      // What a box has scrolled to is painted there, and found there, in the next frame.
      await new Promise(requestAnimationFrame)
      return isSeenThere() ? 'seen' : element.outerHTML.slice(0, 120)
    }, part)
    if (at === 'header') break
    if (at !== 'seen') covered.push(at)
  }
  expect(covered).toEqual([])
  expect(steps).toBeGreaterThan(10)
})

test('a column whose sorting is cleared keeps its place and the focus', async () => {
  const { page } = await visits.open('/every-property', phone)
  const head = () => page.getByRole('columnheader', { name: 'Edited by' }).getByRole('link')
  await head().focus()
  for (const order of ['ascending', 'descending', undefined]) {
    await page.keyboard.press('Enter')
    const sorted = page.locator(order ? `[aria-sort=${order}]` : 'thead:not(:has([aria-sort]))')
    await sorted.first().waitFor()
    await expect.poll(() => focused(head())).toBe(true)
    expect(await isSeen(head())).toBe(true)
  }
})

test('a question mark closes the list of shortcuts, and a slash in it opens the search', async () => {
  const { page } = await visits.open('/wiki')
  const list = page.locator('#shortcuts')
  await page.keyboard.press('?')
  await list.waitFor()
  await page.keyboard.press('?')
  await list.waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await list.waitFor()
  await page.keyboard.press('/')
  await page.locator('[name="q"]:focus').waitFor()
})
