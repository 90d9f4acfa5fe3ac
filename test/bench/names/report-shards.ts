import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'

import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readNames } from '../../../db/search/read-names.ts'
import { SearchIndex } from '../../../db/search/search-index.ts'
import { searchPages } from '../../../db/search/search-pages.ts'
import { packNames } from '../../../site/search/names/name-list.ts'
import { NameIndex } from '../../../site/search/names/name-index.ts'
import { parseQuery } from '../../../site/search/parse-query.ts'
import { ShardReader } from '../../../site/search/shards/shard-reader.ts'
import { searchShards } from '../../../site/search/shards/shard-search.ts'
import { searchFiles } from '../../../static/search/search-files.ts'
import { publishCorpus } from './publish-corpus.ts'
import { type CorpusPage, knownItems, makeCorpus } from './search-corpus.ts'
import { type KindOfQuery, sampleQueries } from './sample-queries.ts'

const PER_KIND = 60
/** Results that are compared. */
const TOP = 3
const LIMIT = 12

/**
 * `npm run report:shards`: the search of a static folder, compared with that of the server: which share of
 * the server's first three results is among its own first three; bytes and files of the shards; bytes for
 * a query. Mirror files as arguments are measured instead of generated wikis.
 */
async function reportShards(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  for (const each of positionals.length > 0 ? positionals : ['1000', '10000']) {
    if (/^\d+$/.test(each)) await reportSize(Number(each))
    else await reportMirror(each, undefined)
  }
}

