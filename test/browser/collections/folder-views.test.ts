import type { CollectionView } from 'notion-types'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { pageId, propertyId } from '../../../demo/builder/record-ids.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { desktop, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { type ShownViews, readViews } from '../../support/browser/shown-views.ts'
import { openFolder } from '../../support/browser/static-site.ts'
import {
  type Lamp,
  lampView,
  lampWorkspace,
  twoCollections
} from '../../support/sites/collection-site.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

const show = ['Lamp', 'Oil', 'Grade', 'Place', 'Lit', 'Since']
const views: ViewInput[] = [
  {
    type: 'table',
    name: 'Table',
    show,
    aggregate: { Oil: 'sum', Lit: 'percent_checked', Since: 'date_range', Place: 'unique' }
  },
  { type: 'list', name: 'List', show },
  { type: 'gallery', name: 'Gallery', show: ['Lamp'] },
  { type: 'table', name: 'Groups', show, groupBy: 'Grade', aggregate: { Oil: 'max' } },
  { type: 'list', name: 'Full groups', show, groupBy: 'Place' },
  { type: 'feed', name: 'Feed', show }
]
const names = ['amber', 'Ölkrug 100%', '提灯', 'zinc', 'Quartz', 'lantern_x', '9', '10']
const lamps = Array.from({ length: 24 }, (_, index): Lamp => ({
  title: `${names[index % names.length]} ${(index * 7) % 24}`,
  ...(index % 5 > 0 && { oil: ((index * 13) % 11) * (index % 2 ? 1000 : -1.5) }),
  ...(index % 4 > 0 && { grade: index % 2 ? 'Wick' : 'Ember' }),
  ...(index % 3 > 0 && { place: index % 2 ? 'Road' : 'Shrine' }),
  lit: index % 2 === 0,
  ...(index % 6 > 0 && { since: `2026-0${1 + (index % 9)}-11` })
}))

/** A site and its folder. */
interface Hosted {
  site: TestSite
  /** Of the folder. */
  address: string
}

/** The id of the section of `/lamps`. */
const lampPage = undashId(pageId('Lamps'))

let wiki: Hosted

beforeAll(async () => {
  wiki = await host(lampWorkspace(views, lamps))
})

async function host(workspace: WorkspaceFile, basePath = ''): Promise<Hosted> {
  for (const view of Object.values(workspace.collection_view)) showEmptyGroups(view)
  const site = await openSite({ workspace })
  return { site, ...(await openFolder({ ...site, basePath })) }
}

/** Those of one view; the others hide groups without rows. */
function showEmptyGroups(view: CollectionView): void {
  const rule: unknown = Reflect.get(view.format ?? {}, 'collection_group_by')
  if (view.name === 'Full groups' && rule) Object.assign(rule, { hideEmptyGroups: false })
}

async function open(address: string, options: BrowserContextOptions = {}) {
  const browser = await sharedBrowser()
  const visitor = await visit(browser, { ...desktop, ...options })
  onTestFinished(() => visitor.close())
  await visitor.page.goto(address)
  return visitor
}

/** What the server shows at an address. */
async function served(page: Page, address: string, { site } = wiki): Promise<ShownViews[]> {
  const { body, statusCode } = await site.app.inject(address)
  expect(statusCode).toBe(200)
  // The policy of the folder has the hash of its own styles.
  return page.evaluate(readViews, body.replace(/<style>.*?<\/style>/s, ''))
}

const shown = (page: Page) => page.evaluate(readViews, '')
const titles = (page: Page) => page.locator('.collection .page-link-title').allInnerTexts()
const rowRequests = (requests: string[]) => requests.filter((url) => url.includes('/_rows/'))
const head = (page: Page, name: string) => page.locator('thead a', { hasText: name })

