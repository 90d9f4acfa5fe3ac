import type { CollectionView } from 'notion-types'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { pageId, propertyId } from '../../../demo/builder/record-ids.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { desktop } from '../../support/browser/browser.ts'
import { shareVisits } from '../../support/browser/sample-visits.ts'
import { type ShownViews, followQuery, readViews } from '../../support/browser/shown-views.ts'
import { openFolder } from '../../support/browser/static-site.ts'
import { type Lamp, lampPages, lampView } from '../../support/sites/collection-site.ts'
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

/** The id of the section of `/lamps`. */
const lampPage = undashId(pageId('Lamps'))

let site: TestSite
/** Of the folder. */
let address: string

beforeAll(async () => {
  const workspace = lampPages(views, lamps)
  for (const view of Object.values(workspace.collection_view)) showEmptyGroups(view)
  // What their pages do not need.
  const config = {
    isMirrorDownloadEnabled: false,
    isOfflineEnabled: false,
    isSearchEnabled: false,
    isSiteTreeEnabled: false
  }
  site = await openSite({ workspace, config })
  address = (await openFolder({ ...site, basePath: '/wiki' })).address
})

/** Those of one view; the others hide groups without rows. */
function showEmptyGroups(view: CollectionView): void {
  const rule: unknown = Reflect.get(view.format ?? {}, 'collection_group_by')
  if (view.name === 'Full groups' && rule) Object.assign(rule, { hideEmptyGroups: false })
}

const share = shareVisits()

async function open(path: string, options: BrowserContextOptions = {}) {
  const visitor = await share({ ...desktop, ...options })
  await visitor.page.goto(address + path)
  return visitor
}

/** What the server shows at an address. */
async function served(page: Page, path: string): Promise<ShownViews[]> {
  const { body, statusCode } = await site.app.inject(path)
  expect(statusCode).toBe(200)
  // The policy of the folder has the hash of its own styles.
  return page.evaluate(readViews, body.replace(/<style>.*?<\/style>/s, ''))
}

const shown = (page: Page) => page.evaluate(readViews, '')
const titles = (page: Page) => page.locator('.collection .page-link-title').allInnerTexts()
const rowRequests = (requests: string[]) => requests.filter((url) => url.includes('/_rows/'))
const head = (page: Page, name: string) => page.locator('thead a', { hasText: name })

const sorts = ['lamp', 'oil', 'grade', 'place', 'lit', 'since', 'made', 'unknown'].flatMap(
  (word) => [`sort=${word}`, `sort=${word}&dir=desc`]
)
const filters = ['grade=Wick', 'grade=Ember', 'place=Road', 'lit=Yes', 'lit=No', 'grade=None']
const searches = ['q=1', 'q=AMBER', 'q=ｏlkrug+1', 'q=feb', 'q=-3', 'q=nothing']
const narrow = [...filters.map((filter) => `is.${filter}`), ...searches]
const combined = sorts.map((sort, index) => `${narrow[index % narrow.length]}&${sort}`)

/**
 * Each order, each filter and some searches, alone and together: in a sweep for each view, otherwise the
 * single ones for the first view, and of the others the same number for each other view.
 */
function queriesOf(place: number): string[] {
  const single = [...sorts, ...narrow]
  const several = [...combined, 'q=1&is.grade=Wick&is.place=Road']
  if (isSweep) return [...single, ...several]
  if (place === 0) return single
  return several.filter((_query, index) => index % (views.length - 1) === place - 1)
}

test('each view is sorted and filtered in a folder as on the server', async () => {
  const { page, problems } = await open('/lamps/')
  for (const [place, { name }] of views.entries()) {
    const word = name.toLowerCase().replaceAll(' ', '-')
    if (place > 0) await page.locator('.view-tabs').getByRole('link', { name, exact: true }).click()
    await page.locator(`.view-tabs a[aria-current][href*="/${word}/"]`).waitFor()
    for (const query of queriesOf(place)) {
      const search = `?v=${word}&${query}`
      await page.evaluate(followQuery, search)
      const expected = await served(page, `/lamps${search}`)
      await expect.poll(() => shown(page), { message: search }).toEqual(expected)
    }
  }
  expect(problems).toEqual([])
})

