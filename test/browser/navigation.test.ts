import { brotliCompressSync } from 'node:zlib'

import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import shipped from '../../site.config.ts'
import { type TestSite, openSite } from '../support/sites/site.ts'
import { desktop, phone, sharedBrowser, visit } from '../support/browser/browser.ts'

const MAX_SCRIPT_BYTES = 15_000
const MAX_STYLE_BYTES = 20_000

let browser: Browser
let site: TestSite
let address: string

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({
    workspace: sampleWorkspace(),
    assets: sampleAssets,
    config: shipped
  })
  address = await site.app.listen({ host: '127.0.0.1', port: 0 })
})

/** A page whose document is marked: a reload removes the mark. */
async function open(path: string, options: BrowserContextOptions = desktop) {
  const visitor = await visit(browser, { baseURL: address, ...options })
  onTestFinished(() => visitor.close())
  await visitor.page.goto(path)
  await mark(visitor.page)
  return visitor
}

/** A page whose router is loaded, because a link was hovered before. */
async function openNavigation(path: string) {
  const visitor = await open(path)
  await withRouter(visitor.page)
  return visitor
}

async function withRouter(page: Page) {
  await page.locator('.site-name').hover()
  await page.locator('html.swup-enabled').waitFor({ state: 'attached' })
}

const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-stays', ''))
const stays = async (page: Page) => (await page.locator('body[data-stays]').count()) === 1
const link = (page: Page, path: string) => page.locator(`main a[href="${path}"]:visible`).first()
const heading = (page: Page, title: string) =>
  page.locator('h1', { hasText: title }).first().waitFor()
const scrolledTo = (page: Page, place: number) =>
  page.waitForFunction((y) => Math.abs(scrollY - y) < 2, place)

