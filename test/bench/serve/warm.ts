import { mkdtempSync } from 'node:fs'
import path from 'node:path'

import type { Bench } from './mirror.ts'
import { LoadGenerator, type LoadResult, unexpected } from './load.ts'
import { cpuBetween } from './processes.ts'
import { type Recorded, getRaw, record } from './recorded.ts'
import { median, spread } from './report.ts'
import { type RunningTarget, hasNginx, startBare, startNginx, startOurs } from './servers.ts'
import { paths } from './workspace.ts'

const RUNS = 5
/** For figures without a goal. */
const FEW_RUNS = 3
const LEAST_SHARE = 0.85
const p99Limits: Record<number, number> = { 50: 1.5, 500: 2 }
const sizesKB = [5, 20, 100]
const encodings = { identity: 'identity', gzip: 'gzip', brotli: 'br' }
const WARM_UP_SECONDS = 0.5
const MAX_WARM_UP_SECONDS = 16

/** One resource, asked for in one way. */
interface Case {
  name: string
  path: string
  acceptEncoding: string
  isConditional: boolean
  connections: number
  hasGoal: boolean
}

interface Run {
  perCpuSecond: number
  p99: number
  /** Share of the CPU time that child processes used. */
  childShare: number
  unexpected: number
}

type Runs = Record<'ours' | 'bare' | 'nginx', Run[]>

/** Requests per CPU second and latency of finished responses, beside bare `node:http` and nginx. */
export async function benchWarm(bench: Bench): Promise<void> {
  const ours = await startOurs(await bench.mirror.copy(), bench.mirror, 'server')
  const load = new LoadGenerator('load')
  try {
    const cases = await findCases(ours.origin, bench.isFull)
    for (const each of cases) await measureCase(bench, each, { ours, load })
  } finally {
    await load.close()
    await ours.stop()
  }
}

async function findCases(origin: string, isFull: boolean): Promise<Case[]> {
  const all = [...(await pageCases(origin)), ...(await otherCases(origin))]
  const at500 = all.filter(({ hasGoal }) => hasGoal).map((each) => ({ ...each, connections: 500 }))
  const isQuick = ({ name, connections }: Case) =>
    connections === 50
      ? !/^100 kB page, (identity|gzip|304)/.test(name)
      : /20 kB page, (brotli|304)/.test(name)
  return [...all, ...at500].filter((each) => isFull || isQuick(each))
}

async function pageCases(origin: string): Promise<Case[]> {
  const pages: { path: string; bytes: number }[] = []
  for (const each of paths.calibrated) {
    pages.push({ path: each, bytes: (await record(`${origin}${each}`, 'identity')).identityBytes })
  }
  const nearest = (kB: number) => {
    const distance = ({ bytes }: { bytes: number }) => Math.abs(Math.log(bytes / (kB * 1000)))
    const [found] = pages.toSorted((a, b) => distance(a) - distance(b))
    if (!found) throw new Error('the workspace has no page of known size')
    return found
  }
  // Two sizes may have the same page: with its styles and its frame, the smallest one is larger than both.
  const chosen = new Map<ReturnType<typeof nearest>, number[]>()
  for (const kB of sizesKB) {
    const page = nearest(kB)
    chosen.set(page, [...(chosen.get(page) ?? []), kB])
  }
  return [...chosen].flatMap(([{ path: url, bytes }, sizes]) => {
    const actual = `${sizes.join(' or ')} kB page`
    const size = ` (${(bytes / 1000).toFixed(1)} kB)`
    const page = { path: url, connections: 50, hasGoal: true }
    return [
      ...Object.entries(encodings).map(([name, acceptEncoding]) => ({
        ...page,
        name: `${actual}, ${name}${size}`,
        acceptEncoding,
        isConditional: false
      })),
      { ...page, name: `${actual}, 304${size}`, acceptEncoding: 'br', isConditional: true }
    ]
  })
}

/** Resources without sizes: some with a goal, then those whose figures are only shown. */
async function otherCases(origin: string): Promise<Case[]> {
  const { body } = await getRaw(`${origin}${paths.picture}`)
  const html = body.toString()
  const picture = /(?:src|srcset)="(\/image\/[^" ]+)/.exec(html)?.[1]
  const social = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html)?.[1]
  const style = /href="(\/_assets\/[^"]+\.css)"/.exec(html)?.[1]
  const id = /[?&](?:amp;)?id=([0-9a-f-]{32,36})/.exec(social ?? '')?.[1]
  const given: [name: string, path: string | undefined, hasGoal: boolean][] = [
    ['/robots.txt', '/robots.txt', true],
    ['feed', '/feed.xml', true],
    ['style sheet, brotli', style, false],
    ['Markdown', '/size-20.md', false],
    ['search page', '/search?q=lantern', false],
    ['search API', '/api/search-notion?query=lantern', false],
    ['page info', id && `/api/notion-page-info?pageId=${id}`, false],
    ['image', picture?.replaceAll('&amp;', '&'), false],
    ['social image, drawn before', social?.replaceAll('&amp;', '&'), false]
  ]
  return given.map(([name, found, hasGoal]) => {
    if (!found) throw new Error(`the page ${paths.picture} has no ${name}`)
    const request = { acceptEncoding: 'br', isConditional: false, connections: 50 }
    return { name, path: found, hasGoal, ...request }
  })
}

