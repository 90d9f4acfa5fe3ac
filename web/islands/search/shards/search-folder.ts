import { parseQuery } from '../../../../site/search/parse-query.ts'
import { MANIFEST_FILE } from '../../../../site/search/shards/shard-files.ts'
import { ShardReader } from '../../../../site/search/shards/shard-reader.ts'
import { type ShardAnswer, searchShards } from '../../../../site/search/shards/shard-search.ts'
import { basePath } from '../../base-path.ts'
import { withAddresses } from '../../navigation/page-address.ts'
import type { Names } from '../names/names.ts'

/** Which results are asked for. */
interface Part {
  /** Results before. */
  offset: number
  limit: number
}

/** After this time the manifest is requested again, since the folder may have been built again. */
const FRESH_MS = 60_000
/** Timeout of a request, as for the answer of a server. */
const TIMEOUT_MS = 10_000

let opened: { reader: Promise<ShardReader>; at: number } | undefined

/**
 * Searches a site that is a folder of files: names in their list, texts in shards. Rejects if the files
 * cannot be fetched.
 */
export async function searchFolder(query: string, names: Names, part: Part): Promise<ShardAnswer> {
  if (!names.loaded) await names.load()
  try {
    return await search(query, names, part)
  } catch (error) {
    // A newer build has other files: the next attempt begins with its manifest. Without a network, the files
    // that have arrived can still be searched.
    if (opened) opened.at = -Infinity
    // Mostly, the second attempt would take as long.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    return search(query, names, part)
  }
}

async function search(query: string, names: Names, part: Part): Promise<ShardAnswer> {
  const reader = await openReader()
  const { loaded } = names
  // The pages of a list of another build have other places.
  const isSame = loaded?.address.endsWith(`/${reader.manifest.names}`)
  const ranked = isSame ? loaded?.index.rank(parseQuery(query).units, part.limit) : undefined
  const answer = await searchShards(reader, query, { names: ranked, ...part })
  return { ...answer, hits: answer.hits.map(withAddresses) }
}

/** The reader of the newest build, or without a network the one before. */
function openReader(): Promise<ShardReader> {
  const at = performance.now()
  if (opened && at - opened.at <= FRESH_MS) return opened.reader
  const before = opened?.reader
  const newest = ShardReader.open(readFile)
  const reader = before ? newest.catch(() => before) : newest
  opened = { reader, at }
  return reader
}

async function readFile(path: string): Promise<unknown> {
  const cache = path === MANIFEST_FILE ? 'no-cache' : 'default'
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
  try {
    const reply = await fetch(`${basePath}/${path}`, { cache, signal: late.signal })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    return await reply.json()
  } finally {
    clearTimeout(timer)
  }
}
