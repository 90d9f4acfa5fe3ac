import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { desktop, intercept, phone } from '../../support/browser/browser.ts'
import { pathOf } from '../../support/browser/hosting.ts'
import { isStatic } from '../../support/browser/needs-server.ts'
import {
  SampleVisits,
  heading,
  link,
  scrolledTo,
  stays
} from '../../support/browser/sample-visits.ts'

const visits = new SampleVisits()

describe.each([
  ['phone', phone],
  ['desktop', desktop]
])('on a %s', (_name, device) => {
  test('a link changes the page in place, and back restores the page and its scroll position', async () => {
    const { page, problems } = await visits.open('/wiki', device)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const to = link(page, '/techniques')
    // Until the click, loading may still shift the layout.
    const left = await page.evaluateHandle(() => {
      const at = { place: -1 }
      addEventListener('click', () => (at.place = scrollY), { capture: true, once: true })
      return at
    })
    await (device.hasTouch ? to.tap() : to.click())
    await heading(page, 'Techniques')
    expect(await stays(page)).toBe(true)
    expect(new URL(page.url()).pathname).toBe(pathOf('/techniques'))
    await scrolledTo(page, 0)

    const { place } = await left.jsonValue()
    expect(place).toBeGreaterThan(0)
    await page.goBack()
    await heading(page, 'Wiki')
    await scrolledTo(page, place)
    await page.goForward()
    await heading(page, 'Techniques')
    expect(await stays(page)).toBe(true)
    expect(problems).toEqual([])
  })
})

test('back during the transition to a page keeps the scroll position of the page before', async () => {
  const { page, problems } = await visits.openNavigation('/wiki')
  await lengthenTransitions(page)
  await page.evaluate(() => scrollTo(0, 400))
  await link(page, '/techniques').evaluate((element: HTMLElement) => element.click())
  await heading(page, 'Techniques')
  await page.evaluate(async () => {
    const popped = new Promise((done) => addEventListener('popstate', done, { once: true }))
    history.back()
    await popped
    // The page that the entry is not of; it is stored 100 ms after the last scroll.
    scrollTo(0, 40)
  })
  await heading(page, 'Wiki')
  await scrolledTo(page, 400)
  expect([await stays(page), problems]).toEqual([true, []])
})

/** Makes transitions between pages last a second: a page is then in place before its visit ends. */
const lengthenTransitions = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('::view-transition-old(root) { animation-duration: 1s !important }')
    document.adoptedStyleSheets.push(sheet)
  })

test('the head, the current navigation link, focus and announcement are those of the new page', async () => {
  const { page, problems } = await visits.open('/wiki')
  const facts = () =>
    page.evaluate(() => {
      const head = [...document.head.querySelectorAll('title, meta, link[rel=canonical], script')]
      return {
        head: head.map((each) => each.outerHTML).toSorted(),
        current: document.querySelector('.site-header [aria-current]')?.textContent,
        lang: document.documentElement.lang
      }
    })
  await page.locator('.site-header a:visible', { hasText: 'Get Started' }).first().click()
  await heading(page, 'Get Started')
  await page.waitForFunction(() => document.activeElement?.id === 'content')
  await page.locator('[aria-live]', { hasText: /^Get Started$/ }).waitFor()
  const moved = await facts()
  expect(await stays(page)).toBe(true)
  await page.reload()
  expect(await facts()).toEqual(moved)
  expect(problems).toEqual([])
})

test('a link followed by keyboard moves the focus into the new page', async () => {
  const { page, problems } = await visits.open('/wiki')
  await link(page, '/techniques').focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Techniques')
  await page.waitForFunction(() => document.activeElement?.id === 'content')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
  expect(await stays(page)).toBe(true)
  expect(problems).toEqual([])
})

