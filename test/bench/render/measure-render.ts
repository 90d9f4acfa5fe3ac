import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'

import { createElement } from 'react'

import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { isHeavyPage } from '../../../db/limits/heavy-page.ts'
import { readPage } from '../../../db/page/read-page.ts'
import { readPageFacts } from '../../../db/page/read-page-facts.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { renderDocument } from '../../../server/render/document/render-document.ts'
import { type FactSource, pageFacts } from '../../../site/pages/page-facts.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import type { Shell } from '../../../web/pages/shell/shell.ts'
import { prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import { WikiPage } from '../../../web/pages/WikiPage.tsx'
import { syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { renderPeer, withQueryResults } from './render-peer.ts'
import {
  articleTitle,
  idOf,
  listSizes,
  listTitle,
  mixedTitle,
  renderWorkspace,
  tableTitle
} from './render-pages.ts'

const ROUNDS = 21
const MIN_ROUNDS = 3
/** CPU milliseconds: on a busy machine, V8 would otherwise still be compiling during the rounds. */
const WARM_UP_MS = 4000
const MEASURED_MS = 8000
/** CPU milliseconds of one round: in a shorter one there may be no garbage collection. */
const ROUND_MS = 100
const config = testConfig(renderWorkspace().rootPageId)
const assets = { script: '/a.js', styles: ['/a.css'], theme: '/b.js', fonts: [], queryWorker: '' }
const shell: Shell = {
  config,
  basePath: '',
  assets,
  navigation: [],
  chapters: new Map(),
  year: 2026
}
/** Limits of rendering, in CPU milliseconds. */
const limits = new Map([
  [mixedTitle, 6],
  [listTitle(1000), 20],
  [tableTitle, 60]
])
/** Limits of rendering, as a share of react-notion-x's time in the same run. */
const shares = new Map([
  [mixedTitle, 0.5],
  [tableTitle, 0.2]
])

/**
 * The cost of rendering a page in CPU time, after a warm-up, with its code and equations already
 * typeset, compared with react-notion-x on the same records; and of reading and rendering a page that
 * no cache has. Both are rendered alternately. Every figure is the median of the rounds, followed by
 * the lowest and the highest. Sets exit code 1 beyond the goals.
 */
export async function measureRendering(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-render-'))
  const api = await startWorkspaceApi({ workspace: renderWorkspace() })
  try {
    await syncFrom(api, { config, dataDir: folder })
    const mirror = openMirrorForReading(path.join(folder, 'mirror.db'))
    const titles = [mixedTitle, ...listSizes.map(listTitle), tableTitle]
    const pages = titles.map((title) => {
      // All rows at once, as react-notion-x renders them.
      const page = readPage(mirror, idOf(title), { views: [], rowsPerPage: 1_000_000 })
      const source = readPageFacts(mirror, idOf(title))
      if (!page || !source) throw new Error(`the mirror has no page ${title}`)
      return { title, page: withQueryResults(mirror, page), source }
    })
    // First: react-notion-x leaves a large heap, whose collection takes more of a large page's time.
    goal('4,000 blocks against 4 times 1,000', growth(pages.slice(1, -1).map(renderWith)), 1.3)
    pages.forEach(report)
    reportCold(mirror)
    mirror.$client.close()
  } finally {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Prints the cost of a page that is read from the mirror and rendered, of reading it, and of the
 * estimate whether it is heavy. To compare two versions, run both alternately on one machine.
 */
function reportCold(mirror: Mirror): void {
  const id = idOf(articleTitle)
  const readOnce = () => {
    const [page, source] = [readPage(mirror, id), readPageFacts(mirror, id)]
    if (!page || !source) throw new Error(`the mirror has no page ${articleTitle}`)
    return { page, source }
  }
  const renderOnce = () => renderWith(readOnce())()
  const kB = (renderOnce().length / 1000).toFixed(1)
  const [whole, reading, estimate] = rounds([renderOnce, readOnce, () => isHeavyPage(mirror, id)])
  console.log(`${articleTitle}: ${kB} kB HTML`)
  console.log(`  read and rendered in, ms: ${spread(whole)}, of which read: ${spread(reading)}`)
  console.log(`  estimated in, ms: ${spread(estimate)}`)
}

interface MeasuredPage {
  page: PageModel
  source: FactSource
}

/** Prints the cost of a page. */
function report({ title, page, source }: MeasuredPage & { title: string }): void {
  const renderOnce = renderWith({ page, source })
  const html = renderOnce()
  const [ours = [], peer = []] = rounds([renderOnce, () => renderPeer(page)])
  const blocks = Object.keys(page.recordMap.block).length
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const sizes = `${kB(html.length)} HTML, ${kB(brotliCompressSync(html).length)} brotli`
  console.log(`${title}: ${blocks} records, ${sizes}; react-notion-x ${spread(peer)} ms`)
  goal('  rendered in, ms', ours, limits.get(title))
  const parts = ours.map((each, round) => each / (peer[round] ?? 0))
  if (shares.has(title)) goal("  share of react-notion-x's time", parts, shares.get(title))
}

function renderWith({ page, source }: MeasuredPage): () => string {
  const { breadcrumbs } = page
  const facts = {
    ...pageFacts(source, config),
    breadcrumbs,
    socialImage: '/api/social-image',
    language: config.language,
    translations: []
  }
  return () => {
    const prepared = prepareBlocks(page.recordMap, page.id)
    return renderDocument(createElement(WikiPage, { shell, page, prepared, facts }))
  }
}

/**
 * Cost of the largest list relative to the same number of blocks in the smallest lists. In a round they
 * take turns after each rendering of the largest: the machine's speed changes within a round, too.
 */
function growth(renders: (() => unknown)[]): number[] {
  const [smallest, largest] = [renders[0], renders.at(-1)]
  if (!smallest || !largest) return []
  warmUp(smallest)
  const turns = warmUp(largest)
  const ratios: number[] = []
  repeatRounds(() => {
    const times = Array.from({ length: turns }, () => [
      meanTime(smallest, renders.length) * renders.length,
      meanTime(largest, 1)
    ])
    const sum = (at: 0 | 1) => times.reduce((total, each) => total + (each[at] ?? 0), 0)
    ratios.push(sum(1) / sum(0))
  })
  return ratios
}

/**
 * CPU milliseconds of each function in each round, after compilation, as in a server that has rendered
 * pages before. A round runs the functions one after the other.
 */
function rounds(runs: (() => unknown)[]): number[][] {
  const counts = runs.map(warmUp)
  const measured = runs.map((): number[] => [])
  repeatRounds(() => {
    runs.forEach((run, index) => measured[index]?.push(meanTime(run, counts[index] ?? 1)))
  })
  return measured
}

function repeatRounds(runRound: () => void): void {
  // Garbage of other pages must not count. Not in each round: V8 would discard optimized code.
  collectGarbage()
  const end = performance.now() + MEASURED_MS
  for (let round = 0; round < ROUNDS; round++) {
    if (round >= MIN_ROUNDS && performance.now() > end) break
    runRound()
  }
}

/** Returns the number of runs in a round. */
function warmUp(run: () => unknown): number {
  const times: number[] = []
  for (let spent = 0; spent < WARM_UP_MS; spent += times.at(-1) ?? 0) times.push(meanTime(run, 1))
  return Math.max(1, Math.round(ROUND_MS / middle(times)))
}

/** CPU milliseconds of one of `count` runs. */
function meanTime(run: () => unknown, count: number): number {
  const startedAt = process.cpuUsage()
  for (let index = 0; index < count; index++) run()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1000 / count
}

const middle = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The median with the lowest and the highest of the rounds. */
function spread(numbers: number[] = []): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  return `${middle(numbers).toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Prints a figure; one without a limit is no goal. */
function goal(name: string, measured: number[], limit = Infinity): void {
  const isReached = middle(measured) <= limit
  const mark = limit === Infinity ? '    ' : isReached ? 'ok  ' : 'MISS'
  console.log(`${mark} ${name}: ${spread(measured)}${limit === Infinity ? '' : ` (goal ${limit})`}`)
  if (!isReached) process.exitCode = 1
}
