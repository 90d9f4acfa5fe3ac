import { shownTitle } from '../../../site/locales/shown-title.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { parseId } from '../../../site/notion/blocks/notion-id.ts'
import { pageAddress } from '../../../site/pages/page-facts.ts'
import { readPageList } from '../../../db/page/read-page-list.ts'
import type { SqlValue } from '../../../db/describe/sql-value.ts'
import { ApiError } from '../../errors.ts'
import { type RowsWish, checkRows, readSchemas } from '../../feeds/api/row-list.ts'
import { allowForeignStatement } from '../../process/statement/allow-statement.ts'
import type { RunningStatement } from '../../process/statement/run-statement.ts'
import { refuseOther } from '../../publication/refuse-other.ts'
import type { AssistantSource } from './assistant-source.ts'
import { findAskedPage } from './find-asked-page.ts'

/** Characters of a page in one answer. */
const PART_LENGTH = 40_000
/** Characters of the rows of a statement as JSON. */
const MAX_ROWS_LENGTH = 200_000
/** Pages that are listed as resources. */
const MAX_RESOURCES = 200

/** Finds pages by words. */
export async function findPages(
  { site, search }: AssistantSource,
  { query, limit }: { query: string; limit: number }
) {
  const { hits, total, didYouMean } = await search.search({ query, limit })
  const messages = messagesFor(site.config)
  return {
    total,
    didYouMean: didYouMean ?? null,
    pages: hits.map(({ id, path, title, above, sections }) => ({
      id,
      title: shownTitle(title, messages),
      url: pageAddress(site.config.domain, path),
      above: above.map((page) => shownTitle(page.title, messages)),
      texts: sections.map(({ heading, snippet }) => ({ heading, text: snippet.text }))
    }))
  }
}

/** Reads a part of a page as Markdown. `given` is an id, a path or a URL of the site. */
export async function readPage(
  source: AssistantSource,
  { page: given, offset }: { page: string; offset: number }
) {
  const { site } = source
  const found = findAskedPage(site, given)
  const whole = await source.readMarkdown(found)
  if (whole === undefined) throw new ApiError('page_not_found')
  const end = endOfPart(whole, offset)
  return {
    id: found.id,
    url: pageAddress(site.config.domain, found.path),
    markdown: whole.slice(offset, end).toWellFormed(),
    characters: whole.length,
    nextOffset: end < whole.length ? end : null
  }
}

/** A part does not end within a surrogate pair. */
function endOfPart(text: string, offset: number): number {
  const end = offset + PART_LENGTH
  if (end >= text.length) return text.length
  return (text.codePointAt(end - 1) ?? 0) > 0xff_ff ? end - 1 : end
}

export function listCollections({ site }: AssistantSource) {
  return { collections: readSchemas(site) }
}

/** Reads rows of a collection; see `/api/collections/<collection>/rows`. */
export async function listRows(source: AssistantSource, wish: RowsWish): Promise<object> {
  const name = parseId(wish.name) ?? wish.name
  const rows = await source.readRows(checkRows(source.site, { ...wish, name }))
  if (!rows) throw new ApiError('collection_not_found')
  return rows
}

/**
 * Runs one statement that only reads, in a process of its own with the limits of the pool. Throws
 * `QueryError`, `QueryLimitError` and `ApiError`.
 */
export async function runSql(
  { site, statements, client }: AssistantSource,
  { sql, limit, signal }: { sql: string; limit: number; signal: AbortSignal }
) {
  allowForeignStatement(sql)
  // Their rows are still in the file.
  if (site.hasExcludedPages()) throw new ApiError('data_not_ready')
  const published = site.published()
  const file = published.mirror.$client.name
  let result: Awaited<ReturnType<typeof readAll>> | undefined
  await statements.run({ client, file, sql, signal }, async (running) => {
    refuseOther(published)
    result = await readAll(running, limit)
  })
  if (!result) throw new ApiError('busy')
  return result
}

async function readAll(running: RunningStatement, limit: number) {
  const { columns } = running
  const rows: unknown[][] = []
  let length = 0
  let isEnd = false
  // One row more shows whether there are more.
  while (!isEnd && rows.length <= limit && length <= MAX_ROWS_LENGTH) {
    const batch = await running.read(limit + 1 - rows.length)
    isEnd = batch.isEnd
    for (const row of batch.rows) {
      const values = row.map(jsonValue)
      length += JSON.stringify(values).length
      if (length > MAX_ROWS_LENGTH) break
      rows.push(values)
    }
  }
  const isTruncated = rows.length > limit || length > MAX_ROWS_LENGTH
  return { columns, rows: rows.slice(0, limit), isTruncated }
}

/** A value as JSON: integers beyond 2^53 as text, bytes as an object with their Base64. */
function jsonValue(value: SqlValue): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
}

/** The first pages of the site. */
export function listResources({ site }: AssistantSource) {
  const { mirror } = site.served()
  const query = { sort: 'position', isDescending: false, limit: MAX_RESOURCES } as const
  const messages = messagesFor(site.config)
  return readPageList(mirror, query).pages.map(({ id, title, spoiler }) => ({
    id,
    name: spoiler === null ? shownTitle(title, messages) : messages.spoiler(spoiler)
  }))
}
