import { csvLine } from '../../../site/formats/csv-line.ts'
import { distinctColumns } from '../../../site/formats/distinct-names.ts'
import type { Cell, ExportFormat } from '../protocol.ts'

interface Table {
  columns: string[]
  rows: Cell[][]
}

/**
 * The rows as a file, as `fansite query` writes them: in CSV, spreadsheets run no text as a formula; in
 * JSON, integers beyond 2^53 are strings and a blob is `{"base64": …}`.
 */
export function exportRows(table: Table, format: ExportFormat): Blob {
  if (format === 'json') return new Blob([asJson(table)], { type: 'application/json' })
  const lines = [table.columns, ...table.rows.map((row) => row.map(csvText))]
  const text = lines.map((cells) => csvLine(cells, { isRaw: false }))
  return new Blob(text, { type: 'text/csv' })
}

function csvText(cell: Cell): string {
  return cell instanceof Uint8Array ? base64(cell) : String(cell ?? '')
}

/** Written directly: a JavaScript object would move columns with names like `2025` to the front. */
function asJson({ columns, rows }: Table): string {
  const keys = distinctColumns(columns).map((name) => JSON.stringify(name))
  const objects = rows.map(
    (row) => `{${row.map((cell, at) => `${keys[at]}:${jsonValue(cell)}`).join(',')}}`
  )
  return `[\n${objects.join(',\n')}\n]\n`
}

function jsonValue(cell: Cell): string {
  if (cell instanceof Uint8Array) return JSON.stringify({ base64: base64(cell) })
  // SQLite's integers arrive as bigints where numbers lose digits.
  if (typeof cell === 'bigint' || isInfinite(cell)) return JSON.stringify(String(cell))
  return JSON.stringify(cell)
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

function isInfinite(cell: Cell): boolean {
  return typeof cell === 'number' && !Number.isFinite(cell)
}
