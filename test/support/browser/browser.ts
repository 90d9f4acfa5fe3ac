import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core'

import { packagedChromium } from './packaged-chromium.ts'

/** An opened page, with everything that went wrong on it and its requests. */
export interface Visit {
  page: Page
  /** Console errors and warnings, uncaught exceptions, and responses with status 400 and above. */
  problems: string[]
  /** URLs of all requests. */
  requests: string[]
  close: () => Promise<void>
}

export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true
}
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/**
 * Starts Chromium: the one at `CHROMIUM_PATH`, otherwise the packaged one. `more` adds flags;
 * `without` removes default flags of Playwright.
 */
export async function launchBrowser(more: string[] = [], without: string[] = []): Promise<Browser> {
  const installed = process.env['CHROMIUM_PATH']
  const { executablePath, env } = installed
    ? { executablePath: installed, env: {} }
    : packagedChromium()
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...flags, ...more],
    ignoreDefaultArgs: without
  })
}

let shared: Browser | undefined

/** The browser of all tests of a worker, which ends with it; a test closes its contexts. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser()
  return shared
}

/** A guard against hanging pages; a busy machine may be ten times slower than an idle one. */
const TIMEOUT_MS = 100_000
/** Playwright's warning where it blocks a service worker. */
const BLOCKED = 'Service Worker registration blocked by Playwright'

/** How many times slower pages compute: `npm run test:slow` finds what is in time only on a fast processor. */
const slowdown = Number(process.env['FANSITE_TEST_SLOWDOWN'] ?? 1)

const unlessGiven = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const

/**
 * Opens a page and records its problems and requests. By default no worker stands between the page and
 * the server, so that tests see and intercept all requests; the tests of reading offline allow it. And
 * pages change without a transition, which costs more processor time than the rest of the change.
 */
export async function visit(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ ...unlessGiven, ...options })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  if (slowdown > 1) {
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  const problems: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type())
    if (isProblem && message.text() !== BLOCKED) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  page.on('request', (request) => requests.push(request.url()))
  return { page, problems, requests, close: () => context.close() }
}

/**
 * Intercepts the requests of a page that is not loaded yet, so that each later `page.route` holds at
 * once. A loaded page learns only after a while that its requests are intercepted, and may send the
 * next one past a new route.
 */
export async function intercept(page: Page): Promise<void> {
  await page.route('about:blank', (route) => route.continue())
}

/** Waits for a frame: until then, a browser has handled the events and promises of the last one. */
export function nextFrame(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
  )
}

/**
 * What makes a page wider than its window, and what is cut off at the window's edge: elements that reach
 * beyond it and are in no box that scrolls. The frame of a page clips, so its scroll width says nothing
 * about the text.
 */
export function stickingOut(page: Page): Promise<string[]> {
  // A phone zooms out to show a wide document, whose `innerWidth` then grows with it.
  return page.evaluate((window) => {
    const scrolls = /auto|scroll/
    const isInBox = ({ parentElement: parent }: Element): boolean =>
      parent !== null && (scrolls.test(getComputedStyle(parent).overflowX) || isInBox(parent))
    const isBeyond = (part: Element) => {
      const { width, right } = part.getBoundingClientRect()
      return width > 0 && right > window + 1
    }
    const parts = [...document.querySelectorAll('body *')]
    const found = parts.filter((part) => isBeyond(part) && !isInBox(part))
    const { scrollWidth } = document.documentElement
    const wide = scrollWidth > window ? [`a document of ${scrollWidth} px`] : []
    return [...wide, ...found.map((part) => `${part.tagName} ${part.className}`)]
  }, page.viewportSize()?.width ?? 0)
}

/** An entry of the Layout Instability API, whose type TypeScript lacks. */
interface LayoutShift {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** The layout shifts so far, which a browser reports after its next frames: what moved, from where to where. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const place = ({ x, y, width, height }: DOMRect) => `${width} × ${height} at ${x}, ${y}`
    const describe = ({ node, previousRect, currentRect }: LayoutShift['sources'][number]) => {
      const element = node instanceof Element ? node : node?.parentElement
      const tag = /^<[^>]*>/.exec(element?.outerHTML ?? '')?.[0] ?? 'an element that has gone'
      return `${tag} from ${place(previousRect)} to ${place(currentRect)}`
    }
    const shifts: string[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as LayoutShift[])
        shifts.push(`moves by ${value}: ${sources.map(describe).join('; ')}`)
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    observer.disconnect()
    return shifts
  })
}
