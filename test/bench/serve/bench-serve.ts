import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { readBuildState } from '../../../server/process/load-module.js'
import { benchCold } from './cold.ts'
import { type Bench, prepareMirror } from './mirror.ts'
import { canPin } from './processes.ts'
import { benchNodes, benchPublication } from './publication.ts'
import { Report } from './report.ts'
import { benchMemory, benchStart } from './resources.ts'
import { hasNginx } from './servers.ts'
import { benchWarm } from './warm.ts'

const sections: Record<string, (bench: Bench) => Promise<void>> = {
  start: benchStart,
  warm: benchWarm,
  cold: benchCold,
  publication: benchPublication,
  nodes: benchNodes,
  memory: benchMemory
}
const usage = `usage: npm run bench:serve -- [${Object.keys(sections).join('|')} …] [--full] [--json <file>]`
const QUICK_FILLERS = 200
/** With the rows of the table and the other pages, 10,000 pages. */
const FULL_FILLERS = 8900

/**
 * `npm run bench:serve`: requests per CPU second, latency and memory of the server, beside bare
 * `node:http` and nginx. Prints a table in Markdown. Goals are shown but do not set the exit code.
 */
async function benchServe(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { full: { type: 'boolean' }, json: { type: 'string' } }
  })
  const chosen = positionals.length > 0 ? positionals : Object.keys(sections)
  if (!chosen.every((name) => Object.hasOwn(sections, name))) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  if (!readBuildState().isCurrent) {
    console.error('the build is missing or stale: run "npm run build" before "npm run bench:serve"')
    process.exitCode = 1
    return
  }
  const isFull = values.full === true
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-bench-'))
  const mirror = await prepareMirror(isFull ? FULL_FILLERS : QUICK_FILLERS)
  const report = new Report()
  try {
    report.notes.push(...notes(mirror.pages))
    for (const name of chosen) await sections[name]?.({ mirror, report, folder, isFull })
  } finally {
    await mirror.close()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(report.markdown())
  if (values.json !== undefined) report.writeJson(values.json)
}

function notes(pages: number): string[] {
  const pinned = canPin
    ? 'In "warm", the server has core 0 (its child processes too) and the load core 1; other sections are not pinned.'
    : 'Processes are not pinned to cores: taskset or a second core is missing.'
  return [
    `Node ${process.version}, ${cpus().length} cores, ${pages} pages.`,
    pinned,
    'CPU seconds are those of the server with its child processes; the load is sent by another process.',
    'Medians of alternating runs, with the lowest and the highest in parentheses.',
    'Bare node:http sends the same bytes with the same headers; logs and metrics of ours are as by default.',
    hasNginx ? 'nginx has one process and no access log.' : 'nginx is not installed.'
  ]
}

await benchServe()
