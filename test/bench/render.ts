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
import type { Shell } from '../../web/pages/shell/Document.tsx'
import { prepareBlocks } from '../../web/blocks/prepare/prepare-blocks.ts'
import { WikiPage } from '../../web/pages/WikiPage.tsx'
import { syncFrom, testConfig } from '../support/sites/site.ts'
import { readQueryResult } from './query-result.ts'
import {
  idOf,
  listSizes,
  listTitle,
  mixedTitle,
  renderWorkspace,
  tableTitle
} from './render-pages.ts'

const RUNS = 101
const LEAST_RUNS = 5
const ROUNDS = 51
const WARM_UP_MS = 2000
const MEASURED_MS = 5000
const config = testConfig(renderWorkspace().rootPageId)
const fonts = { always: [], code: [] }
const assets = { script: '/a.js', styles: ['/a.css'], theme: '/b.js', fonts }
const shell: Shell = { config, assets, navigation: [], year: 2026 }
/** The most that drawing may take, in CPU milliseconds. */
const limits = new Map([
  [mixedTitle, 6],
  [listTitle(1000), 20],
  [tableTitle, 60]
])

/**
 * `npm run bench:render`: what drawing a page costs, in CPU time (median after two seconds of warming up), with
 * its code and equations typeset before, beside react-notion-x alone on the same records. Exit code 1
 * beyond the goals.
 */
async function benchRender(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-render-'))
  const api = await startWorkspaceApi({ workspace: renderWorkspace() })
  try {
    await syncFrom(api, { config, dataDir: folder })
    const mirror = openMirrorForReading(path.join(folder, 'mirror.db'))
    const titles = [mixedTitle, ...listSizes.map(listTitle), tableTitle]
    const draws = titles.map((title) => {
      // All rows at once, as the peer draws them.
      const page = readPage(mirror, idOf(title), { views: [], rowsPerPage: 1_000_000 })
      const source = readPageFacts(mirror, idOf(title))
      if (!page || !source) throw new Error(`the mirror has no page ${title}`)
      return report(title, { page: withQueryResults(mirror, page), source })
    })
    goal('4,000 blocks against 4 times 1,000', growth(draws.slice(1, -1)), 1.3)
    mirror.$client.close()
  } finally {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The peer reads the rows of views in the shape of the API's answers. */
function withQueryResults(mirror: Mirror, page: PageModel): PageModel {
  const results = Object.values(page.recordMap.collection).map((box) => {
    const collection = getBlockValue<CollectionRecord>(box)
    const views = Object.keys(page.views).map((id) => [id, readQueryResult(mirror, id)])
    return [collection?.id, Object.fromEntries(views)]
  })
  const recordMap = { ...page.recordMap, collection_query: Object.fromEntries(results) }
  return { ...page, recordMap }
}

/** Says what a page costs, and returns what draws it. */
function report(title: string, { page, source }: { page: PageModel; source: FactSource }) {
  const { breadcrumbs } = page
  const facts = { ...pageFacts(source, config), breadcrumbs, socialImage: '/api/social-image' }
  const draw = () => {
    const prepared = prepareBlocks(page.recordMap, page.id)
    return renderDocument(createElement(WikiPage, { shell, page, prepared, facts }))
  }
  const html = draw()
  const ours = median(draw)
  const peer = median(() => renderPeer(page))
  const blocks = Object.keys(page.recordMap.block).length
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const sizes = `${kB(html.length)} HTML, ${kB(brotliCompressSync(html).length)} brotli`
  console.log(`${title}: ${blocks} records, ${sizes}; react-notion-x ${peer.toFixed(1)} ms`)
  const limit = limits.get(title)
  if (limit === undefined) console.log(`  drawn in, ms: ${ours.toFixed(2)}`)
  else goal('  drawn in, ms', ours, limit)
  return draw
}

const components = { Code, Collection, Equation }

/** It writes into the records that it is given, so that each time needs its own. */
function renderPeer({ recordMap }: PageModel): string {
  const own: ExtendedRecordMap = { ...recordMap, signed_urls: {} }
  return renderToStaticMarkup(
    createElement(NotionRenderer, { recordMap: own, fullPage: true, components })
  )
}

/**
 * What the largest list takes against as many blocks of the smallest: median of rounds in which each
 * list is drawn once, since a machine's speed changes, and what was drawn just before is faster.
 */
function growth(draws: (() => unknown)[]): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const times = draws.map(cpuTime)
    return (times.at(-1) ?? 0) / ((times[0] ?? 0) * draws.length)
  })
  return middle(rounds)
}

/** CPU milliseconds of a run, once it has been compiled: a server has drawn pages before. */
function median(run: () => unknown): number {
  const warmUntil = performance.now() + WARM_UP_MS
  do run()
  while (performance.now() < warmUntil)
  collectGarbage()
  const times: number[] = []
  const end = performance.now() + MEASURED_MS
  while (times.length < RUNS && (times.length < LEAST_RUNS || performance.now() < end)) {
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

/** What pages before have left is none of this one's cost. */
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
