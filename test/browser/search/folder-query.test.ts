import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { type MirrorIndex, isIndexFile } from '../../../site/browse/mirror-chunks.ts'
import { MANIFEST_FILE } from '../../../site/search/shards/shard-files.ts'
import { phone, sharedBrowser, visit } from '../../support/browser/browser.ts'
import {
  type StaticSite,
  buildFolder,
  serveFolder,
  staticSite
} from '../../support/browser/static-site.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

let site: StaticSite

/** The page of all tests, on a phone. */
let page: Page
/** Of its requests. */
let paths: string[]
let problems: string[]

beforeAll(async () => {
  site = await staticSite()
  const visitor = await visit(await sharedBrowser(), phone)
  onFinished(visitor.close)
  page = visitor.page
  problems = visitor.problems
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
})

beforeEach(() => {
  paths = []
  problems.length = 0
})

const open = (place: string) => page.goto(site.address + place)

function mirrorSize(): number {
  const name = readdirSync(site.folder).find(isIndexFile) ?? ''
  const { size } = JSON.parse(readFileSync(path.join(site.folder, name), 'utf8')) as MirrorIndex
  return size
}

const cells = () => page.locator('.query-result td')
const status = () => page.locator('.query-status')

/** Replaces the statement by the keyboard, and runs it. */
async function run(sql: string): Promise<void> {
  // The plain field has the same name until the editor replaces it.
  await page.locator('.query-editor .cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}

test('a statement runs over the chunks that it reads, and counts them', async () => {
  const sql = "select title, path from pages where path = '/techniques'"
  await open(`/_data/query/?${new URLSearchParams({ sql })}`)
  await expect.poll(() => cells().allTextContents()).toEqual(['Techniques', '/techniques'])
  expect(await cells().locator('a').getAttribute('href')).toBe('/techniques')
  const chunks = paths.filter((each) => each.startsWith('/_mirror/'))
  const all = readdirSync(path.join(site.folder, '_mirror'))
  expect(chunks.length).toBeGreaterThan(0)
  expect(new Set(chunks).size).toBe(chunks.length)
  expect(chunks.length).toBeLessThan(all.length)
  expect(await status().textContent()).toMatch(/^Rows 1 · Fetched \d+ kB · Database pages \d+/)
  expect(paths.filter((each) => each.includes('/api/'))).toEqual([])
  expect(problems).toEqual([])
})

test('the full-text index is searched in a folder', async () => {
  await run(`select title from search_text
    join search_section on id = search_text.rowid join search_page on number = page_number
    where search_text match search('lantern oil') limit 1`)
  await expect.poll(() => cells().count()).toBe(1)
  expect(problems).toEqual([])
})

test('a statement asks before it fetches more than the limit, and goes on', async () => {
  const form = page.locator('.query-form')
  // The next limit, five times as much, is the whole file.
  const limit = String(mirrorSize() / 5)
  await form.evaluate((element: HTMLElement, bytes) => (element.dataset['limit'] = bytes), limit)
  await run('select sum(length(raw)) from block')
  await page.locator('.query-ask').waitFor()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect.poll(() => cells().count()).toBe(1)
})

test('the menu of a page leads to its row, which a statement shows', async () => {
  await open('/techniques/')
  await page.locator('.page-menu > summary').click()
  await page.getByRole('link', { name: 'Data of this page' }).click()
  await page.waitForURL('**/_data/query/?sql=*')
  await page
    .locator('.query-result td', { hasText: /^Techniques$/ })
    .first()
    .waitFor()
  expect(problems).toEqual([])
})

test('the questions of the guide are links, and the tables of a server are not named', async () => {
  await open('/_data/query/')
  const question = page.getByRole('link', { name: 'Which links are broken?' })
  expect(await page.locator('main a[href$="/_data"]').count()).toBe(0)
  await question.click()
  await page.locator('.query-result').getByRole('table').waitFor()
  expect(new URL(page.url()).pathname).toBe('/_data/query/')
})

test('without a chunk the page says that the database is gone', async () => {
  await page.route('**/_mirror/*', (route) => route.fulfill({ status: 404, body: 'none' }))
  await open('/_data/query/?sql=select+1')
  const error = page.locator('.query-error')
  await expect.poll(() => error.textContent()).toBe('This database is not offered any more.')
  await page.unroute('**/_mirror/*')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect.poll(() => cells().allTextContents()).toEqual(['1'])
})

test('without script the page says what it needs', async () => {
  const reply = await fetch(`${site.address}/_data/query/`)
  const html = await reply.text()
  expect(html).toContain('SQL runs in your browser, so this page needs JavaScript.')
  expect(html).not.toContain('href="/_data"')
})

// The last test, since it moves the clock.
test('below a path a new publication is offered, and the one before can be read meanwhile', async () => {
  const { api, dataDir, sync } = await mirrorDir()
  const folder = path.join(tempDir(), 'wiki')
  const basePath = '/wiki'
  const build = () => buildFolder(folder, { dataDir, basePath, config: testConfig(ROOT_ID) })
  await build()
  const baseURL = await serveFolder(folder, basePath)
  const title = `select title from page where id = '${testId(10)}'`
  await page.clock.install()
  await page.goto(`${baseURL}/_data/query/?${new URLSearchParams({ sql: title })}`)
  await expect.poll(() => cells().allTextContents()).toEqual(['Mining "deep"'])
  await run(`select path from pages where id = '${testId(10)}'`)
  expect(await cells().locator('a').getAttribute('href')).toBe('/wiki/mining-deep')
  // What the search finds without the names of pages.
  await page.route('**/search-names*', (route) => route.abort())
  expect(await titlesFor('mining')).toEqual(['Mining "deep"'])
  api.edit.setProperty(testId(10), 'title', [['Mining']])
  await sync()
  await build()
  const endless =
    'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'
  await run(endless)
  // The next statement opens the database again.
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await run(`${title} `)
  await expect.poll(() => cells().allTextContents()).toEqual(['Mining "deep"'])
  await page.clock.fastForward(61_000)
  await run(title)
  await page.getByRole('button', { name: 'Use the new database' }).click()
  await run(`${title}  `)
  await expect.poll(() => cells().allTextContents()).toEqual(['Mining'])
  expect(await titlesFor('mining')).toEqual(['Mining'])
  // Without the list of files of the newest build, the one before is searched.
  await page.route(`**/${MANIFEST_FILE}`, (route) => route.abort())
  await page.clock.fastForward(61_000)
  expect(await titlesFor('mining')).toEqual(['Mining'])
})

/** The titles that the search of the page lists. */
async function titlesFor(query: string): Promise<string[]> {
  const dialog = page.locator('#search-dialog')
  await page.keyboard.press('Control+k')
  await dialog.locator('input').fill(query)
  const titles = dialog.locator('[data-page] .search-title')
  await titles.first().waitFor()
  const found = await titles.allTextContents()
  await dialog.locator('input').fill('')
  await titles.first().waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  return found
}
