import type { BrowsableColumn, BrowsableTable } from '../../../db/describe/browsable-tables.ts'
import { type IdKind, idKindOf } from '../../../db/describe/id-columns.ts'
import { readIdTargets } from '../../../db/describe/rows/read-id-targets.ts'
import type { BrowsedRow } from '../../../db/describe/rows/read-rows.ts'
import type { SqlValue } from '../../../db/describe/sql-value.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { encodePath } from '../../../site/addresses/site-address.ts'
import { rowHref, tableHref } from '../../../site/browse/data-address.ts'
import type { DataCell } from '../../../site/browse/data-model.ts'

/** What cells are made with. */
interface CellContext {
  mirror: Mirror
  table: BrowsableTable
  /** Names of the tables whose rows can be read. */
  names: ReadonlySet<string>
  columns: BrowsableColumn[]
  /** Characters of a value that are shown. */
  characters: number
  /** Whether ids are shown whole. */
  isWhole: boolean
}

const ID_DIGITS = 8

/** Tables whose paths may lead to no page. */
const formerPaths = new Set(['gone_page', 'page_path'])
const pathColumns = new Set(['path', 'parent_path', 'from_path'])
const tableColumns = new Set(['view_name', 'table_name'])

/** Makes the cells of rows, with links to rows, pages, tables and external addresses. */
export function dataCells(context: CellContext, rows: BrowsedRow[]): DataCell[][] {
  const links = context.columns.map((column, index) =>
    linksOf(
      context,
      column,
      rows.map(({ values }) => values[index] ?? null)
    )
  )
  return rows.map((row) =>
    context.columns.map((column, index) => {
      const value = row.values[index] ?? null
      const cell = cellOf(context, column, value)
      const href = value === null ? undefined : links[index]?.(value, row)
      return href === undefined ? cell : { ...cell, href }
    })
  )
}

/** A value without its link. */
export function cellOf(
  { characters, isWhole, table }: Pick<CellContext, 'characters' | 'isWhole' | 'table'>,
  column: BrowsableColumn,
  value: SqlValue
): DataCell {
  if (value === null) return { kind: 'null', text: '' }
  if (value instanceof Uint8Array) return { kind: 'text', text: `${value.length} bytes` }
  if (typeof value !== 'string') return numberCell(column, value)
  if (!isWhole && idKindOf(table, column.name) && isId(value)) {
    return { kind: 'text', text: `${value.slice(0, ID_DIGITS)}…`, title: value }
  }
  const isCut = value.length > characters
  const kind = /\bJSON\b/.test(column.about) ? 'json' : 'text'
  return { kind, text: isCut ? value.slice(0, characters) : value, isCut }
}

function numberCell({ isInstant }: BrowsableColumn, value: number | bigint): DataCell {
  const date = new Date(Number(value))
  if (!isInstant || Number.isNaN(date.getTime())) return { kind: 'number', text: String(value) }
  const text = date.toISOString().slice(0, 19).replace('T', ' ')
  return { kind: 'instant', text, title: String(value) }
}

function isId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

type LinkOf = (value: SqlValue, row: BrowsedRow) => string | undefined

function linksOf(
  { mirror, table, names }: CellContext,
  { name }: BrowsableColumn,
  values: SqlValue[]
): LinkOf {
  const kind = idKindOf(table, name)
  if (table.key.length === 1 && table.key[0] === name) {
    return (_value, row) => rowHref(table.name, row.key.map(String))
  }
  if (kind) return idLinks(mirror, kind, values)
  if (pathColumns.has(name) && !formerPaths.has(table.name)) return pagePath
  if (tableColumns.has(name) && table.kind === 'table') {
    return (value) => (names.has(String(value)) ? tableHref(String(value)) : undefined)
  }
  return externalUrl
}

function idLinks(mirror: Mirror, kind: IdKind, values: SqlValue[]): LinkOf {
  const targets = readIdTargets(mirror, kind, values)
  return (value) => {
    const target = targets.get(value)
    return target && rowHref(target.table, [String(value)])
  }
}

function pagePath(value: SqlValue): string | undefined {
  // Two slashes would begin a host.
  return typeof value === 'string' && /^\/(?!\/)/.test(value) ? encodePath(value) : undefined
}

function externalUrl(value: SqlValue): string | undefined {
  const isUrl =
    typeof value === 'string' && value.length <= 2000 && /^https?:\/\/[^\s]+$/.test(value)
  return isUrl && URL.canParse(value) ? new URL(value).href : undefined
}
