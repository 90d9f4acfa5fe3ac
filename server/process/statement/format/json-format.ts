import { distinctColumns } from '../../../../site/formats/distinct-names.ts'
import { jsonText } from '../../../../site/formats/json-text.ts'
import type { SqlValue } from '../../../../db/describe/sql-value.ts'
import type { RowFormat } from './row-format.ts'

/**
 * A JSON array with one object for each row. Integers beyond 2^53 and infinite reals are strings, a
 * blob is `{"base64": …}`, and the second of two columns with the same name is `name_2`. The text is
 * built directly, since a JavaScript object would move columns with names like `2025` to the front.
 */
export function jsonFormat(columns: string[]): RowFormat {
  const asObject = objectWriter(columns)
  let count = 0
  return {
    head: () => '[',
    rows: (rows) => rows.map((row) => `${count++ === 0 ? '\n' : ',\n'}${asObject(row)}`).join(''),
    end: () => (count === 0 ? ']\n' : '\n]\n')
  }
}

/** Returns a function that writes a row as a JSON object. */
export function objectWriter(columns: string[]): (row: SqlValue[]) => string {
  const keys = distinctColumns(columns).map((name) => jsonText(name))
  return (row) => `{${row.map((value, index) => `${keys[index]}:${valueText(value)}`).join(',')}}`
}

function valueText(value: SqlValue): string {
  if (value instanceof Uint8Array) return `{"base64":"${Buffer.from(value).toString('base64')}"}`
  if (typeof value === 'bigint') return isSafe(value) ? String(value) : `"${value}"`
  if (typeof value === 'number' && !Number.isFinite(value)) return `"${value}"`
  return jsonText(value)
}

function isSafe(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
}
