import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { hosted } from '../support/browser/hosting.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { h1, h2, page, text, toggle, toggleHeading } from '../../demo/builder/blocks.ts'
import type { BlockNode } from '../../demo/builder/block-node.ts'
import { buildWorkspace } from '../../demo/builder/build-workspace.ts'
import { ROOT_ID, testId } from '../support/workspaces/records.ts'
import { shareVisits } from '../support/browser/sample-visits.ts'
import { type TestSite, openSite } from '../support/sites/site.ts'
import { desktop, phone, sharedBrowser, visit } from '../support/browser/browser.ts'

let browser: Browser
let site: TestSite
let baseURL = ''

beforeAll(async () => {
  browser = await sharedBrowser()
  site = await openSite({ workspace: longPage() })
  baseURL = await hosted(site)
})

/** Long enough to fill the viewport. */
const lines = (count = 30): BlockNode[] =>
  Array.from({ length: count }, (_, index) => text(`A lantern burns as long as its oil: ${index}.`))

/** Sections of a viewport each, the last of two lines; one is folded and contains a folded part. */
function longPage() {
  const folded = toggleHeading(1, 'Folded', [
    ...lines(),
    h2('Inside'),
    toggle('More', [...lines()])
  ])
  const sections = [h1('One'), ...lines(), h1('Two'), ...lines(), folded, h1('Last'), ...lines(2)]
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, sections)
  })
}

const share = shareVisits()

async function openLongPage(options: BrowserContextOptions, path = '/') {
  const visitor = await share({ baseURL, ...options })
  // Otherwise a page that is open only moves to another fragment.
  if (path.includes('#')) await visitor.page.goto('/robots.txt')
  await visitor.page.goto(path)
  return visitor
}

const current = (at: Page) => at.locator('.page-contents a[aria-current]')

/** Whether an element with this id is in the viewport. */
const isInWindow = (at: Page, id: string) =>
  at.evaluate((name) => {
    const { top, height } = document.getElementById(name)!.getBoundingClientRect()
    return height > 0 && top >= 0 && top < innerHeight
  }, id)

/** Whether a link is in view in the contents; in the page. */
function isInBox(link: Element): boolean {
  const { top, bottom } = link.getBoundingClientRect()
  const box = link.closest('nav')?.getBoundingClientRect()
  return box !== undefined && top >= box.top && bottom <= box.bottom + 1
}

test('on a wide screen the contents are open and mark the current section; a narrow window closes them', async () => {
  const { page: at, problems } = await openLongPage(desktop)
  await at.locator('.page-contents a', { hasText: 'One' }).waitFor()
  for (const [id, words] of [
    ['two', 'Two'],
    ['one', 'One']
  ]) {
    await at.evaluate((name) => document.getElementById(name!)?.scrollIntoView(), id)
    await current(at).filter({ hasText: words! }).waitFor()
    expect(await current(at).count()).toBe(1)
  }
  // The last section is too short to scroll its heading to the top.
  await at.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await current(at).filter({ hasText: 'Last' }).waitFor()
  // So is a window that is lower than its contents, which scroll to the current one.
  await at.setViewportSize({ width: 1440, height: 160 })
  await expect.poll(() => current(at).evaluate(isInBox)).toBe(true)
  // In a narrow window they become a drawer.
  for (const [width, state] of [
    [800, 'hidden'],
    [1440, 'visible']
  ] as const) {
    await at.setViewportSize({ width, height: 900 })
    await at.locator('.page-contents ul').first().waitFor({ state })
  }
  expect(problems).toEqual([])
})

test('on a phone the contents are a drawer that works by keyboard', async () => {
  const { page: at, problems } = await openLongPage(phone)
  const list = at.locator('.page-contents ul').first()
  expect(await list.isVisible()).toBe(false)

  const summary = at.locator('.page-contents summary')
  await summary.focus()
  await at.keyboard.press('Enter')
  await list.waitFor()
  await at.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true)

  await at.keyboard.press('Enter')
  await at.keyboard.press('Tab')
  await at.keyboard.press('Tab')
  await at.keyboard.press('Enter')
  await list.waitFor({ state: 'hidden' })
  expect(new URL(at.url()).hash).toBe('#two')
  await at.locator('.current-section', { hasText: 'Two' }).waitFor()
  expect(await isInWindow(at, 'two')).toBe(true)

  await summary.click()
  await list.waitFor()
  await at.keyboard.press('Shift+Tab')
  await list.waitFor({ state: 'hidden' })
  await summary.click()
  await list.waitFor()
  await at.locator('.content').getByText('as long as its oil: 9.').first().click()
  await list.waitFor({ state: 'hidden' })
  expect(problems).toEqual([])
})

test('without script the contents are open on a wide screen and can be opened on a phone', async () => {
  const { page: wide } = await openLongPage({ ...desktop, javaScriptEnabled: false })
  expect(await wide.locator('.page-contents a').first().isVisible()).toBe(true)
  const { page: narrow } = await openLongPage({ ...phone, javaScriptEnabled: false })
  await narrow.locator('.page-contents summary').click()
  await narrow.locator('.page-contents a', { hasText: 'Two' }).click()
  expect(await isInWindow(narrow, 'two')).toBe(true)
})

