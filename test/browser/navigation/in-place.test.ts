import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, intercept, phone } from '../../support/browser/browser.ts'
import { pathOf } from '../../support/browser/hosting.ts'
import {
  SampleVisits,
  heading,
  link,
  moving,
  scrolledTo,
  stays,
  withRouter
} from '../../support/browser/sample-visits.ts'

const visits = new SampleVisits()

test('back during the transition to a page keeps the scroll position of the page before', async () => {
  const { page, problems } = await visits.openNavigation(
    '/wiki',
    undefined,
    visits.share(moving(desktop))
  )
  await pauseTransitions(page)
  await page.evaluate(() => scrollTo(0, 400))
  await link(page, '/techniques').evaluate((element: HTMLElement) => element.click())
  await heading(page, 'Techniques')
  const isPaused = () => document.getAnimations().some(({ playState }) => playState === 'paused')
  await page.waitForFunction(isPaused)
  await page.evaluate(async () => {
    const popped = new Promise((done) => addEventListener('popstate', done, { once: true }))
    history.back()
    await popped
    // The page that the entry is not of; it is stored 100 ms after the last scroll.
    scrollTo(0, 40)
    for (const animation of document.getAnimations()) animation.play()
  })
  await heading(page, 'Wiki')
  await scrolledTo(page, 400)
  expect([await stays(page), problems]).toEqual([true, []])
})

/** Pauses transitions between pages: a page is then in place, and its visit has not ended. They go on for a second. */
const pauseTransitions = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    const paused = 'animation-duration: 1s !important; animation-play-state: paused !important'
    sheet.replaceSync(`::view-transition-old(root) { ${paused} }`)
    document.adoptedStyleSheets.push(sheet)
  })

test('islands are mounted once on every page', async () => {
  const { page, problems } = await visits.openNavigation('/every-block')
  for (let round = 0; round < 2; round++) {
    await link(page, '/code-and-formulas').click()
    await heading(page, 'Code and Formulas')
    const bars = page.locator('.code-bar')
    expect(await page.locator('.copy-code').count()).toBe(await bars.count())
    expect(await bars.count()).toBeGreaterThan(0)
    await page.goBack()
    await heading(page, 'Every Block')
  }
  await link(page, '/tables-and-tabs').click()
  await page.locator('[role=tab]').nth(1).click()
  await page.locator('[role=tab][aria-selected=true]').first().waitFor()
  expect(await page.locator('[role=tablist]').count()).toBe(await page.locator('.tabs').count())
  expect(await stays(page)).toBe(true)
  expect(problems).toEqual([])
})

test('a page superseded by another click is not in the history, and the page before stays there', async () => {
  // The first link leads to the page itself, and adds no entry.
  const paths = ['/command-reference', '/wiki']
  const releases: (() => void)[] = []
  const { page, problems } = await visits.openNavigation('/command-reference', async (opened) => {
    await intercept(opened)
    for (const path of paths) releases.push(await holdInPlace(opened, path))
  })
  for (const [index, path] of paths.entries()) {
    await page
      .locator(`a[href="${pathOf(path)}"]:visible`)
      .first()
      .click()
    await page.locator('html[aria-busy]').waitFor()
    expect(new URL(page.url()).pathname).toBe(pathOf(path))
    await page
      .locator(`.site-header a[href="${pathOf('/download')}"]:visible`)
      .first()
      .click()
    await heading(page, 'Download')
    releases[index]?.()
    await page.goBack()
    await heading(page, 'Command Reference')
  }
  expect([await stays(page), problems]).toEqual([true, []])
})

