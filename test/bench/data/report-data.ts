import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import type { Browser } from 'playwright-core'

import { launchBrowser } from '../../support/browser/browser.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { makeCorpus } from '../names/search-corpus.ts'
import { cpuBetween } from '../serve/processes.ts'
import { type RunningTarget, startOurs } from '../serve/servers.ts'
import { type Measured, measuredStatements } from './measured-statements.ts'
import { publishWiki } from './publish-wiki.ts'

const usage = 'usage: npm run report:data -- [pages]'
const COPY_LIMIT_MS = 120_000
const STATEMENT_LIMIT_MS = 120_000

/**
 * `npm run report:data`: each question of the guide in the real browser, over the mirror of a generated
 * wiki. Prints what the page says that it has fetched, or that it asks first, the time from opening the
 * page, and the CPU time of the server meanwhile.
 */
async function reportData(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [pages = 10_000] = positionals.map(Number)
  if (!(pages > 0)) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-data-'))
  try {
    const corpus = makeCorpus(pages)
    await publishWiki(path.join(folder, 'mirror.db'), corpus)
    const env = { SITE_CONFIG: JSON.stringify({ ...testConfig(ROOT_ID), spoilers: null }) }
    await reportFrom(await startOurs(folder, { env }), measuredStatements(corpus))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function reportFrom(server: RunningTarget, all: Measured[]): Promise<void> {
  const browser = await launchBrowser()
  try {
    await untilCopied(server.origin)
    for (const each of all) await reportStatement(browser, server, each)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** The copy that visitors read is made with the first request. */
async function untilCopied(origin: string): Promise<void> {
  const deadline = performance.now() + COPY_LIMIT_MS
  while (performance.now() < deadline) {
    const facts = (await (await fetch(`${origin}/generation.json`)).json()) as { mirror: string }
    const headers = { range: 'bytes=0-99' }
    if ((await fetch(`${origin}/${facts.mirror}`, { headers })).status === 206) return
  }
  throw new Error('the copy of the mirror was not made within two minutes')
}

async function reportStatement(
  browser: Browser,
  server: RunningTarget,
  { name, sql }: Measured
): Promise<void> {
  const page = await browser.newPage()
  try {
    const before = server.usage()
    const started = performance.now()
    await page.goto(`${server.origin}/_data/query?sql=${encodeURIComponent(sql)}`)
    const answer = await page.waitForFunction(
      () => {
        const parts = ['ask:not([hidden]) .query-question', 'error:not([hidden])', 'status']
        const [asked, failed, status = ''] = parts.map(
          (part) => document.querySelector(`.query-${part}`)?.textContent ?? ''
        )
        return asked || failed || (/Rows/.test(status) && status)
      },
      undefined,
      { timeout: STATEMENT_LIMIT_MS }
    )
    const milliseconds = performance.now() - started
    const { main, children } = cpuBetween(before, server.usage())
    console.log(
      `${name}: ${String(await answer.jsonValue())}; after ${milliseconds.toFixed(0)} ms; ` +
        `server ${((main + children) * 1000).toFixed(0)} ms CPU`
    )
  } finally {
    await page.close()
  }
}

await reportData()
