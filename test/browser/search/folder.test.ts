import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { MANIFEST_FILE } from '../../../site/search/shards/shard-files.ts'
import { intercept, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { shareVisits } from '../../support/browser/sample-visits.ts'
import { type StaticSite, openFolder, staticSite } from '../../support/browser/static-site.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

let site: StaticSite
/** The address of a small folder below a path. */
let small: string

/** The numbers of pages with a name. */
const names = { Wick: 1, Flame: 2, Ember: 3, Lamp: 13 }

beforeAll(async () => {
  site = await staticSite()
  const titles = Object.entries(names).flatMap(([name, count]) => Array<string>(count).fill(name))
  const pages = titles.map((title, at) => pageBlock(100 + at, `${title} ${at}`))
  const workspace = workspaceOf(
    pages.map(({ id }) => id),
    pages
  )
  const { dataDir } = await mirrorDir(workspace)
  const found =
    '{1, plural, one {one page} two {two pages} few {# few} many {# many} other {# other}}: {0}'
  const config = testConfig(workspace.rootPageId, { language: 'ar-EG', messages: { found } })
  small = (await openFolder({ dataDir, basePath: '/wiki', config })).address
})

const share = shareVisits()

async function open(
  address: string
): Promise<{ page: Page; problems: string[]; paths: () => string[] }> {
  const { page, problems, requests } = await share({})
  await intercept(page)
  await page.goto(address)
  // The page before may still have sent some, to another site.
  const { origin } = new URL(address)
  const own = () => requests.map((url) => new URL(url)).filter((url) => url.origin === origin)
  const paths = () => own().map(({ pathname }) => pathname)
  return { page, problems, paths }
}

test('the dialog adds pages that match by their text, from the shards of the words alone', async () => {
  const { page, problems, paths } = await open(`${site.address}/`)
  await page.keyboard.press('Control+k')
  await page.locator('#search-dialog input').fill('glass blue reminder')
  const group = page.locator('#search-list [data-page]').first()
  await group.waitFor()
  expect(await group.textContent()).toContain('reminder')
  expect(paths().some((path) => path.includes('/api/'))).toBe(false)
  const shards = paths().filter((path) => path.startsWith('/search/terms/'))
  expect(shards.length).toBeGreaterThan(0)
  expect(shards.length).toBeLessThan(10)
  const href = await group.locator('a').first().getAttribute('href')
  // A file server redirects to the slash at the end.
  expect(href).toMatch(/^\/.*\/$/)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/')
  expect(problems).toEqual([])
})

test('a page that is found by its name alone has a slash at the end of its address', async () => {
  const { page } = await open(`${small}/`)
  await page.route('**/search/**', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.locator('#search-dialog input').fill('wick')
  const link = page.locator('#search-list [data-page] a').first()
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('/wiki/wick-0/')
})

test('where a newer build has other files, the search begins again with its list of them', async () => {
  const { page, paths } = await open(`${small}/`)
  let isGone = true
  await page.route('**/search/terms/**', (route) => {
    if (!isGone) return route.continue()
    isGone = false
    return route.fulfill({ status: 404 })
  })
  await page.keyboard.press('Control+k')
  await page.locator('#search-dialog input').fill('ember')
  const lists = () => paths().filter((path) => path.endsWith(`/${MANIFEST_FILE}`))
  await expect.poll(lists).toHaveLength(2)
})

test('without a network, files that have arrived are searched, also after a search that fails', async () => {
  const { page } = await open(`${site.address}/`)
  await page.route('**/search-names*', (route) => route.abort())
  await page.keyboard.press('Control+k')
  const field = page.locator('#search-dialog input')
  const found = page.locator('#search-list [data-page]').first()
  await field.fill('reminder')
  await found.waitFor()
  await page.route('**/search/**', (route) => route.abort())
  await field.fill('lantern')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await field.fill('reminder')
  await found.waitFor()
})

test('a search whose files do not arrive can be repeated after ten seconds', async () => {
  // In a page of its own, since it installs a clock.
  const { page, close } = await visit(await sharedBrowser(), {})
  onTestFinished(close)
  await page.route('**/search-names*', (route) => route.abort())
  await page.route('**/search/terms/**', () => undefined)
  await page.goto(`${small}/`)
  await page.clock.install()
  await page.keyboard.press('Control+k')
  const asked = page.waitForRequest('**/search/terms/**')
  await page.locator('#search-dialog input').fill('lamp')
  await page.clock.runFor(200)
  await asked
  await page.clock.runFor(10_000)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/search/terms/**')
  await again.click()
  await page.locator('#search-list [data-page]').first().waitFor()
})

test('a page loads no shards and none of their code before a search', async () => {
  const { page, paths } = await open(`${site.address}/`)
  await page.waitForLoadState('networkidle')
  expect(paths().filter((path) => /search-folder|results-page|\/search\//.test(path))).toEqual([])
})

test('the results page shows the results of its address, in parts', async () => {
  const { page, problems } = await open(`${site.address}/search/?q=the+lantern`)
  await page.locator('.results > li').first().waitFor()
  expect(await page.locator('.results > li').count()).toBe(20)
  expect(await page.locator('.count-line').textContent()).toMatch(/^\d+ pages for “the lantern”$/)
  expect(await page.locator('#page-search').inputValue()).toBe('the lantern')
  expect(await page.title()).toBe('Search: the lantern · Hollow Lantern')
  expect(await page.locator('.ask-places:visible').count()).toBe(0)
  await page.locator('.list-pager [rel=next]').click()
  await page.locator('.results[start="21"]').waitFor()
  expect(await page.locator('.results mark').count()).toBeGreaterThan(0)
  expect(problems).toEqual([])
})

test('a results page without results says where to ask', async () => {
  const { page } = await open(`${site.address}/search/?q=zzqqy`)
  await page.locator('main').getByRole('link', { name: 'ask in the chat' }).waitFor()
  expect(await page.locator('.count-line').textContent()).toContain('zzqqy')
})

test('without script the results page says what it needs', async () => {
  const reply = await fetch(`${site.address}/search/`)
  expect(await reply.text()).toContain('<noscript><p>The search of this site needs JavaScript.')
})

test('the results page counts in the digits and plural forms of its language, below a path', async () => {
  const counts: (string | null)[] = []
  const { page, problems, paths } = await open(`${small}/`)
  for (const name of Object.keys(names)) {
    await page.goto(`${small}/search/?q=${name}`)
    counts.push(await page.locator('.count-line').textContent())
  }
  expect(counts).toEqual(['one page: Wick', 'two pages: Flame', '٣ few: Ember', '١٣ many: Lamp'])
  const links = page.locator('.results > li a')
  expect(await links.first().getAttribute('href')).toMatch(/^\/wiki\/lamp-\d+\/$/)
  expect(paths().filter((path) => path.startsWith('/wiki/search/terms/'))).not.toEqual([])
  expect(problems).toEqual([])
})
