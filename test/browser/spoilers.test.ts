import type { Page } from 'playwright-core'
import { hosted } from '../support/browser/hosting.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { desktop, sharedBrowser, visit } from '../support/browser/browser.ts'
import { shareVisits } from '../support/browser/sample-visits.ts'
import { asset, attachment, imageBlock, picture } from '../support/sites/file-site.ts'
import { type TestSite, openSite } from '../support/sites/site.ts'
import { pageBlock, record, testId, workspaceOf } from '../support/workspaces/records.ts'
import { covered, story } from '../canaries/story.ts'

let baseURL = ''
/** The address of a site with a long branch, a picture in a spoiler, and a tab with the name of a page. */
let otherURL = ''

beforeAll(async () => {
  const site = await openSite({ workspace: story(), config: { spoilers: covered } })
  baseURL = await hosted(site)
  otherURL = await hosted(await openOther())
})

async function openOther(): Promise<TestSite> {
  const pages = Array.from({ length: 42 }, (_, at) => pageBlock(10 + at, `Page ${at}`))
  pages.push(pageBlock(60, '🔒 9 The tower'))
  const source = attachment(1)
  const [outside, inside] = [imageBlock(70, source), imageBlock(71, source)]
  const toggle = record(72, {
    type: 'toggle',
    properties: { title: [['🔒 9 A picture']] },
    content: [inside.id]
  })
  Object.assign(inside, { parent_id: toggle.id })
  const tab = record(73, { type: 'tab', content: [testId(74)] })
  const properties = { title: [['see '], ['‣', [['p', testId(60)]]]] }
  const panel = record(74, { type: 'text', parent_id: tab.id, properties })
  const shown = [...pages, tab, outside, toggle]
  return openSite({
    workspace: workspaceOf(
      shown.map(({ id }) => id),
      [...shown, panel, inside]
    ),
    assets: new Map([[source, asset(await picture(600))]]),
    config: { spoilers: covered }
  })
}

const share = shareVisits()

async function open(path: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const { page } = await share({ baseURL, ...desktop, ...options })
  await page.goto(path)
  return page
}

const hidden = ['The tower', 'Ash', 'lost at sea', 'Hidden heading', 'a secret below']

/** What a reader can reach: the accessibility tree, find in page, and a copy of the whole page. */
async function reached(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const copied = await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.body)
    return String(getSelection())
  })
  const found: string[] = []
  for (const text of hidden) {
    // Not in the standard; what the browser's own search finds.
    const isFound = await page.evaluate((words) => {
      getSelection()?.removeAllRanges()
      return (window as unknown as { find: (words: string) => boolean }).find(words)
    }, text)
    if (isFound || tree.includes(text) || copied.includes(text)) found.push(text)
  }
  return found
}

const choose = (page: Page, chapter: string) =>
  page.getByLabel('Show spoilers up to:').first().selectOption(chapter)

test.each([true, false])(
  'covered words cannot be reached, with scripts: %s',
  async (isScripted) => {
    const page = await open('/', { javaScriptEnabled: isScripted })
    expect(await reachedWithout(page, isScripted)).toEqual([])
    expect(await page.getByText('a baker').isVisible()).toBe(true)
    expect(await page.getByText('Spoiler (chapter 1)').isVisible()).toBe(true)
    // On paper everything else is open.
    await page.emulateMedia({ media: 'print' })
    expect(await reachedWithout(page, isScripted)).toEqual([])
  }
)

/** Without scripts a page cannot evaluate anything: only its accessibility tree is read. */
async function reachedWithout(page: Page, isScripted: boolean): Promise<string[]> {
  if (isScripted) return reached(page)
  const tree = await page.locator('body').ariaSnapshot()
  return hidden.filter((text) => tree.includes(text))
}

