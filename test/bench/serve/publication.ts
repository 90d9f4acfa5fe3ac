import { failures, rateFor } from './cold.ts'
import { LoadGenerator, type PacedResult } from './load.ts'
import { type Bench, EDITED_PATH, VERSION_PATTERN } from './mirror.ts'
import { startOurs } from './servers.ts'

const CONNECTIONS = 50
const SLOWER_AT_MOST = 3
const STALE_AT_MOST_S = 10
/** Time for a node to notice a publication, after which the load ends. */
const WATCH_SECONDS = 15
let version = 0

/** A publication while pages are requested: errors, latency, staleness. */
export async function benchPublication(bench: Bench): Promise<void> {
  const { mirror, report } = bench
  const seconds = bench.isFull ? 30 : 10
  const ours = await startOurs(mirror.dataDir, mirror)
  const load = new LoadGenerator(undefined)
  try {
    const edited = `${ours.origin}${EDITED_PATH}`
    const urls = [`${ours.origin}/size-30`, edited, `${ours.origin}/`, `${ours.origin}/size-5`]
    for (const url of urls) await fetch(url)
    const rate = await rateFor(load, urls[0] ?? edited)
    const job = { urls, headers: {}, connections: CONNECTIONS, rate, seconds }
    const calm = await load.paced(job)
    const during = load.paced({ ...job, versionPattern: VERSION_PATTERN })
    version += 1
    const publishedAt = await mirror.publish(version)
    const result = await during
    report.add({
      section: 'publication',
      figure: `edit and sync under ${rate} requests/s for ${seconds} s (${describe(result)}): p99, ms`,
      ours: result.p99.toFixed(1),
      yardstick: `calm ${calm.p99.toFixed(1)}`,
      ratio: result.p99 / calm.p99,
      goal: { atMost: SLOWER_AT_MOST }
    })
    addFailures(bench, 'publication', result)
    addStaleness(bench, { section: 'publication', result, publishedAt })
  } finally {
    await load.close()
    await ours.stop()
  }
}

/** A publication that reaches another node as a new file. */
export async function benchNodes(bench: Bench): Promise<void> {
  const { mirror } = bench
  const copy = await mirror.copy()
  const node = await startOurs(copy, mirror)
  const load = new LoadGenerator(undefined)
  try {
    const job = { urls: [`${node.origin}${EDITED_PATH}`], headers: {}, connections: 10, rate: 50 }
    const watched = load.paced({ ...job, seconds: 120, versionPattern: VERSION_PATTERN })
    version += 1
    const publishedAt = await mirror.publish(version)
    await mirror.update(copy)
    await new Promise((resolve) => setTimeout(resolve, WATCH_SECONDS * 1000))
    load.stopPaced()
    const result = await watched
    addFailures(bench, 'nodes', result)
    addStaleness(bench, { section: 'nodes', result, publishedAt })
  } finally {
    await load.close()
    await node.stop()
  }
}

function addFailures({ report }: Bench, section: string, result: PacedResult): void {
  const failed = failures(result) + result.torn + result.backwards
  report.add({
    section,
    figure: 'errors, responses other than 200, torn pages and versions that go backwards',
    ours: `${failed} of ${result.responses} (${describe(result)})`,
    measured: failed,
    goal: { atMost: 0 }
  })
}

function addStaleness(
  { report }: Bench,
  given: { section: string; result: PacedResult; publishedAt: number }
): void {
  const { section, result, publishedAt } = given
  const seenAt = result.firstSeen[version]
  const seconds = seenAt === undefined ? Infinity : Math.max(0, (seenAt - publishedAt) / 1000)
  report.add({
    section,
    figure: 'from the end of the sync to the first response with the edit, s',
    ours: seenAt === undefined ? 'never seen' : seconds.toFixed(2),
    measured: seconds,
    goal: { atMost: STALE_AT_MOST_S }
  })
}

function describe({ errors, statuses, torn, backwards }: PacedResult): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return `${counts.join(', ')}, ${errors} errors, ${torn} torn, ${backwards} backwards`
}
