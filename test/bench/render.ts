import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'

import type { Collection as CollectionRecord, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { NotionRenderer } from 'react-notion-x'
import { Code } from 'react-notion-x/third-party/code'
import { Collection } from 'react-notion-x/third-party/collection'
import { Equation } from 'react-notion-x/third-party/equation'

import { type Mirror, openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { readPage } from '../../db/page/read-page.ts'
import { readPageFacts } from '../../db/page/read-page-facts.ts'
import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { renderDocument } from '../../server/render/render-document.ts'
import { type FactSource, pageFacts } from '../../site/pages/page-facts.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import type { Shell } from '../../web/pages/shell/shell.ts'
import { prepareBlocks } from '../../web/blocks/prepare/prepare-blocks.ts'
import { WikiPage } from '../../web/pages/WikiPage.tsx'
import { syncFrom, testConfig } from '../support/sites/site.ts'
import { readQueryResult } from './query-result.ts'
import {
  articleTitle,
  idOf,
  listSizes,
  listTitle,
  mixedTitle,
  renderWorkspace,
  tableTitle
} from './render-pages.ts'

const RUNS = 101
const MIN_RUNS = 5
const ROUNDS = 51
const WARM_UP_MS = 2000
const MEASURED_MS = 5000
const config = testConfig(renderWorkspace().rootPageId)
const assets = { script: '/a.js', styles: ['/a.css'], theme: '/b.js', fonts: [] }
const shell: Shell = { config, basePath: '', assets, navigation: [], year: 2026 }
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
 * `npm run bench:render`: the cost of rendering a page in CPU time (median, after two seconds of
 * warm-up), with its code and equations already typeset, compared with react-notion-x on the same
 * records; and of reading and rendering a page that no cache has. Exit code 1 beyond the goals.
 */
async function benchRender(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-render-'))
  const api = await startWorkspaceApi({ workspace: renderWorkspace() })
  try {
    await syncFrom(api, { config, dataDir: folder })
    const mirror = openMirrorForReading(path.join(folder, 'mirror.db'))
    const titles = [mixedTitle, ...listSizes.map(listTitle), tableTitle]
    const renders = titles.map((title) => {
      // All rows at once, as react-notion-x renders them.
      const page = readPage(mirror, idOf(title), { views: [], rowsPerPage: 1_000_000 })
      const source = readPageFacts(mirror, idOf(title))
      if (!page || !source) throw new Error(`the mirror has no page ${title}`)
      return report(title, { page: withQueryResults(mirror, page), source })
    })
    goal('4,000 blocks against 4 times 1,000', growth(renders.slice(1, -1)), 1.3)
    reportCold(mirror)
    mirror.$client.close()
  } finally {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** react-notion-x reads the rows of views as reducer results. */
function withQueryResults(mirror: Mirror, page: PageModel): PageModel {
  const results = Object.values(page.recordMap.collection).map((box) => {
    const collection = getBlockValue<CollectionRecord>(box)
    const views = Object.keys(page.views).map((id) => [id, readQueryResult(mirror, id)])
    return [collection?.id, Object.fromEntries(views)]
  })
  const recordMap = { ...page.recordMap, collection_query: Object.fromEntries(results) }
  return { ...page, recordMap }
}

/**
 * Prints the cost of a page that is read from the mirror and rendered, and of reading it. To compare
 * two versions, run both alternately on one machine.
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
  const reading = median(readOnce).toFixed(2)
  console.log(
    `${articleTitle}: ${kB} kB HTML; read and rendered in, ms: ${median(renderOnce).toFixed(2)}, of which read: ${reading}`
  )
}

/** Prints the cost of a page; returns a function that renders it. */
function report(title: string, { page, source }: { page: PageModel; source: FactSource }) {
  const renderOnce = renderWith({ page, source })
  const html = renderOnce()
  const ours = median(renderOnce)
  const peer = median(() => renderPeer(page))
  const blocks = Object.keys(page.recordMap.block).length
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const sizes = `${kB(html.length)} HTML, ${kB(brotliCompressSync(html).length)} brotli`
  console.log(`${title}: ${blocks} records, ${sizes}; react-notion-x ${peer.toFixed(1)} ms`)
  const limit = limits.get(title)
  if (limit === undefined) console.log(`  rendered in, ms: ${ours.toFixed(2)}`)
  else goal('  rendered in, ms', ours, limit)
  const share = shares.get(title)
  if (share !== undefined) goal("  share of react-notion-x's time", ours / peer, share)
  return renderOnce
}

function renderWith({ page, source }: { page: PageModel; source: FactSource }): () => string {
  const { breadcrumbs } = page
  const facts = { ...pageFacts(source, config), breadcrumbs, socialImage: '/api/social-image' }
  return () => {
    const prepared = prepareBlocks(page.recordMap, page.id)
    return renderDocument(createElement(WikiPage, { shell, page, prepared, facts }))
  }
}

const components = { Code, Collection, Equation }

/** react-notion-x modifies its records, so each run gets a copy. */
function renderPeer({ recordMap }: PageModel): string {
  const own: ExtendedRecordMap = { ...recordMap, signed_urls: {} }
  return renderToStaticMarkup(
    createElement(NotionRenderer, { recordMap: own, fullPage: true, components })
  )
}

/**
 * Cost of the largest list relative to the same number of blocks in the smallest lists: median of
 * rounds that render each list once. Rounds compensate for changes of the machine's speed.
 */
function growth(renders: (() => unknown)[]): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const times = renders.map(cpuTime)
    return (times.at(-1) ?? 0) / ((times[0] ?? 0) * renders.length)
  })
  return middle(rounds)
}

/** CPU milliseconds of a run after compilation, as in a server that has rendered pages before. */
function median(run: () => unknown): number {
  const warmUntil = performance.now() + WARM_UP_MS
  do run()
  while (performance.now() < warmUntil)
  collectGarbage()
  const times: number[] = []
  const end = performance.now() + MEASURED_MS
  while (times.length < RUNS && (times.length < MIN_RUNS || performance.now() < end)) {
    times.push(cpuTime(run))
  }
  return middle(times)
}

function cpuTime(run: () => unknown): number {
  const startedAt = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1000
}

const middle = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Garbage of earlier pages must not count. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function goal(name: string, measured: number, limit: number): void {
  const isReached = measured <= limit
  console.log(`${isReached ? 'ok  ' : 'MISS'} ${name}: ${measured.toFixed(2)} (goal ${limit})`)
  if (!isReached) process.exitCode = 1
}

await benchRender()