/** Each order, each filter and some searches, alone and together. */
function queries(): string[] {
  const sorts = ['lamp', 'oil', 'grade', 'place', 'lit', 'since', 'made', 'unknown'].flatMap(
    (word) => [`sort=${word}`, `sort=${word}&dir=desc`]
  )
  const filters = ['grade=Wick', 'grade=Ember', 'place=Road', 'lit=Yes', 'lit=No', 'grade=None']
  const searches = ['q=1', 'q=AMBER', 'q=ölkrug+1', 'q=feb', 'q=-3', 'q=nothing']
  const narrow = [...filters.map((filter) => `is.${filter}`), ...searches]
  const both = sorts.map((sort, index) => `${narrow[index % narrow.length]}&${sort}`)
  return [...sorts, ...narrow, ...both, 'q=1&is.grade=Wick&is.place=Road']
}

/** Follows a link to another query of the shown view, as those in the heads of tables are. */
const follow = (page: Page, search: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    link.dataset['viewLink'] = ''
    document.querySelector('section.collection')?.append(link)
    link.click()
    link.remove()
  }, search)

test.each(views.map(({ name }, place) => [name, place] as const))(
  'the view "%s" is sorted and filtered in a folder as on the server',
  async (name, place) => {
    const word = name.toLowerCase().replaceAll(' ', '-')
    const { page, problems } = await open(`${wiki.address}/lamps/_view/${word}/`)
    // All of them for the first view, and a third for each other one.
    const tried = queries().filter(
      (_query, index) => isSweep || place === 0 || index % 3 === place % 3
    )
    for (const query of tried) {
      const search = `?v=${word}&${query}`
      await follow(page, search)
      const expected = await served(page, `/lamps${search}`)
      await expect.poll(() => shown(page), { message: search }).toEqual(expected)
    }
    expect(problems).toEqual([])
  }
)

test('an address with words, ids or other names of a view shows its rows when it is opened', async () => {
  const { page } = await open(`${wiki.address}/lamps/`)
  const given = { sort: propertyId('Lamps', 'Oil'), [`is.${propertyId('Lamps', 'Lit')}`]: 'Yes' }
  const ids = `v=${lampView('Table')}&${new URLSearchParams(given)}`
  for (const search of ['?v=lamps-table&sort=oil', '?sort=oil&q=1', `?${ids}`, '?v=&sort=oil']) {
    await page.goto(`${wiki.address}/lamps/${search}`)
    const expected = await served(page, `/lamps${search}`)
    await expect.poll(() => shown(page), { message: search }).toEqual(expected)
  }
})

test('an address of a server opens the document of its view', async () => {
  const { page } = await open(`${wiki.address}/lamps/?v=gallery`)
  await page.waitForURL('**/lamps/_view/gallery/?v=gallery')
  await page.locator('.gallery').waitFor()
  await page.goto(`${wiki.address}/lamps/?v=${lampView('List')}&q=1`)
  await page.waitForURL('**/lamps/_view/list/?*')
  const expected = await served(page, '/lamps?v=list&q=1')
  await expect.poll(() => shown(page)).toEqual(expected)
})

test('a column sorts by keyboard, back and forward restore, and the address can be shared', async () => {
  const { page, problems, requests } = await open(`${wiki.address}/lamps/`)
  const before = await titles(page)
  await page.evaluate(() => document.body.setAttribute('data-stays', ''))
  expect(rowRequests(requests)).toEqual([])
  await head(page, 'Oil').focus()
  await page.keyboard.press('Enter')
  await page.locator('th[aria-sort=ascending]').waitFor()
  expect(page.url()).toBe(`${wiki.address}/lamps/?v=table&sort=oil#${lampPage}`)
  const ascending = await titles(page)
  expect(ascending).not.toEqual(before)
  await page.keyboard.press('Enter')
  await page.locator('th[aria-sort=descending]').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Oil')
  expect(await page.locator('#view-status').innerText()).toBe('Table: 24 rows')
  const descending = await titles(page)

  await page.goBack()
  await page.locator('th[aria-sort=ascending]').waitFor()
  expect(await titles(page)).toEqual(ascending)
  await page.goForward()
  await page.locator('th[aria-sort=descending]').waitFor()
  expect(await titles(page)).toEqual(descending)
  await page.goBack()
  await page.goBack()
  await page.locator('thead:not(:has([aria-sort]))').waitFor()
  expect(await titles(page)).toEqual(before)
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  expect(rowRequests(requests)).toHaveLength(1)
  expect(problems).toEqual([])
})

