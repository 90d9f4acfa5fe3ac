import { closeSync, fstatSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { makeDownload } from '../../../server/download/make-download.ts'
import { pageSizeOf } from '../../../site/ranges/database-header.ts'
import { RangedFile } from '../../../site/ranges/ranged-file.ts'
import { QueryDatabase } from '../../../web/query/worker/query-database.ts'
import { makeCorpus } from '../names/search-corpus.ts'
import { publishWiki } from './publish-wiki.ts'
import { type Measured, measuredStatements } from './measured-statements.ts'

const usage = 'usage: npm run bench:data -- [pages]'
/** As the page opens a file (`web/query/worker/http-file.ts`). */
const HEAD_BYTES = 8192
const KB = 1000
/** Sizes of chunks that are compared; see `static/mirror/write-chunks.ts`. */
const PART_SIZES = [64, 128, 256, 1024].map((kibibytes) => kibibytes * 1024)

/**
 * `npm run bench:data`: what SQL in the browser fetches of the mirror of a generated wiki, for each
 * question of the guide, by the code that browsers run. Each is the first statement of a visitor. Exit
 * code 1 beyond the goals.
 */
async function benchData(): Promise<void> {
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
    const mirror = path.join(folder, 'mirror.db')
    await publishWiki(mirror, corpus)
    const copy = path.join(folder, 'download')
    mkdirSync(copy)
    await makeDownload(mirror, copy)
    await measure(path.join(copy, 'mirror.db'), measuredStatements(corpus))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(file: string, all: Measured[]): Promise<void> {
  const opened = openSync(file, 'r')
  const { size } = fstatSync(opened)
  const fetch = (start: number, end: number) => {
    const bytes = new Uint8Array(end - start)
    readSync(opened, bytes, 0, bytes.length, start)
    return bytes
  }
  const head = fetch(0, HEAD_BYTES)
  const pageSize = pageSizeOf(head) ?? 0
  console.log(`${(size / 1e6).toFixed(1)} MB in pages of ${pageSize} bytes`)
  for (const { name, sql, limit } of all) {
    const database = await QueryDatabase.open(new RangedFile({ size, fetch }, { head, pageSize }))
    database.schema()
    const open = { ...database.file.counts }
    const started = performance.now()
    const { rows } = database.run(sql, { maxBytes: Infinity, isContinued: false })
    const milliseconds = performance.now() - started
    const { bytes, requests, pages } = database.file.counts
    const kilobytes = Math.ceil(bytes / KB)
    const isMissed = limit !== undefined && kilobytes > limit
    if (isMissed) process.exitCode = 1
    const goal = limit === undefined ? '' : `, at most ${limit}`
    console.log(
      `${isMissed ? 'FAILED' : '      '} ${name}: ${kilobytes} kB${goal} (${Math.ceil(open.bytes / KB)} kB to open), ` +
        `${pages} pages, ${requests} requests, ${rows.length} rows, ${milliseconds.toFixed(0)} ms`
    )
    database.close()
    const parts = []
    for (const partSize of PART_SIZES) {
      const source = { size, partSize, fetch }
      const chunked = new RangedFile(source, { head: fetch(0, Math.min(partSize, size)), pageSize })
      parts.push(await fetchedInChunks(chunked, { sql, partSize }))
    }
    console.log(`         in chunks: ${parts.join(', ')}`)
  }
  closeSync(opened)
}

/** What the first statement of a visitor fetches of a mirror in chunks, in a folder of static files. */
async function fetchedInChunks(
  file: RangedFile,
  { sql, partSize }: { sql: string; partSize: number }
): Promise<string> {
  const database = await QueryDatabase.open(file)
  database.schema()
  database.run(sql, { maxBytes: Infinity, isContinued: false })
  database.close()
  const { bytes, requests } = file.counts
  return `${partSize / 1024} KiB ${Math.ceil(bytes / KB)} kB in ${requests}`
}

await benchData()