describe.each([
  ['phone', phone],
  ['desktop', desktop]
])('on a %s', (_name, device) => {
  test('a link changes the page in place, and back restores the page and its scroll position', async () => {
    const { page, problems } = await open('/wiki', device)
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
    expect(new URL(page.url()).pathname).toBe('/techniques')
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
  const { page, problems } = await open('/wiki')
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
  const { page, problems } = await open('/wiki')
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
  const { page, problems } = await openNavigation('/every-block')
  const path = '/headings-and-ways'
  const contents = (await site.app.inject(path)).body
  const id = [...contents.matchAll(/<h[23][^>]* id="([^"]+)"/g)].at(-1)?.[1] ?? ''
  await link(page, path).evaluate(
    (element, hash) => element.setAttribute('href', hash),
    `${path}#${id}`
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
  const { page, problems } = await openNavigation('/every-block')
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
  const { page, problems } = await openNavigation('/wiki')
  await link(page, '/techniques').click()
  await heading(page, 'Techniques')
  const tab = page.locator('.view-tabs a').nth(1)
  const name = await tab.innerText()
  await tab.click()
  await page.locator('.view-tabs a[aria-current]', { hasText: name }).waitFor()
  expect(new URL(page.url()).search).toMatch(/^\?v=/)
  await link(page, '/wiki').or(page.locator('.breadcrumbs a').first()).first().click()
  await page.waitForURL((url) => url.pathname !== '/techniques')
  await page.goBack()
  await page.locator('.view-tabs a[aria-current]', { hasText: name }).waitFor()
  await page.goBack()
  await page.locator('.view-tabs a[aria-current]').first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.goBack()
  await heading(page, 'Wiki')
  expect(await stays(page)).toBe(true)
  expect(problems).toEqual([])
})

/** Numbers of active listeners of document and window, and of observers. */
async function living(page: Page) {
  const session = await page.context().newCDPSession(page)
  const count = async (expression: string) => {
    const { result } = await session.send('Runtime.evaluate', { expression })
    const objectId = result.objectId ?? ''
    return (await session.send('DOMDebugger.getEventListeners', { objectId })).listeners.length
  }
  const listeners = (await count('document')) + (await count('window'))
  await session.detach()
  return { listeners, observers: await page.evaluate(() => Reflect.get(window, 'observing')) }
}

test('thirty navigations leak no listener and no observer', async () => {
  const visitor = await visit(browser, { baseURL: address, ...desktop })
  const { page, problems } = visitor
  onTestFinished(() => visitor.close())
  await page.addInitScript(() => {
    let observing = 0
    Object.defineProperty(window, 'observing', { get: () => observing })
    const { observe, disconnect } = IntersectionObserver.prototype
    const seen = new WeakSet<IntersectionObserver>()
    IntersectionObserver.prototype.observe = function (element) {
      if (!seen.has(this)) observing++
      seen.add(this)
      observe.call(this, element)
    }
    IntersectionObserver.prototype.disconnect = function () {
      if (seen.delete(this)) observing--
      disconnect.call(this)
    }
  })
  await page.goto('/every-block')
  await mark(page)
  const toAndFro = async () => {
    await link(page, '/headings-and-ways').click()
    await heading(page, 'Headings and Ways')
    const there = await living(page)
    await page.goBack()
    await heading(page, 'Every Block')
    return { there, here: await living(page) }
  }
  const first = await toAndFro()
  for (let round = 0; round < 13; round++) await toAndFro()
  expect(await toAndFro()).toEqual(first)
  expect(first.there.observers).toBeGreaterThan(0)
  expect(await stays(page)).toBe(true)
  expect(problems).toEqual([])
})

const failures: [string, (route: Route) => Promise<void>][] = [
  ['a network error', (route) => route.abort()],
  [
    'an error status',
    (route) => route.fulfill({ status: 500, body: 'no', contentType: 'text/html' })
  ],
  ['a removed page', (route) => route.fulfill({ status: 410, contentType: 'text/html' })],
  [
    'a response that is not HTML',
    (route) => route.fulfill({ body: '{}', contentType: 'application/json' })
  ],
  [
    'a page of another deployment',
    async (route) => {
      const body = await (await route.fetch()).text()
      const other = body.replaceAll(/client-[\w-]+\.js/g, 'client-other.js')
      await route.fulfill({ body: other, contentType: 'text/html; charset=utf-8' })
    }
  ]
]

test('a page that cannot be shown in place is loaded by the browser, and back returns', async () => {
  const { page } = await openNavigation('/wiki')
  let fail = failures[0]![1]
  let attempts = 0
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.route('**/techniques', (route) => {
    if (route.request().isNavigationRequest()) return route.continue()
    attempts++
    return fail(route)
  })
  for (const [name, failure] of failures) {
    fail = failure
    await mark(page)
    await link(page, '/techniques').click()
    await page.locator('body:not([data-stays]) h1', { hasText: 'Techniques' }).waitFor()
    expect(new URL(page.url()).pathname, name).toBe('/techniques')
    // Otherwise the pointer is on the link again, which is a new intent.
    await page.mouse.move(0, 0)
    await page.goBack()
    await heading(page, 'Wiki')
  }
  await link(page, '/mobs').click()
  await heading(page, 'Mobs')
  await page.goBack()
  await heading(page, 'Wiki')
  expect(errors).toEqual([])
  expect(attempts).toBe(failures.length)
})

test('while a page loads, the previous one can be used, also if the new path has a dot', async () => {
  const { page, problems } = await openNavigation('/tags')
  const to = page.locator('main a[href$="/1.21.4"]')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/1.21.4', async (route) => {
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
  const { page, problems } = await openNavigation('/command-reference')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/wiki', async (route) => {
    await released
    // The request is aborted by then.
    await route.continue().catch(() => {})
  })
  const menu = (path: string) => page.locator(`.site-header a[href="${path}"]:visible`).first()
  await menu('/wiki').click()
  await page.waitForURL('**/wiki')
  await menu('/download').click()
  await heading(page, 'Download')
  release()
  await page.goBack()
  await heading(page, 'Command Reference')
  expect([await stays(page), problems]).toEqual([true, []])
})

test('links to files, other sites and other windows are left to the browser', async () => {
  const { page, requests } = await open('/wiki')
  await page.evaluate(() => {
    const addresses = ['/mirror.db', '/feed.xml', '/wiki.md', '/image/x', 'https://else.example/']
    const links = addresses.map((href) => Object.assign(document.createElement('a'), { href }))
    const away = { href: '/get-started', target: '_blank', className: 'away' }
    links.push(Object.assign(document.createElement('a'), away))
    for (const each of links) each.append('Link')
    document.querySelector('main')?.replaceChildren(...links)
  })
  await withRouter(page)
  const before = requests.length
  for (const each of await page.locator('main a').all()) await each.hover()
  const [other] = await Promise.all([page.waitForEvent('popup'), page.locator('a.away').click()])
  await other.waitForURL('**/get-started')
  expect(await stays(page)).toBe(true)
  const fetched = requests.slice(before).filter((url) => !url.includes('/wiki'))
  expect(fetched).toEqual([])
})

describe('a page opened in place can be reloaded, and back still works', () => {
  async function comeByLink() {
    const { page, problems } = await open('/wiki')
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
    await page.addInitScript(() => {
      if (location.pathname === '/techniques') addEventListener('load', () => history.back())
    })
    await page.reload({ waitUntil: 'commit' })
    await heading(page, 'Wiki')
    await scrolledTo(page, place)
    expect(problems).toEqual([])
  })
})

/** Bytes of the loaded files, compressed at the highest level. */
async function brotliBytes(urls: string[] = []): Promise<number> {
  const replies = await Promise.all(urls.map((url) => site.app.inject(new URL(url).pathname)))
  const sizes = replies.map(({ rawPayload }) => brotliCompressSync(rawPayload).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a page loads at most 15 kB of script and 20 kB of style before interaction', async () => {
  const visitor = await visit(browser, { baseURL: address, ...desktop })
  onTestFinished(() => visitor.close())
  const loaded: Record<string, string[]> = {}
  visitor.page.on('request', (request) => {
    const kind = (loaded[request.resourceType()] ??= [])
    kind.push(request.url())
  })
  await visitor.page.goto('/every-block', { waitUntil: 'networkidle' })
  for (const [kind, limit] of [
    ['script', MAX_SCRIPT_BYTES],
    ['stylesheet', MAX_STYLE_BYTES]
  ] as const) {
    const bytes = await brotliBytes(loaded[kind])
    expect(bytes, kind).toBeGreaterThan(0)
    expect(bytes, kind).toBeLessThanOrEqual(limit)
  }
})
