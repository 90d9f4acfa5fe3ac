import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { hosted, needsServer } from '../../support/browser/hosting.ts'
import { isStatic } from '../../support/browser/needs-server.ts'
import { beforeAll, expect, test } from 'vitest'

import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { type Lamp, lampWorkspace } from '../../support/sites/collection-site.ts'
import {
  fromOtherDeployment,
  mark,
  scrolledTo,
  shareVisits,
  withRouter
} from '../../support/browser/sample-visits.ts'
import { openSite } from '../../support/sites/site.ts'
import { desktop, intercept, nextFrame, phone, stickingOut } from '../../support/browser/browser.ts'

let baseURL = ''
const share = shareVisits()

beforeAll(async () => {
  baseURL = await hosted(await openSite({ workspace: lampWorkspace(views, lamps) }))
})

const views: ViewInput[] = [
  { type: 'table', name: 'Table', show: ['Lamp', 'Oil', 'Grade'] },
  { type: 'gallery', name: 'Gallery', show: ['Lamp'] },
  { type: 'calendar', name: 'Calendar', show: ['Lamp'], dateBy: 'Since' }
]
const lamps = Array.from({ length: 120 }, (_, index): Lamp => ({
  title: `Lamp n${index}`,
  oil: (index * 7) % 120,
  grade: index % 2 === 0 ? 'Wick' : 'Ember',
  since: '2026-03-01'
}))

async function openLamps(
  options: BrowserContextOptions = desktop,
  prepare?: (page: Page) => Promise<void>
) {
  const { page, problems } = await share({ baseURL, ...options })
  await prepare?.(page)
  await page.goto('/lamps')
  return { page, problems, titles: () => titlesOf(page) }
}

const titlesOf = (page: Page) => page.locator('.collection .page-link-title').allInnerTexts()

