import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

import { type Visit, desktop, sharedBrowser, visit } from './browser.ts'

/** Opens the start page of a site, and waits until the worker runs and has kept it. */
export async function visitWithWorker(baseURL: string, path = '/'): Promise<Visit> {
  const browser = await sharedBrowser()
  const visitor = await visit(browser, { baseURL, serviceWorkers: 'allow', ...desktop })
  onTestFinished(() => visitor.close())
  await visitor.page.goto(path)
  await untilActive(visitor.page)
  return visitor
}

/** After this time the page is loaded again: a worker that could not be installed is tried again then. */
const INSTALL_MS = 20_000

/** Waits until the worker of a page runs, and has kept the pages that were open before. */
async function untilActive(page: Page): Promise<void> {
  while (!(await isActive(page))) await page.reload()
}

/** Whether the worker runs; false if it takes too long to be installed. */
function isActive(page: Page): Promise<boolean> {
  return page.evaluate(async (patience) => {
    const untilActivated = async () => {
      const { active } = await navigator.serviceWorker.ready
      if (active?.state === 'activated') return true
      await new Promise((done) => active?.addEventListener('statechange', done, { once: true }))
      const { active: now } = await navigator.serviceWorker.ready
      return now?.state === 'activated'
    }
    const late = new Promise<boolean>((done) => setTimeout(() => done(false), patience))
    return Promise.race([untilActivated(), late])
  }, INSTALL_MS)
}

/** The addresses of all copies in the caches of a site, sorted, from their path on. */
export function copies(page: Page, ...kinds: string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const names = await caches.keys()
    const chosen = names.filter((name) => wanted.some((kind) => name.endsWith(`/${kind}`)))
    const keys = await Promise.all(chosen.map(async (name) => (await caches.open(name)).keys()))
    const urls = keys.flat().map(({ url }) => new URL(url))
    return urls.map(({ href, origin }) => href.slice(origin.length)).toSorted()
  }, kinds)
}

/** Opens the page for reading offline, which looks for a new publication, and waits until that is done. */
export async function lookAgain(context: BrowserContext, path = '/_offline'): Promise<void> {
  const page = await context.newPage()
  await page.goto(path)
  await untilIdle(page)
  await page.close()
}

/** Asks the worker for its status until it has nothing to do. */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { serviceWorker } = navigator
        serviceWorker.addEventListener('message', ({ data }) => {
          if (!data.isBusy) done()
        })
        void serviceWorker.ready.then(({ active }) => active?.postMessage('look', []))
      })
  )
}