test('a reader opens one spoiler by keyboard', async () => {
  const page = await open('/')
  const summary = page.locator('details.spoiler > summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.getByText('a secret below').waitFor()
  expect(await reached(page)).toEqual(['Hidden heading', 'a secret below'])
  await page.keyboard.press('Enter')
  await page.getByText('a secret below').waitFor({ state: 'hidden' })
})

test('a spoiler stays as a reader has left it when a script adds names', async () => {
  const page = await open('/')
  await page.locator('details.spoiler > summary').click()
  await page.locator('#content').getByRole('link', { name: 'Rowan' }).first().hover()
  await page.locator('#link-card').waitFor()
  expect(await page.getByText('a secret below').isVisible()).toBe(true)
  await choose(page, '9')
  await page.locator('details.spoiler > summary').click()
  await page.locator('.tree-switch').first().click()
  await page.locator('.site-tree').getByText('Below the tower').waitFor()
  expect(await page.getByText('a secret below').isVisible()).toBe(false)
})

test('names that a script adds to the page are shown up to the chapter that was read', async () => {
  const page = await open('/')
  await choose(page, '9')
  await page.locator('.collection th a').first().click()
  await page.locator('th[aria-sort]').waitFor()
  await page.getByRole('link', { name: 'Ash' }).waitFor()
  await page.locator('.tree-switch').first().click()
  await page.locator('.site-tree').getByText('Below the tower').waitFor()
})

test('the rest of a branch of the tree has names up to the chapter that was read', async () => {
  const page = await open(otherURL)
  await choose(page, '9')
  const links = page.locator('.site-tree a')
  expect(await links.count()).toBe(41)
  // The panel stays where it was scrolled on the next page.
  const panel = page.locator('#site-panel')
  await links.nth(39).click()
  await page.locator('.site-tree a[aria-current=page]', { hasText: 'Page 39' }).waitFor()
  await expect.poll(() => panel.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  await links.last().click()
  await page.locator('.site-tree').getByText('The tower').waitFor()
  expect(await links.count()).toBe(43)
  expect(await links.nth(40).evaluate((it) => it === document.activeElement)).toBe(true)
})

test('a card shows names up to the chapter that was read', async () => {
  const workspace = story()
  const people = workspace.collection[testId(40)] as unknown as { schema: object }
  const friend = { name: 'Friend', type: 'relation', collection_id: testId(40) }
  Object.assign(people.schema, { friend })
  Object.assign(workspace.block[testId(51)]?.properties ?? {}, {
    friend: [['‣', [['p', testId(50)]]]]
  })
  const site = await openSite({ workspace, config: { spoilers: covered } })
  const page = await open(await hosted(site))
  await choose(page, '9')
  await page.locator('#content').getByRole('link', { name: 'Rowan' }).first().hover()
  await page.locator('#link-card').getByText('Ash').waitFor()
})

test('a page with spoilers has the choice at its head, by keyboard, and another page has not', async () => {
  const page = await open('/')
  const [head, foot] = await page.getByLabel('Show spoilers up to:').all()
  expect(await page.locator('.page-head .spoiler-choice').count()).toBe(1)
  await head?.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByText('a secret below').waitFor()
  expect(await foot?.inputValue()).toBe('1')
  await page.goto('/9-the-tower')
  expect(await page.locator('main .spoiler-choice select').inputValue()).toBe('1')
  await page.goto('/rowan')
  expect(await page.locator('main .spoiler-choice').count()).toBe(0)
  expect(await page.locator('.site-footer .spoiler-choice').isVisible()).toBe(true)
})

test('the search suggests pages without their covered names', async () => {
  const page = await open('/')
  await page.keyboard.press('Control+k')
  await page.locator('#search-dialog [role=option]').first().waitFor()
  const suggested = await page.locator('#search-dialog').innerText()
  expect(suggested).toContain('Spoiler (chapter 9)')
  expect(suggested).not.toContain('The tower')
})

test.each(['/all-pages', '/recent-changes'])('%s shows names from its head', async (path) => {
  const page = await open(path)
  await page.locator('main .spoiler-choice select').selectOption('9')
  await page.locator('main').getByRole('link', { name: 'The tower' }).first().waitFor()
})

test('without scripts there is no choice', async () => {
  const page = await open('/', { javaScriptEnabled: false })
  expect(await page.locator('.spoiler-choice').first().isVisible()).toBe(false)
  expect(await page.locator('.spoiler-choice').first().boundingBox()).toBe(null)
})

test('the chapter that a reader has read is kept, and can be taken back', async () => {
  const page = await open('/')
  await choose(page, '1')
  expect(await reached(page)).toEqual(['Hidden heading', 'a secret below'])
  await choose(page, '9')
  expect(await reached(page)).toEqual(hidden)
  expect(await page.getByText('Spoiler (chapter 9)').first().isVisible()).toBe(false)

  await page.goto('/9-the-tower')
  await page.getByText('the keeper falls').waitFor()
  await choose(page, '')
  await page.getByText('the keeper falls').waitFor({ state: 'hidden' })
  await page.goto('/')
  expect(await reached(page)).toEqual([])
})

test('a tab follows the chapter that is chosen in another one, or before the way back to it', async () => {
  const page = await open('/9-the-tower')
  await page.getByLabel('Show spoilers up to:').first().waitFor()
  const text = page.getByText('the keeper falls')
  const other = await page.context().newPage()
  await other.goto('/')
  await choose(other, '9')
  await text.waitFor()
  await choose(other, '')
  await text.waitFor({ state: 'hidden' })
  await choose(other, '9')
  await text.waitFor()
  await other.evaluate(() => localStorage.removeItem('read-to-chapter'))
  await text.waitFor({ state: 'hidden' })
  // As the browser shows a page that it has kept since another one took its place.
  const comeBack = (read: string) =>
    page.evaluate((chapter) => {
      localStorage.setItem('read-to-chapter', chapter)
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, read)
  await comeBack('9')
  expect(await text.isVisible()).toBe(true)
  await comeBack('')
  expect(await text.isVisible()).toBe(false)
  // What the reader has opened without the choice stays open.
  await page.locator('details.spoiler > summary').click()
  await comeBack('')
  expect(await text.isVisible()).toBe(true)
})

test('where storage is blocked, the theme, the chapter and the search work', async () => {
  const { page, problems, close } = await visit(await sharedBrowser(), { baseURL, ...desktop })
  onTestFinished(close)
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
  await page.goto('/9-the-tower')
  await page.locator('html[data-theme=system]').waitFor({ state: 'attached' })
  await page.locator('.theme-switch').click()
  await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
  await choose(page, '9')
  await page.getByText('the keeper falls').waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('#search-dialog[open]').waitFor()
  expect(problems).toEqual([])
})

test('the pictures of a page are shown without those in a closed spoiler', async () => {
  const page = await open(otherURL)
  await page.locator('a.full-view').first().click()
  await page.locator('dialog.full-view-dialog').waitFor()
  expect(await page.locator('dialog.full-view-dialog .next').count()).toBe(0)
  await page.keyboard.press('Escape')
  await choose(page, '9')
  await page.locator('a.full-view').first().click()
  await page.locator('dialog.full-view-dialog .next').waitFor()
})

test('the label of a tab names a covered page only after its chapter', async () => {
  const page = await open(otherURL)
  const label = page.getByRole('tab')
  await label.waitFor()
  expect(await label.innerText()).toBe('see Spoiler (chapter 9)')
  await choose(page, '9')
  expect(await label.innerText()).toContain('The tower')
  expect(await label.innerText()).not.toContain('Spoiler')
})