async function reportSize(size: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-shards-'))
  try {
    const file = path.join(folder, 'mirror.db')
    const corpus = makeCorpus(size)
    await publishCorpus(file, corpus)
    const before = await reportMirror(file, knownItems(corpus, PER_KIND))
    const changed: CorpusPage[] = corpus.with(1, { ...corpus[1], alias: 'Changed' } as CorpusPage)
    await publishCorpus(file, changed)
    const mirror = openMirrorForReading(file)
    reportUpdate(mirror, before)
    mirror.$client.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function reportMirror(
  file: string,
  items: KindOfQuery[] | undefined
): Promise<Map<string, string>> {
  const mirror = openMirrorForReading(file)
  const started = performance.now()
  const made = searchFiles(mirror, { excluded: new Set(), names: () => null })
  const seconds = (performance.now() - started) / 1000
  const files = new Map(made.map(({ path: name, body }) => [name, body ?? '']))
  const pages = mirror.$client.prepare('select count(*) from page').pluck().get()
  console.log(`\n${String(pages)} pages: shards made in ${seconds.toFixed(2)} s`)
  reportFiles(files)
  await reportQueries(mirror, files, items ?? sampleQueries(mirror, PER_KIND))
  mirror.$client.close()
  return files
}

function reportFiles(files: ReadonlyMap<string, string>): void {
  for (const kind of ['search/terms/own', 'search/terms', 'search/pages', 'search/s']) {
    const own = [...files].filter(([name]) => name.startsWith(kind))
    const raw = own.map(([, body]) => Buffer.byteLength(body))
    const sent = own.map(([, body]) => sentBytes(body))
    console.log(
      `${kind}…: ${own.length} files, ${megabytes(raw)} MB, ${megabytes(sent)} MB compressed, ` +
        `largest ${(Math.max(0, ...sent) / 1000).toFixed(1)} kB compressed`
    )
  }
}

async function reportQueries(
  mirror: Mirror,
  files: ReadonlyMap<string, string>,
  items: KindOfQuery[]
): Promise<void> {
  const index = new SearchIndex(mirror)
  await index.update()
  const names = nameIndexOf(mirror)
  const rows: Measured[] = []
  for (const { kind, query } of items) {
    const expected = searchPages(mirror, index, { query, limit: TOP, hidden: new Set() }).hits
    const read: string[] = []
    const reader = await ShardReader.open(async (name) => {
      read.push(name)
      const body = files.get(name)
      if (body === undefined) throw new Error(`${name} is missing`)
      return JSON.parse(body) as unknown
    })
    const ranked = names?.rank(parseQuery(query).units, LIMIT)
    const found = await searchShards(reader, query, { names: ranked, offset: 0, limit: LIMIT })
    const paths = new Set(found.hits.slice(0, TOP).map((hit) => hit.path))
    const misses = expected.filter((hit) => !paths.has(hit.path)).map((hit) => hit.path)
    const share = expected.length === 0 ? 1 : 1 - misses.length / expected.length
    // The manifest and the lengths of sections are read once.
    const own = read.filter((name) => /\/(terms|pages)\//.test(name))
    const bytes = own.reduce((sum, name) => sum + sentBytes(files.get(name) ?? ''), 0)
    const hasFirst = expected.length === 0 || paths.has(expected[0]?.path ?? '')
    rows.push({ kind, share, hasFirst, bytes, requests: own.length })
    if (process.env['SHOW_MISSES'] && misses.length > 0) {
      console.log(
        kind,
        query,
        'server',
        expected.map((h) => h.path),
        'own',
        [...paths]
      )
    }
  }
  for (const kind of new Set(rows.map((row) => row.kind))) {
    report(
      kind,
      rows.filter((row) => row.kind === kind)
    )
  }
  report('all', rows)
}

interface Measured {
  kind: string
  /** Of the server's first results. */
  share: number
  hasFirst: boolean
  bytes: number
  requests: number
}

function report(name: string, rows: Measured[]): void {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const bytes = rows.map((row) => row.bytes).toSorted((a, b) => a - b)
  console.log(
    `${name}: ${mean(rows.map(({ share }) => share)).toFixed(3)} of the server's top ${TOP}, ` +
      `${mean(rows.map(({ hasFirst }) => Number(hasFirst))).toFixed(3)} of its first; ` +
      `${mean(rows.map(({ requests }) => requests)).toFixed(1)} requests, ` +
      `${(mean(bytes) / 1000).toFixed(0)} kB compressed, p90 ${((bytes[Math.floor(bytes.length * 0.9)] ?? 0) / 1000).toFixed(0)} kB`
  )
}

/** One edited page: time, and files that differ. The result has to be the same as without the previous files. */
function reportUpdate(mirror: Mirror, before: ReadonlyMap<string, string>): void {
  const started = performance.now()
  const made = searchFiles(mirror, {
    excluded: new Set(),
    names: () => null,
    previous: { read: (name) => before.get(name) }
  })
  const seconds = (performance.now() - started) / 1000
  const written = made.filter(({ path: name }) => !before.has(name))
  const whole = searchFiles(mirror, { excluded: new Set(), names: () => null })
  const bodies = new Map(made.map(({ path: name, body }) => [name, body ?? before.get(name)]))
  const isSame =
    whole.length === made.length && whole.every((file) => bodies.get(file.path) === file.body)
  console.log(
    `one edit: ${seconds.toFixed(2)} s, ${written.length} new files, ` +
      `${isSame ? 'equal to' : 'DIFFERENT FROM'} a new folder`
  )
  if (!isSame) process.exitCode = 1
}

function nameIndexOf(mirror: Mirror): NameIndex | undefined {
  const names = readNames(mirror)
  if (!names) return undefined
  const index = new NameIndex(packNames(names))
  while (!index.build(() => true)) continue
  return index
}

const sent = new Map<string, number>()

/** As hosts compress texts. */
function sentBytes(body: string): number {
  const known = sent.get(body)
  if (known !== undefined) return known
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  const bytes = brotliCompressSync(body, { params }).length
  sent.set(body, bytes)
  return bytes
}

function megabytes(sizes: number[]): string {
  return (sizes.reduce((sum, each) => sum + each, 0) / 1e6).toFixed(2)
}

await reportShards()
