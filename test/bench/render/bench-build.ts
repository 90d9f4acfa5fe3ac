import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { CHUNK_FOLDER } from '../../../site/browse/mirror-chunks.ts'
import { startCommand } from '../../support/command.ts'
import { type MeasuredRun, runMeasured } from '../run-measured.ts'
import { type ServedWorkspace, serveGenerated } from '../served-workspace.ts'

const BLOCKS_PER_PAGE = 40
const RUN_LIMIT_MS = 60 * 60_000
/** Seconds of a build after one edit. */
const GOAL_SECONDS = 5

interface Bench {
  served: ServedWorkspace
  rootPageId: string
  folder: string
}

/**
 * `npm run bench:build -- [pages]`: `fansite build` of a generated workspace: the first time, again without
 * a change, and after an edit. Needs a current build. Exit code 1 if an edit takes longer than its goal.
 */
async function benchBuild(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'social-images': { type: 'string', default: 'site' } }
  })
  const pages = Number(positionals[0] ?? 10_000)
  if (!Number.isInteger(pages) || pages < 1) {
    console.error('usage: npm run bench:build -- [pages] [--social-images pages]')
    process.exitCode = 2
    return
  }
  const served = await serveGenerated(pages, BLOCKS_PER_PAGE)
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-bench-'))
  try {
    const { facts } = await served.control()
    const bench = { served, rootPageId: facts.rootPageId, folder }
    const images = values['social-images']
    await sync(bench)
    console.log(`${pages} pages of ${BLOCKS_PER_PAGE} blocks, social images of ${images}`)
    await measure('first build', bench, images)
    await measure('without a change', bench, images)
    await sync(bench, 'text')
    const edited = await measure('one text edited', bench, images)
    await sync(bench, 'row')
    const row = await measure('one row edited', bench, images)
    const slowest = Math.max(edited, row)
    console.log(`goal after one edit: ${GOAL_SECONDS} s`)
    if (slowest > GOAL_SECONDS) process.exitCode = 1
  } finally {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sync(bench: Bench, edit?: 'text' | 'row'): Promise<void> {
  if (edit) await bench.served.control(edit)
  await run(bench, ['sync'])
}

/** Returns the seconds that the build took. */
async function measure(name: string, bench: Bench, images: string): Promise<number> {
  const site = path.join(bench.folder, 'site')
  const before = chunksIn(site)
  const args = ['build', site, '--social-images', images]
  const {
    stdout,
    seconds,
    maxRssMB = 0,
    cpuSeconds = 0,
    treeCpuSeconds = 0
  } = await run(bench, args)
  const { files, bytes, rendered, written } = JSON.parse(stdout) as Record<string, number>
  const size = `${files} files, ${((bytes ?? 0) / 1e6).toFixed(0)} MB`
  const changed = [...chunksIn(site)].filter((each) => !before.has(each)).length
  const work = `${rendered} rendered, ${written} written, of them ${changed} chunks of the mirror`
  const cpu = `${treeCpuSeconds.toFixed(1)} s of CPU, ${cpuSeconds.toFixed(1)} s in the main process`
  const cost = `${seconds.toFixed(1)} s (${cpu}), ${maxRssMB.toFixed(0)} MB in it`
  console.log(`${name}: ${cost}; ${size}; ${work}`)
  return seconds
}

/** The chunks of the mirror in a folder, those of the publication before included. */
function chunksIn(site: string): Set<string> {
  const folder = path.join(site, CHUNK_FOLDER)
  return new Set(existsSync(folder) ? readdirSync(folder) : [])
}

function run({ served, rootPageId, folder }: Bench, args: string[]): Promise<MeasuredRun> {
  const child = startCommand([...args, '--data', path.join(folder, 'data'), '--json'], {
    NOTION_API_BASE_URL: served.baseUrl,
    SITE_CONFIG: JSON.stringify({ rootNotionPageId: rootPageId })
  })
  return runMeasured(child, RUN_LIMIT_MS)
}

await benchBuild()