test('an address of folded content opens its ancestors', async () => {
  const { page: at, problems } = await openLongPage(desktop, '/#inside')
  expect(await isInWindow(at, 'inside')).toBe(true)
  expect(await at.locator('details.toggle[open]').count()).toBe(1)

  await at.goto('/#folded')
  await at.locator('#folded').click()
  await at.waitForFunction(() => !document.querySelector('details.toggle[open]'))
  // Setting the same fragment again is no change.
  await at.locator('.page-contents a', { hasText: 'Folded' }).click()
  await at.waitForFunction(() => document.querySelector('details.toggle[open]'))
  expect(problems).toEqual([])
})

test('a link copied from the workspace opens a toggle heading, and odd fragments cause no error', async () => {
  const { page: at, problems } = await openLongPage(phone, `/#${await blockOfHeading()}`)
  await at.waitForFunction(() => document.querySelector('.section-toggle > details[open]'))
  await at.goto('/#%E0%A4%A')
  await at.goto('/#nothing-here')
  expect(problems).toEqual([])
})

test('an address still finds a section whose readable id has changed', async () => {
  const end = (await blockOfHeading()).slice(-8)
  const { page: at } = await openLongPage(desktop, `/#as-it-was-called-${end}`)
  await at.waitForFunction(() => document.querySelector('.section-toggle > details[open]'))
  expect(await isInWindow(at, 'folded')).toBe(true)

  await at.goto('/robots.txt')
  await at.goto(`/#folded-${end}`)
  await at.waitForFunction(() => document.querySelector('.section-toggle > details[open]'))
  expect(await isInWindow(at, 'folded')).toBe(true)

  // No toggle is opened on the way to this one.
  await at.evaluate(() => {
    document.querySelector('#two')!.id = 'two-0000abcd'
    scrollTo(0, 0)
    location.assign('#former-name-0000abcd')
  })
  await expect.poll(() => isInWindow(at, 'two-0000abcd')).toBe(true)
})

/** The id of the toggle heading's block. */
async function blockOfHeading(): Promise<string> {
  const { app } = site
  const html = (await app.inject('/')).body
  return /class="section-toggle" id="([0-9a-f]{32})"/.exec(html)?.[1] ?? ''
}

test('the menu of a page copies it as Markdown, and Escape and a click elsewhere close it', async () => {
  const visitor = await visit(browser, {
    baseURL,
    ...desktop,
    permissions: ['clipboard-read', 'clipboard-write']
  })
  onTestFinished(() => visitor.close())
  const { page: opened, problems } = visitor
  await opened.goto('/')
  const menu = opened.locator('.page-menu')
  await menu.locator('summary').click()
  const markdown = menu.getByRole('link', { name: 'View as Markdown' })
  expect(await markdown.getAttribute('href')).toBe('/index.md')
  await menu.getByRole('button', { name: 'Copy as Markdown' }).click()
  await menu.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await opened.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe((await site.app.inject('/index.md')).body)
  await opened.keyboard.press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()
  await menu.locator('summary').click()
  await markdown.waitFor()
  await opened.locator('h1').click()
  expect(await menu.getAttribute('open')).toBeNull()
  expect(problems).toEqual([])

  // An error is not copied in place of the page.
  await opened.route('**/index.md', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.fulfill({ status: 503 })
  )
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: 'Copied' }).click()
  await opened.waitForURL('**/index.md')
})

test('if the browser refuses to copy a page, its Markdown is shown', async () => {
  const { page: opened } = await openLongPage(desktop)
  await opened.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('refused'))
  })
  await opened.locator('.page-menu summary').click()
  await opened.getByRole('button', { name: 'Copy as Markdown' }).click()
  await opened.waitForURL('**/index.md')
})

test.each([true, false])(
  'the menu of a page shares its address, if the browser can: %s',
  async (canShare) => {
    const permissions = canShare ? [] : ['clipboard-read', 'clipboard-write']
    const visitor = await visit(browser, { baseURL, ...phone, permissions })
    onTestFinished(() => visitor.close())
    const { page: opened, problems } = visitor
    const shared: unknown[] = []
    await opened.exposeFunction('noteShared', (data: unknown) => shared.push(data))
    await opened.addInitScript((can) => {
      const { noteShared } = window as unknown as { noteShared: () => Promise<void> }
      if (can) Object.assign(navigator, { share: noteShared })
      else if ('share' in navigator) Reflect.deleteProperty(Navigator.prototype, 'share')
    }, canShare)
    await opened.goto('/?unasked=1')
    const menu = opened.locator('.page-menu')
    await menu.locator('summary').click()
    await menu.getByRole('button', { name: 'Share' }).click()
    const url = (await opened.locator('link[rel=canonical]').getAttribute('href')) ?? ''
    expect(url).toMatch(/^https:.*\/$/)
    if (canShare) await expect.poll(() => shared).toEqual([{ title: await opened.title(), url }])
    else {
      await menu.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await opened.evaluate(() => navigator.clipboard.readText())).toBe(url)
    }
    expect(problems).toEqual([])
  }
)
