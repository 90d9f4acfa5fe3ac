import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import type { ControlResponse, WorkspaceFacts } from '../../demo/generate/control.ts'
import { startCommand } from '../support/command.ts'
import { type Goal, type Measurement, goalsFor, requestsOf } from './goals.ts'
import { type MeasuredRun, runMeasured } from './run-measured.ts'
import { type ServedWorkspace, serveGenerated } from './served-workspace.ts'

const peerScript = fileURLToPath(new URL('./peer-walk.ts', import.meta.url))
const usage = 'usage: npm run bench:sync -- [pages …] [--blocks-per-page n] [--peer]'
/**
 * Larger workspaces are walked by the peer only with `--peer`: it makes more than three requests a
 * page.
 */
const BIG_PAGES = 10_000
const BLOCKS_PER_PAGE = 109
/** Fewer blocks, so that a large workspace fits into the memory of the process that serves it. */
const BLOCKS_PER_BIG_PAGE = 40
const RUN_LIMIT_MS = 20 * 60_000

/** One size of workspace with its own mirror. */
interface Bench {
  served: ServedWorkspace
  facts: WorkspaceFacts
  dataDir: string
}

/**
 * `npm run bench:sync`: the cost of syncing generated workspaces, compared with the walk of
 * notion-utils with notion-client. Exit code 1 beyond the goals.
 */
async function benchSync(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'blocks-per-page': { type: 'string' }, peer: { type: 'boolean' } }
  })
  const sizes = positionals.length > 0 ? positionals.map(Number) : [100, 1000]
  const given = values['blocks-per-page'] === undefined ? undefined : [values['blocks-per-page']]
  const [blocks] = given?.map(Number) ?? []
  if (![...sizes, blocks ?? 1].every((size) => Number.isInteger(size) && size > 0)) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  for (const pages of sizes) {
    const isBig = pages >= BIG_PAGES
    const blocksPerPage = blocks ?? (isBig ? BLOCKS_PER_BIG_PAGE : BLOCKS_PER_PAGE)
    const isPeerWanted = values.peer === true || !isBig
    const goals = await benchSize({ pages, blocksPerPage, isPeerWanted })
    if (goals.some((goal) => goal.measured > goal.limit)) process.exitCode = 1
  }
}

async function benchSize(options: {
  pages: number
  blocksPerPage: number
  isPeerWanted: boolean
}): Promise<Goal[]> {
  const { pages, blocksPerPage, isPeerWanted } = options
  const served = await serveGenerated(pages, blocksPerPage)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fansite-bench-'))
  try {
    const { facts } = await served.control()
    console.log(describeFacts(facts))
    const bench = { served, facts, dataDir }
    const measurements = [
      await measureSync(bench, 'full'),
      await measureSync(bench, 'unchanged'),
      await measureSync(bench, 'text edited', 'text'),
      await measureSync(bench, 'row edited', 'row'),
      ...(isPeerWanted ? [await measurePeer(bench)] : [])
    ]
    const goals = goalsFor(facts, measurements)
    report(measurements, goals)
    if (!isPeerWanted) console.log('The peer was skipped; --peer includes it.')
    return goals
  } finally {
    await served.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureSync(
  bench: Bench,
  run: Measurement['run'],
  edit?: 'text' | 'row'
): Promise<Measurement> {
  const { served, facts, dataDir } = bench
  const before = await served.control(edit)
  const child = startCommand(['sync', '--data', dataDir, '--json'], {
    NOTION_API_BASE_URL: served.baseUrl,
    SITE_CONFIG: JSON.stringify({ rootNotionPageId: facts.rootPageId })
  })
  const measured = await runMeasured(child, RUN_LIMIT_MS)
  const { stored } = JSON.parse(measured.stdout) as { stored: { pages: number; blocks: number } }
  // An incomplete run would be cheap.
  if (stored.pages !== facts.pages || stored.blocks !== facts.blocks) {
    throw new Error(
      `the sync stored ${stored.pages} pages and ${stored.blocks} blocks instead of ${facts.pages} and ${facts.blocks}`
    )
  }
  return { run, ...costOf(measured, before, await served.control()) }
}

async function measurePeer({ served, facts }: Bench): Promise<Measurement> {
  const before = await served.control()
  const script = ['--import', 'tsx', peerScript, served.baseUrl, facts.rootPageId]
  const measured = await runMeasured(spawn(process.execPath, script), RUN_LIMIT_MS)
  const { read, failed } = JSON.parse(measured.stdout) as { read: number; failed: number }
  if (failed > 0) throw new Error(`the peer could not read ${failed} pages`)
  if (read !== facts.pages) console.log(`The peer found ${read} of ${facts.pages} pages.`)
  return { run: 'peer', ...costOf(measured, before, await served.control()) }
}

function costOf(measured: MeasuredRun, before: ControlResponse, after: ControlResponse) {
  const { seconds, maxRssMB, cpuSeconds, publishSeconds } = measured
  const requests = Object.fromEntries(
    Object.entries(after.requests)
      .map(([endpoint, count]): [string, number] => [
        endpoint,
        count - (before.requests[endpoint] ?? 0)
      ])
      .filter(([, count]) => count > 0)
  )
  return {
    requests,
    sentBytes: after.sentBytes - before.sentBytes,
    seconds,
    maxRssMB,
    cpuSeconds,
    publishSeconds
  }
}

function describeFacts({ pages, blocks, nonRowPages, rows, views }: WorkspaceFacts): string {
  const inCollections = `${pages - nonRowPages} rows in ${rows.length} collections`
  return `\n${pages} pages, ${blocks} blocks, ${inCollections}, ${views} views`
}

function report(measurements: Measurement[], goals: Goal[]): void {
  const endpoints = [...new Set(measurements.flatMap((each) => Object.keys(each.requests)))]
  const rows = measurements.map((each) => ({
    run: each.run,
    requests: requestsOf(each),
    ...Object.fromEntries(endpoints.map((name) => [name, each.requests[name] ?? 0])),
    MB: Number((each.sentBytes / 1e6).toFixed(1)),
    seconds: Number(each.seconds.toFixed(1)),
    'CPU s': each.cpuSeconds && Number(each.cpuSeconds.toFixed(1)),
    'publishing s': each.publishSeconds && Number(each.publishSeconds.toFixed(2)),
    'MB resident': each.maxRssMB && Math.round(each.maxRssMB)
  }))
  console.table(rows)
  for (const { name, measured, limit } of goals) {
    const verdict = measured <= limit ? 'ok    ' : 'FAILED'
    const most = Number.isFinite(limit) ? `, at most ${limit}` : ''
    console.log(`${verdict}  ${name}: ${measured}${most}`)
  }
}

await benchSync()
