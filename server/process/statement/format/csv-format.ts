import { type CsvOptions, csvLine } from '../../../../site/formats/csv-line.ts'
import type { SqlValue } from '../../../../db/describe/sql-value.ts'
import { type RowFormat, numberText } from './row-format.ts'

/** Comma-separated values with the column names in the first line; blobs in base64. */
export function csvFormat(columns: string[], options: CsvOptions): RowFormat {
  return {
    head: () => csvLine(columns, options),
    rows: (rows) => rows.map((row) => csvLine(row.map(fieldText), options)).join(''),
    end: () => ''
  }
}

function fieldText(value: SqlValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return numberText(value)
}
