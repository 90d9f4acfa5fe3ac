import { readSchemasOfSite } from '../../../db/collections/read-schemas.ts'
import type { BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import { BrowseError } from '../../../db/describe/browse-error.ts'
import { type BrowsedRow, readRows } from '../../../db/describe/rows/read-rows.ts'
import type { RowsRequest } from '../../../db/describe/rows/rows-request.ts'
import { rowsStatement } from '../../../db/describe/rows/rows-statement.ts'
import type { SqlValue } from '../../../db/describe/sql-value.ts'
import { type Filter, operators, parseDataQuery } from '../../../site/browse/data-query.ts'
import { ApiError } from '../../errors.ts'
import { perPublication } from '../../publication/per-publication.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import type { RenderedText } from '../../responses/rendered-text.ts'
import { browsedTables } from '../../render/browse/browsed-tables.ts'
import { jsonAnswer } from './json-answer.ts'

/** Columns that every view of a collection begins with. */
const fixed = ['page_id', 'path']

/** A request for rows of a collection, not checked yet. */
export interface RowsWish {
  /** Id or SQL view of the collection. */
  name: string
  /** Conditions such as `oil__gte=3`. */
  where: string[]
  /** A column, with `-` before it for the reverse order. */
  sort?: string | undefined
  /** Names of columns. For a date, `<name>` means the two columns `<name>_start` and `<name>_end`. */
  columns?: string[] | undefined
  cursor?: string | undefined
  limit: number
}

/** A request whose names are checked. */
export interface CollectionRows {
  collectionId: string
  view: string
  request: RowsRequest
  limit: number
}

/**
 * Checks a request against the schema. Throws `ApiError` collection_not_found, bad_request, invalid_cursor,
 * and not_ready while the file still contains pages that are excluded now: SQL views would show them.
 */
export function checkRows(site: PublishedSite, wish: RowsWish): CollectionRows {
  if (site.hasExcludedPages()) throw new ApiError('not_ready', excludedSince)
  const { name, where, sort, columns, cursor, limit } = wish
  const collection = readSchemas(site).find(({ id, view }) => id === name || view === name)
  const table = collection && browsedTables(site).get(collection.view)
  if (!table) throw new ApiError('collection_not_found')
  const request = {
    filters: where.map((text) => conditionOf(text, table)),
    sort: sort === undefined ? undefined : sortOf(sort),
    columns: columns && [...fixed, ...columns.flatMap((each) => columnsOf(each, table))]
  }
  refused('bad_request', () => rowsStatement(table, request, 1))
  refused('invalid_cursor', () => rowsStatement(table, { ...request, cursor }, 1))
  return {
    collectionId: collection.id,
    view: collection.view,
    request: { ...request, cursor },
    limit
  }
}

const excludedSince =
  'Pages were excluded since the last sync; rows can be read after the next one.'

/** The rows of a collection with their values, of a request that `checkRows` has returned. */
export function readCollectionRows(
  site: PublishedSite,
  { collectionId, view, request, limit }: CollectionRows
) {
  const { mirror, generation } = site.served()
  const table = browsedTables(site).get(view)
  if (!table) return undefined
  const { columns, rows, next } = readRows(mirror, table, { ...request, limits: { rows: limit } })
  const names = columns.map((column) => column.name)
  const rowOf = ({ values }: BrowsedRow) => {
    const all = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))
    const { page_id: id, path, ...others } = all
    return { id, path: site.basePath + String(path), values: others }
  }
  return { generation, collectionId, nextCursor: next ?? null, rows: rows.map(rowOf) }
}

/** The same for JSON. Notion's numbers are doubles, so integers beyond 2^53 lose nothing as numbers. */
export function readJsonRows(site: PublishedSite, wanted: CollectionRows) {
  const found = readCollectionRows(site, wanted)
  if (!found) return undefined
  const rows = found.rows.map(({ values, ...row }) => {
    const entries = Object.entries(values).map(([name, value]) => [name, doubleOf(value)])
    return { ...row, values: Object.fromEntries(entries) }
  })
  return { ...found, rows }
}

function doubleOf(value: SqlValue): SqlValue {
  return typeof value === 'bigint' ? Number(value) : value
}

/** `/api/collections/<name>/rows`. */
export function rowListText(site: PublishedSite, rows: CollectionRows): RenderedText | undefined {
  const found = readJsonRows(site, rows)
  return found && jsonAnswer(found)
}

/** The collections of the site with their properties. */
export const readSchemas = perPublication((_site, { mirror }) => readSchemasOfSite(mirror))

function conditionOf(text: string, { name, columns }: BrowsableTable): Filter {
  const equals = text.indexOf('=')
  const [key, value] = equals < 0 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)]
  const names = columns.map((column) => column.name)
  const [filter] = parseDataQuery(`?${new URLSearchParams([[key, value]])}`, names).filters
  if (filter) return filter
  throw new ApiError('bad_request', conditionFault(key, { name, names }))
}

/** What is wrong with a condition's column and operator. */
function conditionFault(key: string, { name, names }: { name: string; names: string[] }): string {
  const end = key.lastIndexOf('__')
  if (names.includes(key.slice(0, end))) {
    const given = key.slice(end + 2, end + 102)
    return `"${given}" is not an operator; the operators are ${operators.join(', ')}`
  }
  const example = names.find((each) => !fixed.includes(each)) ?? 'path'
  return `"${key.slice(0, 100)}" is not a column of ${name} with an operator, such as ${example}__exact`
}

function sortOf(text: string) {
  const isDescending = text.startsWith('-')
  return { column: isDescending ? text.slice(1) : text, isDescending }
}

function columnsOf(name: string, { columns }: BrowsableTable): string[] {
  const isColumn = (each: string) => columns.some((column) => column.name === each)
  const ends = [`${name}_start`, `${name}_end`]
  if (!isColumn(name) && ends.every(isColumn)) return ends
  return fixed.includes(name) ? [] : [name]
}

function refused(code: 'bad_request' | 'invalid_cursor', check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof BrowseError)) throw error
    throw code === 'bad_request' ? new ApiError(code, error.sentence) : new ApiError(code)
  }
}