test('a link to a block of another page opens it there, folded or not, and back returns', async () => {
  const { page, problems } = await visits.openNavigation('/every-block')
  const path = '/headings-and-ways'
  const contents = (await visits.site.app.inject(path)).body
  const id = [...contents.matchAll(/<h[23][^>]* id="([^"]+)"/g)].at(-1)?.[1] ?? ''
  await link(page, path).evaluate(
    (element, hash) => element.setAttribute('href', hash),
    pathOf(`${path}#${id}`)
  )
  await link(page, `${path}#${id}`).click()
  await page.locator(`[id="${id}"]:target`).waitFor()
  expect(await page.locator(`[id="${id}"]`).isVisible()).toBe(true)
  await page.waitForFunction((name) => document.activeElement?.id === name, id)
  await page.goBack()
  await heading(page, 'Every Block')
  expect(await stays(page)).toBe(true)
  expect(problems).toEqual([])
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

test('views change in place on a page opened in place, and back goes through them', async () => {
  const { page, problems } = await visits.openNavigation('/wiki')
  await link(page, '/techniques').click()
  await heading(page, 'Techniques')
  const tab = page.locator('.view-tabs a').nth(1)
  const name = await tab.innerText()
  await tab.click()
  await page.locator('.view-tabs a[aria-current]', { hasText: name }).waitFor()
  expect(page.url()).toMatch(isStatic ? /\/techniques\/_view\/[^/]+\/#/ : /\/techniques\?v=/)
  await link(page, '/wiki').or(page.locator('.breadcrumbs a').first()).first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/techniques'))
  await page.goBack()
  await page.locator('.view-tabs a[aria-current]', { hasText: name }).waitFor()
  await page.goBack()
  await page.locator('.view-tabs a[aria-current]').first().waitFor()
  expect(page.url()).toMatch(/\/techniques\/?$/)
  await page.goBack()
  await heading(page, 'Wiki')
  expect(await stays(page)).toBe(true)
  expect(problems).toEqual([])
})

test('while a page loads, the previous one can be used, also if the new path has a dot', async () => {
  const { page, problems } = await visits.openNavigation('/tags', intercept)
  const to = page.locator(`main a[href$="${pathOf('/1.21.4')}"]`)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${pathOf('/1.21.4')}`, async (route) => {
    await released
    await route.continue()
  })
  await to.click()
  await page.locator('html[aria-busy]').waitFor()
  const frames = await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
    return document.querySelector('h1')?.textContent
  })
  expect(frames).toBe('Tags')
  release()
  await heading(page, '1.21.4')
  expect([await stays(page), problems]).toEqual([true, []])
})

test('a page superseded by another click is not in the history', async () => {
  const { page, problems } = await visits.openNavigation('/command-reference', intercept)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${pathOf('/wiki')}`, async (route) => {
    await released
    // The request is aborted by then.
    await route.continue().catch(() => {})
  })
  const menu = (path: string) =>
    page.locator(`.site-header a[href="${pathOf(path)}"]:visible`).first()
  await menu('/wiki').click()
  await page.waitForURL(`**${pathOf('/wiki')}`)
  await menu('/download').click()
  await heading(page, 'Download')
  release()
  await page.goBack()
  await heading(page, 'Command Reference')
  expect([await stays(page), problems]).toEqual([true, []])
})

describe('a page opened in place can be reloaded, and back still works', () => {
  async function comeByLink() {
    const { page, problems } = await visits.open('/wiki')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await link(page, '/techniques').scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)
    await link(page, '/techniques').click()
    await heading(page, 'Techniques')
    return { page, problems, place }
  }

  test('after a while', async () => {
    const { page, problems, place } = await comeByLink()
    await page.reload()
    await page.goBack()
    await heading(page, 'Wiki')
    await scrolledTo(page, place)
    expect(problems).toEqual([])
  })

  test('as soon as it has loaded', async () => {
    const { page, problems, place } = await comeByLink()
    await page.addInitScript((path) => {
      if (location.pathname === path) addEventListener('load', () => history.back())
    }, pathOf('/techniques'))
    await page.reload({ waitUntil: 'commit' })
    await heading(page, 'Wiki')
    await scrolledTo(page, place)
    expect(problems).toEqual([])
  })
})