test('a view changes in place, its address can be shared, and back restores the previous one', async () => {
  const { page, problems } = await openLamps()
  await page.evaluate(() => document.body.setAttribute('data-stays', ''))
  // Screen readers ignore a region that is inserted with its text.
  await page.locator('#view-status:empty').waitFor({ state: 'attached' })
  await page.locator('.view-tabs a', { hasText: 'Gallery' }).click()
  await page.locator('.gallery').waitFor()
  expect(page.url()).toMatch(isStatic ? /\/lamps\/_view\/gallery\/#/ : /\/lamps\?v=gallery#/)
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Gallery')
  expect(await page.locator('#view-status').innerText()).toContain('Gallery: 120 rows')

  // The link to the view that is shown adds no step to go back.
  await page.evaluate(async () => {
    const isShown = new Promise((done) => document.addEventListener('view-shown', done))
    document.querySelector<HTMLElement>('.view-tabs a[aria-current]')?.click()
    await isShown
  })
  await page.goBack()
  await page.locator('.collection table').waitFor()
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  expect(problems).toEqual([])
})

needsServer('longView')(
  'a column sorts by keyboard, keeps the focus, and has a stronger mark',
  async () => {
    const { page, titles, problems } = await openLamps()
    await page.locator('thead a', { hasText: 'Oil' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('th[aria-sort=ascending]').waitFor()
    expect((await titles()).slice(0, 2)).toEqual(['Lamp n0', 'Lamp n103'])
    expect(await marksOf(page)).toEqual([
      [null, '""', false],
      ['ascending', '""', true],
      [null, '""', false]
    ])
    await page.keyboard.press('Enter')
    await page.locator('th[aria-sort=descending]').waitFor()
    expect((await titles())[0]).toBe('Lamp n17')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Oil')
    expect(problems).toEqual([])
  }
)

/** For each head of a column, its order and mark, and whether that is stronger than the others. */
function marksOf(page: Page) {
  return page.locator('thead th').evaluateAll((heads) =>
    heads.map((head) => {
      const link = head.querySelector('a')
      const { content, opacity } = getComputedStyle(link ?? head, '::after')
      return [head.getAttribute('aria-sort'), content, Number(opacity) >= 0.9]
    })
  )
}

needsServer('longView').each([
  ['with script', true],
  ['without script', false]
])('a search and a filter combine and are in the address, %s', async (_name, javaScriptEnabled) => {
  const { page, titles, problems } = await openLamps({ ...desktop, javaScriptEnabled })
  await page.locator('.view-tools summary').click()
  await page.locator('.view-tools select').first().selectOption('Ember')
  await page.locator('.view-tools input[type=search]').fill('n11')
  await page.keyboard.press('Enter')
  await page.locator('.view-tools', { hasText: '6 of 120' }).waitFor()
  const found = [11, 111, 113, 115, 117, 119].map((number) => `Lamp n${number}`)
  expect(await titles()).toEqual(found)

  const address = page.url()
  await page.goto('/robots.txt')
  await page.goto(address)
  expect(await titles()).toEqual(found)
  expect(problems).toEqual([])
})

needsServer('longView')('a word that is typed while a filter is applied stays', async () => {
  const { page, titles, problems } = await openLamps(desktop, intercept)
  await page.locator('.view-tools summary').click()
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route(/[?&]is\./, (route) => released.then(() => route.continue()))
  await page.locator('.view-tools select').first().selectOption('Ember')
  await page.locator('.view-tools input[type=search]').pressSequentially('n11')
  release()
  await page.locator('.view-tools', { hasText: '60 of 120' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.view-tools', { hasText: '6 of 120' }).waitFor()
  expect((await titles())[0]).toBe('Lamp n11')
  expect(problems).toEqual([])
})

test('the next page of rows is shown from its first row', async () => {
  const { page, problems } = await openLamps(phone)
  await page.locator('a[rel=next]').click()
  await page.locator('a[rel=prev]').waitFor()
  const { top } = await page.locator('.collection').evaluate((it) => it.getBoundingClientRect())
  expect(top).toBeGreaterThanOrEqual(-1)
  expect(problems).toEqual([])
})

test.each([
  ['a phone with the router', phone, true],
  ['a phone', phone, false],
  ['a desktop with the router', desktop, true]
])('on %s, back from the next rows returns to the place', async (_device, options, hasRouter) => {
  const { page, problems } = await openLamps(options)
  if (hasRouter) await withRouter(page)
  const next = page.locator('a[rel=next]')
  await next.scrollIntoViewIfNeeded()
  const goAndReturn = async () => {
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(1000)
    // A pointer would load the router.
    await next.evaluate((link: HTMLElement) => link.click())
    await page.locator('a[rel=prev]').waitFor()
    await page.goBack()
    await next.waitFor()
    await scrolledTo(page, place)
  }
  await goAndReturn()
  await goAndReturn()
  expect(problems).toEqual([])
})

needsServer('longView')('a filter applies when it is chosen', async () => {
  const { page, titles, problems } = await openLamps()
  await page.locator('.view-tools summary').click()
  const chosen = page.locator('.view-tools select').first()
  await chosen.focus()
  await chosen.selectOption('Ember')
  await page.locator('.view-tools', { hasText: '60 of 120' }).waitFor()
  expect((await titles()).slice(0, 2)).toEqual(['Lamp n1', 'Lamp n3'])
  expect(await chosen.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(problems).toEqual([])
})

needsServer('reading')(
  'a page of rows that fails to load in place is opened by the browser, also on the way back',
  async () => {
    const { page, titles } = await openLamps(desktop, intercept)
    let answer = (route: Route) => route.abort()
    await page.route('**/lamps?*', (route) =>
      route.request().isNavigationRequest() ? route.continue() : answer(route)
    )
    await mark(page)
    await page.locator('a[rel=next]').click()
    await page.locator('body:not([data-stays]) a[rel=prev]').waitFor()
    expect(await titles()).toHaveLength(20)

    await mark(page)
    answer = (route) => route.continue()
    await page.locator('.view-tabs a', { hasText: 'Gallery' }).click()
    await page.locator('.gallery').waitFor()
    answer = fromOtherDeployment
    await page.goBack()
    await page.locator('body:not([data-stays]) a[rel=prev]').waitFor()
    expect(await titles()).toHaveLength(20)
  }
)

test('a view whose rows arrive after another click is not shown, nor in the history', async () => {
  const { page, problems } = await openLamps(desktop, intercept)
  const tab = (name: string) => page.locator('.view-tabs a', { hasText: name })
  const sendGallery = await hold(page, /gallery/)
  await tab('Gallery').click()
  await tab('Calendar').click()
  const current = page.locator('.view-tabs a[aria-current]')
  await current.filter({ hasText: 'Calendar' }).waitFor()
  await sendGallery()
  expect(await current.innerText()).toBe('Calendar')

  const sendTable = await hold(page, /table/)
  const sendHome = await hold(page, `${baseURL}/`)
  await tab('Table').click()
  await page.locator('.collection[aria-busy]').waitFor()
  await page.locator('.site-name').click()
  await page.locator('html[aria-busy]').waitFor()
  expect(await page.locator('.collection[aria-busy]').count()).toBe(0)
  await sendTable()
  void sendHome()
  await page.locator('h1', { hasText: 'Lamps' }).waitFor({ state: 'detached' })
  await page.goBack()
  await current.filter({ hasText: 'Calendar' }).waitFor()
  expect(problems).toEqual([])
})

test('a view that is chosen while another page is loading is shown in its place', async () => {
  const { page, problems } = await openLamps(desktop, intercept)
  await mark(page)
  const sendHome = await hold(page, `${baseURL}/`)
  await page.locator('.site-name').click()
  await page.locator('html[aria-busy]').waitFor()
  await page.locator('.view-tabs a', { hasText: 'Gallery' }).click()
  await page.locator('.gallery').waitFor()
  expect(page.url()).toMatch(isStatic ? /\/lamps\/_view\/gallery\/#/ : /\/lamps\?v=gallery#/)
  await sendHome()
  expect(await page.locator('body[data-stays] .gallery').count()).toBe(1)
  await page.goBack()
  await page.locator('.collection table').waitFor()
  expect(problems).toEqual([])
})

/** Holds a request until the returned function sends it, which waits for its end. */
async function hold(page: Page, address: RegExp | string): Promise<() => Promise<void>> {
  let send = () => {}
  const isSent = new Promise<void>((done) => (send = done))
  const isHeld = page.waitForRequest(address)
  await page.route(address, async (route) => {
    await isSent
    // The browser has aborted a request whose answer is not awaited any more.
    await route.continue().catch(() => {})
  })
  return async () => {
    send()
    await (await isHeld).response().catch(() => null)
    await nextFrame(page)
  }
}

test('on a phone no view scrolls the page sideways, and the links of a day are not too close', async () => {
  const { page, problems } = await openLamps(phone)
  for (const { name } of views) {
    await page.locator('.view-tabs a', { hasText: name }).click()
    await page.locator('.view-tabs a[aria-current]', { hasText: name }).waitFor()
    expect(await stickingOut(page), name).toEqual([])
  }
  // The calendar is the last one. WCAG 2.5.8 wants targets of 24 pixels.
  const tops = await page
    .locator('.month li a')
    .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top))
  const gaps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(24)
  expect(problems).toEqual([])
})

needsServer('longView')(
  'a direction stays chosen until a property to sort by is chosen',
  async () => {
    const { page, titles } = await openLamps()
    const before = page.url()
    await page.locator('.view-tools summary').click()
    await page.locator('select[name="dir"]').selectOption('desc')
    await page.locator('select[name="sort"]').selectOption({ label: 'Oil' })
    await page.locator('[aria-sort="descending"]').waitFor()
    expect((await titles())[0]).toBe('Lamp n17')
    expect(await page.locator('select[name="dir"]').inputValue()).toBe('desc')
    await page.goBack()
    await page.locator('thead:not(:has([aria-sort]))').waitFor()
    expect(page.url()).toBe(before)
  }
)
