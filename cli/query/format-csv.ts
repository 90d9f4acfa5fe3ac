import type { SqlValue } from './protocol.ts'
import { type RowFormat, numberText } from './row-format.ts'

/** Comma-separated values as RFC 4180 tells, columns in the first line; blobs in base64. */
export function csvFormat(columns: string[]): RowFormat {
  return {
    head: () => line(columns),
    rows: (rows) => rows.map((row) => line(row.map(fieldText))).join(''),
    end: () => ''
  }
}

function line(fields: string[]): string {
  // A line with nothing in it would count as none.
  if (fields.length === 1 && fields[0] === '') return '""\r\n'
  return `${fields.map(quoted).join(',')}\r\n`
}

function quoted(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

function fieldText(value: SqlValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return numberText(value)
}
