import { setTimeout } from 'node:timers/promises'

import { LoadGenerator, type PacedJob, type PacedResult, unexpected } from './load.ts'
import type { Bench } from './mirror.ts'
import { cpuBetween } from './processes.ts'
import { getRaw, record } from './recorded.ts'
import { median } from './report.ts'
import { type RunningTarget, startOurs } from './servers.ts'
import { COLD_PAGES, paths } from './workspace.ts'

const WARM_PATH = '/size-30'
const CONNECTIONS = 50
const MAX_RATE = 500
const ROUNDS = 3
const PAGES_AT_ONCE = 10
const IMAGES_AT_ONCE = 20
const SLOWER_AT_MOST = 3
/** In which the load opens its connections, which is not what a storm does to them. */
const SETTLE_MS = 1000

/** First requests: their cost, and what they do to the latency of finished pages meanwhile. */
export async function benchCold(bench: Bench): Promise<void> {
  const ours = await startOurs(await bench.mirror.copy(), bench.mirror)
  const load = new LoadGenerator(undefined)
  try {
    await measureFirstRequests(bench, ours)
    await measureStorms(bench, { ours, load })
  } finally {
    await load.close()
    await ours.stop()
  }
}

async function measureFirstRequests({ report }: Bench, ours: RunningTarget): Promise<void> {
  const half = COLD_PAGES / 2
  const groups = {
    'cold page': paths.cold.slice(0, half),
    'cold Markdown': paths.cold.slice(half).map((each) => `${each}.md`)
  }
  await getRaw(`${ours.origin}${WARM_PATH}`)
  for (const [name, urls] of Object.entries(groups)) {
    await measureGroup(report, ours, { name, urls })
  }
  const images = await imagesOf(ours, paths.cold.slice(0, half))
  await measureGroup(report, ours, { name: 'cold social image', urls: images.slice(0, 10) })
}

/** One request after the other, then the same again as the yardstick. */
async function measureGroup(
  report: Bench['report'],
  ours: RunningTarget,
  { name, urls }: { name: string; urls: string[] }
): Promise<void> {
  const first = await measureSequence(ours, urls)
  const second = await measureSequence(ours, urls)
  report.add({
    section: 'cold',
    figure: `${name}, median of ${urls.length}, ms; CPU ms of the main process + children`,
    ours: describeSequence(first),
    yardstick: `the same again ${describeSequence(second)}`,
    ratio: first.latency / second.latency
  })
}

interface Sequence {
  latency: number
  main: number
  children: number
}

async function measureSequence(ours: RunningTarget, urls: string[]): Promise<Sequence> {
  const before = ours.usage()
  const latencies: number[] = []
  for (const url of urls) {
    const startedAt = performance.now()
    const { response } = await getRaw(`${ours.origin}${url}`)
    latencies.push(performance.now() - startedAt)
    if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`)
  }
  const { main, children } = cpuBetween(before, ours.usage())
  const each = (seconds: number) => (seconds * 1000) / urls.length
  return { latency: median(latencies), main: each(main), children: each(children) }
}

function describeSequence({ latency, main, children }: Sequence): string {
  return `${latency.toFixed(1)}; ${main.toFixed(1)} + ${children.toFixed(1)}`
}

/** Paths of the social images of pages. */
async function imagesOf(ours: RunningTarget, pages: string[]): Promise<string[]> {
  const found: string[] = []
  for (const each of pages) {
    const { body } = await record(`${ours.origin}${each}`, 'identity')
    const image = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(body.toString())?.[1]
    if (image) found.push(image.replaceAll('&amp;', '&'))
  }
  return found
}

async function measureStorms(
  bench: Bench,
  { ours, load }: { ours: RunningTarget; load: LoadGenerator }
): Promise<void> {
  const url = `${ours.origin}${WARM_PATH}`
  const rate = await rateFor(load, url)
  const job = { urls: [url], headers: {}, connections: CONNECTIONS, rate }
  const calm = await load.paced({ ...job, seconds: bench.isFull ? 30 : 5 })
  const pagesOf = (round: number) =>
    paths.heavy.slice(round * PAGES_AT_ONCE, (round + 1) * PAGES_AT_ONCE)
  const images = await imagesOf(ours, paths.fillers(IMAGES_AT_ONCE * ROUNDS))
  const storms: [name: string, urlsOf: (round: number) => string[]][] = [
    [`${PAGES_AT_ONCE} heavy cold pages at once`, pagesOf],
    [
      'a table of 1,000 rows, 100 of them shown, cold',
      // One page, so it is cold only once.
      (round) => (round === 0 ? [paths.table] : [])
    ],
    [
      `${IMAGES_AT_ONCE} cold social images at once`,
      (round) => images.slice(round * IMAGES_AT_ONCE, (round + 1) * IMAGES_AT_ONCE)
    ]
  ]
  for (const [name, urlsOf] of storms) {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => urlsOf(round))
    const cold = rounds.filter((urls) => urls.length > 0)
    const storm = await measureStorm({ ours, load, job, rounds: cold })
    addStorm(bench, { name: `${name}, median of ${cold.length}`, rate, calm, storm })
  }
}

/** Half of what the server can do on a machine that also sends the requests, up to a limit. */
export async function rateFor(load: LoadGenerator, url: string): Promise<number> {
  const seconds = 2
  const job = { url, headers: {}, connections: 4, seconds }
  // The first seconds of a server include its preparations.
  await load.closed(job)
  const { responses } = await load.closed(job)
  return Math.max(5, Math.min(MAX_RATE, Math.floor(responses / seconds / 2)))
}

interface Storm {
  p99: number
  seconds: number
  failed: number
}

async function measureStorm(options: {
  ours: RunningTarget
  load: LoadGenerator
  job: Omit<PacedJob, 'seconds'>
  rounds: string[][]
}): Promise<Storm> {
  const { ours, load, job, rounds } = options
  const storms: Storm[] = []
  for (const urls of rounds) {
    const warm = load.paced({ ...job, seconds: 120 })
    await setTimeout(SETTLE_MS)
    load.markPaced()
    const startedAt = performance.now()
    const ended = await Promise.all(urls.map((url) => isAnswered(`${ours.origin}${url}`)))
    const seconds = (performance.now() - startedAt) / 1000
    load.stopPaced()
    const result = await warm
    const failed = ended.filter((isOk) => !isOk).length + failures(result)
    storms.push({ p99: result.p99, seconds, failed })
  }
  const middle = (of: keyof Storm) => median(storms.map((each) => each[of]))
  return {
    p99: middle('p99'),
    seconds: middle('seconds'),
    failed: storms.reduce((sum, { failed }) => sum + failed, 0)
  }
}

async function isAnswered(url: string): Promise<boolean> {
  const { response } = await getRaw(url)
  return response.statusCode === 200
}

/** Errors and responses other than 200. */
export function failures(result: PacedResult): number {
  return result.errors + unexpected(result, 200)
}

function addStorm(
  { report }: Bench,
  given: { name: string; rate: number; calm: PacedResult; storm: Storm }
): void {
  const { name, rate, calm, storm } = given
  report.add({
    section: 'cold',
    figure: `${name} (all done after ${storm.seconds.toFixed(2)} s, ${storm.failed} failed): p99 of warm pages meanwhile at ${rate} requests/s, ms`,
    ours: storm.p99.toFixed(1),
    yardstick: `calm ${calm.p99.toFixed(1)}`,
    ratio: storm.p99 / calm.p99,
    goal: { atMost: SLOWER_AT_MOST }
  })
}
