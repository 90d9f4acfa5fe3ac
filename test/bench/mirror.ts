import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import type { Block, Collection } from 'notion-types'

import { questions } from '../../db/describe/questions.ts'
import type { WalkChanges } from '../../db/records/walk-result.ts'
import {
  type Mirror,
  openMirrorForReading,
  openMirrorForSync
} from '../../db/mirror/open-mirror.ts'
import { publish } from '../../db/publish/publish.ts'
import { readBacklinks } from '../../db/page/read-backlinks.ts'
import { readPageAnchors } from '../../db/page/read-page-anchors.ts'
import { readNeighbours } from '../../db/page/read-neighbours.ts'
import { readPageBlocks } from '../../db/page/read-page-blocks.ts'
import { ROOT_ID, pageBlock, record, testId, textBlock } from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

const usage = 'usage: npm run bench:mirror -- [pages] [blocks of a page]'
const SPACE_ID = testId(0)
const COLLECTIONS = 10
/** Every tenth page is a row; the titles are those that the questions use. */
const ROW_SHARE = 10
const PUBLISH_LIMIT_S = 90
const EDITED_PERCENT = 3
const QUESTION_LIMIT_MS = 50
const PAGE_LIMIT_MS = 1

/**
 * `npm run bench:mirror`: size of a mirror, and the time to publish it, to answer the questions of
 * `docs/mirror.md`, and to read a page and its surroundings. Exit code 1 beyond the goals.
 */
