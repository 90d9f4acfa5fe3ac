import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import type { Page } from 'playwright-core'

import { buildApp } from '../../../server/app.ts'
import { launchBrowser, phone } from '../../support/browser/browser.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { type CorpusPage, makeCorpus } from './search-corpus.ts'
import { publishCorpus } from './publish-corpus.ts'
import { type KeyTime, type LongTask, readKeyTimes, startKeyTimes } from './key-times.ts'

const THROTTLING = 4
const QUERIES = 8
const ROUND_TRIP_MS = 400
const BYTES_PER_SECOND = 200_000

/**
 * `npm run report:names`: types titles into the search dialog of a phone-like browser. Reports the time
 * from a key to the first result by name, long tasks, and when results appear on a slow network.
 */
async function reportNames(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  for (const size of positionals.length > 0 ? positionals.map(Number) : [1000, 10_000]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'fansite-names-'))
    try {
      // With the home page.
      await reportSize(folder, makeCorpus(size - 1))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function reportSize(dataDir: string, corpus: CorpusPage[]): Promise<void> {
  console.log(`\n${corpus.length + 1} pages`)
  await publishCorpus(path.join(dataDir, 'mirror.db'), corpus)
  const app = await buildApp({ config: testConfig(ROOT_ID), dataDir, logLevel: 'error' })
  const browser = await launchBrowser()
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const baseURL = `http://127.0.0.1:${port}`
    // The first visitor waits until the file of names is made.
    await fetch(`${baseURL}/search-names.json`)
    for (const report of [reportSlowNetwork, reportKeys]) {
      // Requests of a service worker are not slowed down.
      const context = await browser.newContext({ baseURL, ...phone, serviceWorkers: 'block' })
      const page = await context.newPage()
      await page.goto('/')
      await page.waitForLoadState('networkidle')
      await report(page, corpus)
      await context.close()
    }
  } finally {
    await browser.close()
    await app.close()
  }
}

/** Times from keys to results by name alone: the server does not answer. */
async function reportKeys(page: Page, corpus: CorpusPage[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await page.route('**/api/search-notion**', () => undefined)
  for (const rate of [1, THROTTLING]) {
    await page.reload()
    await client.send('Emulation.setCPUThrottlingRate', { rate })
    await startKeyTimes(page)
    const loaded = page.waitForResponse(/search-names/)
    await page.keyboard.press('Control+k')
    await (await loaded).finished()
    await page.keyboard.type('x')
    const opened = performance.now()
    await untilListed(page, titleOf(corpus, 0))
    console.log(
      `first names listed ${(performance.now() - opened).toFixed(0)} ms after they were loaded`
    )
    const times: KeyTime[] = []
    for (let query = 1; query <= QUERIES; query++) {
      await page.locator('#search-dialog input').fill('')
      await readKeyTimes(page)
      await page.keyboard.type(titleOf(corpus, query), { delay: 120 })
      times.push(...(await readKeyTimes(page)).keys)
    }
    describe(`CPU ÷ ${rate}`, { times, tasks: (await readKeyTimes(page)).longTasks })
  }
}

function describe(name: string, { times, tasks }: { times: KeyTime[]; tasks: LongTask[] }): void {
  const sorted = times.map(({ paintedMs }) => paintedMs).toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  const long = tasks.map(
    ({ startMs, tookMs }) => `${tookMs.toFixed(0)} ms at ${startMs.toFixed(0)} ms`
  )
  console.log(
    `${name}: ${sorted.length} keys with results, key to paint: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ` +
      `longest ${at(0.9999)} ms; long tasks: ${long.join(', ') || 'none'}`
  )
}

/** When the dialog is opened and a title typed at once, over a slow network. */
async function reportSlowNetwork(page: Page, corpus: CorpusPage[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND
  })
  const started = performance.now()
  const since = () => performance.now() - started
  const names = page.waitForResponse(/search-names/).then(async (reply) => {
    await reply.finished()
    return since()
  })
  const answers: number[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('search-notion')) answers.push(since())
  })
  const listed = untilFirstResult(page).then(since)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(titleOf(corpus, 1), { delay: 120 })
  const first = await listed
  const answered = answers[0] ?? since()
  console.log(
    `${ROUND_TRIP_MS} ms round trip, from Ctrl+K: names loaded after ${(await names).toFixed(0)} ms, ` +
      `first result after ${first.toFixed(0)} ms, ` +
      `first answer of the server after ${answered.toFixed(0)} ms`
  )
  await page.locator('#search-dialog input').fill('')
  await result(page).waitFor({ state: 'detached' })
  answers.length = 0
  const listedAgain = untilFirstResult(page)
  const typed = performance.now()
  await page.keyboard.press(titleOf(corpus, 2).charAt(0))
  await listedAgain
  const shown = performance.now() - typed
  while (answers.length === 0) await page.waitForTimeout(20)
  const later = (answers[0] ?? 0) + started - typed
  console.log(
    `a later key: first result after ${shown.toFixed(0)} ms, the server's answer after ${later.toFixed(0)} ms`
  )
}

/** Resolves with the change of the page that lists a result; a locator looks every half a second. */
async function untilFirstResult(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const result = '#search-list [data-page]'
        // The key may be handled before this script.
        if (document.querySelector(result)) return resolve()
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector(result)) return
          observer.disconnect()
          resolve()
        }).observe(document, { childList: true, subtree: true, attributes: true })
      })
  )
}

const result = (page: Page) => page.locator('#search-list [data-page]').first()

/** A title that a keyboard of the corpus can type. */
function titleOf(corpus: CorpusPage[], number: number): string {
  const titles = corpus.map(({ title }) => title).filter((title) => /^[a-z ]+$/i.test(title))
  return titles[number * 7] ?? ''
}

/** Repeats a query until its results are listed: until then, the index is being built. */
async function untilListed(page: Page, query: string): Promise<void> {
  await page.locator('#search-dialog input').fill(query)
  await page.getByRole('option', { name: query }).first().waitFor()
}

await reportNames()