/** Holds the requests for showing a page in place until the returned function releases them. */
async function holdInPlace(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${pathOf(path)}`, async (route) => {
    if (!route.request().isNavigationRequest()) await released
    // The request is aborted by then.
    await route.continue().catch(() => {})
  })
  return release
}

test('back closes the full view of a picture', async () => {
  const { page, problems } = await visits.openNavigation('/every-block')
  await link(page, '/pictures').click()
  await heading(page, 'Pictures')
  await page.locator('a.full-view').first().click()
  const view = page.locator('dialog.full-view-dialog')
  await view.waitFor()
  await page.goBack()
  await heading(page, 'Every Block')
  await expect.poll(() => view.count()).toBe(0)
  expect([await stays(page), problems]).toEqual([true, []])
})

test('a page and an open branch of the tree are fetched again when they were fetched more than five minutes ago', async () => {
  const { page } = await visits.openNavigation(
    '/wiki',
    (opened) => opened.clock.install(),
    visits.start()
  )
  let fetched = 0
  let branches = 0
  page.on('request', (request) => {
    if (request.url().includes('/_tree/')) branches++
    // The browser may revalidate its copy by a request of another type.
    const isPage = request.url().endsWith(pathOf('/techniques'))
    if (isPage && request.resourceType() === 'fetch') fetched++
  })
  await page.locator('.tree-switch[aria-expanded=false]').last().click()
  for (const times of [1, 1, 2]) {
    if (times === 2) await page.clock.fastForward(6 * 60_000)
    await link(page, '/techniques').click()
    await heading(page, 'Techniques')
    expect(fetched).toBe(times)
    await expect.poll(() => branches).toBe(times)
    await page.goBack()
    await heading(page, 'Wiki')
  }
  // A page that does not arrive is left to the browser.
  await page.route(`**${pathOf('/every-block')}`, (route) =>
    route.request().isNavigationRequest() ? route.continue() : undefined
  )
  await link(page, '/every-block').click()
  await page.locator('html[aria-busy]').waitFor()
  await page.clock.fastForward(9000)
  await heading(page, 'Every Block')
})

test('a page opened in place can be reloaded, and back still works, also as soon as it has loaded', async () => {
  const { page, problems } = await visits.start()
  await page.goto('/wiki')
  const comeByLink = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await link(page, '/techniques').scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)
    await link(page, '/techniques').click()
    await heading(page, 'Techniques')
    return place
  }
  const place = await comeByLink()
  await page.reload()
  await page.goBack()
  await heading(page, 'Wiki')
  await scrolledTo(page, place)

  const again = await comeByLink()
  await page.addInitScript((path) => {
    if (location.pathname === path) addEventListener('load', () => history.back())
  }, pathOf('/techniques'))
  await page.reload({ waitUntil: 'commit' })
  await heading(page, 'Wiki')
  await scrolledTo(page, again)
  expect(problems).toEqual([])
})

test.each([
  ['a phone', phone],
  ['a desktop', desktop]
])('on %s, back from a heading leads to where its link was pressed', async (_device, options) => {
  const { page, problems } = await visits.openNavigation(
    '/every-block',
    undefined,
    visits.share(options)
  )
  const followAndReturn = async () => {
    if (options === phone) await page.locator('.page-contents summary').click()
    await page.locator('.page-contents a').last().click()
    await page.waitForFunction(() => scrollY > 100)
    await page.goBack()
    await scrolledTo(page, 0)
  }
  await followAndReturn()

  await page.goto(pathOf('/wiki'))
  await withRouter(page)
  await link(page, '/every-block').click()
  await heading(page, 'Every Block')
  await scrolledTo(page, 0)
  await followAndReturn()
  expect(problems).toEqual([])
})

test('back opens the toggles that were open, and returns to the place below them', async () => {
  const { page } = await visits.openNavigation('/troubleshooting')
  const toggles = page.locator('.content details')
  const followed = page.locator('main a[href]:visible').last()
  const isOpen = () => toggles.evaluateAll((all) => all.map((each) => each.hasAttribute('open')))
  for (const toggle of await toggles.all()) await toggle.locator('summary').first().click()
  await toggles.first().locator('summary').first().click()
  const before = await isOpen()
  await followed.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  await followed.click()
  await page.locator('h1', { hasText: 'Troubleshooting' }).waitFor({ state: 'detached' })
  await page.goBack()
  await heading(page, 'Troubleshooting')
  await expect.poll(isOpen).toEqual(before)
  await scrolledTo(page, place)
  expect([before[0], before[1]]).toEqual([false, true])
})
