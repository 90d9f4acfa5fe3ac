import path from 'node:path'

import { type ListedPage, readPageListing, readPageList } from '../db/page/read-page-list.ts'
import { MirrorError } from '../db/mirror/mirror-error.ts'
import { mirrorPaths } from '../db/mirror/mirror-paths.ts'
import { readTransaction } from '../db/mirror/read-transaction.ts'
import { spoilerCopies } from '../db/mirror/spoiler-copies.ts'
import { ApiError } from '../server/errors.ts'
import { checkRows, readCollectionRows, readSchemas } from '../server/feeds/api/row-list.ts'
import { markdownPage } from '../server/feeds/markdown-page.ts'
import { allowStatement } from '../server/process/statement/allow-statement.ts'
import { runStatement } from '../server/process/statement/run-statement.ts'
import { PublishedSite } from '../server/publication/published-site.ts'
import { findGivenPage } from '../server/render/find-visible-page.ts'
import { SiteSearch } from '../server/search/site-search.ts'
import { parseId } from '../site/notion/blocks/notion-id.ts'
import type { SiteConfig } from '../site/config/config.ts'
import { readSiteConfig } from '../site/config/read-config.ts'
import { FansiteError, explained, explainedLater } from './fansite-error.ts'
import { FollowedMirror } from './followed-mirror.ts'
import type * as Types from './types.ts'

const ROWS = 1000
const TIMEOUT_MS = 10_000

/** What the functions of a mirror read from. */
interface Source {
  site: PublishedSite
  mirror: FollowedMirror
  search: SiteSearch
  /** Why the index of the search cannot be used; undefined if it can. */
  searchFailure: () => unknown
}

export const openMirror: typeof Types.openMirror = (options = {}) =>
  explained(() => {
    const source = openSource(options)
    const { mirror } = source
    const look = <T>(read: () => T): T =>
      explained(() => {
        mirror.look()
        return read()
      })
    const lookLater = <T>(read: () => Promise<T>): Promise<T> =>
      explainedLater(async () => {
        mirror.look()
        return read()
      })
    return {
      get generation() {
        return look(() => source.site.served().generation)
      },
      pages: (of) => look(() => listPages(source, of)),
      page: (given) => look(() => readPage(source, given)),
      collections: () => look(() => listCollections(source)),
      rows: (name, wish) => look(() => listRows(source, name, wish)),
      search: (query, { limit = 20 } = {}) => lookLater(() => findPages(source, query, limit)),
      query: (sql, given) => lookLater(() => runQuery(source, sql, given)),
      close() {
        source.search.close()
        mirror.close()
      }
    }
  })

/** Throws `MirrorError` and `ConfigError`. */
function openSource({ dataDir = 'data', config: given }: Types.MirrorOptions): Source {
  const wanted = given && readSiteConfig(given)
  const paths = mirrorPaths(path.resolve(dataDir))
  const file = (wanted && spoilerCopies(paths.file, wanted.spoilers)?.public) ?? paths.file
  const mirror = new FollowedMirror(file)
  const config = wanted ?? anyConfig(mirror.current().publication.rootPageId)
  const site = new PublishedSite(config, { source: mirror, assetFolder: paths.assets })
  let failure: unknown
  const search = new SiteSearch(site, undefined, (error) => (failure = error))
  return { site, mirror, search, searchFailure: () => failure }
}

/** A configuration that excludes nothing; its placeholder names appear nowhere. */
function anyConfig(rootNotionPageId: string): SiteConfig {
  return readSiteConfig({ rootNotionPageId, name: 'site', domain: 'localhost', author: 'site' })
}

function listPages(
  { site }: Source,
  of: { collectionId?: string; parentId?: string } = {}
): Types.MirrorPage[] {
  const { mirror } = site.served()
  const query = { sort: 'position', isDescending: false, limit: Number.MAX_SAFE_INTEGER } as const
  const { collectionId, parentId } = of
  const asked = { collectionId: dashed(collectionId), parentId: dashed(parentId) }
  return readPageList(mirror, { ...query, ...asked }).pages.map(pageOf)
}

/** An id may have no dashes, as in addresses of the workspace. */
function dashed(id: string | undefined): string | undefined {
  return id === undefined ? undefined : (parseId(id) ?? id)
}

function pageOf(page: ListedPage): Types.MirrorPage {
  const { id, path: sitePath, title, parentId, collectionId, createdTime, lastEditedTime } = page
  return { id, path: sitePath, title, parentId, collectionId, createdTime, lastEditedTime }
}

function readPage({ site }: Source, given: string) {
  const { mirror } = site.served()
  return readTransaction(mirror, () => {
    const found = ifFound(() => findGivenPage(site, given))
    const listed = found && readPageListing(mirror, found.id)
    return found && listed && { ...pageOf(listed), markdown: markdownPage(site, found) }
  })
}

function ifFound<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return undefined
    throw error
  }
}

function listCollections({ site }: Source): Types.MirrorCollection[] {
  return readSchemas(site).map(({ id, name, view, rows }) => ({ id, name, view, rows }))
}

function listRows(
  { site }: Source,
  name: string,
  { where = [], limit = ROWS, sort, columns }: Types.RowsWish = {}
): Types.MirrorRow[] {
  return readTransaction(site.served().mirror, () => {
    const rows = checkRows(site, { name, where, sort, columns, limit })
    return (readCollectionRows(site, rows)?.rows ?? []) as Types.MirrorRow[]
  })
}

async function findPages(
  { mirror, search, searchFailure }: Source,
  query: string,
  limit: number
): Promise<Types.MirrorHit[]> {
  const release = mirror.hold()
  const found = search.search({ query, limit }).finally(release)
  const { hits } = await found.catch((error: unknown) => {
    const cause = searchFailure()
    if (!(error instanceof ApiError) || cause === undefined) throw error
    const message = `the search index of ${mirror.file} cannot be used: ${String(cause)}`
    throw new MirrorError(message, { cause })
  })
  return hits.map(({ id, path: sitePath, title, sections }) => ({
    id,
    path: sitePath,
    title,
    texts: sections.map(({ heading, snippet }) => ({ heading, text: snippet.text }))
  }))
}

async function runQuery(
  { site, mirror: { file } }: Source,
  sql: string,
  { values = [], limit = ROWS, timeoutMs = TIMEOUT_MS, signal }: Types.StatementOptions = {}
): Promise<Record<string, Types.SqlValue>[]> {
  allowStatement(sql)
  if (site.hasExcludedPages()) {
    throw new MirrorError(`${file} still has pages that the configuration excludes; run a sync`)
  }
  const end = signal ?? new AbortController().signal
  if (end.aborted) throw new FansiteError('stopped', 'stopped before the statement has started')
  const found: Record<string, Types.SqlValue>[] = []
  const hint = 'timeoutMs raises it'
  await runStatement(
    { file, sql, values, timeoutMs, timeoutHint: hint, signal: end },
    async ({ columns, read }) => {
      let isEnd = false
      while (!isEnd && found.length < limit) {
        const batch = await read(limit - found.length)
        isEnd = batch.isEnd
        found.push(...batch.rows.map((row) => recordOf(columns, row)))
      }
    }
  ).catch((error: unknown) => {
    if (!end.aborted || error !== end.reason) throw error
    throw new FansiteError('stopped', 'stopped before the statement has ended', { cause: error })
  })
  return found
}

/** The driver returns every integer of a statement as a bigint. */
function recordOf(columns: string[], row: Types.SqlValue[]): Record<string, Types.SqlValue> {
  const values = row.map((value) =>
    typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
  )
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
}
