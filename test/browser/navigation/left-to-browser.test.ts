import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'

import { cutNetwork } from '../../support/browser/cut-network.ts'
import { intercept } from '../../support/browser/browser.ts'
import { needsServer, pathOf } from '../../support/browser/hosting.ts'
import {
  SampleVisits,
  fromOtherDeployment,
  heading,
  link,
  mark,
  stays,
  withRouter
} from '../../support/browser/sample-visits.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { keptSite } from '../../server/responses/kept-site.ts'

const visits = new SampleVisits()

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
  ['a page of another deployment', fromOtherDeployment]
]

test('a page that cannot be shown in place is loaded by the browser, and back returns', async () => {
  const { page } = await visits.openNavigation('/every-block', intercept)
  let fail = failures[0]![1]
  let attempts = 0
  let isFollowed = Promise.resolve()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.route(`**${pathOf('/headings-and-ways')}`, (route) => {
    if (route.request().isNavigationRequest()) return route.continue()
    attempts++
    return isFollowed.then(() => fail(route))
  })
  for (const [name, failure] of failures) {
    fail = failure
    await mark(page)
    // A page that could not be prefetched before the click would be fetched again.
    let follow = () => {}
    isFollowed = new Promise((resolve) => (follow = resolve))
    await link(page, '/headings-and-ways').click()
    follow()
    await page.locator('body:not([data-stays]) h1', { hasText: 'Headings and Ways' }).waitFor()
    expect(new URL(page.url()).pathname, name).toBe(pathOf('/headings-and-ways'))
    // Otherwise the pointer is on the link again, which is a new intent.
    await page.mouse.move(0, 0)
    await page.goBack()
    await heading(page, 'Every Block')
  }
  await link(page, '/lists-and-boxes').click()
  await heading(page, 'Lists and Boxes')
  await page.goBack()
  await heading(page, 'Every Block')
  expect(errors).toEqual([])
  expect(attempts).toBe(failures.length)
})

test('a link to the page itself does not leave it, and a link works again on a page that the browser has kept', async () => {
  const other = pathOf('/headings-and-ways')
  let isKept = true
  const { page } = await visits.openNavigation('/every-block', async (opened) => {
    await opened.route('**/*', (route) => {
      const request = route.request()
      if (request.resourceType() === 'fetch') return route.abort()
      const isOther = request.url().endsWith(other)
      // Without content, the browser stays where it is.
      return isOther && isKept ? route.fulfill({ status: 204 }) : route.continue()
    })
  })
  await page.locator('.site-tree a[aria-current=page]').click()
  await page.locator('body:not([data-stays]) h1', { hasText: 'Every Block' }).waitFor()

  // The pointer is noticed by a script.
  await page.waitForLoadState()
  await withRouter(page)
  const isLeft = page.waitForResponse((response) => response.status() === 204)
  await link(page, '/headings-and-ways').click()
  await isLeft
  isKept = false
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(await page.locator('html').getAttribute('aria-busy')).toBeNull()
  await link(page, '/headings-and-ways').click()
  await heading(page, 'Headings and Ways')
})

needsServer('otherServer')(
  'a withdrawn page is not shown from the cache of the browser',
  async () => {
    const site = await keptSite(workspaceOf([testId(10)], [pageBlock(10, 'Torch')]))
    const network = await cutNetwork(await site.open())
    const { page } = await visits.share()
    await page.goto(network.address)
    await withRouter(page)
    await link(page, '/torch').click()
    await heading(page, 'Torch')
    await page.goto(network.address)
    await withRouter(page)
    const config = testConfig(testId(1), { excludedPageIds: [testId(10)] })
    await network.leadTo(await site.open({ config }))
    await link(page, '/torch').click()
    await heading(page, 'Page not found')
  }
)

test('without the script that replaces the content, links are followed by the browser', async () => {
  const { page } = await visits.share()
  await intercept(page)
  await page.route('**/router-*.js', (route) => route.abort())
  await page.goto('/every-block')
  await mark(page)
  await link(page, '/headings-and-ways').click()
  await page.locator('body:not([data-stays]) h1', { hasText: 'Headings and Ways' }).waitFor()
})

test('links to files, other sites and other windows are left to the browser', async () => {
  const { page, requests } = await visits.open('/wiki')
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
  await other.waitForURL(`**${pathOf('/get-started')}`)
  expect(await stays(page)).toBe(true)
  // The router fetches the start page, whose link was hovered, and may do so late.
  const start = new URL('/', page.url()).href
  const fetched = requests.slice(before).filter((url) => url !== start && !url.includes('/wiki'))
  expect(fetched).toEqual([])
})