async function measureCase(
  bench: Bench,
  each: Case,
  { ours, load }: { ours: RunningTarget; load: LoadGenerator }
): Promise<void> {
  const recorded = await record(`${ours.origin}${each.path}`, each.acceptEncoding)
  const folder = mkdtempSync(path.join(bench.folder, 'case-'))
  const bare = await startBare(recorded, { folder, core: 'server' })
  const nginx = hasNginx ? await startNginx(recorded, { folder, core: 'server' }) : undefined
  const runs: Runs = { ours: [], bare: [], nginx: [] }
  const count = each.hasGoal || bench.isFull ? RUNS : FEW_RUNS
  try {
    const targets = await targetsOf(each, { recorded, ours, bare, nginx })
    const seconds = Math.max(bench.isFull ? 3 : 0.8, await warmUp(targets, load))
    for (let run = 0; run < count; run += 1) {
      // In turn from either end, so that none always follows the same one.
      const order = run % 2 === 0 ? targets : targets.toReversed()
      for (const { name, target, job, status } of order) {
        runs[name].push(await measureRun(target, status, () => load.closed({ ...job, seconds })))
      }
    }
  } finally {
    await bare.stop()
    await nginx?.stop()
  }
  addFigures(bench, each, { recorded, runs })
}

/** Returns the seconds in which every target answers: a slow one may answer all connections at once. */
async function warmUp(targets: Target[], load: LoadGenerator): Promise<number> {
  let seconds = WARM_UP_SECONDS
  for (const { name, job } of targets) {
    while ((await load.closed({ ...job, seconds })).responses === 0) {
      seconds *= 2
      if (seconds > MAX_WARM_UP_SECONDS) throw new Error(`${name} does not answer ${job.url}`)
    }
  }
  return seconds
}

async function targetsOf(
  { path: url, acceptEncoding, isConditional, connections }: Case,
  given: {
    recorded: Recorded
    ours: RunningTarget
    bare: RunningTarget
    nginx: RunningTarget | undefined
  }
): Promise<Target[]> {
  const { recorded, ours, bare, nginx } = given
  const headers = (etag: string | undefined) => ({
    'accept-encoding': acceptEncoding,
    ...(isConditional && etag && { 'if-none-match': etag })
  })
  const status = isConditional && recorded.notModifiedHeaders.length > 0 ? 304 : 200
  const jobOn = ({ origin }: RunningTarget) => ({
    url: `${origin}${url}`,
    headers: headers(recorded.etag),
    connections
  })
  const targets: Target[] = [
    { name: 'ours', target: ours, status, job: jobOn(ours) },
    { name: 'bare', target: bare, status, job: jobOn(bare) }
  ]
  if (!nginx) return targets
  const file = `${nginx.origin}/page`
  const { response } = await getRaw(file)
  const job = { url: file, headers: headers(response.headers.etag), connections }
  return [...targets, { name: 'nginx', target: nginx, status, job }]
}

interface Target {
  name: keyof Runs
  target: RunningTarget
  status: number
  job: { url: string; headers: Record<string, string>; connections: number }
}

async function measureRun(
  target: RunningTarget,
  status: number,
  run: () => Promise<LoadResult>
): Promise<Run> {
  const before = target.usage()
  const result = await run()
  const { main, children } = cpuBetween(before, target.usage())
  const cpu = Math.max(main + children, 0.01)
  return {
    perCpuSecond: result.responses / cpu,
    // Without a response, the latency is longer than the run.
    p99: result.responses === 0 ? Infinity : result.p99,
    childShare: children / cpu,
    unexpected: unexpected(result, status) + result.errors
  }
}

function addFigures(
  { report }: Bench,
  each: Case,
  { recorded, runs }: { recorded: Recorded; runs: Runs }
): void {
  const { name, connections, hasGoal } = each
  const rate = (of: keyof Runs) => runs[of].map(({ perCpuSecond }) => perCpuSecond)
  const p99 = (of: keyof Runs) => runs[of].map((run) => run.p99)
  const label = `${name}, ${connections} connections`
  const sent = `sent as ${recorded.encoding}, ${recorded.body.length} bytes`
  const childShare = median(runs.ours.map((run) => run.childShare))
  const wrong = runs.ours.reduce((sum, run) => sum + run.unexpected, 0)
  const remarks = [
    sent,
    ...(childShare >= 0.01 ? [`${Math.round(childShare * 100)} % in child processes`] : []),
    ...(wrong > 0 ? [`${wrong} UNEXPECTED RESPONSES`] : []),
    ...(each.isConditional && recorded.notModifiedHeaders.length === 0 ? ['NO 304'] : [])
  ]
  report.add({
    section: 'warm',
    figure: `${label}: requests per CPU second; ${remarks.join('; ')}`,
    ours: spread(rate('ours')),
    yardstick: `node:http ${spread(rate('bare'))}; nginx ${hasNginx ? spread(rate('nginx')) : 'not installed'}`,
    ratio: medianRatio(rate('ours'), rate('bare')),
    ...(hasGoal && { goal: { atLeast: LEAST_SHARE } })
  })
  const limit = p99Limits[connections]
  report.add({
    section: 'warm',
    figure: `${label}: p99, ms`,
    ours: spread(p99('ours'), 1),
    yardstick: `node:http ${spread(p99('bare'), 1)}; nginx ${hasNginx ? spread(p99('nginx'), 1) : 'not installed'}`,
    ratio: medianRatio(p99('ours'), p99('bare')),
    ...(hasGoal && limit !== undefined && { goal: { atMost: limit } })
  })
}

/** Of the runs of each round: the speed of the machine changes from one round to the next. */
function medianRatio(ours: number[], bare: number[]): number {
  return median(ours.map((each, round) => each / (bare[round] ?? NaN)))
}
