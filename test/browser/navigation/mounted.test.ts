import type { AddressInfo } from 'node:net'

import { beforeAll, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { desktop } from '../../support/browser/browser.ts'
import { shareVisits } from '../../support/browser/sample-visits.ts'
import { field } from '../../support/browser/search-visits.ts'
import { openSite } from '../../support/sites/site.ts'
import { covered, story } from '../../canaries/story.ts'
import { mountedHost } from '../../server/http/mounted-host.ts'

let address = ''

beforeAll(async () => {
  const { config, dataDir } = await openSite({
    workspace: sampleWorkspace(),
    assets: sampleAssets
  })
  address = await listen({ '/wiki': { config, dataDir }, '/other': { config, dataDir } })
})

async function listen(sites: Parameters<typeof mountedHost>[0]): Promise<string> {
  const host = await mountedHost(sites)
  await host.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`
}

const share = shareVisits()

async function open(path: string, baseURL = address) {
  const visitor = await share({ baseURL, ...desktop })
  const paths = new Set<string>()
  visitor.page.on('request', (request) => paths.add(new URL(request.url()).pathname))
  await visitor.page.goto(path)
  await visitor.page.evaluate(() => document.body.setAttribute('data-stays', ''))
  return { ...visitor, paths }
}

test('below a prefix, links replace the content in place and load only files of the site', async () => {
  const { page, paths, problems } = await open('/wiki/')
  const link = page.locator('.site-lists a', { hasText: 'All pages' })
  await link.hover()
  await page.locator('html.swup-enabled').waitFor({ state: 'attached' })
  await link.click()
  await page.waitForURL('**/wiki/all-pages')
  await page.locator('h1', { hasText: 'All pages' }).waitFor()
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  await page.locator('main a[href="/wiki/lamp-shrine"]').first().click()
  await page.waitForURL('**/wiki/lamp-shrine')
  await page.locator('h1', { hasText: 'Lamp Shrine' }).waitFor()
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  expect([...paths].filter((path) => !path.startsWith('/wiki/'))).toEqual([])
  expect(problems).toEqual([])
})

test('below a prefix, the search opens a page in place and remembers it', async () => {
  const { page, paths, problems } = await open('/wiki/')
  await page.keyboard.press('Control+k')
  const option = page.getByRole('option', { name: 'Lamp Shrine' }).first()
  await field(page).fill('lamp shrine')
  await option.click()
  await page.waitForURL('**/wiki/lamp-shrine')
  expect(await page.locator('body[data-stays]').count()).toBe(1)
  await page.keyboard.press('Control+k')
  const first = page.getByRole('option').first()
  expect(await first.getAttribute('href')).toBe('/wiki/lamp-shrine')
  expect([...paths].filter((path) => !path.startsWith('/wiki/'))).toEqual([])

  await page.goto('/other/')
  await page.keyboard.press('Control+k')
  await first.waitFor()
  const suggested = page.locator('#search-dialog a[role=option]')
  const hrefs = await suggested.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect(hrefs.filter((href) => !href?.startsWith('/other/'))).toEqual([])
  expect(problems).toEqual([])
})

test('below a prefix, names are listed with the icons of their pages', async () => {
  const { page } = await open('/wiki/')
  await page.route('**/api/search-notion**', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await field(page).fill('download')
  const icon = page.getByRole('option', { name: 'Download' }).first().locator('img')
  await icon.evaluate((image: HTMLImageElement) => image.decode())
  expect(await icon.getAttribute('src')).toMatch(/^\/wiki\//)
})

test('below a prefix, a link to the other server loads its document', async () => {
  const { page } = await open('/wiki/')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/'
    link.textContent = 'Host'
    document.querySelector('main')?.append(link)
  })
  await page.locator('main a', { hasText: /^Host$/ }).click()
  await page.locator('h1', { hasText: 'Host' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.locator('body[data-stays]').count()).toBe(0)
})

test('the chapter that was read on a site opens no spoilers of another site of the host', async () => {
  const workspace = story()
  const { config, dataDir } = await openSite({ workspace, config: { spoilers: covered } })
  const site = { config, dataDir }
  const { page } = await open('/first/', await listen({ '/first': site, '/second': site }))
  const choice = page.getByLabel('Show spoilers up to:').first()
  const secret = page.getByText('a secret below')
  await choice.selectOption('9')
  await page.reload()
  await secret.waitFor()
  await page.goto('/second/')
  // A script shows it when it has opened what was read.
  await choice.waitFor()
  expect(await secret.isVisible()).toBe(false)
})
