import { createServer } from 'node:http'
import { hosted } from '../../support/browser/hosting.ts'
import { gunzipSync } from 'node:zlib'

import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import type { Analytics } from '../../../site/config/analytics.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { listening } from '../../support/run/listening.ts'
import { openSite } from '../../support/sites/site.ts'
import { desktop, intercept, sharedBrowser, visit } from '../../support/browser/browser.ts'

interface Stand {
  origin: string
  /** Paths of page views, by service. */
  posthog: string[]
  fathom: string[]
  /** Where the visitor came from, for PostHog. */
  referrers: string[]
  /** All other requests to the hosts. */
  others: string[]
}

/**
 * Fathom's script is only on its host; this one reports its calls through an image, like the original.
 * Each has an address of its own: a browser requests the same image once while it is loading.
 */
const fathomScript = `
const { origin } = new URL(document.querySelector('#fathom-script').src)
let calls = 0
const tell = (url) => (new Image().src = origin + '/seen?n=' + ++calls + '&p=' + encodeURIComponent(url))
window.fathom = { trackPageview: ({ url }) => tell(url) }`

let browser: Browser
const stand: Stand = { origin: '', posthog: [], fathom: [], referrers: [], others: [] }
const addresses: Record<'on' | 'off', string> = { on: '', off: '' }

beforeAll(async () => {
  browser = await sharedBrowser()
  stand.origin = await startStand()
  const posthog = { key: 'phc_test', host: stand.origin }
  const fathom = { siteId: 'LANTERN', scriptUrl: `${stand.origin}/script.js` }
  addresses.on = await serve({ posthog, fathom })
  addresses.off = await serve({})
})

/** Replacement for the hosts of both services. */
async function startStand(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      response.setHeader(
        'content-type',
        request.url === '/script.js' ? 'text/javascript' : 'application/json'
      )
      if (request.method !== 'OPTIONS') note(request.url ?? '', Buffer.concat(chunks))
      response.end(request.url === '/script.js' ? fathomScript : '{"status":1}')
    })
  })
  return `http://127.0.0.1:${await listening(server)}`
}

function note(url: string, body: Buffer): void {
  const { pathname, searchParams } = new URL(url, stand.origin || 'http://stand')
  if (pathname === '/seen') stand.fathom.push(new URL(searchParams.get('p') ?? '').pathname)
  else if (/^\/(e|i\/v0\/e)\//.test(url)) stand.posthog.push(...viewsIn(body))
  else stand.others.push(url)
}

interface Batch {
  batch: { event: string; properties: { $current_url: string; $referrer: string } }[]
}

/** Paths of the page views that PostHog's library sends, and names of other events. */
function viewsIn(body: Buffer): string[] {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b
  const { batch } = JSON.parse(String(isZipped ? gunzipSync(body) : body)) as Batch
  stand.referrers.push(...batch.map(({ properties }) => properties.$referrer))
  return batch.map(({ event, properties }) =>
    event === '$pageview' ? new URL(properties.$current_url).pathname : event
  )
}

async function serve(analytics: Analytics): Promise<string> {
  const pages = [pageBlock(2, 'Lantern'), pageBlock(3, 'Shrine')]
  const workspace = workspaceOf([testId(2), testId(3)], pages)
  return hosted(await openSite({ workspace, analytics }))
}

async function open(address: string, prepare?: (page: Page) => Promise<unknown>) {
  const visitor = await visit(browser, { baseURL: address, ...desktop })
  onTestFinished(() => visitor.close())
  for (const each of [stand.posthog, stand.fathom, stand.referrers, stand.others]) each.length = 0
  await prepare?.(visitor.page)
  await visitor.page.goto('/', { waitUntil: 'networkidle' })
  return visitor
}

const heading = (page: Page, title: string) => page.locator('h1', { hasText: title }).waitFor()
const follow = async (page: Page, path: string, title: string) => {
  await page.locator(`main a[href="${path}"]`).first().click()
  await heading(page, title)
}
/** Waits for the idle work of a page, and then for requests that were sent after those of this work. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    for (let round = 0; round < 3; round++) {
      await new Promise((done) => requestIdleCallback(done))
      await fetch('/healthz')
    }
  })
const seen = () => ({ posthog: [...stand.posthog], fathom: [...stand.fathom] })
const both = (...paths: string[]) => ({ posthog: paths, fathom: paths })

test('both services get one page view for the first page and for each navigation, and nothing else', async () => {
  const { page, problems } = await open(addresses.on)
  await expect.poll(seen).toEqual(both('/'))
  await follow(page, '/lantern', 'Lantern')
  await expect.poll(seen).toEqual(both('/', '/lantern'))
  expect(stand.referrers).toEqual(['$direct', `${addresses.on}/`])
  await page.goBack()
  await expect.poll(seen).toEqual(both('/', '/lantern', '/'))
  await page.goForward()
  await expect.poll(seen).toEqual(both('/', '/lantern', '/', '/lantern'))
  // As the browser shows a page that it has kept since another one took its place.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(seen).toEqual(both('/', '/lantern', '/', '/lantern', '/lantern'))
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0])
  expect(stand.others).toEqual(['/script.js'])
  const excluded = await page.locator('#fathom-script').getAttribute('data-excluded-domains')
  expect(excluded).toBe('localhost')
  expect(problems).toEqual([])
})

test('a navigation that falls back to a page load is one page view', async () => {
  const { page } = await open(addresses.on, intercept)
  await expect.poll(seen).toEqual(both('/'))
  await page.route('**/shrine', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort()
  )
  await follow(page, '/shrine', 'Shrine')
  await expect.poll(seen).toEqual(both('/', '/shrine'))
  await rest(page)
  expect(seen()).toEqual(both('/', '/shrine'))
})

test.each([
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true]
])('with %s neither service is loaded', async (_name, property, value) => {
  const { page, requests } = await open(addresses.on, (opened) =>
    opened.addInitScript(
      ([name, set]) => Object.defineProperty(Navigator.prototype, name, { get: () => set }),
      [property, value] as const
    )
  )
  await follow(page, '/lantern', 'Lantern')
  await rest(page)
  expect(
    requests.filter((url) => /posthog|fathom/.test(url) || url.startsWith(stand.origin))
  ).toEqual([])
})

test('on localhost PostHog counts and Fathom does not', async () => {
  const { page, requests } = await open(addresses.on.replace('127.0.0.1', 'localhost'))
  await expect.poll(() => stand.posthog).toEqual(['/'])
  await rest(page)
  expect(requests.filter((url) => url.includes('fathom') || url.endsWith('/script.js'))).toEqual([])
})

test('unconfigured services are neither loaded nor named', async () => {
  const { page, requests, problems } = await open(addresses.off)
  await follow(page, '/lantern', 'Lantern')
  await rest(page)
  expect(requests.filter((url) => !url.startsWith(addresses.off))).toEqual([])
  expect(requests.filter((url) => /posthog|fathom/.test(url))).toEqual([])
  const reply = await fetch(addresses.off)
  expect(reply.headers.get('content-security-policy')).not.toMatch(/posthog|fathom|http:/)
  expect(await reply.text()).not.toMatch(/posthog|fathom/)
  expect(problems).toEqual([])
})

test('the content security policy names the configured hosts in the needed directives', async () => {
  const policy = (await fetch(addresses.on)).headers.get('content-security-policy')
  const sources = `'self' ${stand.origin}`
  expect(policy?.split(';').map((each) => each.trim())).toEqual(
    expect.arrayContaining([`script-src ${sources}`, `connect-src ${sources} ${stand.origin}`])
  )
})