test('a filter applies when it is chosen, says how many rows match, and is reset', async () => {
  const { page, problems } = await open(`${wiki.address}/lamps/_view/groups/`)
  const before = await titles(page)
  await page.locator('.view-tools summary').click()
  const chosen = page.locator('.view-tools select').first()
  await chosen.focus()
  await chosen.selectOption('Wick')
  await page.locator('.view-tools', { hasText: '12 of 18' }).waitFor()
  expect(await chosen.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await page.locator('#view-status').innerText()).toBe('Groups: 12 of 18 rows')
  await page.locator('.view-tools input[type=search]').fill('no such lamp')
  await page.keyboard.press('Enter')
  await page.locator('td.empty').waitFor()
  expect(await page.locator('.collection .group').count()).toBe(0)
  await page.locator('[data-view-link=all]').click()
  await page.locator('.view-tools:not([open])').waitFor()
  expect(await titles(page)).toEqual(before)
  expect(problems).toEqual([])
})

test('back from another view of the page shows the view before, in place', async () => {
  const { page, problems } = await open(`${wiki.address}/lamps/`)
  await page.evaluate(() => document.body.setAttribute('data-stays', ''))
  await head(page, 'Oil').click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  const sorted = await titles(page)
  await page.locator('.view-tabs a', { hasText: 'Gallery' }).click()
  await page.locator('.gallery').waitFor()
  await page.goBack()
  await page.locator('th[aria-sort=ascending]').waitFor()
  expect(await titles(page)).toEqual(sorted)
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  expect(problems).toEqual([])
})

test('two views of a page keep their own orders and filters, below a path', async () => {
  const two = await host(twoCollections(views.slice(0, 2), lamps), '/wiki')
  const { page, problems } = await open(`${two.address}/shelf/`)
  const [left, right] = [0, 1].map((index) => page.locator('section.collection').nth(index))
  await left?.locator('thead a', { hasText: 'Oil' }).click()
  await page.locator('th[aria-sort]').waitFor()
  await right?.locator('summary').click()
  await right?.locator('select').first().selectOption('Wick')
  await right?.locator('.view-tools', { hasText: '12 of 24' }).waitFor()
  const { search, pathname } = new URL(page.url())
  expect(pathname).toBe('/wiki/shelf/')
  await expect.poll(() => shown(page)).toEqual(await served(page, `/shelf${search}`, two))
  const both = await shown(page)

  await page.reload()
  await expect.poll(() => shown(page)).toEqual(both)
  await right?.locator('.view-tabs a', { hasText: 'List' }).click()
  await right?.locator('ul.rows').waitFor()
  await expect.poll(async () => (await shown(page))[0]?.lines).toEqual(both[0]?.lines)
  expect(problems).toEqual([])
})

test('without script the tools are left out and the heads of tables are no links', async () => {
  const { page } = await open(`${wiki.address}/lamps/`, { javaScriptEnabled: false })
  expect(await page.locator('.view-tools').isVisible()).toBe(false)
  expect(await page.locator('thead a[href]').count()).toBe(0)
  expect(await titles(page)).toHaveLength(lamps.length)
})

test('a view with more rows than a page shows has no tools', async () => {
  const many = Array.from({ length: 101 }, (_, index): Lamp => ({ title: `Lamp ${index}` }))
  const { address } = await host(lampWorkspace(views.slice(0, 1), many))
  const { page, problems } = await open(`${address}/lamps/?sort=lamp`)
  await page.locator('a[rel=next]').waitFor()
  expect(await page.locator('.view-tools, thead a, [data-rows]').count()).toBe(0)
  expect(problems).toEqual([])
})

test('where a newer build has other rows, the page is loaded again', async () => {
  const { page } = await open(`${wiki.address}/lamps/`)
  await page.evaluate(() => {
    document.body.setAttribute('data-stays', '')
    const section = document.querySelector<HTMLElement>('[data-rows]')
    if (section) section.dataset['rows'] = '/_rows/gone.json'
  })
  await head(page, 'Oil').click()
  await page.locator('body:not([data-stays]) th[aria-sort=ascending]').waitFor()
})