async function benchMirror(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [pages = 10_000, blocks = 100] = positionals.map(Number)
  if (!(pages > 0 && blocks > 0)) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-mirror-'))
  try {
    const file = path.join(folder, 'mirror.db')
    const { all, edited } = await publishAll(file, { pages, blocks })
    console.log(`${pages} pages of ${blocks} blocks: ${(statSync(file).size / 1e6).toFixed(0)} MB`)
    goal(`publishing, s`, all.seconds, PUBLISH_LIMIT_S)
    console.log(
      `CPU seconds: ${all.cpuSeconds.toFixed(1)}, ${edited.cpuSeconds.toFixed(2)} for an edit`
    )
    const share = (edited.cpuSeconds / all.cpuSeconds) * 100
    goal('publishing an edited page, % of the CPU time of all pages', share, EDITED_PERCENT)
    const mirror = openMirrorForReading(file)
    for (const { question, sql } of questions) {
      goal(
        `${question} ms`,
        timed(() => mirror.$client.prepare(sql).all()),
        QUESTION_LIMIT_MS
      )
    }
    goal(
      'records of one page, ms',
      timed(() => readPage(mirror, pages)),
      PAGE_LIMIT_MS
    )
    readSurroundings(mirror, pages)
    mirror.$client.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Publishes everything, then an edit of one line; returns the cost of each. */
async function publishAll(
  file: string,
  size: { pages: number; blocks: number }
): Promise<{ all: Cost; edited: Cost }> {
  const mirror = openMirrorForSync(file)
  const all = await costOf(() => publishWalkResult(mirror, size, undefined))
  const changed = changedPage(size)
  const changes = { blocks: () => changed, removed: [], hasViews: false }
  const edited = await costOf(() => publishWalkResult(mirror, size, changes))
  mirror.$client.close()
  return { all, edited }
}

interface Cost {
  seconds: number
  /** User and system CPU time, which depends little on other load. */
  cpuSeconds: number
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6
  }
}

/** The walk result of an edit: a page with a changed first line. */
function changedPage({ pages, blocks }: { pages: number; blocks: number }): Block[] {
  const index = Math.floor(pages / 2) + 1
  const content = lineIds(index, blocks)
  const page = pageBlock(1_000_000 + index, `Page ${index}`, {
    content,
    version: 2,
    last_edited_time: 2
  })
  const edited = line(index, 0, pages)
  return [page, { ...edited, version: 2, properties: { title: [['another lantern']] } } as Block]
}

function publishWalkResult(
  mirror: Mirror,
  size: { pages: number; blocks: number },
  changes: WalkChanges | undefined
): Promise<unknown> {
  const run = { startedAt: 1, finishedAt: 2, requests: 0, account: {}, exitCode: 0 }
  const names = new Map(
    Array.from({ length: size.pages }, (_, index) => [pageId(index), `Page ${index}`])
  )
  return publish(mirror, {
    run,
    config: testConfig(ROOT_ID),
    walkResult: {
      rootPageId: ROOT_ID,
      spaceId: SPACE_ID,
      blocks: () => allBlocks(size),
      collections: () => collections(),
      views: () => [],
      users: () => [],
      names: () => names,
      assets: [],
      absences: new Map(),
      changes
    }
  })
}

const pageId = (index: number) => testId(1_000_000 + index)
const homeId = (index: number) => testId(500 + (index % COLLECTIONS))

function* allBlocks({ pages, blocks }: { pages: number; blocks: number }): Iterable<Block> {
  const indexes = Array.from({ length: pages }, (_, index) => index)
  const own = indexes.filter((index) => index % ROW_SHARE !== 0).map(pageId)
  const shown = Array.from({ length: COLLECTIONS }, (_, index) => testId(600 + index))
  yield pageBlock(1, 'Home', {
    parent_id: SPACE_ID,
    parent_table: 'space',
    content: [...own, ...shown]
  })
  for (const [index, id] of shown.entries()) {
    yield record(Number(id.slice(-12)), {
      type: 'collection_view',
      collection_id: testId(500 + index),
      view_ids: []
    })
  }
  for (const index of indexes) {
    const content = lineIds(index, blocks)
    const isRow = index % ROW_SHARE === 0
    const home = {
      parent_id: homeId(index / ROW_SHARE),
      parent_table: 'collection',
      properties: rowProperties(index)
    }
    yield pageBlock(1_000_000 + index, `Page ${index}`, { content, ...(isRow && home) })
    for (const [at] of content.entries()) yield line(index, at, pages)
  }
}

function lineIds(index: number, blocks: number): string[] {
  return Array.from({ length: blocks - 1 }, (_, at) => testId(10_000_000 + index * 1000 + at))
}

function rowProperties(index: number) {
  const since = { type: 'date', start_date: `202${index % 7}-0${1 + (index % 9)}-11` }
  return {
    title: [[index === ROW_SHARE ? 'Lantern Step' : `Page ${index}`]],
    level: [[String(index % 100)]],
    rank: [[['low', 'middle', 'high'][index % 3]]],
    others: [['‣', [['p', pageId(index)]]]],
    since: [['‣', [['d', since]]]]
  }
}

/** A line of a hundred characters; every tenth line mentions a page. */
function line(index: number, at: number, pages: number): Block {
  const words = `Line ${at} of page ${index}: a lantern burns as long as there is oil, and no longer than the wick. `
  const mention = ['‣', [['p', pageId((index * 31 + at * 7) % pages)]]]
  const title = at % 10 === 0 ? [[words], mention] : [[words]]
  const fields = { parent_id: pageId(index), properties: { title } }
  return textBlock(10_000_000 + index * 1000 + at, '', fields)
}

function collections(): Collection[] {
  const schema = {
    title: { name: 'Technique', type: 'title' },
    level: { name: 'Oil cost', type: 'number' },
    rank: { name: 'Grade', type: 'select' },
    others: { name: 'Materials', type: 'relation' },
    since: { name: 'Since', type: 'date' }
  }
  // Only the fields that a publication reads.
  return Array.from({ length: COLLECTIONS }, (_, index) => ({
    id: testId(500 + index),
    version: 1,
    name: [[index === 0 ? 'Techniques' : `Lamps ${index}`]],
    parent_id: testId(600 + index),
    schema
  })) as unknown as Collection[]
}

function readPage(mirror: Mirror, pages: number): void {
  readPageBlocks(mirror, pageId(Math.floor(pages / 2) + 1))
}

/** Reads the neighbours, backlinks and anchors of a sub-page, a row and the root page. */
function readSurroundings(mirror: Mirror, pages: number): void {
  const middle = Math.floor(pages / 2)
  const row = middle - (middle % ROW_SHARE)
  const places = { 'a sub-page': pageId(row + 1), 'a row': pageId(row), 'the root page': ROOT_ID }
  for (const [name, id] of Object.entries(places)) {
    for (const read of [readNeighbours, readBacklinks, readPageAnchors]) {
      goal(
        `${read.name} of ${name}, ms`,
        timed(() => read(mirror, id)),
        PAGE_LIMIT_MS
      )
    }
  }
}

/** Median of five runs after a warm-up, in milliseconds. */
function timed(work: () => void): number {
  work()
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return times.toSorted((a, b) => a - b)[2] ?? 0
}

function goal(name: string, measured: number, limit: number): void {
  const isReached = measured <= limit
  if (!isReached) process.exitCode = 1
  console.log(
    `${isReached ? 'ok    ' : 'FAILED'}  ${name}: ${measured.toFixed(2)}, at most ${limit}`
  )
}

await benchMirror()
