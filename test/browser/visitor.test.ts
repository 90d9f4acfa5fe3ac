import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import shipped from '../../site.config.ts'
import { desktop, intercept, phone, stickingOut } from '../support/browser/browser.ts'
import { needsServer, pathOf } from '../support/browser/hosting.ts'
import { isStatic } from '../support/browser/needs-server.ts'
import {
  SampleVisits,
  heading,
  link,
  moving,
  scrolledTo,
  stays
} from '../support/browser/sample-visits.ts'

const visits = new SampleVisits(shipped)

/** In a folder one device proves what differs there: addresses. */
const devices = isStatic
  ? ([['desktop', desktop]] as const)
  : ([
      ['phone', phone],
      ['desktop', desktop]
    ] as const)

async function brokenImages(page: Page): Promise<string[]> {
  // Lazy pictures load near the viewport; here all of them are loaded.
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
  })
  return page.$$eval('img', (images) =>
    images.filter((image) => image.naturalWidth === 0).map((image) => image.src)
  )
}

const paths = ['/', '/wiki', '/techniques', '/next', '/download', '/gsod', '/did-you-know']

/** The project `static` opens the pages on a desktop. */
const withScript = devices
  .slice(0, 1)
  .map(([name, device]) => ({ on: `on a ${name}`, device, isNarrowed: false }))
const withoutScript = {
  on: 'without script, on a desktop and as narrow as a phone',
  device: { ...desktop, javaScriptEnabled: false },
  isNarrowed: true
}

test.each(isStatic ? withScript : [...withScript, withoutScript])(
  'pages are complete $on: images load, nothing scrolls sideways, no error is logged',
  async ({ device, isNarrowed }) => {
    const { page, problems, requests } = await visits.start(device)
    const before = visits.site.api.requests.length
    const { width = 0, height = 0 } = device.viewport ?? {}
    const widths = isNarrowed ? [width, 360] : [width]

    for (const path of paths) {
      await page.setViewportSize({ width, height })
      const reply = await page.goto(path)
      expect(reply?.status(), path).toBe(200)
      expect(await page.locator('h1').count(), path).toBe(1)
      expect(await page.locator('main').innerText(), path).not.toBe('')
      expect(await brokenImages(page), path).toEqual([])
      for (const each of widths) {
        await page.setViewportSize({ width: each, height })
        expect(await stickingOut(page), `${path} at ${each}`).toEqual([])
      }
    }

    expect(problems).toEqual([])
    // Visitors are served from the mirror alone: no request goes elsewhere.
    const isElsewhere = (url: string) => !url.startsWith(visits.address) && !url.startsWith('data:')
    expect(requests.filter(isElsewhere)).toEqual([])
    expect(visits.site.api.requests.length).toBe(before)
  }
)

describe.each(devices)('on a %s', (_name, device) => {
  test('the navigation links its pages and marks the current one', async () => {
    const { page, problems } = await visits.share({ ...device, javaScriptEnabled: false })
    await page.goto('/')
    const menu = page.locator('.menu-button:visible')
    if ((await menu.count()) > 0) await menu.click()
    const links = page.locator(':is(header, .panel-links) a')
    await links.filter({ visible: true, hasText: 'Get Started' }).first().click()

    expect(new URL(page.url()).pathname).toBe(pathOf('/get-started'))
    expect(await page.locator('h1').innerText()).toContain('Get Started')
    const current = page.locator(':is(header, .panel-links) a[aria-current="page"]').first()
    expect(await current.textContent()).toContain('Get Started')
    expect(problems).toEqual([])
  })

  needsServer('otherAddress')('a submitted search finds a page, also without script', async () => {
    const { page, problems } = await visits.share({ ...device, javaScriptEnabled: false })
    await page.goto('/')
    const field = page.locator('input[name="q"]:visible').first()
    await field.fill('lamp shrine')
    await field.press('Enter')
    await page.waitForURL('**/search?q=*')
    await page.locator('main a', { hasText: 'Lamp Shrine' }).first().click()
    expect(await page.locator('h1').innerText()).toContain('Lamp Shrine')
    expect(problems).toEqual([])
  })

  test('a link changes the page in place, and back restores the page and its scroll position', async () => {
    const { page, problems } = await visits.open('/wiki', moving(device))
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

test('the head, the current navigation link, focus and announcement are those of the new page', async () => {
  const { page, problems } = await visits.open('/wiki', moving(desktop))
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

  // A server redirects this address; the answer does not name the fragment.
  const former = `${path}/#${id}`
  await link(page, path).evaluate((element, href) => element.setAttribute('href', href), former)
  await page.locator(`main a[href="${former}"]`).first().click()
  await page.locator(`[id="${id}"]:target`).waitFor()
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
  await page.locator('#view-status:empty').waitFor({ state: 'attached' })
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
