import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import lighthouse, { type Flags, type Result } from 'lighthouse'

import { launchBrowser } from '../../support/browser/browser.ts'
import { collectOutput, startCommand } from '../../support/command.ts'
import { freePort } from '../../support/run/free-port.ts'
import { serveBarePages } from './bare-pages.ts'
import { type FirstPaint, measureFirstPaint, openSlowFront } from './first-paint.ts'

const LEAST_SCORE = 98
/** Odd; one run differs much from the next. */
const ROUNDS = 7
/** Of the first paint to that of a bare page. */
const MOST_PAINT_RATIO = 1.3
const START_LIMIT_MS = 180_000
/** The home page, the longest article, one with prose and tables, and a page of a collection. */
const paths = ['/', '/command-reference', '/oil-and-grades', '/techniques']

/**
 * `npm run report:lighthouse -- [folder]`: Lighthouse results for pages of the sample on a phone.
 * Runs `fansite start`, measures every page in each of seven rounds, writes a report of the run with the median blocking
 * time (by default into `data/lighthouse`) and prints its scores with failed audits, the times of the
 * loading, and, beside those of a bare page of the same text, the blocking time of each run and the first paint
 * on a slow network. Exit code 1 if a score is below 98, the layout shifts in any run, the median run blocks,
 * or the paint takes over 1.3 times as long.
 */
async function reportLighthouse(folder = path.join('data', 'lighthouse')): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fansite-lighthouse-'))
  const server = startCommand(['start', '--data', dataDir, '--port', '0'])
  const debuggingPort = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${debuggingPort}`])
  try {
    const address = await untilServed(collectOutput(server))
    mkdirSync(folder, { recursive: true })
    // Rendered before they are measured: the server keeps the responses.
    for (const page of paths) await (await fetch(address + page)).text()
    const bare = await serveBarePages(browser, address, paths)
    for (const [page, runs] of await measureRounds([address, bare.address], debuggingPort))
      report(page, runs, folder)
    await bare.close()
    const slow = await openSlowFront(address)
    for (const page of paths) reportPaint(page, await measureFirstPaint(browser, slow, page))
    await slow.close()
    console.log(`reports are in ${folder}`)
  } finally {
    await browser.close()
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
    rmSync(dataDir, { recursive: true })
  }
}

/** Results of a page and of its bare text. */
interface Runs {
  own: Result[]
  bare: Result[]
}

/**
 * The runs of each page by blocking time, the shortest first. The pages take turns, so that a slow minute of
 * the machine does not meet one page alone.
 */
async function measureRounds(
  [site, bareSite]: [site: string, bareSite: string],
  port: number
): Promise<Map<string, Runs>> {
  const results = new Map<string, Runs>(paths.map((page) => [page, { own: [], bare: [] }]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [page, { own, bare }] of results) {
      own.push(await measure(site + page, port))
      bare.push(await measure(bareSite + page, port))
    }
  for (const runs of results.values())
    for (const each of [runs.own, runs.bare])
      each.sort((a, b) => valueOf(a, BLOCKING) - valueOf(b, BLOCKING))
  return results
}

function lowestOf({ categories }: Result): number {
  return Math.min(...Object.values(categories).map(pointsOf))
}

/** Score from 0 to 100. */
function pointsOf({ score }: Result.Category): number {
  return Math.round((score ?? 0) * 100)
}

/**
 * Lighthouse's defaults: a mid-range phone on slow 4G, simulated from an unthrottled load, which
 * depends less on the machine.
 */
async function measure(url: string, port: number): Promise<Result> {
  const flags: Flags = { port, output: 'json', formFactor: 'mobile', throttlingMethod: 'simulate' }
  const result = await lighthouse(url, flags)
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  return lhr
}

/** Writes the report of the median run and prints its scores and failed audits. */
function report(page: string, { own, bare }: Runs, folder: string): void {
  const lhr = own[(ROUNDS - 1) / 2]
  if (!lhr) throw new Error(`${page} was not measured`)
  const name = page === '/' ? 'home' : page.slice(1)
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(lhr, undefined, 2))
  if (lowestOf(lhr) < LEAST_SCORE) process.exitCode = 1
  const scores = Object.values(lhr.categories).map((each) => `${each.title} ${pointsOf(each)}`)
  console.log(`${page.padEnd(20)}${scores.join(' · ')}`)
  const times = loading.map((id) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`)
  console.log(`  ${times.join(' · ')}`)
  console.log(
    `  ${BLOCKING} of all runs: ${blockingOf(own)} ms; of the bare page ${blockingOf(bare)} ms`
  )
  for (const finding of findings(lhr)) console.log(`  ${finding}`)
  if (valueOf(lhr, BLOCKING) > 0) process.exitCode = 1
  if (own.some((run) => valueOf(run, SHIFT) !== 0)) process.exitCode = 1
}

function blockingOf(runs: Result[]): string {
  return runs.map((run) => valueOf(run, BLOCKING).toFixed()).join(', ')
}

const BLOCKING = 'total-blocking-time'
const SHIFT = 'cumulative-layout-shift'
const loading = ['first-contentful-paint', 'largest-contentful-paint', SHIFT, BLOCKING]

/** Throws if the audit has no result. */
function valueOf({ audits, requestedUrl }: Result, id: string): number {
  const value = audits[id]?.numericValue
  if (value === undefined) throw new Error(`Lighthouse did not measure ${id} of ${requestedUrl}`)
  return value
}

function reportPaint(address: string, { page, bare }: FirstPaint): void {
  const ratio = page / bare
  if (ratio > MOST_PAINT_RATIO) process.exitCode = 1
  console.log(
    `${address.padEnd(20)}first paint at 50 kB/s and 400 ms: ${page.toFixed()} ms, ` +
      `bare ${bare.toFixed()} ms, ratio ${ratio.toFixed(2)}`
  )
}

/** Weighted audits that failed, with their value. */
function findings({ categories, audits }: Result): string[] {
  const counted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id])
  )
  return counted.flatMap((audit) => {
    if (!audit || audit.score === null || audit.score >= 0.98) return []
    return `${audit.id} ${audit.score} ${audit.displayValue ?? ''}`.trimEnd()
  })
}

/** The URL of the site, once its first sync is published. */
async function untilServed(output: { stdout: string; stderr: string }): Promise<string> {
  const deadline = performance.now() + START_LIMIT_MS
  while (performance.now() < deadline) {
    const [, address] = / is at (http:\S+)/.exec(output.stdout) ?? []
    if (address && (await fetch(`${address}/readyz`)).ok) return address
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`fansite start was not ready in time:\n${output.stderr.slice(-2000)}`)
}

await reportLighthouse(process.argv[2])