test('an address with words, ids or other names of a view shows its rows when it is opened', async () => {
  const given = { sort: propertyId('Lamps', 'Oil'), [`is.${propertyId('Lamps', 'Lit')}`]: 'Yes' }
  const ids = `v=${lampView('Table')}&${new URLSearchParams(given)}`
  const [first, ...others] = ['v=lamps-table&sort=oil', 'sort=oil&q=1', ids, 'v=&sort=oil']
  const { page } = await open(`/lamps/?${first}`)
  for (const query of [first, ...others]) {
    const search = `?${query}`
    if (query !== first) await page.goto(`${address}/lamps/${search}`)
    const expected = await served(page, `/lamps${search}`)
    await expect.poll(() => shown(page), { message: search }).toEqual(expected)
  }
})

test('an address of a server opens the document of its view', async () => {
  const { page } = await open(`/lamps/?v=gallery`)
  await page.waitForURL('**/lamps/_view/gallery/?v=gallery')
  await page.locator('.gallery').waitFor()
  await page.goto(`${address}/lamps/?v=${lampView('List')}&q=1`)
  await page.waitForURL('**/lamps/_view/list/?*')
  const expected = await served(page, '/lamps?v=list&q=1')
  await expect.poll(() => shown(page)).toEqual(expected)
  await page.goBack()
  await page.locator('.gallery').waitFor()
})

test('a column sorts by keyboard; back and forward restore, also from another view; the address can be shared', async () => {
  const { page, problems, requests } = await open(`/lamps/`)
  const before = await titles(page)
  await page.evaluate(() => document.body.setAttribute('data-stays', ''))
  expect(rowRequests(requests)).toEqual([])
  await head(page, 'Oil').focus()
  await page.keyboard.press('Enter')
  await page.locator('th[aria-sort=ascending]').waitFor()
  expect(page.url()).toBe(`${address}/lamps/?v=table&sort=oil#${lampPage}`)
  const ascending = await titles(page)
  expect(ascending).not.toEqual(before)
  await page.keyboard.press('Enter')
  await page.locator('th[aria-sort=descending]').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Oil')
  expect(await page.locator('#view-status').innerText()).toBe('Table: 24 rows')
  expect(await page.locator('[aria-busy]').count()).toBe(0)
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
  expect(rowRequests(requests)).toHaveLength(1)

  await head(page, 'Oil').click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  await page.locator('.view-tabs a', { hasText: 'Gallery' }).click()
  await page.locator('.gallery').waitFor()
  await page.goBack()
  await page.locator('th[aria-sort=ascending]').waitFor()
  expect(await titles(page)).toEqual(ascending)
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  expect(problems).toEqual([])
})

test('a filter applies when it is chosen, says how many rows match, and is reset', async () => {
  const { page, problems } = await open(`/lamps/_view/groups/`)
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

test('two views of a page keep their own orders and filters, below a path', async () => {
  const { page, problems } = await open('/shelf/')
  const [left, right] = [0, 1].map((index) => page.locator('section.collection').nth(index))
  await left?.locator('thead a', { hasText: 'Oil' }).click()
  await page.locator('th[aria-sort]').waitFor()
  await right?.locator('summary').click()
  await right?.locator('select').first().selectOption('Wick')
  await right?.locator('.view-tools', { hasText: '4 of 8' }).waitFor()
  const { search, pathname } = new URL(page.url())
  expect(pathname).toBe('/wiki/shelf/')
  await expect.poll(() => shown(page)).toEqual(await served(page, `/shelf${search}`))
  const both = await shown(page)

  await page.reload()
  await expect.poll(() => shown(page)).toEqual(both)
  await right?.locator('.view-tabs a', { hasText: 'List' }).click()
  await right?.locator('ul.rows').waitFor()
  await expect.poll(async () => (await shown(page))[0]?.lines).toEqual(both[0]?.lines)
  expect(problems).toEqual([])
})

test('without script the tools are left out and the heads of tables are no links', async () => {
  const { page } = await open(`/lamps/`, { javaScriptEnabled: false })
  expect(await page.locator('.view-tools').isVisible()).toBe(false)
  expect(await page.locator('thead a[href]').count()).toBe(0)
  expect(await titles(page)).toHaveLength(lamps.length)
})

test('where a newer build has other rows, the page is loaded again', async () => {
  const { page } = await open(`/lamps/`)
  await page.evaluate(() => {
    document.body.setAttribute('data-stays', '')
    const section = document.querySelector<HTMLElement>('[data-rows]')
    if (section) section.dataset['rows'] = '/_rows/gone.json'
  })
  await head(page, 'Oil').click()
  await page.locator('body:not([data-stays]) th[aria-sort=ascending]').waitFor()
})
